// SPDX-License-Identifier: Apache-2.0
#include "isa/base/nearest.h"

#include <string.h>

enum { WORD_MAX = 64 };

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Keeps three rows of the table, because a swap of two letters looks two rows back.
uint32_t edit_distance(const char *a, const char *b)
{
    size_t a_size = strnlen(a, WORD_MAX), b_size = strnlen(b, WORD_MAX);
    uint32_t rows[3][WORD_MAX + 1] = {{0}};
    for (uint32_t j = 0; j <= b_size; j++) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_size; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *twice = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_size; j++) {
            uint32_t cost = a[i - 1] != b[j - 1];
            row[j] = smaller(smaller(row[j - 1], above[j]) + 1, above[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = smaller(row[j], twice[j - 2] + 1);
            }
        }
    }
    return rows[a_size % 3][b_size];
}

const char *nearest(const char *word, const char *const *candidates, uint32_t count)
{
    const char *best = NULL;
    uint32_t best_distance = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found = edit_distance(word, candidates[i]);
        if (found < best_distance) {
            best_distance = found;
            best = candidates[i];
        }
    }
    uint32_t limit = (uint32_t)strlen(word) / 3 + 1;
    bool has_common_letter =
        best_distance < strlen(word) || (best != NULL && best_distance < strlen(best));
    return best_distance <= limit && has_common_letter ? best : NULL;
}

void nearest_put(const char *word, const char *const *candidates, uint32_t count, Text *out)
{
    const char *meant = nearest(word, candidates, count);
    if (meant != NULL) {
        text_printf(out, "; did you mean '%s'?", meant);
    }
}
