// SPDX-License-Identifier: Apache-2.0
#include "isa/base/source_variable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char variable_mark[] = "// variable ", set_mark[] = "// values ",
                  memory_mark[] = "// memory ";

#define ROWS_PER_LINE 120u // bytes, about

static void put_variable(const char *mark, const char *function, const SourceVariable *variable,
                         Text *ptx)
{
    text_printf(ptx, "%s%s %" PRIu32 " %" PRIu32 " %d %" PRIu32 " %" PRIu32 " ", mark, function,
                variable->id, variable->whole, (int)variable->form, variable->first_line,
                variable->end_line);
}

static void put_words(const SourceVariable *variable, Text *ptx)
{
    text_printf(ptx, "%.*s\t%.*s\t%.*s\n", (int)variable->name_bytes, variable->name,
                (int)variable->function_bytes, variable->function, (int)variable->file_bytes,
                variable->file);
}

void source_variable_write(const char *function, const SourceVariable *variable, Text *ptx)
{
    put_variable(variable_mark, function, variable, ptx);
    put_words(variable, ptx);
}

void source_memory_write(const char *function, const SourceMemory *memory, Text *ptx)
{
    put_variable(memory_mark, function, &memory->variable, ptx);
    text_printf(ptx, "%" PRIu64 " %" PRIu32 " ", memory->offset_bytes, memory->size_bytes);
    for (uint32_t i = 0; i < memory->dimension_count; i++) {
        text_printf(ptx, "%" PRIu32 ":%" PRIu64 " ", memory->count[i], memory->stride_bytes[i]);
    }
    put_words(&memory->variable, ptx);
}

void source_set_write(const SourceSet *set, Text *rows)
{
    text_printf(rows, " %" PRIu32 "%s:%" PRIu32 "=", set->instruction, set->is_before ? "^" : "",
                set->variable);
    switch (set->kind) {
    case SOURCE_SET_LOST: text_put(rows, "?"); break;
    case SOURCE_SET_CONSTANT: text_printf(rows, "#%" PRIx64, set->bits); break;
    case SOURCE_SET_VARIABLE: text_printf(rows, "@%" PRIu32, set->from); break;
    case SOURCE_SET_REGISTER: text_add(rows, set->name, set->name_bytes); break;
    }
}

void source_sets_write(const char *function, const char *rows, Text *ptx)
{
    while (*rows != '\0') {
        size_t size = strlen(rows);
        if (size > ROWS_PER_LINE) {
            size = ROWS_PER_LINE + strcspn(rows + ROWS_PER_LINE, " ");
        }
        text_printf(ptx, "%s%s%.*s\n", set_mark, function, (int)size, rows);
        rows += size;
    }
}

static const char *next_of(const char *ptx, const char *mark, const char **function)
{
    const char *at = strstr(ptx, mark);
    *function = at == NULL ? NULL : at + strlen(mark);
    return at;
}

const char *source_variable_next(const char *ptx, const char **function)
{
    static const char *const marks[] = {variable_mark, set_mark, memory_mark};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *symbol, *at = next_of(ptx, marks[i], &symbol);
        if (at != NULL && (first == NULL || at < first)) {
            first = at;
            *function = symbol;
        }
    }
    return first;
}

// Past the function's name and a blank, in its next comment; NULL: there is none.
static const char *enter(const char *ptx, const char *mark, const char *function)
{
    size_t size = strlen(function);
    const char *at;
    for (ptx = next_of(ptx, mark, &at); ptx != NULL; ptx = next_of(at, mark, &at)) {
        if (strncmp(at, function, size) == 0 && at[size] == ' ') {
            return at + size + 1;
        }
    }
    return NULL;
}

static const char *take_word(const char *at, const char **word, uint32_t *size)
{
    *word = at;
    *size = (uint32_t)strcspn(at, "\t\n");
    return at + *size + (at[*size] == '\t');
}

static const char *take_variable(const char *at, SourceVariable *variable)
{
    uint32_t numbers[5];
    for (int i = 0; i < 5; i++) {
        char *end;
        numbers[i] = (uint32_t)strtoul(at, &end, 10);
        at = *end == ' ' ? end + 1 : end;
    }
    *variable = (SourceVariable){.id = numbers[0], .whole = numbers[1]};
    variable->form = numbers[2] <= SOURCE_FORM_BITS ? (SourceForm)numbers[2] : SOURCE_FORM_BITS;
    variable->first_line = numbers[3];
    variable->end_line = numbers[4];
    return at;
}

static const char *take_words(const char *at, SourceVariable *variable)
{
    at = take_word(at, &variable->name, &variable->name_bytes);
    at = take_word(at, &variable->function, &variable->function_bytes);
    return take_word(at, &variable->file, &variable->file_bytes);
}

bool source_variable_read(const char **ptx, const char *function, SourceVariable *variable)
{
    const char *at = enter(*ptx, variable_mark, function);
    if (at != NULL) {
        *ptx = take_words(take_variable(at, variable), variable);
    }
    return at != NULL;
}

bool source_memory_read(const char **ptx, const char *function, SourceMemory *memory)
{
    const char *at = enter(*ptx, memory_mark, function);
    char *end;
    if (at == NULL) {
        return false;
    }
    *memory = (SourceMemory){0};
    at = take_variable(at, &memory->variable);
    memory->offset_bytes = strtoull(at, &end, 10);
    memory->size_bytes = (uint32_t)strtoul(end, &end, 10);
    at = *end == ' ' ? end + 1 : end;
    while (*at >= '0' && *at <= '9' && memory->dimension_count < SOURCE_DIMENSIONS_MAX) {
        uint32_t i = memory->dimension_count++;
        memory->count[i] = (uint32_t)strtoul(at, &end, 10);
        memory->stride_bytes[i] = *end == ':' ? strtoull(end + 1, &end, 10) : 0;
        at = *end == ' ' ? end + 1 : end;
    }
    *ptx = take_words(at, &memory->variable);
    return true;
}

// "12^:5=%r5" False: it is none.
static bool take_set(const char *at, SourceSet *set)
{
    char *end;
    *set = (SourceSet){.instruction = (uint32_t)strtoul(at, &end, 10)};
    set->is_before = *end == '^';
    end += set->is_before;
    if (end == at || *end != ':') {
        return false;
    }
    set->variable = (uint32_t)strtoul(end + 1, &end, 10);
    if (*end++ != '=') {
        return false;
    }
    switch (*end) {
    case '?': set->kind = SOURCE_SET_LOST; break;
    case '#':
        set->kind = SOURCE_SET_CONSTANT;
        set->bits = strtoull(end + 1, NULL, 16);
        break;
    case '@':
        set->kind = SOURCE_SET_VARIABLE;
        set->from = (uint32_t)strtoul(end + 1, NULL, 10);
        break;
    default:
        set->kind = SOURCE_SET_REGISTER;
        set->name = end;
        set->name_bytes = (uint32_t)strcspn(end, " \n");
        break;
    }
    return true;
}

bool source_set_read(const char **ptx, const char *function, SourceSet *set)
{
    bool is_inside = **ptx == ' '; // after a row of the function
    const char *at = is_inside ? *ptx + 1 : enter(*ptx, set_mark, function);
    if (at == NULL || !take_set(at, set)) {
        return false;
    }
    *ptx = at + strcspn(at, " \n");
    return true;
}

// --- values

static void print_character(uint8_t byte, Text *out)
{
    if (byte >= ' ' && byte < 0x7f) {
        text_printf(out, "'%c'", byte);
    } else {
        text_printf(out, "%d", (int8_t)byte);
    }
}

void source_form_print(SourceForm form, uint64_t bits, Text *out)
{
    uint32_t word = (uint32_t)bits;
    float narrow;
    double wide;
    memcpy(&narrow, &word, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    switch (form) {
    case SOURCE_FORM_S32: text_printf(out, "%" PRId32, (int32_t)word); break;
    case SOURCE_FORM_U32: text_printf(out, "%" PRIu32, word); break;
    case SOURCE_FORM_S64: text_printf(out, "%" PRId64, (int64_t)bits); break;
    case SOURCE_FORM_U64: text_printf(out, "%" PRIu64, bits); break;
    case SOURCE_FORM_F32: text_printf(out, "%.6g", (double)narrow); break;
    case SOURCE_FORM_F64: text_printf(out, "%.6g", wide); break;
    case SOURCE_FORM_BOOL: text_put(out, (bits & 1) != 0 ? "true" : "false"); break;
    case SOURCE_FORM_CHAR: print_character((uint8_t)bits, out); break;
    default: text_printf(out, "0x%" PRIx64, bits); break;
    }
}
