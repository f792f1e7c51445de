// SPDX-License-Identifier: Apache-2.0
#include "sim/report/check_rule.h"

#define CHECKER_NAME_MEMORY "memory"
#define CHECKER_NAME_INIT   "init"
#define CHECKER_NAME_RACE   "race"
#define CHECKER_NAME_SYNC   "sync"
#define CHECKER_NAME_LEAK   "leak"
#define LEVEL_MEMORY        "error"
#define LEVEL_INIT          "error"
#define LEVEL_RACE          "error"
#define LEVEL_SYNC          "error"
#define LEVEL_LEAK          "warning"

const CheckRule check_rules[RULE_COUNT] = {
#define CHECK(id, checker, name, sentence, advice)                                                 \
    [RULE_CHECK + CHECK_##id] = {CHECKER_NAME_##checker, name, sentence, advice, LEVEL_##checker},
#include "sim/check/finding.def"
#undef CHECK
#define WARNING(id, name, doc)                                                                     \
    [RULE_WARNING + WARNING_##id] = {"compiler", name, doc, "", "warning"},
#include "isa/base/warning.def"
#undef WARNING
    [RULE_WARNING_OTHER] = {"compiler", "warning", "a warning of the compiler", "", "warning"},
#define FINDING(id, name, doc) [RULE_COST + FINDING_##id] = {"performance", name, doc, "", "note"},
#include "sim/report/finding.def"
#undef FINDING
};
