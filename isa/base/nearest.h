// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the nearest of some names, by edit distance.
#ifndef LOCKSTEP_BASE_NEAREST_H
#define LOCKSTEP_BASE_NEAREST_H

#include "isa/base/text.h"

#include <stdint.h>

// Letters to insert, delete, replace or swap with their neighbor (Damerau-Levenshtein, adjacent
// swaps). Words are cut at 64 letters.
uint32_t edit_distance(const char *a, const char *b);

// The candidate nearest to the word; NULL when none is near enough to be meant.
const char *nearest(const char *word, const char *const *candidates, uint32_t count);

// Appends "; did you mean 'NAME'?", or nothing when no candidate is near.
void nearest_put(const char *word, const char *const *candidates, uint32_t count, Text *out);

#endif
