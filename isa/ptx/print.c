// SPDX-License-Identifier: Apache-2.0
// A module as canonical PTX text: one statement a line, in the order of the source. Leaves out the
// DWARF sections, and with them the word `debug` of .target, which ptxas takes as a promise of
// them.
#include "isa/ptx/print.h"

#include <string.h>

typedef struct Printer {
    const PtxModule *module;
    const PtxFunction *function;
    PrintedStrings strings;
    uint32_t depth; // of braces, for the indentation
    Text *out;
} Printer;

static void indent(const Printer *printer)
{
    for (uint32_t i = 0; i < printer->depth; i++) {
        text_put(printer->out, "    ");
    }
}

static void print_parameters(PtxVariable *const *parameters, uint32_t count, const char *separator,
                             Text *out)
{
    text_put(out, "(");
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? (separator[1] == '\n' ? "\n    " : "") : separator);
        ptx_print_parameter(parameters[i], out);
    }
    text_put(out, count > 0 && separator[1] == '\n' ? "\n)" : ")");
}

static void print_registers(const RegisterDeclaration *declaration, Text *out)
{
    text_put(out, ".reg ");
    if (declaration->vector > 1) {
        text_printf(out, ".v%u ", declaration->vector);
    }
    text_printf(out, "%s %s", ptx_suffix_name(declaration->type), declaration->name);
    if (declaration->is_range) {
        text_printf(out, "<%u>", declaration->count);
    }
    text_put(out, ";\n");
}

static void print_prototype(const PtxFunction *prototype, Text *out)
{
    text_put(out, ".callprototype ");
    print_parameters(prototype->results, prototype->result_count, ", ", out);
    text_printf(out, " %s ", prototype->name);
    print_parameters(prototype->parameters, prototype->parameter_count, ", ", out);
    text_put(out, prototype->is_noreturn ? " .noreturn" : "");
}

static void print_label(const Printer *printer, const PtxLabel *label)
{
    Text *out = printer->out;
    text_printf(out, "%s:", label->name);
    switch (label->kind) {
    case PTX_LABEL_CODE: text_put(out, "\n"); return;
    case PTX_LABEL_BRANCH_TARGETS:
        for (uint32_t i = 0; i < label->target_count; i++) {
            text_printf(out, "%s%s", i == 0 ? " .branchtargets " : ", ",
                        printer->function->labels[label->targets[i]].name);
        }
        break;
    case PTX_LABEL_CALL_TARGETS:
        for (uint32_t i = 0; i < label->target_count; i++) {
            text_printf(out, "%s%s", i == 0 ? " .calltargets " : ", ", label->functions[i]->name);
        }
        break;
    case PTX_LABEL_PROTOTYPE:
        text_put(out, " ");
        print_prototype(label->prototype, out);
        break;
    }
    text_put(out, ";\n");
}

static void print_body_statement(Printer *printer, const PtxStatement *statement)
{
    const PtxFunction *function = printer->function;
    Text *out = printer->out;
    if (statement->kind == STATEMENT_LABEL) {
        print_label(printer, &function->labels[statement->index]);
        return;
    }
    printer->depth -= statement->kind == STATEMENT_CLOSE;
    indent(printer);
    switch (statement->kind) {
    case STATEMENT_REGISTERS: print_registers(statement->registers, out); break;
    case STATEMENT_INSTRUCTION:
        ptx_print_instruction(printer->module, function, &function->instructions[statement->index],
                              out);
        text_put(out, "\n");
        break;
    case STATEMENT_VARIABLE:
        ptx_print_variable(function->variables[statement->index], false, out);
        text_put(out, ";\n");
        break;
    case STATEMENT_LOCATION:
        ptx_print_location(&printer->strings, printer->module, statement->index, out);
        break;
    case STATEMENT_PRAGMA: text_printf(out, ".pragma \"%s\";\n", statement->text); break;
    case STATEMENT_REFUSED: text_printf(out, "%s;\n", statement->text); break;
    case STATEMENT_OPEN:
        text_put(out, "{\n");
        printer->depth++;
        break;
    default: text_put(out, "}\n"); break;
    }
}

static void print_triple(const char *directive, const uint32_t triple[3], Text *out)
{
    if (triple[0] > 0) {
        text_printf(out, "%s %u, %u, %u\n", directive, triple[0], triple[1], triple[2]);
    }
}

static void print_limit(const char *directive, uint32_t limit, Text *out)
{
    if (limit > 0) {
        text_printf(out, "%s %u\n", directive, limit);
    }
}

static void print_directives(const PtxFunction *function, Text *out)
{
    text_put(out, function->is_noreturn ? ".noreturn\n" : "");
    print_triple(".maxntid", function->max_threads, out);
    print_triple(".reqntid", function->required_threads, out);
    print_limit(".minnctapersm", function->min_blocks_per_sm, out);
    print_limit(".maxnreg", function->max_registers, out);
    text_put(out, function->is_explicit_cluster ? ".explicitcluster\n" : "");
    text_put(out, function->has_clusters_as_blocks ? ".blocksareclusters\n" : "");
    print_triple(".reqnctapercluster", function->cluster, out);
    print_limit(".maxclusterrank", function->max_cluster_rank, out);
}

static void print_signature(const PtxFunction *function, Text *out)
{
    text_put(out, "\n");
    text_put(out, function->is_extern ? ".extern " : "");
    text_put(out, function->is_visible ? ".visible " : "");
    text_put(out, function->is_weak ? ".weak " : "");
    text_put(out, function->is_entry ? ".entry " : ".func ");
    if (function->unified != NULL) {
        text_printf(out, ".attribute(.unified(%s)) ", function->unified);
    }
    if (function->result_count > 0) {
        print_parameters(function->results, function->result_count, ", ", out);
        text_put(out, " ");
    }
    text_put(out, function->name);
    print_parameters(function->parameters, function->parameter_count, ",\n    ", out);
    text_put(out, "\n");
}

static void print_function(Printer *printer, const PtxFunction *function)
{
    print_signature(function, printer->out);
    print_directives(function, printer->out);
    text_put(printer->out, "{\n");
    printer->function = function;
    printer->depth = 1;
    for (uint32_t i = 0; i < function->statement_count; i++) {
        print_body_statement(printer, &function->statements[i]);
    }
    text_put(printer->out, "}\n");
}

static void print_forward(const PtxFunction *function, Text *out)
{
    print_signature(function, out);
    text_put(out, function->is_noreturn ? ".noreturn\n;\n" : ";\n");
}

static void print_module_statement(Printer *printer, const PtxStatement *statement)
{
    const PtxModule *module = printer->module;
    Text *out = printer->out;
    switch (statement->kind) {
    case STATEMENT_FILE:
        text_printf(out, ".file %u ", module->files[statement->index].number);
        text_quote_ascii(out, module->files[statement->index].name,
                         strlen(module->files[statement->index].name));
        text_put(out, "\n");
        break;
    case STATEMENT_FUNCTION: print_function(printer, module->functions[statement->index]); break;
    case STATEMENT_PROTOTYPE: print_forward(module->functions[statement->index], out); break;
    case STATEMENT_PRAGMA: text_printf(out, ".pragma \"%s\";\n", statement->text); break;
    case STATEMENT_ALIAS: text_printf(out, ".alias %s;\n", statement->text); break;
    default:
        ptx_print_variable(module->variables[statement->index],
                           statement->kind == STATEMENT_DECLARATION, out);
        text_put(out, ";\n");
        break;
    }
}

static void print_header(const PtxModule *module, Text *out)
{
    text_printf(out, ".version %u.%u\n", module->version_major, module->version_minor);
    text_printf(out, ".target sm_%u", module->target);
    if (module->target_feature != '\0') {
        text_add(out, &module->target_feature, 1);
    }
    text_put(out, module->is_texmode_independent ? ", texmode_independent" : "");
    text_put(out, module->is_map_f64_to_f32 ? ", map_f64_to_f32" : "");
    text_put(out, "\n");
    bool is_told = module->version_major * 10 + module->version_minor >= 23;
    if (is_told && (module->address_bits == 64 || module->version_major > 2)) {
        text_printf(out, ".address_size %u\n", module->address_bits);
    }
}

void ptx_print(const PtxModule *module, Text *out)
{
    Printer printer = {.module = module, .out = out};
    ptx_print_strings_init(&printer.strings, module);
    print_header(module, out);
    for (uint32_t i = 0; i < module->statement_count; i++) {
        print_module_statement(&printer, &module->statements[i]);
    }
    ptx_print_string_section(&printer.strings, out);
    ptx_print_strings_destroy(&printer.strings);
}
