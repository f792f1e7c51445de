// SPDX-License-Identifier: Apache-2.0
// Parts of check_print that other renderings use.
#ifndef LOCKSTEP_REPORT_CHECK_PRINT_H
#define LOCKSTEP_REPORT_CHECK_PRINT_H

#include "sim/report/check.h"
#include "sim/report/json_writer.h"

// The findings as an array.
void check_put_json(const CheckReport *check, uint32_t max, Json *json);

void check_print_sanitizer(const CheckReport *check, uint32_t max, Text *out);

#endif
