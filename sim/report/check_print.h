// SPDX-License-Identifier: Apache-2.0
// Parts of check_print that other renderings use.
#ifndef LOCKSTEP_REPORT_CHECK_PRINT_H
#define LOCKSTEP_REPORT_CHECK_PRINT_H

#include "sim/report/check.h"
#include "sim/report/json_writer.h"

// How many messages of a group are shown.
uint32_t check_shown(const CheckReport *check, CheckGroup group, uint32_t max);

// What the checkers found, as fields of an object.
void check_put_found(const CheckReport *check, uint32_t max, Json *json);

void check_print_sarif(const CheckReport *check, uint32_t max, Text *out);
void check_print_sanitizer(const CheckReport *check, uint32_t max, Text *out);

#endif
