// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the nearest of some names, by edit distance.
#include "sim/cli/cli.h"

#include <string.h>

enum { WORD_MAX = 64 };

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Levenshtein distance; words longer than WORD_MAX are cut.
static uint32_t distance(const char *a, const char *b)
{
    size_t a_size = strnlen(a, WORD_MAX), b_size = strnlen(b, WORD_MAX);
    uint32_t row[WORD_MAX + 1];
    for (uint32_t j = 0; j <= b_size; j++) {
        row[j] = j;
    }
    for (uint32_t i = 1; i <= a_size; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= b_size; j++) {
            uint32_t above = row[j];
            uint32_t changed = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = smaller(changed, smaller(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return row[b_size];
}

const char *nearest(const char *word, const char *const *candidates, uint32_t count)
{
    const char *best = NULL;
    uint32_t best_distance = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found = distance(word, candidates[i]);
        if (found < best_distance) {
            best_distance = found;
            best = candidates[i];
        }
    }
    uint32_t limit = (uint32_t)strlen(word) / 3 + 1;
    return best_distance <= limit ? best : NULL;
}
