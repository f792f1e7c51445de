// SPDX-License-Identifier: Apache-2.0
// Archives in the format of ar: libfoo.a.
#ifndef LOCKSTEP_PROGRAM_ARCHIVE_H
#define LOCKSTEP_PROGRAM_ARCHIVE_H

#include "isa/base/text.h"

#include <stdbool.h>

// Moves *at, which is 0 at first, to the next member; false when there is none, or the text is no
// archive.
bool archive_next(const char *text, size_t size_bytes, size_t *at, const char **member,
                  size_t *member_bytes);

// Appends a member, and before the first one what an archive begins with.
void archive_add(const char *name, const char *member, size_t member_bytes, Text *archive);

#endif
