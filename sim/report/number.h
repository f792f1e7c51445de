// SPDX-License-Identifier: Apache-2.0
// Numbers as text: whole where they are whole, with separators in tables for people, plain C-locale
// digits in files for machines.
#ifndef LOCKSTEP_REPORT_NUMBER_H
#define LOCKSTEP_REPORT_NUMBER_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#define NUMBER_MAX 48

// "1,048,576", "93.94", "0.0038": separators between thousands; two digits behind the point, or
// four below 0.1, if it is no whole number.
const char *number_grouped(double value, char buffer[NUMBER_MAX]);

// "1,048,576.00", "0.01": separators, and always two digits behind the point.
const char *number_fixed(double value, char buffer[NUMBER_MAX]);

// "1048576", "93.939394": no separators; up to six digits behind the point, without trailing zeros.
const char *number_plain(double value, char buffer[NUMBER_MAX]);

#endif
