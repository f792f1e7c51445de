// SPDX-License-Identifier: Apache-2.0
// The checked tree as text, for tests: C-like for functions and statements, (operation operands)
// for expressions, with the types of casts, constants and variables.
#include "isa/cuda/tree/print.h"

static const char *const space_names[] = {
    [SPACE_AUTOMATIC] = "automatic", [SPACE_GLOBAL] = "global",   [SPACE_CONSTANT] = "constant",
    [SPACE_SHARED] = "shared",       [SPACE_TEXTURE] = "texture",
};

static void print_indent(Printer *printer)
{
    for (uint32_t i = 0; i < printer->indent && i < PRINT_DEPTH_LIMIT; i++) {
        text_put(printer->out, "  ");
    }
}

static void print_statement(Printer *printer, const Statement *statement);

static void print_nested(Printer *printer, const Statement *statement)
{
    printer->indent++;
    if (statement == NULL) {
        print_indent(printer);
        text_put(printer->out, ";\n");
    } else {
        print_statement(printer, statement);
    }
    printer->indent--;
}

static void print_headed(Printer *printer, const char *word, const Statement *statement)
{
    text_put(printer->out, word);
    if (statement->a != NULL) {
        text_put(printer->out, " ");
        print_expression(printer, statement->a);
    }
    text_put(printer->out, "\n");
}

static void print_unroll(Printer *printer, const Statement *statement)
{
    if (statement->unroll == UNROLL_FULL) {
        text_put(printer->out, "unroll ");
    } else if (statement->unroll == UNROLL_COUNT) {
        text_printf(printer->out, "unroll(%u) ", statement->unroll_count);
    }
}

static void print_for(Printer *printer, const Statement *statement)
{
    print_unroll(printer, statement);
    text_put(printer->out, "for ");
    print_expression(printer, statement->a);
    text_put(printer->out, " step ");
    print_expression(printer, statement->b);
    text_put(printer->out, "\n");
    for (const Statement *at = statement->initial; at != NULL; at = at->next) {
        printer->indent++;
        print_indent(printer);
        text_put(printer->out, "first\n");
        print_nested(printer, at);
        printer->indent--;
    }
    print_nested(printer, statement->body);
}

static void print_assembly(Printer *printer, const AsmStatement *assembly)
{
    text_put(printer->out, assembly->is_volatile ? "asm volatile " : "asm ");
    print_string(printer->out, assembly->text, strlen(assembly->text));
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        const AsmOperand *operand = &assembly->operands[i];
        text_printf(printer->out, " \"%s%c\" ",
                    operand->is_read_write ? "+"
                    : operand->is_output   ? "="
                                           : "",
                    operand->constraint);
        print_expression(printer, operand->value);
    }
    text_put(printer->out, assembly->is_clobbering_memory ? " memory\n" : "\n");
}

static void print_declare(Printer *printer, const Statement *statement)
{
    text_put(printer->out, "declare ");
    print_variable(printer, statement->variable);
    text_put(printer->out, " : ");
    type_print(statement->variable->type, printer->out);
    if (statement->a != NULL) {
        text_put(printer->out, " by ");
        print_expression(printer, statement->a);
    }
    text_put(printer->out, "\n");
}

static void print_if(Printer *printer, const Statement *statement)
{
    print_headed(printer, "if", statement);
    print_nested(printer, statement->body);
    if (statement->otherwise != NULL) {
        print_indent(printer);
        text_put(printer->out, "else\n");
        print_nested(printer, statement->otherwise);
    }
}

static void print_case(Printer *printer, const Statement *statement)
{
    text_printf(printer->out, "case %lld", (long long)statement->first_value);
    if (statement->last_value != statement->first_value) {
        text_printf(printer->out, " ... %lld", (long long)statement->last_value);
    }
    text_put(printer->out, "\n");
}

static void print_compound(Printer *printer, const Statement *statement)
{
    text_put(printer->out, "{\n");
    printer->indent++;
    for (const Statement *at = statement->first; at != NULL; at = at->next) {
        print_statement(printer, at);
    }
    printer->indent--;
    print_indent(printer);
    text_put(printer->out, "}\n");
}

static void print_statement_text(Printer *printer, const Statement *statement)
{
    switch (statement->kind) {
    case STATEMENT_EMPTY: text_put(printer->out, ";\n"); return;
    case STATEMENT_EXPRESSION:
        print_expression(printer, statement->a);
        text_put(printer->out, "\n");
        return;
    case STATEMENT_DECLARE: print_declare(printer, statement); return;
    case STATEMENT_COMPOUND: print_compound(printer, statement); return;
    case STATEMENT_IF: print_if(printer, statement); return;
    case STATEMENT_WHILE:
        print_unroll(printer, statement);
        print_headed(printer, "while", statement);
        break;
    case STATEMENT_DO:
        print_unroll(printer, statement);
        print_headed(printer, "do while", statement);
        break;
    case STATEMENT_FOR: print_for(printer, statement); return;
    case STATEMENT_SWITCH: print_headed(printer, "switch", statement); break;
    case STATEMENT_CASE: print_case(printer, statement); break;
    case STATEMENT_DEFAULT: text_put(printer->out, "default\n"); break;
    case STATEMENT_BREAK: text_put(printer->out, "break\n"); return;
    case STATEMENT_CONTINUE: text_put(printer->out, "continue\n"); return;
    case STATEMENT_RETURN: print_headed(printer, "return", statement); return;
    case STATEMENT_GOTO: text_printf(printer->out, "goto %s\n", statement->label); return;
    case STATEMENT_LABEL: text_printf(printer->out, "label %s\n", statement->label); break;
    case STATEMENT_ASM: print_assembly(printer, statement->assembly); return;
    }
    print_nested(printer, statement->body);
}

static void print_statement(Printer *printer, const Statement *statement)
{
    print_indent(printer);
    if (printer->depth >= PRINT_DEPTH_LIMIT) {
        text_put(printer->out, "...\n");
        return;
    }
    printer->depth++;
    print_statement_text(printer, statement);
    printer->depth--;
}

void print_statement_list(Printer *printer, const Statement *statement)
{
    text_put(printer->out, "\n");
    printer->indent++;
    print_statement(printer, statement);
    print_indent(printer);
    printer->indent--;
}

static void print_flags(const Function *function, Text *out)
{
    text_put(out, function->is_kernel ? "kernel " : "function ");
    text_put(out, function->is_noinline ? "noinline " : "");
    text_put(out, function->is_forceinline ? "forceinline " : "");
    text_put(out, function->is_internal ? "internal " : "");
    text_put(out, function->is_recursive ? "recursive " : "");
    text_put(out, function->is_noreturn ? "noreturn " : "");
}

static void print_limits(const Function *function, Text *out)
{
    if (function->max_threads != 0) {
        text_printf(out, " bounds(%u, %u)", function->max_threads, function->min_blocks);
    }
    if (function->max_registers != 0) {
        text_printf(out, " registers(%u)", function->max_registers);
    }
    if (function->cluster[0] != 0) {
        text_printf(out, " cluster(%u, %u, %u)", function->cluster[0], function->cluster[1],
                    function->cluster[2]);
    }
}

static void print_function(Printer *printer, const Function *function)
{
    Text *out = printer->out;
    print_flags(function, out);
    text_put(out, function->mangled == NULL ? function->name : function->mangled);
    text_put(out, "(");
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        text_put(out, i == 0 ? "" : ", ");
        text_put(out, parameter->is_grid_constant ? "grid_constant " : "");
        text_put(out, parameter->is_restrict ? "restrict " : "");
        print_variable(printer, parameter);
        text_put(out, " : ");
        type_print(parameter->type, out);
    }
    text_put(out, function->is_variadic ? ", ...) -> " : ") -> ");
    type_print(function->result, out);
    print_limits(function, out);
    text_put(out, "\n");
    if (function->body != NULL) {
        print_statement(printer, function->body);
    }
}

static void print_global(Printer *printer, const Variable *variable)
{
    Text *out = printer->out;
    text_printf(out, "variable %s", space_names[variable->space]);
    text_put(out, variable->is_extern ? " extern" : "");
    text_put(out, variable->is_internal ? " internal" : "");
    text_put(out, variable->is_managed ? " managed" : "");
    if (variable->align_bytes > type_align(variable->type)) {
        text_printf(out, " align(%u)", variable->align_bytes);
    }
    text_put(out, " ");
    print_variable(printer, variable);
    text_put(out, " : ");
    type_print(variable->type, out);
    if (variable->initial != NULL) {
        text_put(out, " = ");
        print_initial(printer, variable);
    }
    text_put(out, "\n");
}

void tree_print(const Tree *tree, Text *out)
{
    Printer printer = {.out = out};
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        print_global(&printer, tree->variables[i]);
    }
    for (uint32_t i = 0; i < tree->function_count; i++) {
        print_function(&printer, tree->functions[i]);
    }
}
