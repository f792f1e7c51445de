// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/link.h"

#include "isa/base/demangle.h"
#include "isa/ptx/link_merge.h"

#include <stdlib.h>
#include <string.h>

static LinkKind kind_of_function(const PtxFunction *function)
{
    return !function->has_body    ? LINK_NEEDED
           : function->is_weak    ? LINK_WEAK
           : function->is_visible ? LINK_STRONG
                                  : LINK_LOCAL;
}

// Dynamic shared memory has many names; each is its module's own.
static LinkKind kind_of_variable(const PtxVariable *variable)
{
    bool is_shared = variable->space == PTX_SPACE_SHARED;
    return variable->is_extern                        ? is_shared ? LINK_LOCAL : LINK_NEEDED
           : variable->is_weak || variable->is_common ? LINK_WEAK
           : variable->is_visible                     ? LINK_STRONG
                                                      : LINK_LOCAL;
}

static int by_name(const void *a, const void *b)
{
    const LinkSymbol *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->module > y->module) - (x->module < y->module);
}

// Names that nvcc and clang give what is static in its file, so that it has one of its own in every
// file: "__nv_static_10__1a2b_a_cu_table", "_ZL5table__static__1a2b", "_ZL1kv__intern__1a2b". NULL:
// it is no such name.
static const char *static_name(const char *name, Arena *arena)
{
    static const char prefix[] = "__nv_static_";
    static const char *const endings[] = {"__static__", "__intern__"};
    if (strncmp(name, prefix, sizeof prefix - 1) == 0) {
        char *rest;
        unsigned long size = strtoul(name + sizeof prefix - 1, &rest, 10);
        return size > 0 && size + 2 < strlen(rest) ? rest + size + 2 : NULL;
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const char *end = strstr(name, endings[i]);
        if (end != NULL && end > name) {
            return arena_text(arena, name, (size_t)(end - name));
        }
    }
    return NULL;
}

static void add_symbol(Linker *linker, LinkSymbol symbol)
{
    const char **name = symbol.function != NULL ? &symbol.function->name : &symbol.variable->name;
    const char *plain = symbol.kind == LINK_NEEDED ? NULL : static_name(*name, linker->arena);
    if (plain != NULL) {
        *name = plain;
        symbol.kind = LINK_LOCAL;
    }
    symbol.name = *name;
    linker->symbols[linker->symbol_count++] = symbol;
}

static void collect(Linker *linker)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < linker->module_count; i++) {
        total += linker->modules[i]->function_count + linker->modules[i]->variable_count;
    }
    linker->symbols = arena_alloc(linker->arena, (total + 1) * sizeof *linker->symbols);
    for (uint32_t i = 0; i < linker->module_count; i++) {
        const PtxModule *module = linker->modules[i];
        for (uint32_t k = 0; k < module->function_count; k++) {
            PtxFunction *function = module->functions[k];
            add_symbol(linker, (LinkSymbol){.module = i,
                                            .kind = kind_of_function(function),
                                            .function = function});
        }
        for (uint32_t k = 0; k < module->variable_count; k++) {
            PtxVariable *variable = module->variables[k];
            add_symbol(linker, (LinkSymbol){.module = i,
                                            .kind = kind_of_variable(variable),
                                            .variable = variable});
        }
    }
    qsort(linker->symbols, linker->symbol_count, sizeof *linker->symbols, by_name);
}

// ---- Messages

static SourcePosition position_of(const PtxModule *module, uint32_t location)
{
    const PtxLocation *at = location == 0 ? NULL : &module->locations[location];
    const char *file = at == NULL ? NULL : ptx_file_name(module, at->file);
    return file == NULL ? (SourcePosition){.file = module->file}
                        : (SourcePosition){.file = file, .line = at->line};
}

// The first line of a function in its own file; of a variable the file, whose PTX says no more.
static SourcePosition place_of(const Linker *linker, const LinkSymbol *symbol)
{
    const PtxFunction *function = symbol->function;
    const PtxModule *module = linker->modules[symbol->module];
    for (uint32_t i = 0; function != NULL && i < function->instruction_count; i++) {
        SourcePosition position = position_of(module, function->instructions[i].location);
        if (position.line != 0 && strcmp(position.file, module->file) == 0) {
            return position;
        }
    }
    return position_of(module, 0);
}

static bool names(const PtxOperand *operand, const LinkSymbol *symbol)
{
    if ((symbol->variable != NULL && operand->variable == symbol->variable) ||
        (symbol->function != NULL && operand->function == symbol->function)) {
        return true;
    }
    for (uint32_t i = 0; i < operand->element_count; i++) {
        if (names(&operand->elements[i], symbol)) {
            return true;
        }
    }
    return false;
}

static bool is_used_in(const PtxFunction *function, const LinkSymbol *symbol, uint32_t *location)
{
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const PtxInstruction *instruction = &function->instructions[i];
        for (uint32_t k = 0; k < instruction->operand_count; k++) {
            if (names(&instruction->operands[k], symbol)) {
                *location = instruction->location;
                return true;
            }
        }
    }
    return false;
}

// Whether the symbol's module uses it, and where.
static bool find_use(const Linker *linker, const LinkSymbol *symbol, SourcePosition *position)
{
    const PtxModule *module = linker->modules[symbol->module];
    uint32_t location = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (is_used_in(module->functions[i], symbol, &location)) {
            *position = position_of(module, location);
            return true;
        }
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = module->variables[i];
        for (uint32_t k = 0; k < variable->relocation_count; k++) {
            if ((symbol->variable != NULL &&
                 variable->relocations[k].variable == symbol->variable) ||
                (symbol->function != NULL &&
                 variable->relocations[k].function == symbol->function)) {
                *position = (SourcePosition){.file = module->file};
                return true;
            }
        }
    }
    return false;
}

static const char *name_of(const Linker *linker, const LinkSymbol *symbol)
{
    return demangle_in(linker->arena, symbol->name, DEMANGLE_FULL);
}

TEXT_PRINTF(3, 4)
static void report(const Linker *linker, SourcePosition position, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    diagnostics_add(linker->diagnostics, DIAGNOSTIC_ERROR, position, NULL, "%s",
                    text_string(&text));
    text_destroy(&text);
}

static void note_definition(const Linker *linker, const LinkSymbol *definition)
{
    diagnostics_add(linker->diagnostics, DIAGNOSTIC_NOTE, place_of(linker, definition), NULL,
                    "'%s' is defined here", name_of(linker, definition));
}

// ---- Resolution

static bool are_alike(PtxVariable *const *a, uint32_t a_count, PtxVariable *const *b,
                      uint32_t b_count)
{
    bool is_alike = a_count == b_count;
    for (uint32_t i = 0; is_alike && i < a_count; i++) {
        is_alike = a[i]->size_bytes == b[i]->size_bytes && a[i]->space == b[i]->space;
    }
    return is_alike;
}

static const char *contradiction(const LinkSymbol *symbol, const LinkSymbol *definition)
{
    const PtxFunction *f = symbol->function, *g = definition->function;
    const PtxVariable *v = symbol->variable, *w = definition->variable;
    if ((f == NULL) != (g == NULL)) {
        return "is declared as a function in one file and as a variable in another";
    }
    if (f != NULL) {
        bool is_alike =
            f->is_entry == g->is_entry &&
            are_alike(f->results, f->result_count, g->results, g->result_count) &&
            are_alike(f->parameters, f->parameter_count, g->parameters, g->parameter_count);
        return is_alike ? NULL : "is declared with another result or other parameters";
    }
    if (v->space != w->space) {
        return "is declared in another memory space (__device__, __constant__)";
    }
    bool is_open = v->size_bytes == 0 || (v->dimension_count > 0 && v->dimension[0] == 0);
    return is_open || v->size_bytes == w->size_bytes ? NULL : "is declared with another size";
}

// What a module declares becomes a declaration of the definition, as the reader wants it.
static void declare(LinkSymbol *symbol, const LinkSymbol *definition)
{
    if (symbol->function != NULL) {
        symbol->function->is_extern = true;
        symbol->function->is_weak = symbol->function->is_visible = false;
        symbol->function->has_body = false;
        return;
    }
    const char *name = symbol->variable->name;
    uint32_t index = symbol->variable->index;
    *symbol->variable = *definition->variable;
    symbol->variable->name = name;
    symbol->variable->index = index;
    symbol->variable->initial = NULL;
    symbol->variable->relocation_count = 0;
    symbol->variable->is_extern = true;
    symbol->variable->is_visible = symbol->variable->is_weak = symbol->variable->is_common = false;
}

static void join(Linker *linker, LinkSymbol *symbol, LinkSymbol *definition)
{
    const char *problem = contradiction(symbol, definition);
    if (problem != NULL) {
        SourcePosition position = place_of(linker, symbol);
        find_use(linker, symbol, &position);
        report(linker, position, "'%s' %s", name_of(linker, symbol), problem);
        note_definition(linker, definition);
    } else if (symbol->kind == LINK_STRONG) {
        report(linker, place_of(linker, symbol), "'%s' is defined in two files of device code",
               name_of(linker, symbol));
        note_definition(linker, definition);
    } else {
        declare(symbol, definition);
    }
}

static void refuse_undefined(Linker *linker, const LinkSymbol *symbol)
{
    SourcePosition position;
    bool is_provided = symbol->function != NULL && linker->is_provided(symbol->name);
    if (!is_provided && find_use(linker, symbol, &position)) {
        report(linker, position, "'%s' is used, but no file defines it in device code",
               name_of(linker, symbol));
    }
}

static bool is_known(const Linker *linker, const char *name)
{
    LinkSymbol wanted = {.name = name};
    for (uint32_t low = 0, high = linker->symbol_count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(wanted.name, linker->symbols[middle].name);
        if (order == 0) {
            return true;
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return false;
}

static const char *fresh_name(const Linker *linker, const LinkSymbol *symbol)
{
    for (uint32_t number = symbol->module + 1;; number += linker->module_count) {
        const char *name = arena_printf(linker->arena, "%s$%u", symbol->name, number);
        if (!is_known(linker, name)) {
            return name;
        }
    }
}

// Parameters are named after their function.
static void rename_symbol(const Linker *linker, LinkSymbol *symbol)
{
    size_t size = strlen(symbol->name);
    PtxFunction *function = symbol->function;
    symbol->linked = fresh_name(linker, symbol);
    if (function == NULL) {
        symbol->variable->name = symbol->linked;
        return;
    }
    function->name = symbol->linked;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        PtxVariable *parameter = function->parameters[i];
        if (parameter->name != NULL && strncmp(parameter->name, symbol->name, size) == 0) {
            parameter->name =
                arena_printf(linker->arena, "%s%s", symbol->linked, parameter->name + size);
        }
    }
}

static LinkSymbol *definition_of(LinkSymbol *first, uint32_t count)
{
    LinkSymbol *definition = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool is_better = first[i].kind == LINK_STRONG
                             ? definition == NULL || definition->kind == LINK_WEAK
                             : first[i].kind == LINK_WEAK && definition == NULL;
        definition = is_better ? &first[i] : definition;
    }
    return definition;
}

// Of the first module alone a local name stays, if no other means something by it.
static void rename_locals(Linker *linker, LinkSymbol *first, uint32_t count)
{
    bool is_taken = false;
    for (uint32_t i = 0; i < count; i++) {
        is_taken = is_taken || first[i].kind == LINK_WEAK || first[i].kind == LINK_STRONG;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (first[i].kind == LINK_LOCAL && is_taken) {
            rename_symbol(linker, &first[i]);
        }
        is_taken = is_taken || first[i].kind == LINK_LOCAL;
    }
}

// What the symbol's own module has under its name: clang declares static variables as extern, too.
static const LinkSymbol *own_local(const LinkSymbol *symbol, const LinkSymbol *first,
                                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (first[i].kind == LINK_LOCAL && first[i].module == symbol->module) {
            return &first[i];
        }
    }
    return NULL;
}

// All symbols of one name.
static void resolve(Linker *linker, LinkSymbol *first, uint32_t count)
{
    LinkSymbol *definition = definition_of(first, count);
    rename_locals(linker, first, count);
    for (uint32_t i = 0; i < count; i++) {
        LinkSymbol *symbol = &first[i];
        const LinkSymbol *local = own_local(symbol, first, count);
        if (symbol->kind == LINK_LOCAL || symbol == definition) {
            continue;
        }
        if (symbol->kind == LINK_NEEDED && local != NULL && symbol->variable != NULL &&
            local->variable != NULL) {
            declare(symbol, local);
            symbol->variable->name = local->variable->name;
        } else if (definition == NULL) {
            refuse_undefined(linker, symbol);
        } else {
            join(linker, symbol, definition);
        }
    }
}

static void list_locals(const Linker *linker, PtxLinked *linked)
{
    linked->locals =
        arena_alloc(&linked->arena, (linker->symbol_count + 1) * sizeof *linked->locals);
    for (uint32_t i = 0; i < linker->symbol_count; i++) {
        const LinkSymbol *symbol = &linker->symbols[i];
        const char *name = symbol->linked == NULL ? symbol->name : symbol->linked;
        if (symbol->kind == LINK_LOCAL) {
            linked->locals[linked->local_count++] = (PtxLocal){
                symbol->module, arena_text(&linked->arena, symbol->name, strlen(symbol->name)),
                arena_text(&linked->arena, name, strlen(name))};
        }
    }
}

bool ptx_link(PtxModule *const *modules, uint32_t count, bool (*is_provided)(const char *name),
              PtxLinked *linked, Diagnostics *diagnostics)
{
    Arena arena = {0};
    Linker linker = {.arena = &arena,
                     .modules = modules,
                     .module_count = count,
                     .is_provided = is_provided,
                     .diagnostics = diagnostics};
    *linked = (PtxLinked){0};
    collect(&linker);
    uint32_t end;
    for (uint32_t at = 0; at < linker.symbol_count; at = end) {
        for (end = at + 1; end < linker.symbol_count &&
                           strcmp(linker.symbols[at].name, linker.symbols[end].name) == 0;
             end++) {
        }
        resolve(&linker, &linker.symbols[at], end - at);
    }
    bool is_good = diagnostics->error_count == 0;
    if (is_good) {
        Text text = {0};
        link_merge(&linker, &text);
        linked->ptx = arena_text(&linked->arena, text_string(&text), text.size_bytes);
        linked->ptx_bytes = text.size_bytes;
        text_destroy(&text);
        list_locals(&linker, linked);
    }
    arena_clear(&arena);
    return is_good;
}

void ptx_linked_clear(PtxLinked *linked)
{
    arena_clear(&linked->arena);
    *linked = (PtxLinked){0};
}
