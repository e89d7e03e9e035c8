#include "algos/core/hash.h"

#include <string.h>

Hash hash_start(void) {
    return (Hash){0xcbf29ce484222325u};
}

void hash_bytes(Hash *hash, const void *bytes, size_t length) {
    const uint8_t *at = bytes;
    uint64_t state = hash->state;
    for (size_t i = 0; i < length; i++) state = (state ^ at[i]) * 0x100000001b3u;
    hash->state = state;
}

void hash_integer(Hash *hash, int64_t value) {
    uint64_t bits = (uint64_t)value;
    for (int i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(bits >> (8 * i));
        hash_bytes(hash, &byte, 1);
    }
}

void hash_real(Hash *hash, double value) {
    int64_t bits;
    if (value == 0) value = 0; /* of either sign */
    memcpy(&bits, &value, sizeof bits);
    hash_integer(hash, bits);
}

void hash_text(Hash *hash, const char *text) {
    size_t length = 0;
    while (text[length] != '\0') length++;
    hash_bytes(hash, text, length + 1);
}

uint64_t hash_value(const Hash *hash) {
    uint64_t z = hash->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

HashText hash_hex(uint64_t value) {
    HashText out;
    for (int i = 0; i < 16; i++) out.text[i] = "0123456789abcdef"[(value >> (60 - 4 * i)) & 15];
    out.text[16] = '\0';
    return out;
}
