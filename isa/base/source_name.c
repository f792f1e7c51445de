// SPDX-License-Identifier: Apache-2.0
#include "isa/base/source_name.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "// name ";

#define DIMENSIONS_MAX 8u

void source_name_write(const char *symbol, const char *name, const char *shape,
                       uint64_t element_bytes, Text *ptx)
{
    text_printf(ptx, "%s%s %s %" PRIu64 " %s\n", mark, symbol, name, element_bytes, shape);
}

// The words after the mark and the symbol: "tile 4 [4][32]".
static bool take_words(const char *at, SourceName *found)
{
    const char *end = at + strcspn(at, "\n"), *space = strchr(at, ' ');
    char *rest = NULL;
    if (space == NULL || space >= end) {
        return false;
    }
    found->name = at;
    found->name_bytes = (uint32_t)(space - at);
    found->element_bytes = strtoull(space + 1, &rest, 10);
    if (found->element_bytes == 0 || *rest != ' ') {
        return false;
    }
    found->shape = rest + 1;
    found->shape_bytes = (uint32_t)(end - found->shape);
    return true;
}

bool source_name_find(const char *ptx, const char *symbol, SourceName *found)
{
    size_t size = strlen(symbol);
    for (const char *at = strstr(ptx, mark); at != NULL; at = strstr(at, mark)) {
        at += sizeof mark - 1;
        if (strncmp(at, symbol, size) == 0 && at[size] == ' ') {
            return take_words(at + size + 1, found);
        }
    }
    return false;
}

// The numbers in brackets, 0 in those without one; how many there are.
static uint32_t read_shape(const SourceName *name, uint64_t *sizes)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < name->shape_bytes && count < DIMENSIONS_MAX; i++) {
        if (name->shape[i] == '[') {
            sizes[count++] = strtoull(name->shape + i + 1, NULL, 10);
        }
    }
    return count;
}

void source_name_put(const SourceName *name, uint64_t offset_bytes, Text *out)
{
    uint64_t sizes[DIMENSIONS_MAX], indices[DIMENSIONS_MAX];
    uint32_t count = read_shape(name, sizes);
    uint64_t left = offset_bytes / name->element_bytes, rest = offset_bytes % name->element_bytes;
    for (uint32_t i = count; i-- > 1;) {
        uint64_t size = sizes[i] == 0 ? 1 : sizes[i];
        indices[i] = left % size;
        left /= size;
    }
    indices[0] = left;
    text_printf(out, "'%.*s", (int)name->name_bytes, name->name);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(out, "[%" PRIu64 "]", indices[i]);
    }
    text_put(out, "'");
    rest = count == 0 ? offset_bytes : rest;
    if (rest > 0) {
        text_printf(out, " + %" PRIu64 " bytes", rest);
    }
}
