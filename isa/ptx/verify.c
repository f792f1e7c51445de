// SPDX-License-Identifier: Apache-2.0
// Instructions against the rows of form.def. Which rows a spelling fits is worked out once a
// spelling; operands are looked at for each instruction.
#include "isa/ptx/verify.h"

#include "isa/ptx/verify_suffix.h"
#include "isa/ptx/verify_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MATCH_BUCKETS 1024

// The rows that accept an opcode with its suffixes.
struct FormMatch {
    struct FormMatch *next;
    PtxOpcode opcode;
    uint32_t suffix_count;
    uint16_t suffix[PTX_SUFFIX_MAX];
    const Form **forms;
    FormNeeds *needs;
    uint32_t form_count;
    TargetRules rules;
};

typedef struct FormMatch FormMatch;

FormTable *form_table_create(Arena *arena, NameTable *names)
{
    FormTable *table = arena_alloc(arena, sizeof *table);
    table->arena = arena;
    table->names = names;
    table->match_room = MATCH_BUCKETS;
    table->matches = arena_alloc(arena, MATCH_BUCKETS * sizeof *table->matches);
    return table;
}

const char *verify_refusal(const Parser *parser, const PtxInstruction *instruction)
{
    const char *refusal = ptx_opcode_refusal(instruction->opcode);
    return refusal == NULL ? form_refusal(parser->forms, instruction) : refusal;
}

bool verify_fail(OperandProblem *problem, const PtxOperand *operand, const char *format, ...)
{
    if (problem != NULL && problem->message.size_bytes == 0) {
        problem->column = operand == NULL ? 0 : operand->column;
        problem->is_whole = problem->is_whole || operand == NULL;
        va_list arguments;
        va_start(arguments, format);
        text_vprintf(&problem->message, format, arguments);
        va_end(arguments);
    }
    return false;
}

static uint32_t hash_spelling(const PtxInstruction *instruction)
{
    uint32_t hash = instruction->opcode * 2654435761u;
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        hash = (hash ^ instruction->suffix[i]) * 16777619u;
    }
    return hash ^ (hash >> 15);
}

static FormMatch *find_match(FormTable *table, const PtxInstruction *instruction, uint32_t hash)
{
    FormMatch *match = table->matches[hash & (table->match_room - 1)];
    while (match != NULL && (match->opcode != instruction->opcode ||
                             match->suffix_count != instruction->suffix_count ||
                             memcmp(match->suffix, instruction->suffix,
                                    match->suffix_count * sizeof match->suffix[0]) != 0)) {
        match = match->next;
    }
    return match;
}

static const FormMatch *match_spelling(FormTable *table, const PtxInstruction *instruction)
{
    uint32_t hash = hash_spelling(instruction);
    FormMatch *match = find_match(table, instruction, hash);
    if (match != NULL) {
        return match;
    }
    const FormList *list = form_list(table, instruction->opcode);
    match = arena_alloc(table->arena, sizeof *match);
    match->opcode = instruction->opcode;
    match->suffix_count = instruction->suffix_count;
    memcpy(match->suffix, instruction->suffix, sizeof match->suffix);
    match->forms = arena_alloc(table->arena, list->count * sizeof *match->forms);
    match->needs = arena_alloc(table->arena, list->count * sizeof *match->needs);
    for (uint32_t i = 0; i < list->count; i++) {
        if (suffixes_fit(&list->items[i], instruction)) {
            match->needs[match->form_count] = form_needs(&list->items[i], instruction);
            match->forms[match->form_count++] = &list->items[i];
        }
    }
    match->rules = target_rules_of(instruction);
    FormMatch **bucket = &table->matches[hash & (table->match_room - 1)];
    match->next = *bucket;
    *bucket = match;
    return match;
}

static uint32_t version_of(const PtxModule *module)
{
    return module->version_major * 10 + module->version_minor;
}

static bool is_available(const PtxModule *module, FormNeeds needs)
{
    int version = (int)version_of(module), target = (int)module->target;
    return (needs.ptx < 0 ? version <= -needs.ptx : version >= needs.ptx) &&
           (needs.sm < 0 ? target <= -needs.sm : target >= needs.sm);
}

static void spell(const PtxInstruction *instruction, Text *out)
{
    text_put(out, ptx_opcode_name(instruction->opcode));
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        text_put(out, ptx_suffix_name((PtxSuffix)instruction->suffix[i]));
    }
}

static void report(Parser *parser, const PtxInstruction *instruction, uint32_t column,
                   const Text *message)
{
    Token token = {.line = instruction->line,
                   .column = column > instruction->column ? column : instruction->column};
    parser_error_at(parser, &token, "%s", text_string(message));
}

static void report_suffixes(Parser *parser, const PtxInstruction *instruction)
{
    Text message = {0}, spelling = {0};
    spell(instruction, &spelling);
    suffixes_explain(form_list(parser->forms, instruction->opcode), instruction,
                     text_string(&spelling), &message);
    report(parser, instruction, 0, &message);
    text_destroy(&spelling);
    text_destroy(&message);
}

static void report_version(Parser *parser, const PtxInstruction *instruction, FormNeeds needs)
{
    const PtxModule *module = parser->module;
    Text message = {0};
    text_put(&message, "'");
    spell(instruction, &message);
    int version = (int)version_of(module);
    if (needs.ptx < 0 && version > -needs.ptx) {
        text_printf(&message, "' requires .version %d.%d or earlier (the module has %u.%u)",
                    -needs.ptx / 10, -needs.ptx % 10, module->version_major, module->version_minor);
    } else if (needs.ptx > version) {
        text_printf(&message, "' requires .version %d.%d or later (the module has %u.%u)",
                    needs.ptx / 10, needs.ptx % 10, module->version_major, module->version_minor);
    } else if (needs.sm < 0) {
        text_printf(&message, "' requires .target sm_%d or earlier (the module has sm_%u)",
                    -needs.sm, module->target);
    } else {
        text_printf(&message, "' requires .target sm_%d or later (the module has sm_%u)", needs.sm,
                    module->target);
    }
    report(parser, instruction, 0, &message);
    text_destroy(&message);
}

static bool is_newer_than_target(const PtxModule *module, FormNeeds needs)
{
    return needs.sm > 0 && needs.sm > (int)module->target;
}

// The lowest target that any row of this spelling requires.
static FormNeeds lowest_needs(const FormMatch *match)
{
    FormNeeds lowest = match->needs[match->form_count - 1];
    for (uint32_t i = 0; i < match->form_count; i++) {
        lowest = match->needs[i].sm < lowest.sm ? match->needs[i] : lowest;
    }
    return lowest;
}

// An instruction newer than the module's target is not an error of the module: the function cannot
// be run.
static void refuse_newer(Parser *parser, PtxFunction *function, const PtxInstruction *instruction,
                         FormNeeds needs)
{
    const PtxModule *module = parser->module;
    Text name = {0};
    Token token = {.line = instruction->line, .column = instruction->column};
    spell(instruction, &name);
    refuse_function(
        parser, function, &token, "'%s' requires compute capability %d.%d, but the target is %u.%u",
        text_string(&name), needs.sm / 10, needs.sm % 10, module->target / 10, module->target % 10);
    if (function->refusals[function->refusal_count - 1].line == instruction->line) {
        function->refusals[function->refusal_count - 1].location = instruction->location;
    }
    text_destroy(&name);
}

// Reports why the operands fit none of the rows: by the row that got furthest.
static void report_operands(Parser *parser, const PtxFunction *function, const FormMatch *match,
                            const PtxInstruction *instruction)
{
    OperandProblem best = {0};
    for (uint32_t i = 0; i < match->form_count; i++) {
        OperandProblem problem = {0};
        if (is_available(parser->module, match->needs[i])) {
            verify_operands(parser->module, function, match->forms[i], instruction, &problem);
        }
        bool is_better = problem.message.size_bytes > 0 &&
                         (best.message.size_bytes == 0 || problem.operand > best.operand);
        text_destroy(is_better ? &best.message : &problem.message);
        best = is_better ? problem : best;
    }
    Text message = {0};
    text_put(&message, "'");
    spell(instruction, &message);
    if (best.is_whole) {
        text_printf(&message, "': %s", text_string(&best.message));
    } else {
        text_printf(&message, "': operand %u: %s", best.operand + 1, text_string(&best.message));
    }
    report(parser, instruction, best.column, &message);
    text_destroy(&best.message);
    text_destroy(&message);
}

static bool is_input(const PtxFunction *function, const PtxVariable *variable)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == variable) {
            return true;
        }
    }
    return false;
}

#define BARRIER_COUNT 16 // of a block (PTX ISA, "bar, barrier")

// Values that an operand may have as a constant.
static const struct ConstantRule {
    PtxOpcode opcode;
    const char *modifier;
    uint32_t operand;
    const char *values, *text;
} constant_rules[] = {
#define CONSTANT(opcode, modifier, operand, values, text)                                          \
    {PTX_##opcode, modifier, operand, values, text},
#include "isa/ptx/constant.def"
#undef CONSTANT
};

static bool has_modifier(const PtxInstruction *instruction, const char *modifier)
{
    bool is_found = modifier[0] == '\0';
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        is_found |= strcmp(ptx_suffix_name(instruction->suffix[i]) + 1, modifier) == 0;
    }
    return is_found;
}

static bool is_value_of(const struct ConstantRule *rule, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, " %" PRId64 " ", value);
    return strstr(rule->values, text) != NULL;
}

static void verify_constants(const PtxInstruction *instruction, Text *message)
{
    for (size_t i = 0; i < sizeof constant_rules / sizeof constant_rules[0]; i++) {
        const struct ConstantRule *rule = &constant_rules[i];
        if (rule->opcode != instruction->opcode || rule->operand >= instruction->operand_count ||
            !has_modifier(instruction, rule->modifier)) {
            continue;
        }
        const PtxOperand *operand = &instruction->operands[rule->operand];
        if (operand->kind == PTX_OPERAND_INTEGER && !is_value_of(rule, operand->integer)) {
            text_printf(message, "operand %" PRIu32 " of '%s' must be %s, got %" PRId64,
                        rule->operand + 1, ptx_opcode_name(instruction->opcode), rule->text,
                        operand->integer);
            return;
        }
    }
}

// What a row cannot say: a parameter of the function itself is read only; barriers are numbered
// to 15.
static void verify_values(Parser *parser, const PtxFunction *function,
                          const PtxInstruction *instruction)
{
    const PtxOperand *operands = instruction->operands;
    Text message = {0};
    bool is_barrier = (instruction->opcode == PTX_BAR || instruction->opcode == PTX_BARRIER) &&
                      instruction->operand_count > 0 && !ptx_has(instruction, PTX_DOT_WARP);
    const PtxOperand *number =
        is_barrier ? &operands[ptx_has(instruction, PTX_DOT_RED) ? 1 : 0] : NULL;
    if (instruction->opcode == PTX_ST && instruction->space == PTX_SPACE_PARAM &&
        operands[0].variable != NULL && is_input(function, operands[0].variable)) {
        text_printf(&message, "'%s' is a parameter of this function and cannot be written",
                    operands[0].variable->name);
    } else if (number != NULL && number->kind == PTX_OPERAND_INTEGER &&
               (uint64_t)number->integer >= BARRIER_COUNT) {
        text_printf(&message, "barriers are numbered from 0 to %d", BARRIER_COUNT - 1);
    } else {
        verify_constants(instruction, &message);
    }
    if (message.size_bytes > 0) {
        report(parser, instruction, 0, &message);
    }
    text_destroy(&message);
}

// An instruction of one architecture or family, of which the module's plain target is none.
static void verify_target(Parser *parser, const PtxInstruction *instruction, TargetRules rules)
{
    Text reason = {0}, message = {0};
    if (!target_has(parser->module, rules, &reason)) {
        text_put(&message, "'");
        spell(instruction, &message);
        text_printf(&message, "' %s", text_string(&reason));
        report(parser, instruction, 0, &message);
    }
    text_destroy(&reason);
    text_destroy(&message);
}

static void verify_instruction(Parser *parser, PtxFunction *function, PtxInstruction *instruction)
{
    const FormMatch *match = match_spelling(parser->forms, instruction);
    if (match->form_count == 0) {
        report_suffixes(parser, instruction);
        return;
    }
    bool has_available = false;
    for (uint32_t i = 0; i < match->form_count; i++) {
        const Form *form = match->forms[i];
        if (!is_available(parser->module, match->needs[i])) {
            continue;
        }
        has_available = true;
        if (verify_operands(parser->module, function, form, instruction, NULL)) {
            instruction->form = form->row;
            verify_values(parser, function, instruction);
            verify_target(parser, instruction, match->rules);
            return;
        }
    }
    if (has_available) {
        report_operands(parser, function, match, instruction);
    } else if (is_newer_than_target(parser->module, lowest_needs(match))) {
        refuse_newer(parser, function, instruction, lowest_needs(match));
    } else {
        report_version(parser, instruction, match->needs[match->form_count - 1]);
    }
}

// PTX ISA 9.0, "tcgen05": all of a kernel's name the same .cta_group. As ptxas, of a function.
static void verify_pairs(Parser *parser, const PtxFunction *function)
{
    bool has_blocks = false, has_pairs = false;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const PtxInstruction *instruction = &function->instructions[i];
        bool is_tensor = instruction->opcode == PTX_TCGEN05;
        bool was_mixed = has_blocks && has_pairs;
        has_blocks |= is_tensor && ptx_has(instruction, PTX_DOT_CTA_GROUP__1);
        has_pairs |= is_tensor && ptx_has(instruction, PTX_DOT_CTA_GROUP__2);
        if (has_blocks && has_pairs && !was_mixed) {
            Text message = {0};
            text_put(&message, "'tcgen05' with both .cta_group::1 and .cta_group::2 in a function; "
                               "all must have the same one");
            report(parser, instruction, 0, &message);
            text_destroy(&message);
        }
    }
}

void verify_function(Parser *parser, PtxFunction *function)
{
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        verify_instruction(parser, function, &function->instructions[i]);
    }
    verify_pairs(parser, function);
}
