// SPDX-License-Identifier: Apache-2.0
#include "isa/base/source_name.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "// name ";

#define DIMENSIONS_MAX 8u

void source_name_write(const char *symbol, const char *name, const char *shape,
                       uint64_t element_bytes, const char *members, Text *ptx)
{
    text_printf(ptx, "%s%s %s %" PRIu64 " %s%s%s\n", mark, symbol, name, element_bytes, shape,
                members[0] == '\0' ? "" : " ", members);
}

const char *source_name_next(const char *ptx, const char **symbol)
{
    const char *at = strstr(ptx, mark);
    *symbol = at == NULL ? NULL : at + sizeof mark - 1;
    return at;
}

// The words after the mark and the symbol: "tile 4 [4][32]", and members if there are any.
static bool take_words(const char *at, SourceName *found)
{
    const char *end = at + strcspn(at, "\n"), *space = strchr(at, ' ');
    char *rest = NULL;
    if (space == NULL || space >= end) {
        return false;
    }
    *found = (SourceName){.name = at, .name_bytes = (uint32_t)(space - at)};
    found->element_bytes = strtoull(space + 1, &rest, 10);
    if (found->element_bytes == 0 || *rest != ' ') {
        return false;
    }
    found->shape = rest + 1;
    found->shape_bytes = (uint32_t)strcspn(found->shape, " \n");
    found->members = found->shape + found->shape_bytes + 1;
    found->members_bytes = found->members < end ? (uint32_t)(end - found->members) : 0;
    return true;
}

bool source_name_find(const char *ptx, const char *symbol, SourceName *found)
{
    size_t size = strlen(symbol);
    const char *at;
    while (source_name_next(ptx, &at) != NULL) {
        if (strncmp(at, symbol, size) == 0 && at[size] == ' ') {
            return take_words(at + size + 1, found);
        }
        ptx = at;
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

// --- members

// From '{' to behind its '}'; 0: it is not closed.
static uint32_t members_length(const char *at, const char *end)
{
    uint32_t depth = 0;
    for (const char *byte = at; byte < end; byte++) {
        depth += *byte == '{';
        if (*byte == '}' && --depth == 0) {
            return (uint32_t)(byte + 1 - at);
        }
    }
    return 0;
}

// "name@offset:*size[2]{...};" False: there is none at *at.
static bool next_member(const char **at, const char *end, SourceName *member, uint64_t *offset)
{
    const char *sign = *at < end ? memchr(*at, '@', (size_t)(end - *at)) : NULL;
    char *rest = NULL;
    if (sign == NULL) {
        return false;
    }
    *member = (SourceName){.name = *at, .name_bytes = (uint32_t)(sign - *at)};
    *offset = strtoull(sign + 1, &rest, 10);
    if (*rest != ':') {
        return false;
    }
    member->is_pointer = rest[1] == '*';
    member->element_bytes = strtoull(rest + 1 + member->is_pointer, &rest, 10);
    member->shape = rest;
    member->shape_bytes = (uint32_t)strcspn(rest, "{;}\n");
    member->members = rest + member->shape_bytes;
    member->members_bytes =
        member->members < end && *member->members == '{' ? members_length(member->members, end) : 0;
    *at = member->members + member->members_bytes + 1;
    return member->element_bytes > 0 && *at <= end;
}

bool source_name_member(const SourceName *structure, const char **at, SourceName *member)
{
    uint64_t offset;
    *at = *at == NULL ? structure->members + 1 : *at;
    return structure->members_bytes > 0 &&
           next_member(at, structure->members + structure->members_bytes, member, &offset);
}

static uint64_t size_of(const SourceName *member)
{
    uint64_t sizes[DIMENSIONS_MAX], size = member->element_bytes;
    uint32_t count = read_shape(member, sizes);
    for (uint32_t i = 0; i < count; i++) {
        size *= sizes[i];
    }
    return member->is_pointer ? sizeof(uint64_t) : size;
}

// Replaces a structure by its member that holds the byte, whose offset is then in that. False: none
// does.
static bool enter_member(SourceName *name, uint64_t *offset)
{
    const char *at = name->members + 1, *end = name->members + name->members_bytes;
    SourceName member;
    uint64_t start = 0;
    while (name->members_bytes > 0 && next_member(&at, end, &member, &start)) {
        if (*offset >= start && *offset - start < size_of(&member)) {
            *offset -= start;
            *name = member;
            return true;
        }
    }
    return false;
}

// --- elements

// Of an offset before a pointer: moves it behind, by whole rows, and returns how many.
static int64_t rows_before(const SourceName *name, const uint64_t *sizes, uint32_t count,
                           uint64_t *offset_bytes)
{
    uint64_t before = 0 - *offset_bytes, row = name->element_bytes;
    if ((int64_t)*offset_bytes >= 0 || count == 0 || sizes[0] != 0) {
        return 0;
    }
    for (uint32_t i = 1; i < count; i++) {
        row *= sizes[i] == 0 ? 1 : sizes[i];
    }
    uint64_t rows = before / row + (before % row != 0);
    *offset_bytes += rows * row;
    return (int64_t)rows;
}

// The element's indices; returns the byte in it.
static uint64_t put_indices(const SourceName *name, uint64_t offset_bytes, Text *out)
{
    uint64_t sizes[DIMENSIONS_MAX], indices[DIMENSIONS_MAX];
    uint32_t count = read_shape(name, sizes);
    int64_t before = rows_before(name, sizes, count, &offset_bytes);
    uint64_t left = offset_bytes / name->element_bytes;
    for (uint32_t i = count; i-- > 1;) {
        uint64_t size = sizes[i] == 0 ? 1 : sizes[i];
        indices[i] = left % size;
        left /= size;
    }
    for (uint32_t i = 0; i < count; i++) {
        text_printf(out, "[%" PRId64 "]", i == 0 ? (int64_t)left - before : (int64_t)indices[i]);
    }
    return count == 0 ? offset_bytes : offset_bytes % name->element_bytes;
}

void source_name_put(const SourceName *name, uint64_t offset_bytes, uint32_t width_bytes, Text *out)
{
    SourceName part = *name;
    text_printf(out, "'%.*s", (int)name->name_bytes, name->name);
    bool has_dot = name->name_bytes > 0;
    uint64_t rest = put_indices(name, offset_bytes, out);
    while ((rest > 0 || part.element_bytes > width_bytes) && enter_member(&part, &rest)) {
        text_put(out, part.name_bytes > 0 && has_dot ? "." : "");
        has_dot |= part.name_bytes > 0;
        text_printf(out, "%.*s", (int)part.name_bytes, part.name);
        if (part.is_pointer) {
            break;
        }
        rest = put_indices(&part, rest, out);
    }
    text_put(out, "'");
    if (rest > 0) {
        text_printf(out, " + %" PRIu64 " bytes", rest);
    }
}

// --- pointers

typedef struct PointerSearch {
    SourcePointer *found;
    uint32_t count, room;
} PointerSearch;

static void add_pointer(PointerSearch *search, const SourceName *member, const Text *path,
                        uint64_t offset)
{
    SourcePointer *pointer = &search->found[search->count];
    if (search->count < search->room && path->size_bytes < sizeof pointer->path) {
        search->count++;
        *pointer = (SourcePointer){.offset = offset, .pointee = *member};
        memcpy(pointer->path, text_string(path), path->size_bytes);
    }
}

static void search_pointers(PointerSearch *search, const SourceName *structure, const char *path,
                            uint64_t base, uint32_t depth)
{
    enum { DEPTH_MAX = 4 };
    const char *at = structure->members + 1;
    const char *end = structure->members + structure->members_bytes;
    SourceName member;
    uint64_t offset = 0;
    while (structure->members_bytes > 0 && depth < DEPTH_MAX &&
           next_member(&at, end, &member, &offset)) {
        Text longer = {0};
        text_put(&longer, path);
        text_put(&longer, member.name_bytes > 0 ? "." : "");
        text_add(&longer, member.name, member.name_bytes);
        if (member.is_pointer) {
            add_pointer(search, &member, &longer, base + offset);
        } else if (size_of(&member) == member.element_bytes) {
            search_pointers(search, &member, text_string(&longer), base + offset, depth + 1);
        }
        text_destroy(&longer);
    }
}

uint32_t source_name_pointers(const SourceName *structure, SourcePointer *found, uint32_t room)
{
    PointerSearch search = {.found = found, .room = room};
    Text path = {0};
    text_add(&path, structure->name, structure->name_bytes);
    search_pointers(&search, structure, text_string(&path), 0, 0);
    text_destroy(&path);
    return search.count;
}

const SourceName *source_pointer_name(SourcePointer *pointer)
{
    pointer->pointee.name = pointer->path;
    pointer->pointee.name_bytes = (uint32_t)strlen(pointer->path);
    return &pointer->pointee;
}
