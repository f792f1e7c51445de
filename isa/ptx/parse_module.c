// SPDX-License-Identifier: Apache-2.0
// The module: its header directives and what stands at its top level (PTX ISA 9.0, "PTX Module
// Directives", "Linking Directives", "Debugging Directives").
#include "isa/ptx/parser.h"

#include <stdlib.h>
#include <string.h>

#define TARGET_MAX 999

// version: ".version" major "." minor
static void parse_version(Parser *parser)
{
    const Token token = parser->token;
    bool is_number = token.kind == TOKEN_FLOAT || token.kind == TOKEN_INTEGER;
    char *rest = NULL;
    unsigned long major = is_number ? strtoul(token.start, &rest, 10) : 0;
    unsigned long minor = rest != NULL && *rest == '.' ? strtoul(rest + 1, &rest, 10) : 0;
    if (!is_number || rest != token.start + token.length || major == 0 || major > 99 ||
        minor > 99) {
        parser_expected(parser, "a version such as 9.0");
        return;
    }
    parser->module->version_major = (uint32_t)major;
    parser->module->version_minor = (uint32_t)minor;
    parser_next(parser);
}

// "sm_90" | "sm_90a" | "sm_120f" | "compute_20"
static bool read_architecture(PtxModule *module, const char *text)
{
    const char *number = strncmp(text, "sm_", 3) == 0        ? text + 3
                         : strncmp(text, "compute_", 8) == 0 ? text + 8
                                                             : NULL;
    if (number == NULL || *number < '0' || *number > '9') {
        return false;
    }
    char *feature;
    unsigned long target = strtoul(number, &feature, 10);
    bool has_feature = (*feature == 'a' || *feature == 'f') && feature[1] == '\0';
    if (target > TARGET_MAX || (*feature != '\0' && !has_feature)) {
        return false;
    }
    module->target = (uint32_t)target;
    module->target_feature = *feature;
    return true;
}

// target: ".target" word ("," word)*
static void parse_target(Parser *parser)
{
    PtxModule *module = parser->module;
    do {
        if (parser->token.kind != TOKEN_NAME) {
            parser_expected(parser, "a target such as sm_90");
            return;
        }
        const char *text = parser->token.name->text;
        if (strcmp(text, "texmode_independent") == 0) {
            module->is_texmode_independent = true;
        } else if (strcmp(text, "debug") == 0) {
            module->is_debug = true;
        } else if (strcmp(text, "map_f64_to_f32") == 0) {
            module->is_map_f64_to_f32 = true;
        } else if (strcmp(text, "texmode_unified") != 0 && !read_architecture(module, text)) {
            parser_error(parser, "unknown target '%s'", text);
        }
        parser_next(parser);
    } while (parser_accept(parser, ','));
    if (module->target == 0 && !parser->is_panicking) {
        parser_error(parser, "expected an architecture such as sm_90 in .target");
    }
}

// address_size: ".address_size" (32 | 64)
static void parse_address_size(Parser *parser)
{
    uint64_t bits = ptx_parse_count(parser, "the address size", 32, 64);
    if (bits != 32 && bits != 64) {
        parser_error(parser, "address size must be 32 or 64");
    }
    parser->module->address_bits = (uint32_t)bits;
}

const char *ptx_parse_pragma(Parser *parser)
{
    const char *text = "";
    if (parser->token.kind == TOKEN_STRING) {
        text = arena_text(parser->arena, parser->token.start, parser->token.length);
        parser_next(parser);
    } else {
        parser_expected(parser, "a string");
    }
    return text;
}

// linkage: (".extern" | ".visible" | ".weak" | ".common")*
Linkage ptx_parse_linkage(Parser *parser)
{
    Linkage linkage = {0};
    for (;;) {
        if (parser_accept_dot(parser, ".extern")) {
            linkage.is_extern = true;
        } else if (parser_accept_dot(parser, ".visible")) {
            linkage.is_visible = true;
        } else if (parser_accept_dot(parser, ".weak")) {
            linkage.is_weak = true;
        } else if (parser_accept_dot(parser, ".common")) {
            linkage.is_common = true;
        } else {
            return linkage;
        }
    }
}

static PtxFunction *parse_function_name(Parser *parser)
{
    const Token name = parser->token;
    const Binding *binding = name.kind == TOKEN_NAME ? ptx_scope_find(parser, name.name) : NULL;
    if (binding == NULL || binding->kind != BINDING_FUNCTION) {
        parser_expected(parser, "a function name");
        return NULL;
    }
    parser_next(parser);
    return binding->function;
}

// alias: ".alias" name "," name ";"
// The first name is a declared function, which gets the body of the second (PTX ISA, "Kernel and
// Function Directives: .alias").
static void parse_alias(Parser *parser)
{
    parser_next(parser);
    const Token name = parser->token;
    PtxFunction *alias = parse_function_name(parser);
    if (alias == NULL) {
        return;
    }
    parser_expect(parser, ',', "after the alias");
    const Token other = parser->token;
    const PtxFunction *original = parse_function_name(parser);
    if (original == NULL) {
        return;
    }
    if (!ptx_alias_function(parser, alias, &name, original, &other)) {
        return;
    }
    parser_module_statement(parser, STATEMENT_ALIAS)->text =
        arena_printf(parser->arena, "%s, %s", alias->name, original->name);
}

// declaration: linkage (function | variables) | alias
static void parse_declaration(Parser *parser)
{
    Linkage linkage = ptx_parse_linkage(parser);
    if (parser_is_dot(parser, ".entry") || parser_is_dot(parser, ".func")) {
        ptx_parse_function(parser, linkage);
    } else if (ptx_parse_is_variable(parser)) {
        ptx_parse_variables(parser, linkage);
    } else if (parser_is_dot(parser, ".alias")) {
        parse_alias(parser);
    } else {
        parser_expected(parser, "a function, a variable or a directive");
    }
}

// statement: version | target | address_size | file | section | pragma | declaration
static void parse_module_statement(Parser *parser)
{
    if (parser_accept_dot(parser, ".version")) {
        parse_version(parser);
    } else if (parser_accept_dot(parser, ".target")) {
        parse_target(parser);
    } else if (parser_accept_dot(parser, ".address_size")) {
        parse_address_size(parser);
    } else if (parser_accept_dot(parser, ".file")) {
        ptx_parse_file(parser);
    } else if (parser_accept_dot(parser, ".section")) {
        ptx_parse_section(parser);
    } else if (parser_accept_dot(parser, ".pragma")) {
        do {
            const char *text = ptx_parse_pragma(parser);
            parser_module_statement(parser, STATEMENT_PRAGMA)->text = text;
        } while (parser_accept(parser, ','));
        parser_expect(parser, ';', "after the pragma");
    } else if (!parser_accept(parser, ';')) {
        parse_declaration(parser);
    }
}

// The header must come first: .version, then .target.
static void check_header(Parser *parser)
{
    const PtxModule *module = parser->module;
    if (parser->error_count > 0) {
        return;
    }
    if (module->version_major == 0 && !parser_is_dot(parser, ".version")) {
        parser_error(parser, "expected .version at the start of the module");
    } else if (module->version_major != 0 && module->target == 0 &&
               !parser_is_dot(parser, ".target")) {
        parser_error(parser, "expected .target after .version");
    }
}

static bool has_wide_address(const PtxFunction *function)
{
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const PtxInstruction *instruction = &function->instructions[i];
        for (uint32_t j = 0; j < instruction->operand_count; j++) {
            const PtxOperand *operand = &instruction->operands[j];
            if (operand->kind == PTX_OPERAND_ADDRESS && operand->reg != NULL &&
                ptx_type_bits(operand->reg->type) == 64) {
                return true;
            }
        }
    }
    return false;
}

// Without .address_size, addresses have 32 bits. Before 2.3 the directive did not exist, and
// compilers for 64-bit hosts simply used 64-bit registers.
static void choose_address_size(PtxModule *module)
{
    if (module->address_bits != 0) {
        return;
    }
    module->address_bits = 32;
    bool is_told = module->version_major * 10 + module->version_minor >= 23;
    for (uint32_t i = 0; i < module->function_count && !is_told; i++) {
        if (has_wide_address(module->functions[i])) {
            module->address_bits = 64;
        }
    }
}

void ptx_parse_module(Parser *parser)
{
    ptx_scope_open(parser);
    parser_next(parser);
    if (parser->token.kind == TOKEN_END) {
        parser_error(parser, "the file is empty");
        return;
    }
    while (parser->token.kind != TOKEN_END) {
        const char *start = parser->token.start;
        check_header(parser);
        parse_module_statement(parser);
        parser_recover(parser);
        if (parser->token.start == start) {
            parser_next(parser);
        }
    }
    check_header(parser);
    choose_address_size(parser->module);
    ptx_parse_resolve_inline_names(parser);
}
