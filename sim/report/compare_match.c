// SPDX-License-Identifier: Apache-2.0
// Which launch of the other tool corresponds to which of ours. Tools write kernel names in their
// own ways: "void reduce<(int)256>(const int *)" and "reduce<256>(int const*)" are one kernel.
#include "sim/report/compare.h"

#include <ctype.h>
#include <string.h>

typedef struct Names {
    const char *whole, *base; // "reduce<256>" and "reduce"
    const char *grid, *block;
    bool is_matched;
} Names;

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

// The name without return type, parameters, blanks, and casts and suffixes of template arguments.
static const char *plain_name(const char *name, Arena *arena)
{
    Text text = {0};
    uint32_t angles = 0, parentheses = 0;
    for (const char *at = starts_with(name, "void ") ? name + 5 : name; *at != 0; at++) {
        if (starts_with(at, "(anonymous namespace)::")) {
            at += strlen("(anonymous namespace)::") - 1;
            continue;
        }
        if (*at == '(' && angles == 0) {
            break;
        }
        parentheses += *at == '(';
        bool is_suffix = angles > 0 && strchr("uUlL", *at) != NULL && at > name &&
                         isdigit((unsigned char)at[-1]) && !isalnum((unsigned char)at[1]);
        if (parentheses == 0 && *at != ' ' && !is_suffix) {
            text_add(&text, at, 1);
        }
        parentheses -= *at == ')' && parentheses > 0;
        angles += *at == '<';
        angles -= *at == '>' && angles > 0;
    }
    const char *plain = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return plain;
}

// Without namespaces and template arguments.
static const char *base_name(const char *plain, Arena *arena)
{
    size_t size = strcspn(plain, "<");
    for (size_t i = size; i > 1; i--) {
        if (plain[i - 1] == ':') {
            return arena_text(arena, plain + i, size - i);
        }
    }
    return arena_text(arena, plain, size);
}

static const char *dimensions(const uint32_t size[3], Arena *arena)
{
    return arena_printf(arena, TEXT_EXTENT, TEXT_XYZ(size));
}

static Names *our_names(const Report *report, Arena *arena)
{
    Names *names = arena_alloc(arena, (report->count + 1) * sizeof *names);
    for (uint32_t i = 0; i < report->count; i++) {
        const LaunchRecord *record = report->launches[i].record;
        names[i].whole = plain_name(report->launches[i].name, arena);
        names[i].base = base_name(names[i].whole, arena);
        names[i].grid = dimensions(record->grid, arena);
        names[i].block = dimensions(record->block, arena);
    }
    return names;
}

static Names *their_names(const Import *import, Arena *arena)
{
    Names *names = arena_alloc(arena, (import->count + 1) * sizeof *names);
    for (uint32_t i = 0; i < import->count; i++) {
        names[i].whole = plain_name(import->launches[i].kernel, arena);
        names[i].base = base_name(names[i].whole, arena);
        names[i].grid = import->launches[i].grid;
        names[i].block = import->launches[i].block;
    }
    return names;
}

typedef bool Alike(const Names *ours, const Names *theirs);

static bool are_one_configuration(const Names *ours, const Names *theirs)
{
    return strcmp(ours->whole, theirs->whole) == 0 && strcmp(ours->grid, theirs->grid) == 0 &&
           strcmp(ours->block, theirs->block) == 0;
}

static bool are_one_instance(const Names *ours, const Names *theirs)
{
    return strcmp(ours->whole, theirs->whole) == 0;
}

static bool are_one_kernel(const Names *ours, const Names *theirs)
{
    return strcmp(ours->base, theirs->base) == 0;
}

static void match_by(Alike *are_alike, Comparison *comparison, Names *ours, Names *theirs)
{
    for (uint32_t i = 0; i < comparison->report->count; i++) {
        for (uint32_t k = 0; k < comparison->import->count && !ours[i].is_matched; k++) {
            if (!theirs[k].is_matched && are_alike(&ours[i], &theirs[k])) {
                ours[i].is_matched = theirs[k].is_matched = true;
                comparison->launches[i].theirs = &comparison->import->launches[k];
            }
        }
    }
}

void compare_match(Comparison *comparison, Arena *arena)
{
    static Alike *const passes[] = {are_one_configuration, are_one_instance, are_one_kernel};
    const Report *report = comparison->report;
    const Import *import = comparison->import;
    Names *ours = our_names(report, arena), *theirs = their_names(import, arena);
    comparison->launches =
        arena_alloc(arena, (report->count + import->count + 1) * sizeof *comparison->launches);
    for (size_t pass = 0; pass < sizeof passes / sizeof *passes; pass++) {
        match_by(passes[pass], comparison, ours, theirs);
    }
    for (uint32_t i = 0; i < report->count; i++) {
        comparison->launches[i].ours = &report->launches[i];
        comparison->only_ours += !ours[i].is_matched && report->launches[i].has_run;
    }
    comparison->count = report->count;
    for (uint32_t i = 0; i < import->count; i++) {
        if (!theirs[i].is_matched && !comparison->options->is_selection) {
            comparison->launches[comparison->count++].theirs = &import->launches[i];
            comparison->only_theirs++;
        }
    }
}
