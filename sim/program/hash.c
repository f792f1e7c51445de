// SPDX-License-Identifier: Apache-2.0
#include "sim/program/hash.h"

#include "sim/program/file.h"

#include <string.h>
#include <sys/stat.h>

// FNV-1a's offset basis and prime (Fowler, Noll, Vo); the second run begins elsewhere.
Hash hash_begin(void)
{
    return (Hash){{UINT64_C(0xcbf29ce484222325), UINT64_C(0x6c62272e07bb0142)}};
}

void hash_add(Hash *hash, const void *bytes, size_t size_bytes)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size_bytes; i++) {
        hash->word[0] = (hash->word[0] ^ at[i]) * UINT64_C(0x100000001b3);
        hash->word[1] = (hash->word[1] ^ at[i] ^ 0x55) * UINT64_C(0x100000001b3);
    }
}

void hash_add_text(Hash *hash, const char *text)
{
    hash_add(hash, text == NULL ? "0" : "1", 1);
    if (text != NULL) {
        hash_add(hash, text, strlen(text) + 1);
    }
}

void hash_add_file(Hash *hash, const char *path)
{
    Arena arena = {0};
    size_t size_bytes = 0;
    const char *text = file_text(path, &size_bytes, &arena);
    uint64_t size = text == NULL ? UINT64_MAX : size_bytes;
    hash_add(hash, &size, sizeof size);
    hash_add(hash, text, text == NULL ? 0 : size_bytes);
    arena_clear(&arena);
}

void hash_add_program(Hash *hash, const char *path)
{
    struct stat info;
    memset(&info, 0, sizeof info);
    hash_add_text(hash, path);
    if (path != NULL && stat(path, &info) == 0) {
        hash_add(hash, &info.st_size, sizeof info.st_size);
        hash_add(hash, &info.st_mtim, sizeof info.st_mtim);
    }
}

const char *hash_text(const Hash *hash, Arena *arena)
{
    return arena_printf(arena, "%016llx%016llx", (unsigned long long)hash->word[0],
                        (unsigned long long)hash->word[1]);
}
