// SPDX-License-Identifier: Apache-2.0
// Kernels and functions: their signatures, performance directives and how a definition meets an
// earlier declaration (PTX ISA 9.0, "Kernel and Function Directives", "Performance-Tuning
// Directives").
#include "isa/ptx/parser.h"

#include "isa/ptx/verify.h"

#include <string.h>

#define THREADS_MAX   0x7fffffff
#define PARAMETER_MAX 65536

static void add_variable(Parser *parser, PtxVariable ***list, uint32_t *count,
                         PtxVariable *variable)
{
    *list = parser_room(parser->arena, *list, *count, sizeof(PtxVariable *));
    variable->index = *count;
    (*list)[(*count)++] = variable;
}

// results: "(" (parameter ("," parameter)*)? ")"
static void parse_results(Parser *parser, PtxFunction *function, bool is_declared)
{
    if (!parser_accept(parser, '(')) {
        return;
    }
    while (!parser_is(parser, ')') && !parser->is_panicking) {
        PtxVariable *result = ptx_parse_parameter(parser, is_declared);
        result->function = function;
        add_variable(parser, &function->results, &function->result_count, result);
        if (!parser_accept(parser, ',')) {
            break;
        }
    }
    parser_expect(parser, ')', "after the results");
}

static void lay_out_parameters(Parser *parser, PtxFunction *function)
{
    function->parameter_offset =
        arena_alloc(parser->arena, function->parameter_count * sizeof(uint32_t));
    uint64_t offset = 0;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const PtxVariable *parameter = function->parameters[i];
        uint64_t alignment = parameter->alignment_bytes == 0 ? 1 : parameter->alignment_bytes;
        offset = (offset + alignment - 1) / alignment * alignment;
        function->parameter_offset[i] = (uint32_t)offset;
        offset += parameter->size_bytes;
        if (offset > UINT32_MAX / 2) {
            parser_error(parser, "the parameters of '%s' are too large", function->name);
            return;
        }
    }
    function->parameter_bytes = (uint32_t)offset;
}

// parameters: ("(" (parameter ("," parameter)*)? ")")?
static void ptx_parse_parameters(Parser *parser, PtxFunction *function, bool is_declared)
{
    if (parser_accept(parser, '(')) {
        while (!parser_is(parser, ')') && !parser->is_panicking) {
            PtxVariable *parameter = ptx_parse_parameter(parser, is_declared);
            parameter->function = function;
            add_variable(parser, &function->parameters, &function->parameter_count, parameter);
            if (function->parameter_count > PARAMETER_MAX) {
                parser_error(parser, "more than %d parameters", PARAMETER_MAX);
            }
            if (!parser_accept(parser, ',')) {
                break;
            }
        }
        parser_expect(parser, ')', "after the parameters");
    }
    lay_out_parameters(parser, function);
}

// signature: results name parameters
Token ptx_parse_signature(Parser *parser, PtxFunction *function, bool is_declared)
{
    parse_results(parser, function, is_declared);
    Token name = parser->token;
    if (name.kind != TOKEN_NAME) {
        parser_expected(parser, "a function name");
        return name;
    }
    function->name =
        arena_text(parser->arena, parser->token.name->text, parser->token.name->length);
    function->position = parser_position(parser, &parser->token);
    parser_next(parser);
    ptx_parse_parameters(parser, function, is_declared);
    return name;
}

// dimensions: n ("," n ("," n)?)?
static void parse_triple(Parser *parser, uint32_t triple[3])
{
    triple[0] = triple[1] = triple[2] = 1;
    for (int i = 0; i < 3; i++) {
        triple[i] = (uint32_t)ptx_parse_count(parser, "the size", 1, THREADS_MAX);
        if (i == 2 || !parser_accept(parser, ',')) {
            return;
        }
    }
}

void ptx_parse_function_pragma(Parser *parser)
{
    PtxFunction *function = parser->function;
    do {
        const char *text = ptx_parse_pragma(parser);
        function->pragmas = parser_room(parser->arena, function->pragmas, function->pragma_count,
                                        sizeof(const char *));
        function->pragmas[function->pragma_count++] = text;
        parser_body_statement(parser, STATEMENT_PRAGMA)->text = text;
    } while (parser_accept(parser, ','));
    parser_expect(parser, ';', "after the pragma");
}

static uint32_t parse_limit(Parser *parser)
{
    return (uint32_t)ptx_parse_count(parser, "the limit", 0, THREADS_MAX);
}

// directive: one of the performance and cluster directives; false when the token is none
static bool parse_directive(Parser *parser, PtxFunction *function)
{
    if (parser_accept_dot(parser, ".maxntid")) {
        parse_triple(parser, function->max_threads);
    } else if (parser_accept_dot(parser, ".reqntid")) {
        parse_triple(parser, function->required_threads);
    } else if (parser_accept_dot(parser, ".minnctapersm") ||
               parser_accept_dot(parser, ".maxnctapersm")) {
        function->min_blocks_per_sm = parse_limit(parser);
    } else if (parser_accept_dot(parser, ".maxnreg")) {
        function->max_registers = parse_limit(parser);
    } else if (parser_accept_dot(parser, ".reqnctapercluster")) {
        parse_triple(parser, function->cluster);
    } else if (parser_accept_dot(parser, ".maxclusterrank")) {
        function->max_cluster_rank = parse_limit(parser);
    } else if (parser_accept_dot(parser, ".abi_preserve") ||
               parser_accept_dot(parser, ".abi_preserve_control")) {
        parse_limit(parser); // a register convention of separately compiled code
    } else if (parser_accept_dot(parser, ".explicitcluster")) {
        function->is_explicit_cluster = true;
    } else if (parser_is_dot(parser, ".blocksareclusters")) {
        refuse_function(parser, function, &parser->token,
                        "not supported: '.blocksareclusters' (grids counted in clusters)");
        function->has_clusters_as_blocks = true;
        parser_next(parser);
    } else if (parser_accept_dot(parser, ".noreturn")) {
        function->is_noreturn = true;
    } else if (parser_accept_dot(parser, ".pragma")) {
        ptx_parse_function_pragma(parser);
    } else {
        return false;
    }
    return true;
}

static bool is_same_list(PtxVariable *const *a, uint32_t a_count, PtxVariable *const *b,
                         uint32_t b_count)
{
    if (a_count != b_count) {
        return false;
    }
    for (uint32_t i = 0; i < a_count; i++) {
        if (a[i]->size_bytes != b[i]->size_bytes || a[i]->space != b[i]->space) {
            return false;
        }
    }
    return true;
}

static bool is_same_signature(const PtxFunction *a, const PtxFunction *b)
{
    return a->is_entry == b->is_entry &&
           is_same_list(a->results, a->result_count, b->results, b->result_count) &&
           is_same_list(a->parameters, a->parameter_count, b->parameters, b->parameter_count);
}

static void own_parameters(PtxFunction *function)
{
    for (uint32_t i = 0; i < function->result_count; i++) {
        function->results[i]->function = function;
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        function->parameters[i]->function = function;
    }
}

static PtxFunction *add_function(Parser *parser, const Token *name, const PtxFunction *model)
{
    PtxModule *module = parser->module;
    PtxFunction *function = arena_alloc(parser->arena, sizeof *function);
    *function = *model;
    function->index = module->function_count;
    own_parameters(function);
    module->functions = parser_room(parser->arena, module->functions, module->function_count,
                                    sizeof(PtxFunction *));
    module->functions[module->function_count++] = function;
    Binding *binding = arena_alloc(&parser->scratch, sizeof *binding);
    *binding = (Binding){.kind = BINDING_FUNCTION, .name = name->name, .function = function};
    Binding **at = &name->name->binding; // behind what the signature declared under this name
    while (*at != NULL) {
        at = &(*at)->outer;
    }
    *at = binding;
    return function;
}

static const Binding *module_binding(const Name *name)
{
    const Binding *at = name->binding;
    while (at != NULL && at->depth != SCOPE_MODULE) {
        at = at->outer;
    }
    return at;
}

// Joins a signature with what is known under its name: one PtxFunction a name, the definition's
// parameters where there is one.
static PtxFunction *declare_function(Parser *parser, const Token *name, const PtxFunction *model,
                                     bool has_body)
{
    const Binding *binding = module_binding(name->name);
    if (binding == NULL) {
        return add_function(parser, name, model);
    }
    PtxFunction *known = binding->kind == BINDING_FUNCTION ? binding->function : NULL;
    if (known == NULL || (known->has_body && has_body)) {
        parser_error_at(parser, name, "redefinition of '%s'", name->name->text);
        return NULL;
    }
    if (!is_same_signature(known, model)) {
        parser_error_at(parser, name, "'%s' differs from its earlier declaration (line %u)",
                        name->name->text, known->position.line);
        return NULL;
    }
    PtxFunction joined = has_body ? *model : *known;
    joined.name = known->name;
    joined.unified = model->unified != NULL ? model->unified : known->unified;
    joined.index = known->index;
    joined.is_extern = known->is_extern && model->is_extern;
    joined.is_visible = known->is_visible || model->is_visible;
    joined.is_weak = known->is_weak || model->is_weak;
    joined.is_noreturn = known->is_noreturn || model->is_noreturn;
    *known = joined;
    own_parameters(known);
    return known;
}

bool ptx_alias_function(Parser *parser, PtxFunction *alias, const Token *name,
                        const PtxFunction *original, const Token *other)
{
    if (alias->has_body || alias->is_entry) {
        parser_error_at(parser, name, "'%s' has a body, so it cannot be an alias", alias->name);
        return false;
    }
    if (!original->has_body || original->is_entry) {
        parser_error_at(parser, other, "'%s' is not a function that is defined before",
                        original->name);
        return false;
    }
    if (!is_same_signature(alias, original)) {
        parser_error_at(parser, name, "the parameters of '%s' are not those of '%s'", alias->name,
                        original->name);
        return false;
    }
    PtxFunction joined = *original;
    joined.name = alias->name;
    joined.index = alias->index;
    joined.position = alias->position;
    joined.is_extern = false;
    joined.is_visible = alias->is_visible;
    joined.is_weak = alias->is_weak;
    *alias = joined;
    return true;
}

// Moves what the body's arena holds into the module's.
static void keep_body(Parser *parser, PtxFunction *function)
{
    Arena *arena = parser->arena;
    uint32_t count = function->register_count;
    function->registers =
        arena_grow(arena, function->registers, count, count, sizeof *function->registers);
    count = function->variable_count;
    function->variables =
        arena_grow(arena, function->variables, count, count, sizeof *function->variables);
    count = function->label_count;
    function->labels = arena_grow(arena, function->labels, count, count, sizeof *function->labels);
    count = function->instruction_count;
    function->instructions =
        arena_grow(arena, function->instructions, count, count, sizeof *function->instructions);
    count = function->statement_count;
    function->statements =
        arena_grow(arena, parser->body_statements, count, count, sizeof(PtxStatement));
}

static void begin_function(Parser *parser, PtxFunction *function)
{
    parser->function = function;
    parser->function_serial++;
    parser->has_nested_ranges = false;
    parser->body_statements = NULL;
    parser->location = 0;
    parser->first_location = parser->module->location_count;
    ptx_scope_open(parser);
}

static void end_function(Parser *parser)
{
    ptx_scope_close(parser);
    parser->function = NULL;
    parser->location = 0;
    parser->label_uses = NULL;
    parser->label_use_count = 0;
    arena_clear(&parser->body);
}

// definition: "{" body "}"
static void parse_definition(Parser *parser, PtxFunction *function)
{
    parser->function = function;
    function->has_body = true;
    function->is_extern = false;
    parser_module_statement(parser, STATEMENT_FUNCTION)->index = function->index;
    ptx_parse_body(parser);
    ptx_scope_resolve_labels(parser);
    keep_body(parser, function);
    verify_function(parser, function);
}

// After an error in a signature: skips the declaration, or the definition with its whole body.
static void skip_function(Parser *parser)
{
    parser->is_panicking = false;
    parser->token = parser->stopped_at;
    uint32_t depth = 0;
    while (parser->token.kind != TOKEN_END) {
        bool is_end = parser_is(parser, ';') && depth == 0;
        depth += parser_is(parser, '{');
        if (depth > 0 && parser_is(parser, '}')) {
            is_end = --depth == 0;
        }
        parser_next(parser);
        if (is_end) {
            return;
        }
    }
}

// function: (".entry" | ".func") attribute? ".noreturn"? signature directive* (definition | ";")
void ptx_parse_function(Parser *parser, Linkage linkage)
{
    PtxFunction model = {.is_entry = parser_is_dot(parser, ".entry"),
                         .is_extern = linkage.is_extern,
                         .is_visible = linkage.is_visible,
                         .is_weak = linkage.is_weak};
    begin_function(parser, &model);
    parser_next(parser);
    if (parser_accept_dot(parser, ".attribute")) {
        ptx_parse_attribute(parser, NULL, &model.unified);
    }
    model.is_noreturn = parser_accept_dot(parser, ".noreturn");
    Token name = ptx_parse_signature(parser, &model, true);
    while (parse_directive(parser, &model)) {
    }
    bool has_body = parser_is(parser, '{');
    if (!has_body) {
        parser_expect(parser, ';', "or '{' after the signature");
    }
    PtxFunction *function =
        parser->is_panicking ? NULL : declare_function(parser, &name, &model, has_body);
    if (parser->is_panicking) {
        skip_function(parser);
    } else if (function != NULL && has_body) {
        parse_definition(parser, function);
    } else if (function != NULL) {
        parser_module_statement(parser, STATEMENT_PROTOTYPE)->index = function->index;
    } else if (has_body) {
        ptx_parse_body(parser); // for the errors in it
    }
    end_function(parser);
}
