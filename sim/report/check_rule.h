// SPDX-License-Identifier: Apache-2.0
// The rules by which programs are judged: what the checkers find, what the compiler warns about and
// what costs time, as one list.
#ifndef LOCKSTEP_REPORT_CHECK_RULE_H
#define LOCKSTEP_REPORT_CHECK_RULE_H

#include "isa/base/warning.h"
#include "sim/check/finding.h"
#include "sim/report/report.h"

enum {
    RULE_CHECK = 0, // + CheckKind
    RULE_WARNING = CHECK_KIND_COUNT,
    RULE_WARNING_OTHER = RULE_WARNING + WARNING_COUNT, // without a name
    RULE_COST,                                         // + FindingKind
    RULE_COUNT = RULE_COST + FINDING_COUNT
};

typedef struct CheckRule {
    const char *checker;  // "race", "compiler", "performance"
    const char *name;     // "race-raw"
    const char *sentence; // what is wrong, without a full stop
    const char *advice;   // or ""
} CheckRule;

// "error", "warning" or "note": what its findings usually have.
const char *check_rule_level(uint32_t rule);

extern const CheckRule check_rules[RULE_COUNT];

#endif
