/* A folder of a test's own. */
#ifndef TAUT_TESTS_FOLDER_H
#define TAUT_TESTS_FOLDER_H

enum { FOLDER_PATH = 32 };

/* Makes a new, empty one and writes its path. Fails the test where that is not possible. */
void folder_create(char folder[FOLDER_PATH]);

/* Removes it and all in it. */
void folder_remove(const char *folder);

#endif
