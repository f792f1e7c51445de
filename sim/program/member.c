// SPDX-License-Identifier: Apache-2.0
#include "sim/program/member.h"

// Bases of bases are followed this deep.
enum { BASE_DEPTH_MAX = 16 };

bool is_declarator_end(const Scan *scan, uint32_t behind)
{
    switch (scan_word(scan, behind)) {
    case WORD_ASSIGN:
    case WORD_SEMICOLON:
    case WORD_COMMA:
    case WORD_OPEN:
    case WORD_CLOSE:
    case WORD_OPEN_SQUARE:
    case WORD_OPEN_BRACE:
    case WORD_COLON: return true;
    default: return false;
    }
}

static bool is_class_key(Word word)
{
    return word == WORD_STRUCT || word == WORD_CLASS || word == WORD_UNION;
}

// From a class's name to its {, past its bases; 0 where it is not defined.
static uint32_t body_behind(const Scan *scan, uint32_t name)
{
    uint32_t at = name + 1;
    at += scan_is(scan, at, "final");
    if (scan_word(scan, at) == WORD_COLON) {
        while (at < scan->count && scan_word(scan, at) != WORD_OPEN_BRACE &&
               scan_word(scan, at) != WORD_SEMICOLON) {
            at++;
        }
    }
    return scan_word(scan, at) == WORD_OPEN_BRACE && scan_close(scan, at) > at ? at : 0;
}

uint32_t class_body(const Scan *scan, uint32_t name)
{
    for (uint32_t at = 1; at + 1 < scan->count; at++) {
        if (is_class_key(scan_word(scan, at)) && scan_same(scan, at + 1, name)) {
            uint32_t body = body_behind(scan, at + 1);
            if (body > 0) {
                return body;
            }
        }
    }
    return 0;
}

// Whether the token before a name can end the type of an object or of a function.
static bool ends_type(const Scan *scan, uint32_t at)
{
    Word word = scan_word(scan, at);
    switch (word) {
    case WORD_STAR:
    case WORD_AND:
    case WORD_AND_AND:
    case WORD_GREATER:
    case WORD_COMMA: return true;
    case WORD_STRUCT:
    case WORD_CLASS:
    case WORD_UNION:
    case WORD_ENUM:
    case WORD_TYPENAME:
    case WORD_USING: return false;
    default: return scan->tokens[at].kind == SCAN_NAME && word_kind(word) != WORD_CONTROL;
    }
}

static bool has_own_member(const Scan *scan, uint32_t body, uint32_t name)
{
    bool is_type = false;
    for (uint32_t at = body + 1; at < scan_close(scan, body); at++) {
        Word word = scan_word(scan, at);
        is_type = word == WORD_TYPEDEF || (is_type && word != WORD_SEMICOLON);
        if (!is_type && scan_same(scan, at, name) && ends_type(scan, at - 1) &&
            is_declarator_end(scan, at + 1)) {
            return true;
        }
        at = scan_close(scan, at);
    }
    return false;
}

static bool has_member(const Scan *scan, uint32_t body, uint32_t name, uint32_t depth)
{
    if (body == 0 || depth == BASE_DEPTH_MAX) {
        return false;
    }
    if (has_own_member(scan, body, name)) {
        return true;
    }
    for (uint32_t at = body - 1; at > 0 && !is_class_key(scan_word(scan, at)); at--) {
        bool is_base = scan->tokens[at].kind == SCAN_NAME && scan_word(scan, at) == WORD_NONE &&
                       !is_class_key(scan_word(scan, at - 1));
        if (is_base && has_member(scan, class_body(scan, at), name, depth + 1)) {
            return true;
        }
    }
    return false;
}

bool class_has_member(const Scan *scan, uint32_t body, uint32_t name)
{
    return has_member(scan, body, name, 0);
}

bool class_is_open(const Scan *scan, uint32_t body)
{
    for (uint32_t at = body - 1; at > 0; at--) {
        Word word = scan_word(scan, at);
        if (is_class_key(word)) {
            if (word == WORD_CLASS) {
                return false;
            }
            break;
        }
    }
    for (uint32_t at = body + 1; at < scan_close(scan, body); at++) {
        Word word = scan_word(scan, at);
        if (word == WORD_PRIVATE || word == WORD_PROTECTED) {
            return false;
        }
        at = scan_close(scan, at);
    }
    return true;
}
