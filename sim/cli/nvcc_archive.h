// SPDX-License-Identifier: Apache-2.0
// Archives (ar's format) whose members are objects of `lockstep nvcc`: libfoo.a.
#ifndef LOCKSTEP_CLI_NVCC_ARCHIVE_H
#define LOCKSTEP_CLI_NVCC_ARCHIVE_H

#include "isa/base/text.h"

#include <stdbool.h>

// Moves *at, which is 0 at first, to the next member; false when there is none, or the text is no
// archive.
bool nvcc_archive_next(const char *text, size_t size_bytes, size_t *at, const char **member,
                       size_t *member_bytes);

// Appends a member, and before the first one what an archive begins with.
void nvcc_archive_add(const char *name, const char *member, size_t member_bytes, Text *archive);

#endif
