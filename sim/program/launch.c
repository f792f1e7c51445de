// SPDX-License-Identifier: Apache-2.0
#include "sim/program/launch.h"

static bool is_adjacent(const Scan *scan, uint32_t index)
{
    const ScanToken *token = &scan->tokens[index];
    return token->text + token->length == token[1].text;
}

// "<<<" or, as nvcc takes it too, "<< <"; not "<< <<".
static bool are_three(const Scan *scan, uint32_t at, Word word)
{
    if (scan_word(scan, at) != word || scan_word(scan, at + 1) != word ||
        scan_word(scan, at + 2) != word || !is_adjacent(scan, at)) {
        return false;
    }
    bool has_fourth = scan_word(scan, at + 3) == word && is_adjacent(scan, at + 2);
    return is_adjacent(scan, at + 1) || !has_fourth;
}

bool launch_is_here(const Scan *scan, uint32_t at)
{
    return are_three(scan, at, WORD_LESS) && scan_word(scan, at - 1) != WORD_OPERATOR;
}

// A name that can end a callee: no keyword such as return.
static bool is_callee_name(const Scan *scan, uint32_t at)
{
    return scan->tokens[at].kind == SCAN_NAME && word_kind(scan_word(scan, at)) != WORD_CONTROL;
}

// From a > back to the < that it closes; 0 when there is none.
static uint32_t open_of_angle(const Scan *scan, uint32_t at)
{
    uint32_t depth = 0;
    for (; at > 0; at--) {
        switch (scan_word(scan, at)) {
        case WORD_GREATER: depth++; break;
        case WORD_LESS:
            if (--depth == 0) {
                return at;
            }
            break;
        case WORD_CLOSE:
        case WORD_CLOSE_SQUARE:
        case WORD_CLOSE_BRACE:
            if (scan->tokens[at].match == 0) {
                return 0;
            }
            at = scan->tokens[at].match;
            break;
        case WORD_SEMICOLON:
        case WORD_OPEN:
        case WORD_OPEN_BRACE: return 0;
        default: break;
        }
    }
    return 0;
}

// One name with its template arguments, subscripts and calls, ending at `at`: its first token, or
// 0.
static uint32_t part_start(const Scan *scan, uint32_t at)
{
    while (scan_word(scan, at) == WORD_CLOSE || scan_word(scan, at) == WORD_CLOSE_SQUARE) {
        at = scan->tokens[at].match;
        bool goes_on = at > 0 && (is_callee_name(scan, at - 1) ||
                                  scan_word(scan, at - 1) == WORD_CLOSE_SQUARE ||
                                  scan_word(scan, at - 1) == WORD_GREATER);
        if (!goes_on) {
            return at; // 0 where the bracket has no partner
        }
        at--;
    }
    if (scan_word(scan, at) == WORD_GREATER) {
        uint32_t open = open_of_angle(scan, at);
        at = open == 0 ? 0 : open - 1;
    }
    return at > 0 && is_callee_name(scan, at) ? at : 0;
}

// The postfix-expression that ends before <<<: its first token, or 0.
static uint32_t callee_start(const Scan *scan, uint32_t less)
{
    uint32_t start = part_start(scan, less - 1);
    while (start > 1) {
        uint32_t before = start - 1;
        if (scan_word(scan, before) == WORD_TEMPLATE) {
            start = before;
            continue;
        }
        Word link = scan_word(scan, before);
        if (link != WORD_SCOPE && link != WORD_DOT && link != WORD_ARROW) {
            break;
        }
        uint32_t part = part_start(scan, before - 1);
        if (part == 0 && link != WORD_SCOPE) {
            return 0;
        }
        start = part == 0 ? before : part;
        if (part == 0) {
            break; // ::k
        }
    }
    return start;
}

bool launch_read(const Scan *scan, uint32_t less, Launch *launch)
{
    uint32_t at = less + 3;
    while (at < scan->count &&
           !(are_three(scan, at, WORD_GREATER) && scan_word(scan, at + 3) == WORD_OPEN)) {
        Word word = scan_word(scan, at);
        if (word == WORD_SEMICOLON || word == WORD_CLOSE || word == WORD_CLOSE_BRACE) {
            return false;
        }
        bool is_group = word == WORD_OPEN || word == WORD_OPEN_SQUARE || word == WORD_OPEN_BRACE;
        at = is_group && scan->tokens[at].match > at ? scan->tokens[at].match + 1 : at + 1;
    }
    *launch = (Launch){.less = less, .configuration_end = at, .arguments = at + 3};
    if (at >= scan->count || scan->tokens[at + 3].match == 0) {
        return false;
    }
    launch->end = scan->tokens[at + 3].match + 1;
    launch->callee = callee_start(scan, less);
    return launch->callee > 0;
}
