#include "tests/folder.h"

#include "tests/support.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void folder_create(char folder[FOLDER_PATH]) {
    strcpy(folder, "/tmp/taut-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *place) {
    (void)found, (void)kind, (void)place;
    return remove(path);
}

void folder_remove(const char *folder) {
    assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}
