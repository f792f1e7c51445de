// SPDX-License-Identifier: Apache-2.0
#include "sim/program/hint.h"

#include "isa/base/demangle.h"

#include <stdint.h>
#include <string.h>

// As many elements as the hint's 32 blocks of 256 threads have threads.
#define HINT_SHAPE "--grid 32 --block 256"
#define HINT_COUNT "8192"

static const struct {
    const char *pointer; // as demangled, without const
    const char *element; // of the command line
} elements[] = {{"float *", "f32"},       {"double *", "f64"},
                {"int *", "s32"},         {"unsigned int *", "u32"},
                {"long *", "s64"},        {"unsigned long *", "u64"},
                {"long long *", "s64"},   {"unsigned long long *", "u64"},
                {"short *", "s16"},       {"unsigned short *", "u16"},
                {"char *", "s8"},         {"signed char *", "s8"},
                {"unsigned char *", "u8"}};

// The buffer for a parameter of this type; NULL when the type does not say.
static const char *element_of(const char *type, size_t size)
{
    if (size > 6 && strncmp(type, "const ", 6) == 0) {
        type += 6;
        size -= 6;
    }
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strlen(elements[i].pointer) == size && memcmp(type, elements[i].pointer, size) == 0) {
            return elements[i].element;
        }
    }
    return NULL;
}

// Up to the comma or bracket that ends a type, which may hold template arguments.
static size_t type_size(const char *type)
{
    size_t size = 0;
    for (int depth = 0; type[size] != '\0'; size++) {
        char byte = type[size];
        if (depth == 0 && (byte == ',' || byte == ')')) {
            break;
        }
        depth += (byte == '<' || byte == '(') - (byte == '>' || byte == ')');
    }
    return size;
}

// The first parameter's type in "void reduce<(int)256>(const int *, int *)"; NULL when it has none.
static const char *parameters_of(const char *full)
{
    int depth = 0;
    for (const char *at = full; *at != '\0'; at++) {
        depth += (*at == '<') - (*at == '>');
        if (*at == '(' && depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

static uint32_t parameter_count(const char *entry)
{
    const char *end = strchr(entry, ')');
    uint32_t count = 0;
    for (const char *at = strstr(entry, ".param "); at != NULL && end != NULL && at < end;) {
        count++;
        at = strstr(at + 1, ".param ");
    }
    return count;
}

void hint_add(const char *entry, Arena *arena, Text *out)
{
    const char *symbol = arena_text(arena, entry, strcspn(entry, " (\n\t"));
    const char *name = demangle_in(arena, symbol, DEMANGLE_SHORT);
    const char *quote = strpbrk(name, "<( ") == NULL ? "" : "'";
    text_printf(out, "-k %s%s%s " HINT_SHAPE, quote, name, quote);
    const char *type = parameters_of(demangle_in(arena, symbol, DEMANGLE_FULL));
    uint32_t count = parameter_count(entry);
    for (uint32_t i = 0; i < count; i++) {
        size_t size = type == NULL ? 0 : type_size(type);
        const char *element = size == 0 ? NULL : element_of(type, size);
        if (element == NULL) {
            text_put(out, " --arg ...");
        } else {
            text_printf(out, " --arg '%s[" HINT_COUNT "]'", element);
        }
        type = size > 0 && type[size] == ',' ? type + size + 2 : NULL;
    }
}
