// SPDX-License-Identifier: Apache-2.0
#include "sim/program/archive.h"

#include <stdlib.h>
#include <string.h>

#define ARCHIVE_MAGIC "!<arch>\n"

// A member's header: name, time, owner, group, mode, size, and "`\n"; in decimal, blanks behind.
enum { MAGIC_BYTES = 8, HEADER_BYTES = 60, SIZE_OFFSET = 48, SIZE_BYTES = 10 };

bool archive_next(const char *text, size_t size_bytes, size_t *at, const char **member,
                  size_t *member_bytes)
{
    char digits[SIZE_BYTES + 1] = {0};
    if (*at == 0) {
        bool is_archive =
            size_bytes >= MAGIC_BYTES && memcmp(text, ARCHIVE_MAGIC, MAGIC_BYTES) == 0;
        *at = is_archive ? MAGIC_BYTES : size_bytes;
    }
    if (size_bytes - *at < HEADER_BYTES) {
        return false;
    }
    memcpy(digits, text + *at + SIZE_OFFSET, SIZE_BYTES);
    size_t start = *at + HEADER_BYTES, size = (size_t)strtoull(digits, NULL, 10);
    if (size > size_bytes - start) {
        return false;
    }
    *member = text + start;
    *member_bytes = size;
    *at = start + size + size % 2 > size_bytes ? size_bytes : start + size + size % 2;
    return true;
}

void archive_add(const char *name, const char *member, size_t member_bytes, Text *archive)
{
    const char *slash = strrchr(name, '/');
    text_put(archive, archive->size_bytes == 0 ? ARCHIVE_MAGIC : "");
    text_printf(archive, "%-16.15s%-12d%-6d%-6d%-8s%-10zu`\n", slash == NULL ? name : slash + 1, 0,
                0, 0, "100644", member_bytes);
    text_add(archive, member, member_bytes);
    text_put(archive, member_bytes % 2 != 0 ? "\n" : "");
}
