// SPDX-License-Identifier: Apache-2.0
#include "sim/program/closure.h"

bool closure_read(const Scan *scan, uint32_t at, Lambda *lambda, bool *is_device)
{
    Word before = scan_word(scan, at - 1);
    bool is_subscript = scan_is_name(scan, at - 1) || before == WORD_CLOSE ||
                        before == WORD_CLOSE_SQUARE || before == WORD_OPEN_SQUARE;
    *lambda = (Lambda){.open = at, .close = scan_close(scan, at)};
    *is_device = false;
    if (is_subscript || lambda->close <= at || scan_word(scan, at + 1) == WORD_OPEN_SQUARE) {
        return false;
    }
    for (at = lambda->close + 1; at < scan->count; at++) {
        Word word = scan_word(scan, at);
        bool is_mutable = scan_is(scan, at, "mutable");
        *is_device = *is_device || word == WORD_DEVICE;
        lambda->is_host = lambda->is_host || word == WORD_HOST;
        lambda->is_mutable = lambda->is_mutable || is_mutable;
        if (word == WORD_OPEN && lambda->parameters == 0) {
            lambda->parameters = at;
            at = scan_close(scan, at) > at ? scan_close(scan, at) : scan->count;
        } else if (word == WORD_ARROW) {
            lambda->arrow = at;
        } else if (word == WORD_OPEN_BRACE) {
            lambda->body = at;
            lambda->end = scan_close(scan, at);
            return lambda->end > at;
        } else if (word == WORD_SEMICOLON || word == WORD_CLOSE || word == WORD_CLOSE_BRACE ||
                   (lambda->arrow == 0 && word != WORD_DEVICE && word != WORD_HOST &&
                    word != WORD_CONSTEXPR && word != WORD_NOEXCEPT && !is_mutable)) {
            return false;
        }
    }
    return false;
}
