/* A 64-bit content hash: FNV-1a over bytes with a final mix. It names contents (maps, query sets, cells); it
 * does not defend against anyone. Integers go in byte by byte, lowest first, so it is the same everywhere. */
#ifndef TAUT_CORE_HASH_H
#define TAUT_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct Hash {
    uint64_t state;
} Hash;

Hash hash_start(void);
void hash_bytes(Hash *hash, const void *bytes, size_t length);
void hash_integer(Hash *hash, int64_t value);
/* The value's bits; -0 counts as 0. */
void hash_real(Hash *hash, double value);
/* The text and its end, so that "ab","c" and "a","bc" differ. */
void hash_text(Hash *hash, const char *text);
uint64_t hash_value(const Hash *hash);

typedef struct HashText {
    char text[17];
} HashText;

/* Sixteen lower-case hexadecimal digits. */
HashText hash_hex(uint64_t value);

#endif
