// SPDX-License-Identifier: Apache-2.0
#include "sim/program/meaning.h"

// Whether this name stands alone: not behind :: or in front of it, and not behind a word that makes
// it a type whatever else has its name.
static bool is_alone(const Scan *scan, uint32_t at)
{
    switch (scan_word(scan, at - 1)) {
    case WORD_SCOPE:
    case WORD_DOT:
    case WORD_ARROW:
    case WORD_STRUCT:
    case WORD_CLASS:
    case WORD_UNION:
    case WORD_ENUM:
    case WORD_TYPENAME: return false;
    default: return scan_is_name(scan, at) && scan_word(scan, at + 1) != WORD_SCOPE;
    }
}

// The ; behind this token, outside of brackets, or `end`.
static uint32_t statement_end(const Scan *scan, uint32_t at, uint32_t end)
{
    while (at < end && scan_word(scan, at) != WORD_SEMICOLON) {
        at = scan_close(scan, at) + 1;
    }
    return at < end ? at : end;
}

static bool is_used(const Scan *scan, uint32_t name, uint32_t from, uint32_t end)
{
    for (uint32_t at = from; at < end; at++) {
        if (at != name && scan_same(scan, at, name) && is_alone(scan, at)) {
            return true;
        }
    }
    return false;
}

static bool declaration_changes(const Scan *scan, uint32_t at, uint32_t close)
{
    uint32_t end = statement_end(scan, at, close);
    switch (scan_word(scan, at)) {
    case WORD_USING:
        return scan_word(scan, at + 2) == WORD_ASSIGN && is_used(scan, at + 1, at + 3, end);
    case WORD_TYPEDEF: return scan_is_name(scan, end - 1) && is_used(scan, end - 1, at + 1, end);
    default: return is_alone(scan, at) && scan_is_name(scan, at + 1) && scan_same(scan, at, at + 1);
    }
}

static bool class_changes(const Scan *scan, uint32_t open)
{
    uint32_t close = scan_close(scan, open);
    for (uint32_t at = open + 1; at < close; at = scan_close(scan, at) + 1) {
        if (declaration_changes(scan, at, close)) {
            return true;
        }
    }
    return false;
}

// The { of the class whose key is this token, or 0.
static uint32_t class_body(const Scan *scan, uint32_t key)
{
    if (scan_word(scan, key - 1) == WORD_ENUM) {
        return 0;
    }
    for (uint32_t at = key + 1; at < scan->count; at++) {
        switch (scan_word(scan, at)) {
        case WORD_OPEN_BRACE: return at;
        case WORD_OPEN:
        case WORD_CLOSE:
        case WORD_SEMICOLON:
        case WORD_ASSIGN:
        case WORD_STAR:
        case WORD_AND: return 0;
        default: break;
        }
    }
    return 0;
}

bool meaning_changes(const Scan *scan)
{
    for (uint32_t at = 1; at < scan->count; at++) {
        Word word = scan_word(scan, at);
        bool is_key = word == WORD_STRUCT || word == WORD_CLASS || word == WORD_UNION;
        uint32_t open = is_key ? class_body(scan, at) : 0;
        if (open != 0 && class_changes(scan, open)) {
            return true;
        }
    }
    return false;
}
