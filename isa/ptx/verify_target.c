// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/verify_target.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct TargetRule {
    PtxOpcode opcode;
    const char *suffixes, *targets;
} target_rules[] = {
#define TARGET(opcode, suffixes, targets) {PTX_##opcode, suffixes, targets},
#include "isa/ptx/target.def"
#undef TARGET
};

#define TARGET_RULE_COUNT (sizeof target_rules / sizeof target_rules[0])

_Static_assert(TARGET_RULE_COUNT <= 8 * sizeof(TargetRules), "a bit for each row");

// A word of a list that blanks separate; at its end, one without length.
typedef struct Word {
    const char *at;
    size_t length;
} Word;

static Word next_word(const char **list)
{
    Word word = {.at = *list + strspn(*list, " ")};
    word.length = strcspn(word.at, " ");
    *list = word.at + word.length;
    return word;
}

static bool has_suffix(const PtxInstruction *instruction, Word word)
{
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        const char *name = ptx_suffix_name((PtxSuffix)instruction->suffix[i]) + 1;
        if (strlen(name) == word.length && memcmp(name, word.at, word.length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_meant(const struct TargetRule *rule, const PtxInstruction *instruction)
{
    const char *list = rule->suffixes;
    bool has_all = rule->opcode == instruction->opcode;
    for (Word word = next_word(&list); has_all && word.length > 0; word = next_word(&list)) {
        has_all = has_suffix(instruction, word);
    }
    return has_all;
}

TargetRules target_rules_of(const PtxInstruction *instruction)
{
    TargetRules rules = 0;
    for (size_t i = 0; i < TARGET_RULE_COUNT; i++) {
        rules |= (TargetRules)is_meant(&target_rules[i], instruction) << i;
    }
    return rules;
}

// PTX ISA 9.0, ".target", families: sm_100 and sm_103; sm_110, which was sm_101; sm_120 and sm_121.
static uint32_t family_of(uint32_t target)
{
    return target == 103 ? 100 : target == 101 ? 110 : target == 121 ? 120 : target;
}

// "100f" names a family from sm_100 on, "90a" one architecture.
static bool is_family(Word word)
{
    return word.at[word.length - 1] == 'f';
}

// Whether a target with this number, and the right letter, is meant by the word.
static bool is_in(Word word, uint32_t target)
{
    uint32_t named = (uint32_t)strtoul(word.at, NULL, 10);
    uint32_t number = target == 101 ? 110 : target;
    return is_family(word) ? family_of(named) == family_of(number) && number >= named
                           : named == number;
}

static bool is_allowed(const struct TargetRule *rule, const PtxModule *module)
{
    const char *list = rule->targets;
    bool is_found = false;
    for (Word word = next_word(&list); !is_found && word.length > 0; word = next_word(&list)) {
        bool has_letter =
            is_family(word) ? module->target_feature != '\0' : module->target_feature == 'a';
        is_found = has_letter && is_in(word, module->target);
    }
    return is_found;
}

// "sm_100a or sm_100f" if the module's own target has these, else all that have it. True: its own.
static bool put_targets(const struct TargetRule *rule, const PtxModule *module, Text *message)
{
    const char *list = rule->targets;
    for (Word word = next_word(&list); word.length > 0; word = next_word(&list)) {
        if (is_in(word, module->target)) {
            text_printf(message, "sm_%" PRIu32 "a", module->target);
            if (is_family(word)) {
                text_printf(message, " or sm_%" PRIu32 "f", module->target);
            }
            return true;
        }
    }
    list = rule->targets;
    for (Word word = next_word(&list); word.length > 0; word = next_word(&list)) {
        text_printf(message, "%ssm_%.*s", word.at == rule->targets ? "" : " or ", (int)word.length,
                    word.at);
    }
    return false;
}

static void explain(const struct TargetRule *rule, const PtxModule *module, Text *message)
{
    text_put(message, "requires .target ");
    bool is_own = put_targets(rule, module, message);
    text_printf(message, " (the module has sm_%" PRIu32 "%.1s)", module->target,
                &module->target_feature);
    if (is_own) {
        text_printf(message, "; compile with -arch=sm_%" PRIu32 "a", module->target);
    }
}

bool target_has(const PtxModule *module, TargetRules rules, Text *message)
{
    for (size_t i = 0; i < TARGET_RULE_COUNT && rules >> i != 0; i++) {
        if ((rules >> i & 1) != 0 && !is_allowed(&target_rules[i], module)) {
            explain(&target_rules[i], module, message);
            return false;
        }
    }
    return true;
}
