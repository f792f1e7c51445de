// SPDX-License-Identifier: Apache-2.0
// From the checked tree to the intermediate representation, a function at a time.
#include "isa/cuda/ir/generate.h"

#include <stdarg.h>
#include <string.h>

void generate_error(Generator *g, SourceLocation at, const char *format, ...)
{
    Text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    source_report(g->module->tree->source, g->module->diagnostics, DIAGNOSTIC_ERROR, at, "%s",
                  text_string(&message));
    text_destroy(&message);
}

bool generate_enter(Generator *g, SourceLocation at)
{
    if (g->depth >= GENERATE_DEPTH_LIMIT) {
        generate_error(g, at, "nested too deeply");
        return false;
    }
    g->depth++;
    return true;
}

void generate_leave(Generator *g)
{
    g->depth--;
}

// What a running kernel finds without a body: what the compiler's headers declare, and calls of the
// driver by the names that programs may declare themselves (PTX Writer's Guide, "System Calls").
static bool is_external(const Source *source, const Function *function)
{
    static const char *const names[] = {"vprintf", "printf", "malloc", "free", "__assertfail"};
    uint32_t file = function->location.file;
    bool is_known = file < source->file_count && source->files[file].is_library;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is_known = is_known || strcmp(names[i], function->mangled) == 0;
    }
    return is_known;
}

static IrFunction *declare(Generator *g, Function *function)
{
    IrModule *module = g->module;
    if (function->body != NULL) {
        IrFunction *made = ir_function(module, function);
        made->is_visible = module->is_relocatable && !function->is_internal &&
                           !is_external(module->tree->source, function);
        return made;
    }
    bool is_own = !is_external(module->tree->source, function);
    if (is_own && !module->is_relocatable) {
        module->is_refused_by_all = true;
        generate_error(g, g->at,
                       "'%s' is called but never defined in this file (-rdc=true links device code "
                       "across files)",
                       function->name);
    }
    IrFunction *made = arena_alloc(module->arena, sizeof *made);
    made->module = module;
    made->function = function;
    made->is_of_other_file = is_own;
    module->externals = arena_grow(module->arena, (void *)module->externals, module->external_count,
                                   module->external_count + 1, sizeof *module->externals);
    module->externals[module->external_count++] = made;
    return made;
}

IrFunction *generate_callee(Generator *g, Function *function)
{
    if (function->back == NULL) {
        IrFunction *made = declare(g, function);
        made->result = type_is_aggregate(function->result) ? IR_VOID : ir_type_of(function->result);
        function->back = made;
    }
    return function->back;
}

// ---- Variables

IrInstruction *generate_local(Generator *g, const Type *type, Variable *variable)
{
    IrInstruction *local = ir_create(g->function, IR_LOCAL, IR_POINTER, g->at);
    uint32_t align = type_align(type);
    local->space = IR_SPACE_LOCAL;
    local->size_bytes = type_size(type);
    local->align_bytes =
        variable != NULL && variable->align_bytes > align ? variable->align_bytes : align;
    local->variable = variable;
    local->shown = shown_variable(g->module, variable, g->function->function);
    if (g->last_local != NULL) {
        ir_insert_after(g->last_local, local);
    } else if (g->function->entry->first != NULL) {
        ir_insert_before(g->function->entry->first, local);
    } else {
        ir_append(g->function->entry, local);
    }
    g->last_local = local;
    return local;
}

void generate_home(Generator *g, Variable *variable, IrInstruction *pointer)
{
    VariableHome *home = variable->back;
    if (home == NULL) {
        home = arena_alloc(g->arena, sizeof *home);
        variable->back = home;
    }
    *home = (VariableHome){g->function, pointer};
}

static IrInstruction *symbol(Generator *g, Variable *variable)
{
    IrInstruction *made = make_op(g, IR_SYMBOL, IR_POINTER);
    made->variable = variable;
    made->space = variable->space == SPACE_SHARED     ? IR_SPACE_SHARED
                  : variable->space == SPACE_CONSTANT ? IR_SPACE_CONSTANT
                                                      : IR_SPACE_GLOBAL;
    return made;
}

IrInstruction *generate_variable(Generator *g, Variable *variable)
{
    if (variable->space != SPACE_AUTOMATIC) {
        return symbol(g, variable);
    }
    if (variable->is_result && g->result != NULL) {
        return g->result;
    }
    VariableHome *home = variable->back;
    if (home == NULL || home->function != g->function) {
        generate_home(g, variable, generate_local(g, variable->type, variable));
        home = variable->back;
    }
    return home->pointer;
}

// ---- Parameters

static uint64_t aligned(uint64_t offset, uint64_t align)
{
    return (offset + align - 1) / align * align;
}

static void store_parameter(Generator *g, Variable *parameter, IrInstruction *value)
{
    IrInstruction *local = generate_local(g, parameter->type, parameter);
    generate_home(g, parameter, local);
    make_store(g, local, value, ir_memory_of(parameter->type), local->align_bytes);
}

// A parameter of class type stays where it lies when it is only read.
static void kernel_parameter(Generator *g, Variable *parameter, uint64_t offset)
{
    IrInstruction *pointer = make_op(g, IR_PARAMETER, IR_POINTER);
    pointer->space = IR_SPACE_PARAMETER;
    pointer->integer = offset;
    pointer->variable = parameter;
    uint32_t align = type_align(parameter->type);
    if (!type_is_aggregate(parameter->type)) {
        store_parameter(g, parameter, make_load(g, pointer, ir_memory_of(parameter->type), align));
        return;
    }
    if (parameter->is_grid_constant || is_only_read(g->function->function, parameter)) {
        generate_home(g, parameter, pointer);
        return;
    }
    IrInstruction *local = generate_local(g, parameter->type, parameter);
    generate_home(g, parameter, local);
    Place to = {.pointer = local, .type = parameter->type, .align_bytes = local->align_bytes};
    Place from = {.pointer = pointer, .type = parameter->type, .align_bytes = align};
    generate_copy(g, to, from);
}

static void kernel_parameters(Generator *g, const Function *function)
{
    uint64_t offset = 0;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        Variable *parameter = function->parameters[i];
        uint64_t size = type_size(parameter->type);
        offset = aligned(offset, type_align(parameter->type));
        g->at = function->location;
        kernel_parameter(g, parameter, offset);
        offset += size == 0 ? 1 : size;
    }
}

static IrInstruction *add_argument(Generator *g, IrType type, Variable *variable)
{
    IrFunction *function = g->function;
    IrInstruction *made = make_op(g, IR_ARGUMENT, type);
    made->integer = function->argument_count;
    made->variable = variable;
    function->arguments =
        arena_grow(g->module->arena, (void *)function->arguments, function->argument_count,
                   function->argument_count + 1, sizeof(IrInstruction *));
    function->arguments[function->argument_count++] = made;
    return made;
}

static void device_parameters(Generator *g, const Function *function)
{
    if (type_is_aggregate(function->result)) {
        g->result = add_argument(g, IR_POINTER, NULL);
    }
    IrInstruction **values =
        arena_alloc(g->arena, (function->parameter_count + 1) * sizeof(IrInstruction *));
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        Variable *parameter = function->parameters[i];
        bool is_class = type_is_aggregate(parameter->type);
        values[i] = add_argument(g, is_class ? IR_POINTER : ir_type_of(parameter->type), parameter);
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (type_is_aggregate(function->parameters[i]->type)) {
            generate_home(g, function->parameters[i], values[i]); // the caller's copy is ours
        } else {
            store_parameter(g, function->parameters[i], values[i]);
        }
    }
}

// ---- Functions

static void end_function(Generator *g)
{
    if (g->block->last != NULL && ir_is_terminator(g->block->last)) {
        return;
    }
    IrInstruction *made = make_op(g, IR_RETURN, IR_VOID);
    if (g->function->result != IR_VOID) { // falling off the end: any value
        ir_add_operand(made, ir_undefined(g->function, g->function->result));
    }
}

static void generate_function(Generator *g, Function *function)
{
    g->function = generate_callee(g, function);
    if (g->function->entry != NULL) {
        return;
    }
    g->last_local = g->result = NULL;
    g->break_to = g->continue_to = NULL;
    g->cases = NULL;
    g->labels = NULL;
    g->depth = 0;
    g->scope_end = 0;
    g->at = function->location;
    g->block = ir_block(g->function);
    if (function->is_kernel) {
        kernel_parameters(g, function);
    } else {
        device_parameters(g, function);
    }
    generate_statement(g, function->body);
    g->at = function->body->end.line != 0 ? function->body->end : function->location;
    end_function(g);
    for (IrBlock *block = g->function->entry; block != NULL; block = block->next) {
        if (block->last == NULL || !ir_is_terminator(block->last)) { // a label nobody defined
            g->block = block;
            make_op(g, IR_UNREACHABLE, IR_VOID);
        }
    }
    ir_order(g->function);
}

// Tables of functions: whoever reads them may call what is in them.
static void note_stored_addresses(Generator *g, const Variable *variable)
{
    const InitialValue *initial = variable->initial == NULL ? NULL : variable->initial->initial;
    for (uint32_t i = 0; initial != NULL && i < initial->address_count; i++) {
        if (initial->addresses[i].function != NULL) {
            g->at = variable->location;
            generate_callee(g, initial->addresses[i].function)->is_address_stored = true;
        }
    }
}

IrModule *ir_generate(Arena *arena, Tree *tree, uint32_t compute_capability, bool is_relocatable,
                      bool checks_indices, Diagnostics *diagnostics)
{
    IrModule *module = arena_alloc(arena, sizeof *module);
    *module = (IrModule){.arena = arena,
                         .tree = tree,
                         .diagnostics = diagnostics,
                         .compute_capability = compute_capability,
                         .is_relocatable = is_relocatable,
                         .checks_indices = checks_indices};
    Generator g = {.arena = arena, .module = module};
    for (uint32_t i = 0; i < tree->function_count; i++) {
        if (tree->functions[i]->body != NULL) {
            generate_function(&g, tree->functions[i]);
        }
    }
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        note_stored_addresses(&g, tree->variables[i]);
    }
    return module;
}
