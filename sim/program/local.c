// SPDX-License-Identifier: Apache-2.0
#include "sim/program/local.h"

#include "sim/program/member.h"
#include "sim/program/shape.h"

// The tokens of a declaration's specifiers: no expression starts like this.
static uint32_t skip_storage(const Scan *scan, uint32_t at)
{
    for (;; at++) {
        Word word = scan_word(scan, at);
        if (word != WORD_STATIC && word != WORD_CONSTEXPR && word != WORD_EXTERN &&
            word != WORD_INLINE && word_kind(word) != WORD_QUALIFIER &&
            !scan_is(scan, at, "register") && !scan_is(scan, at, "thread_local")) {
            return at;
        }
    }
}

static bool starts_no_declaration(const Scan *scan, uint32_t at)
{
    static const char *const words[] = {"delete", "goto",     "throw",  "new",   "co_return",
                                        "case",   "co_yield", "sizeof", "break", "continue"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (scan_is(scan, at, words[i])) {
            return true;
        }
    }
    Word word = scan_word(scan, at);
    return word_kind(word) == WORD_CONTROL || word == WORD_USING || word == WORD_TYPEDEF ||
           word == WORD_OPERATOR || word == WORD_THIS;
}

// (*name)(int), (&name)[3]; f(&name) is a call.
static uint32_t bracketed_declarator(const Scan *scan, uint32_t open)
{
    uint32_t close = scan_close(scan, open), at = open + 1;
    while (scan_word(scan, at) == WORD_STAR || scan_word(scan, at) == WORD_AND ||
           word_kind(scan_word(scan, at)) == WORD_CV) {
        at++;
    }
    Word behind = scan_word(scan, close + 1);
    bool is_array = scan_word(scan, at + 1) == WORD_OPEN_SQUARE;
    bool is_whole = (is_array ? scan_close(scan, at + 1) : at) + 1 == close;
    return at > open + 1 && scan_is_name(scan, at) && is_whole &&
                   (behind == WORD_OPEN || behind == WORD_OPEN_SQUARE)
               ? at
               : 0;
}

uint32_t local_declarator(const Scan *scan, uint32_t at, uint32_t end)
{
    for (; at < end; at++) {
        Word word = scan_word(scan, at);
        if (word == WORD_OPEN) {
            return bracketed_declarator(scan, at);
        }
        if (word != WORD_STAR && word != WORD_AND && word != WORD_AND_AND &&
            word_kind(word) != WORD_CV) {
            break;
        }
    }
    return at < end && scan_is_name(scan, at) && is_declarator_end(scan, at + 1) ? at : 0;
}

// Whether the tokens of a possible type are a comparison instead: i < n && j > k.
static bool is_comparison(const Scan *scan, uint32_t at, uint32_t end)
{
    for (; at < end; at++) {
        Word word = scan_word(scan, at), next = scan_word(scan, at + 1);
        bool is_reference = next == WORD_GREATER || next == WORD_COMMA || next == WORD_ELLIPSIS ||
                            next == WORD_CLOSE;
        if (scan_is(scan, at, "||") || scan_is(scan, at, "|") || scan_is(scan, at, "?") ||
            ((word == WORD_AND || word == WORD_AND_AND) && !is_reference)) {
            return true;
        }
        at = scan_close(scan, at);
    }
    return false;
}

uint32_t local_declaration(const Scan *scan, uint32_t at, uint32_t end)
{
    uint32_t type = skip_storage(scan, at);
    if (starts_no_declaration(scan, type)) {
        return 0;
    }
    uint32_t behind = skip_specifiers(scan, type, end);
    if (behind == type || behind >= end || is_comparison(scan, type, behind)) {
        return 0;
    }
    uint32_t name = behind;
    while (scan_word(scan, name) == WORD_AND || scan_word(scan, name) == WORD_AND_AND) {
        name++;
    }
    bool is_binding = scan_word(scan, name) == WORD_OPEN_SQUARE && scan_word(scan, name - 1) != 0 &&
                      !scan_is_name(scan, name - 1);
    return is_binding ? name : local_declarator(scan, behind, end);
}
