// SPDX-License-Identifier: Apache-2.0
// Folders and files that only this user (and root) can change. A path is safe to use by name if
// that holds for every folder on it: then nobody can replace the file between a check and its
// use.
#ifndef LOCKSTEP_PROGRAM_FOLDER_H
#define LOCKSTEP_PROGRAM_FOLDER_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Why other users could replace the file at this path: they own one of its folders or can write to
// it. In a folder with the sticky bit (/tmp) they can only add entries, which is safe. NULL: they
// cannot.
const char *folder_problem(const char *path, Arena *arena);

// Opens a folder without following a link at its end. -1, with *problem set, when it is missing
// (errno is ENOENT), when it belongs to another user or when others can write to it.
int folder_open(const char *path, const char **problem, Arena *arena);

// Reads a regular file of an open folder, zero-terminated, without following links. NULL with
// *problem set as above.
char *folder_read(int folder, const char *name, size_t *size_bytes, const char **problem,
                  Arena *arena);

// Creates the folder and its parents, for this user alone. True if it exists afterwards.
bool folder_make(const char *path);

// The folder that this process works in; "." when it has no name.
const char *folder_here(Arena *arena);

// Removes a folder with everything in it, of any depth; follows no links.
void folder_remove(const char *path);

#endif
