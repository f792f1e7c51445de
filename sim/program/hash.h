// SPDX-License-Identifier: Apache-2.0
// A hash of everything that a build depends on, and of its result. It detects accidental changes
// and keeps keys apart; it does not resist an attacker who searches for a collision.
#ifndef LOCKSTEP_PROGRAM_HASH_H
#define LOCKSTEP_PROGRAM_HASH_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// 128 bits of FNV-1a, as two runs of 64 with different beginnings: chance collisions only.
typedef struct Hash {
    uint64_t word[2];
} Hash;

enum { HASH_CHARACTERS = 32 };

Hash hash_begin(void);
void hash_add(Hash *hash, const void *bytes, size_t size_bytes);
void hash_add_text(Hash *hash, const char *text); // NULL differs from ""
// A file's content, or that there is none.
void hash_add_file(Hash *hash, const char *path);
// Which program this is: size and time of last change of its file.
void hash_add_program(Hash *hash, const char *path);
const char *hash_text(const Hash *hash, Arena *arena);

#endif
