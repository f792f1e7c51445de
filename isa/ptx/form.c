// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/form.h"

#include <string.h>

static const FormRow rows[] = {
#define SET(name, alternatives)
#define SINCE(opcode, modifier, ptx, sm)
#define REFUSE(opcode, modifiers, reason)
#define FORM(opcode, modifiers, types, operands, ptx, sm)                                          \
    {PTX_##opcode, modifiers, types, operands, ptx, sm},
#include "isa/ptx/form.def"
#undef FORM
#undef REFUSE
#undef SINCE
#undef SET
};

#define ROW_COUNT ((uint32_t)(sizeof rows / sizeof rows[0]))

static const struct SuffixSet {
    const char *name, *alternatives;
} sets[] = {
#define SET(name, alternatives) {#name, alternatives},
#define SINCE(opcode, modifier, ptx, sm)
#define REFUSE(opcode, modifiers, reason)
#define FORM(opcode, modifiers, types, operands, ptx, sm)
#include "isa/ptx/form.def"
#undef FORM
#undef REFUSE
#undef SINCE
#undef SET
};

static const struct Refusal {
    PtxOpcode opcode;
    const char *modifier, *reason;
} refusals[] = {
#define SET(name, alternatives)
#define SINCE(opcode, modifier, ptx, sm)
#define REFUSE(opcode, modifier, reason) {PTX_##opcode, modifier, reason},
#define FORM(opcode, modifiers, types, operands, ptx, sm)
#include "isa/ptx/form.def"
#undef FORM
#undef REFUSE
#undef SINCE
#undef SET
};

#define PTX_ANY PTX_OPCODE_COUNT

static const struct SuffixSince {
    PtxOpcode opcode; // PTX_ANY: all
    const char *modifier;
    int ptx, sm;
} since[] = {
#define SET(name, alternatives)
#define SINCE(opcode, modifier, ptx, sm) {PTX_##opcode, modifier, ptx, sm},
#define REFUSE(opcode, modifiers, reason)
#define FORM(opcode, modifiers, types, operands, ptx, sm)
#include "isa/ptx/form.def"
#undef FORM
#undef REFUSE
#undef SINCE
#undef SET
};

uint32_t form_row_count(void)
{
    return ROW_COUNT;
}

const FormRow *form_row(uint32_t index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}

static PtxSuffix find_suffix(const FormTable *table, const char *word, size_t length)
{
    char text[64] = ".";
    if (length + 1 >= sizeof text) {
        return PTX_TYPE_NONE;
    }
    memcpy(text + 1, word, length);
    const Name *name = ptx_names_find(table->names, text, (uint32_t)length + 1);
    return name == NULL ? PTX_TYPE_NONE : (PtxSuffix)name->suffix;
}

static const char *find_set(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (strlen(sets[i].name) == length && memcmp(sets[i].name, name, length) == 0) {
            return sets[i].alternatives;
        }
    }
    return "";
}

static uint32_t count_alternatives(const char *text, size_t length)
{
    uint32_t count = 1;
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '|';
    }
    return count;
}

// group: ("$" set | word ("|" word)*) "?"?
static SuffixGroup read_group(FormTable *table, const char *text, size_t length)
{
    SuffixGroup group = {.is_optional = text[length - 1] == '?'};
    length -= group.is_optional;
    if (text[0] == '$') {
        text = find_set(text + 1, length - 1);
        length = strlen(text);
    }
    group.alternatives =
        arena_alloc(table->arena, count_alternatives(text, length) * sizeof *group.alternatives);
    for (size_t at = 0; at < length;) {
        size_t word = strcspn(text + at, "| ?");
        word = at + word > length ? length - at : word;
        group.alternatives[group.count++] = (uint16_t)find_suffix(table, text + at, word);
        at += word + 1;
    }
    return group;
}

static uint8_t read_groups(FormTable *table, const char *text, SuffixGroup *groups, uint8_t room)
{
    uint8_t count = 0;
    while (*text != '\0' && count < room) {
        size_t length = strcspn(text, " ");
        groups[count++] = read_group(table, text, length);
        text += length + (text[length] == ' ');
    }
    return count;
}

static const struct RuleWord {
    const char *text;
    OperandRule rule;
} rule_words[] = {
    {"p", {.kind = RULE_PREDICATE}},
    {"setp", {.kind = RULE_SETP, .is_destination = true}},
    {"[]", {.kind = RULE_ADDRESS}},
    {"[global]", {.kind = RULE_ADDRESS, .space = PTX_SPACE_GLOBAL}},
    {"[shared]", {.kind = RULE_ADDRESS, .space = PTX_SPACE_SHARED}},
    {"[cluster]", {.kind = RULE_ADDRESS, .space = PTX_SPACE_CLUSTER}},
    {"[tensor]", {.kind = RULE_ADDRESS, .is_tensor = true}},
    {"[any]", {.kind = RULE_ADDRESS, .is_any_space = true}},
    {"tex", {.kind = RULE_TEXTURE}},
    {"tile", {.kind = RULE_TILE}},
    {"[tex]", {.kind = RULE_HANDLE}},
    {"offset", {.kind = RULE_OFFSET}},
    {"grad", {.kind = RULE_GRADIENT}},
    {"pack", {.kind = RULE_PACK}},
    {"unpack", {.kind = RULE_UNPACK, .is_destination = true}},
    {"label", {.kind = RULE_LABEL}},
    {"targets", {.kind = RULE_TARGETS}},
    {"call", {.kind = RULE_CALL}},
    {"_", {.kind = RULE_SINK, .is_destination = true}},
};

static const char *read_flags(const char *text, OperandRule *rule)
{
    for (;; text++) {
        switch (*text) {
        case '=': rule->is_destination = true; break;
        case '~': rule->may_be_wider = true; break;
        case '%': rule->may_be_special = true; break;
        case '&': rule->may_be_symbol = true; break;
        case '#': rule->is_constant = true; break;
        case '@': rule->may_be_selected = true; break;
        case '-': rule->may_be_negated = true; break;
        case 'V': rule->vector = RULE_VECTOR_BY_SUFFIX; break;
        case 'X': rule->vector = RULE_VECTOR_BY_MATRIX; break;
        case 'T': rule->vector = RULE_VECTOR_BY_TENSOR; break;
        case 'G': rule->vector = RULE_VECTOR_BY_GROUP; break;
        case 'I': rule->vector = RULE_VECTOR_BY_IMAGE; break;
        case '1':
        case '2':
        case '4':
        case '8': rule->vector = (uint8_t)(*text - '0'); break;
        default: return text;
        }
    }
}

static void read_type(const FormTable *table, const char *text, size_t length, OperandRule *rule)
{
    static const char letters[] = "ABCW";
    const char *letter = length == 1 ? strchr(letters, *text) : NULL;
    if (letter != NULL) {
        rule->type_from = (RuleType)(RULE_TYPE_A + (letter - letters));
    } else if (length == 4 && memcmp(text, "addr", 4) == 0) {
        rule->type_from = RULE_TYPE_ADDRESS;
    } else {
        rule->type = find_suffix(table, text, length);
    }
}

// operand: word "?"? | flag* type "_"? "|p"? "?"?
static OperandRule read_rule(const FormTable *table, const char *text, size_t length)
{
    bool is_optional = text[length - 1] == '?';
    length -= is_optional;
    for (size_t i = 0; i < sizeof rule_words / sizeof rule_words[0]; i++) {
        if (strlen(rule_words[i].text) == length && memcmp(rule_words[i].text, text, length) == 0) {
            OperandRule rule = rule_words[i].rule;
            rule.is_optional = is_optional;
            return rule;
        }
    }
    OperandRule rule = {.kind = RULE_VALUE, .is_optional = is_optional};
    const char *end = text + length;
    text = read_flags(text, &rule);
    rule.has_predicate = end - text > 2 && memcmp(end - 2, "|p", 2) == 0;
    end -= rule.has_predicate ? 2 : 0;
    rule.may_be_sink = end[-1] == '_';
    end -= rule.may_be_sink;
    read_type(table, text, (size_t)(end - text), &rule);
    return rule;
}

static void read_form(FormTable *table, uint32_t index, Form *form)
{
    const FormRow *row = &rows[index];
    *form = (Form){.row = index, .ptx = row->ptx, .sm = row->sm};
    form->group_count = read_groups(table, row->modifiers, form->groups, FORM_GROUP_MAX);
    form->type_count = read_groups(table, row->types, form->types, FORM_TYPE_MAX);
    for (const char *text = row->operands; *text != '\0' && form->rule_count < FORM_OPERAND_MAX;) {
        size_t length = strcspn(text, " ");
        form->rules[form->rule_count++] = read_rule(table, text, length);
        text += length + (text[length] == ' ');
    }
}

const FormList *form_list(FormTable *table, PtxOpcode opcode)
{
    FormList *list = &table->lists[opcode];
    if (list->is_ready) {
        return list;
    }
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        list->count += rows[i].opcode == opcode;
    }
    Form *forms = arena_alloc(table->arena, list->count * sizeof(Form));
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].opcode == opcode) {
            read_form(table, i, &forms[count++]);
        }
    }
    list->items = forms;
    list->is_ready = true;
    return list;
}

FormNeeds form_needs(const Form *form, const PtxInstruction *instruction)
{
    FormNeeds needs = {form->ptx, form->sm};
    for (size_t i = 0; i < sizeof since / sizeof since[0]; i++) {
        for (uint32_t j = 0; j < instruction->suffix_count; j++) {
            const char *text = ptx_suffix_name((PtxSuffix)instruction->suffix[j]);
            bool is_meant = since[i].opcode == PTX_ANY || since[i].opcode == instruction->opcode;
            if (is_meant && strcmp(text + 1, since[i].modifier) == 0) {
                needs.ptx = needs.ptx >= 0 && needs.ptx < since[i].ptx ? since[i].ptx : needs.ptx;
                needs.sm = needs.sm >= 0 && needs.sm < since[i].sm ? since[i].sm : needs.sm;
            }
        }
    }
    return needs;
}

const char *form_refusal(const FormTable *table, const PtxInstruction *instruction)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (refusals[i].opcode != instruction->opcode) {
            continue;
        }
        const char *word = refusals[i].modifier;
        if (ptx_has(instruction, find_suffix(table, word, strlen(word)))) {
            return refusals[i].reason;
        }
    }
    return NULL;
}
