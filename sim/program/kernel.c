// SPDX-License-Identifier: Apache-2.0
#include "sim/program/kernel.h"

#include "sim/program/launch.h"
#include "sim/program/member.h"
#include "sim/program/shape.h"

// The name that the declaration with this __global__ declares; 0: none.
static uint32_t declared_kernel(const Scan *scan, uint32_t at)
{
    uint32_t name = 0;
    for (at++; at < scan->count; at++) {
        Word word = scan_word(scan, at);
        bool is_plain = scan->tokens[at].kind == SCAN_NAME && word == WORD_NONE;
        if (word == WORD_OPEN && name == at - 1) {
            return name;
        }
        if (word == WORD_LESS) {
            uint32_t behind = skip_angles(scan, at);
            if (behind > 0 && scan_word(scan, behind) == WORD_OPEN) {
                return name;
            }
            at = behind > 0 ? behind - 1 : at;
        } else if (word == WORD_SEMICOLON || word == WORD_OPEN_BRACE || word == WORD_CLOSE) {
            return 0;
        } else {
            name = is_plain ? at : name;
            at = scan_close(scan, at);
        }
    }
    return 0;
}

// Whether the { opens a namespace or extern "C".
static bool is_transparent(const Scan *scan, uint32_t brace)
{
    for (uint32_t at = brace - 1; at > 0; at--) {
        Word word = scan_word(scan, at);
        if (word == WORD_EXTERN || scan_is(scan, at, "namespace")) {
            return true;
        }
        if (word == WORD_SEMICOLON || word == WORD_OPEN_BRACE || word == WORD_CLOSE_BRACE) {
            return false;
        }
    }
    return false;
}

// Whether a name behind this token is declared, not used.
static bool is_type_end(const Scan *scan, uint32_t at)
{
    Word word = scan_word(scan, at);
    bool is_word = scan->tokens[at].kind == SCAN_NAME && word_kind(word) != WORD_CONTROL;
    return is_word || word == WORD_STAR || word == WORD_AND || word == WORD_AND_AND ||
           word == WORD_GREATER || scan_is(scan, at, "~");
}

typedef struct Finder {
    uint32_t *names, *declarators; // the same name once; every one
    uint32_t count, declarator_count;
} Finder;

static uint32_t index_of(const Scan *scan, const uint32_t *names, uint32_t count, uint32_t at)
{
    uint32_t i = 0;
    while (i < count && !scan_same(scan, names[i], at)) {
        i++;
    }
    return i;
}

static void find_kernels(const Scan *scan, Finder *finder)
{
    for (uint32_t at = 1; at < scan->count; at++) {
        uint32_t name = scan_word(scan, at) == WORD_GLOBAL ? declared_kernel(scan, at) : 0;
        if (name > 0) {
            finder->declarators[finder->declarator_count++] = name;
            if (index_of(scan, finder->names, finder->count, name) == finder->count) {
                finder->names[finder->count++] = name;
            }
        }
    }
}

// Whether the name declares something else here. A member of a class in a system header is not
// called by its name alone.
static bool is_other(const Scan *scan, const PlaceIndex *places, uint32_t at, bool is_in_body)
{
    if (scan_word(scan, at - 1) == WORD_SCOPE && scan_word(scan, at + 1) == WORD_SEMICOLON) {
        return true; // using std::copy;
    }
    if (!is_type_end(scan, at - 1) || !is_declarator_end(scan, at + 1)) {
        return false;
    }
    return !place_line(places, scan->tokens[at].text)->is_system ||
           (!is_in_body && scan_word(scan, at + 1) == WORD_OPEN);
}

static void drop_others(const Scan *scan, const PlaceIndex *places, Finder *finder)
{
    uint32_t depth = 0, declarator = 0;
    for (uint32_t at = 1; at < scan->count && finder->count > 0; at++) {
        Word word = scan_word(scan, at);
        bool is_brace = word == WORD_OPEN_BRACE || word == WORD_CLOSE_BRACE;
        uint32_t match = scan->tokens[at].match;
        if (is_brace && match > 0 && !is_transparent(scan, match < at ? match : at)) {
            depth = word == WORD_OPEN_BRACE ? depth + 1 : depth - (depth > 0);
        }
        if (declarator < finder->declarator_count && finder->declarators[declarator] == at) {
            declarator++;
        } else if (word == WORD_NONE && scan->tokens[at].kind == SCAN_NAME) {
            uint32_t index = index_of(scan, finder->names, finder->count, at);
            if (index < finder->count && is_other(scan, places, at, depth > 0)) {
                finder->names[index] = finder->names[--finder->count];
            }
        }
    }
}

KernelNames kernel_names(const Scan *scan, const PlaceIndex *places, Arena *arena)
{
    uint32_t room = 0;
    for (uint32_t at = 1; at < scan->count; at++) {
        room += scan_word(scan, at) == WORD_GLOBAL;
    }
    Finder finder = {.names = arena_alloc(arena, (room + 1) * sizeof(uint32_t)),
                     .declarators = arena_alloc(arena, (room + 1) * sizeof(uint32_t))};
    find_kernels(scan, &finder);
    drop_others(scan, places, &finder);
    return (KernelNames){finder.names, finder.count};
}

bool kernel_is_called(const Scan *scan, const PlaceIndex *places, const KernelNames *kernels,
                      uint32_t at)
{
    if (!scan_is_name(scan, at) ||
        index_of(scan, kernels->names, kernels->count, at) == kernels->count ||
        place_line(places, scan->tokens[at].text)->is_system) {
        return false;
    }
    Word before = scan_word(scan, at - 1);
    bool is_part = before == WORD_DOT || before == WORD_ARROW || is_type_end(scan, at - 1) ||
                   (before == WORD_SCOPE && (scan->tokens[at - 2].kind == SCAN_NAME ||
                                             scan_word(scan, at - 2) == WORD_GREATER));
    uint32_t behind = at + 1;
    if (scan_word(scan, behind) == WORD_LESS && !launch_is_here(scan, behind)) {
        behind = skip_angles(scan, behind);
    }
    return !is_part && scan_word(scan, behind) == WORD_OPEN;
}
