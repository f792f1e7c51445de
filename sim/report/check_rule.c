// SPDX-License-Identifier: Apache-2.0
#include "sim/report/check_rule.h"

#define CHECKER_NAME_MEMORY "memory"
#define CHECKER_NAME_INIT   "init"
#define CHECKER_NAME_RACE   "race"
#define CHECKER_NAME_SYNC   "sync"
#define CHECKER_NAME_LEAK   "leak"
#define CHECKER_NAME_API    "api"

const CheckRule check_rules[RULE_COUNT] = {
#define CHECK(id, checker, name, sentence, advice)                                                 \
    [RULE_CHECK + CHECK_##id] = {CHECKER_NAME_##checker, name, sentence, advice},
#include "sim/check/finding.def"
#undef CHECK
#define WARNING(id, name, doc) [RULE_WARNING + WARNING_##id] = {"compiler", name, doc, ""},
#include "isa/base/warning.def"
#undef WARNING
    [RULE_WARNING_OTHER] = {"compiler", "warning", "a warning of the compiler", ""},
#define FINDING(id, name, section, doc) [RULE_COST + FINDING_##id] = {"performance", name, doc, ""},
#include "sim/report/finding.def"
#undef FINDING
};

const char *check_rule_level(uint32_t rule)
{
    return rule >= RULE_COST                                                            ? "note"
           : rule < RULE_WARNING && check_kind_is_error((CheckKind)(rule - RULE_CHECK)) ? "error"
                                                                                        : "warning";
}
