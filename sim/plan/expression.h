// SPDX-License-Identifier: Apache-2.0
// Whole numbers and dimensions as people write them on a command line.
#ifndef LOCKSTEP_PLAN_EXPRESSION_H
#define LOCKSTEP_PLAN_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

// A whole number from an expression of integers with + - * / << and parentheses ("4000*4000/256",
// "1<<20"). Reads as far as the expression goes and sets *end; false when there is none or it
// overflows.
bool expression_read(const char *text, const char **end, int64_t *value);

// One to three expressions separated by commas or x, with or without parentheses around all of
// them: "32,8", "(32, 8)", "4000/32". What is not given is 1. False: it is none, or a number is
// below 1.
bool dimensions_read(const char *text, uint32_t size[3]);

#endif
