// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/index.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

// Where a line is read.
typedef struct Reader {
    const char *array; // NULL: any
    bool needs_brackets;
    uint32_t depth; // of brackets whose content counts
    IndexName *names;
    uint32_t count;
} Reader;

static bool is_letter(char byte)
{
    return isalpha((unsigned char)byte) || byte == '_';
}

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

// "row", "threadIdx.x", "body.at": a name and its members.
static const char *path_end(const char *at)
{
    while (is_word(*at) || (*at == '.' && is_letter(at[1]))) {
        at++;
    }
    return at;
}

static void add(Reader *reader, const char *at, const char *end)
{
    uint32_t size = (uint32_t)(end - at);
    for (uint32_t i = 0; i < reader->count; i++) {
        if (reader->names[i].size_bytes == size && memcmp(reader->names[i].at, at, size) == 0) {
            return;
        }
    }
    if (reader->count < INDEX_NAMES_MAX) {
        reader->names[reader->count++] = (IndexName){at, size};
    }
}

// Whether the path, or its last member, is the array.
static bool is_array(const Reader *reader, const char *at, const char *end)
{
    size_t size = reader->array == NULL ? 0 : strlen(reader->array);
    bool ends_so =
        size > 0 && (size_t)(end - at) >= size && memcmp(end - size, reader->array, size) == 0;
    return reader->array == NULL ||
           (ends_so && (end - size == at || end[-(ptrdiff_t)size - 1] == '.'));
}

// The content of the brackets from `at`, a '[', on; returns what is behind them.
static const char *read_brackets(Reader *reader, const char *at);

// A name; brackets behind it are read if they count.
static const char *read_path(Reader *reader, const char *at)
{
    const char *end = path_end(at), *next = end + strspn(end, " \t");
    if (*next == '(' || (*next == '-' && next[1] == '>')) {
        return end;
    }
    if (*next != '[') {
        if (reader->depth > 0 || !reader->needs_brackets) {
            add(reader, at, end);
        }
        return end;
    }
    bool is_meant = reader->depth == 0 && is_array(reader, at, end);
    while (*next == '[' && (is_meant || reader->depth > 0)) {
        reader->depth++;
        next = read_brackets(reader, next);
        reader->depth--;
        next += strspn(next, " \t");
    }
    return next;
}

static bool is_end(const char *at)
{
    return *at == '\0' || (at[0] == '/' && at[1] == '/');
}

static const char *read_one(Reader *reader, const char *at)
{
    if (is_letter(*at)) {
        return read_path(reader, at);
    }
    if (isdigit((unsigned char)*at)) {
        while (is_word(*at) || *at == '.') {
            at++;
        }
        return at;
    }
    return at + 1;
}

static const char *read_brackets(Reader *reader, const char *at)
{
    at++;
    while (!is_end(at) && *at != ']') {
        at = read_one(reader, at);
    }
    return *at == ']' ? at + 1 : at;
}

static uint32_t read_line(const char *line, const char *array, bool needs_brackets,
                          IndexName names[INDEX_NAMES_MAX])
{
    Reader reader = {.array = array, .needs_brackets = needs_brackets, .names = names};
    while (!is_end(line)) {
        line = read_one(&reader, line);
    }
    return reader.count;
}

uint32_t index_names(const char *line, const char *array, IndexName names[INDEX_NAMES_MAX])
{
    uint32_t count = read_line(line, array, true, names);
    if (count == 0 && array != NULL) {
        count = read_line(line, NULL, true, names);
    }
    return count > 0 ? count : line_names(line, names);
}

uint32_t line_names(const char *line, IndexName names[INDEX_NAMES_MAX])
{
    return read_line(line, NULL, false, names);
}

// --- built-in variables

static bool is_named(const IndexName *name, const char *word)
{
    return name->size_bytes == strlen(word) + 2 && memcmp(name->at, word, strlen(word)) == 0 &&
           name->at[name->size_bytes - 2] == '.';
}

static uint64_t part_of(uint64_t index, const uint32_t size[3], uint32_t axis)
{
    return axis == 0   ? index % size[0]
           : axis == 1 ? index / size[0] % size[1]
                       : index / size[0] / size[1];
}

bool index_builtin(const IndexName *name, const IndexPlace *place, uint32_t lane, int64_t *value)
{
    char last = name->size_bytes > 0 ? name->at[name->size_bytes - 1] : 0;
    uint32_t axis = (uint32_t)(last - 'x');
    if (last < 'x' || last > 'z') {
        return false;
    }
    uint64_t thread = (uint64_t)place->warp * 32 + lane;
    if (is_named(name, "threadIdx")) {
        *value = (int64_t)part_of(thread, place->block, axis);
    } else if (is_named(name, "blockIdx")) {
        *value = (int64_t)part_of(place->block_index, place->grid, axis);
    } else if (is_named(name, "blockDim")) {
        *value = place->block[axis];
    } else if (is_named(name, "gridDim")) {
        *value = place->grid[axis];
    } else {
        return false;
    }
    return true;
}
