// SPDX-License-Identifier: Apache-2.0
// Folders of what was built before, found by a hash of all that went into it. Entries appear whole
// or not at all (they are built elsewhere and renamed), are never changed, and are sealed (seal.h),
// so that any number of processes may use the cache at once. What is in the cache is loaded and
// run: an entry that another user owns or could have written is refused and built again, and so is
// one that is damaged.
#ifndef LOCKSTEP_PROGRAM_CACHE_H
#define LOCKSTEP_PROGRAM_CACHE_H

#include "sim/program/hash.h"

// $LOCKSTEP_CACHE, $XDG_CACHE_HOME/lockstep or ~/.cache/lockstep, made for this user alone when it
// is missing. NULL when there is no place to write to, with *problem set when the place is not safe
// to use.
const char *cache_folder(const char **problem, Arena *arena);

// The entry for this key when it and the files it depends on are as they were; else NULL, with
// *problem set when an entry was refused.
const char *cache_find(const char *cache, const Hash *key, const char **problem, Arena *arena);

// Whether a build of usual size can be written there. errno says why not.
bool cache_has_room(const char *cache, Arena *arena);

// A new empty folder to build in: in the cache, or where temporary files go when cache is NULL.
// NULL with *problem set when it cannot be made.
const char *cache_workspace(const char *cache, const char **problem, Arena *arena);

// Makes the workspace the entry for this key, which depends on these files besides, in place of one
// that cache_find refuses. Where it lies now: the workspace itself when it could not be moved
// (*is_temporary).
const char *cache_store(const char *cache, const Hash *key, const char *workspace,
                        const char *const *files, uint32_t file_count, bool *is_temporary,
                        Arena *arena);

// Removes all but the newest entries, and what builds left that never ended.
void cache_prune(const char *cache);

#endif
