// SPDX-License-Identifier: Apache-2.0
// Expectations: `shared_excess==0`, `gld_efficiency >= 90`, checked against every launch of a
// report, so that homework and continuous integration can be marked by counts.
#ifndef LOCKSTEP_REPORT_EXPECT_H
#define LOCKSTEP_REPORT_EXPECT_H

#include "sim/report/report.h"

typedef enum ExpectOperator {
    EXPECT_EQUAL,
    EXPECT_NOT_EQUAL,
    EXPECT_LESS,
    EXPECT_AT_MOST,
    EXPECT_GREATER,
    EXPECT_AT_LEAST
} ExpectOperator;

typedef struct Expectation {
    const char *text; // as given
    CounterId id;
    ExpectOperator comparison;
    double wanted;
} Expectation;

// Reads "NAME OP NUMBER"; NAME is a counter's id or any of its names. Returns NULL, or what is
// wrong with the text as a sentence in the arena.
const char *expect_parse(const char *text, Expectation *expectation, Arena *arena);

// True when every launch meets it. Otherwise each one that does not adds a line in GCC's form to
// `out`, at the access that contributes most to the excess, or at the kernel. A launch that was
// refused, or on whose GPU the counter is not known, does not meet it.
bool expect_check(const Expectation *expectation, const Report *report, bool is_colored, Text *out);

#endif
