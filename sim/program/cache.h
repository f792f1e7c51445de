// SPDX-License-Identifier: Apache-2.0
// Folders of what was built before, found by a hash of all that went into it. Entries appear whole
// or not at all (they are built elsewhere and renamed), and are never changed, so that any number
// of processes may use the cache at once.
#ifndef LOCKSTEP_PROGRAM_CACHE_H
#define LOCKSTEP_PROGRAM_CACHE_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// 128 bits of FNV-1a, as two runs of 64 with different beginnings: chance collisions only.
typedef struct Hash {
    uint64_t word[2];
} Hash;

Hash hash_begin(void);
void hash_add(Hash *hash, const void *bytes, size_t size_bytes);
void hash_add_text(Hash *hash, const char *text); // NULL differs from ""
// A file's content, or that there is none.
void hash_add_file(Hash *hash, const char *path);
// Which program this is: size and time of last change of its file.
void hash_add_program(Hash *hash, const char *path);
const char *hash_text(const Hash *hash, Arena *arena);

// $LOCKSTEP_CACHE, $XDG_CACHE_HOME/lockstep or ~/.cache/lockstep, made when it is missing; NULL
// when there is no place to write to.
const char *cache_folder(Arena *arena);

// The entry for this key when it and the files it depends on are as they were; else NULL.
const char *cache_find(const char *cache, const Hash *key, Arena *arena);

// A new empty folder to build in: in the cache, or where temporary files go when cache is NULL.
// NULL with errno set when it can not be made.
const char *cache_workspace(const char *cache, Arena *arena);

// Makes the workspace the entry for this key, which depends on these files besides. Where it lies
// now: the workspace itself when it could not be moved (*is_temporary).
const char *cache_store(const char *cache, const Hash *key, const char *workspace,
                        const char *const *files, uint32_t file_count, bool *is_temporary,
                        Arena *arena);

// Removes a folder of files, of any depth.
void folder_remove(const char *folder);

// Removes all but the newest entries, and what builds left that never ended.
void cache_prune(const char *cache);

#endif
