// SPDX-License-Identifier: Apache-2.0
// Modules as one: their parts stand behind each other, under new numbers, for the printer. What the
// modules have in comments (source_name.h, source_variable.h) is copied.
#include "isa/ptx/link_merge.h"

#include "isa/base/source_name.h"
#include "isa/base/source_variable.h"
#include "isa/ptx/statement.h"

#include <string.h>

// Where the parts of one module start in the linked one.
typedef struct Shift {
    uint32_t files, locations, variables, functions;
} Shift;

static void add_head(PtxModule *linked, const PtxModule *module)
{
    uint32_t version = module->version_major * 100 + module->version_minor;
    if (version > linked->version_major * 100 + linked->version_minor) {
        linked->version_major = module->version_major;
        linked->version_minor = module->version_minor;
    }
    if (module->target > linked->target) {
        linked->target = module->target;
        linked->target_feature = module->target_feature;
    }
    if (module->address_bits > linked->address_bits) {
        linked->address_bits = module->address_bits;
    }
    linked->is_texmode_independent |= module->is_texmode_independent;
    linked->is_map_f64_to_f32 |= module->is_map_f64_to_f32;
}

static uint32_t highest_file(const PtxModule *module)
{
    uint32_t highest = 0;
    for (uint32_t i = 0; i < module->file_count; i++) {
        highest = module->files[i].number > highest ? module->files[i].number : highest;
    }
    return highest;
}

static PtxLocation shifted_location(const PtxLocation *from, const Shift *shift,
                                    uint32_t file_number)
{
    PtxLocation location = *from;
    location.file += file_number;
    location.inlined_at += location.inlined_at == 0 ? 0 : shift->locations;
    return location;
}

// Arrays of all parts.
static void make_room(const Linker *linker, PtxModule *linked)
{
    uint32_t files = 0, locations = 1, variables = 0, functions = 0, statements = 0;
    for (uint32_t i = 0; i < linker->module_count; i++) {
        const PtxModule *module = linker->modules[i];
        files += module->file_count;
        locations += module->location_count;
        variables += module->variable_count;
        functions += module->function_count;
        statements += module->statement_count;
    }
    Arena *arena = linker->arena;
    linked->files = arena_alloc(arena, (files + 1) * sizeof *linked->files);
    linked->locations = arena_alloc(arena, (locations + 1) * sizeof *linked->locations);
    linked->variables = arena_alloc(arena, (variables + 1) * sizeof *linked->variables);
    linked->functions = arena_alloc(arena, (functions + 1) * sizeof *linked->functions);
    linked->statements = arena_alloc(arena, (statements + 1) * sizeof *linked->statements);
    linked->location_count = 1;
}

static void shift_body(PtxFunction *function, const Shift *shift, Arena *arena)
{
    PtxStatement *statements =
        arena_alloc(arena, (function->statement_count + 1) * sizeof *statements);
    for (uint32_t i = 0; i < function->statement_count; i++) {
        statements[i] = function->statements[i];
        statements[i].index += statements[i].kind == STATEMENT_LOCATION ? shift->locations : 0;
    }
    function->statements = statements;
}

static PtxStatement shifted_statement(const PtxModule *module, const PtxStatement *from,
                                      const Shift *shift)
{
    PtxStatement statement = *from;
    switch (from->kind) {
    case STATEMENT_FILE: statement.index += shift->files; break;
    case STATEMENT_VARIABLE:
    case STATEMENT_DECLARATION: statement.index += shift->variables; break;
    case STATEMENT_FUNCTION:
        statement.kind =
            module->functions[from->index]->has_body ? STATEMENT_FUNCTION : STATEMENT_PROTOTYPE;
        statement.index += shift->functions;
        break;
    case STATEMENT_PROTOTYPE: statement.index += shift->functions; break;
    default: break;
    }
    return statement;
}

// The numbers of files from `file_number` on are free.
static void add_module(PtxModule *linked, const PtxModule *module, uint32_t file_number,
                       Arena *arena)
{
    PtxStatement *statements = (PtxStatement *)(uintptr_t)linked->statements;
    Shift shift = {linked->file_count, linked->location_count, linked->variable_count,
                   linked->function_count};
    add_head(linked, module);
    for (uint32_t i = 0; i < module->file_count; i++) {
        linked->files[linked->file_count++] =
            (PtxFile){module->files[i].number + file_number, module->files[i].name};
    }
    for (uint32_t i = 0; i < module->location_count; i++) {
        linked->locations[linked->location_count++] =
            shifted_location(&module->locations[i], &shift, file_number);
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        linked->variables[linked->variable_count++] = module->variables[i];
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        shift_body(module->functions[i], &shift, arena);
        linked->functions[linked->function_count++] = module->functions[i];
    }
    for (uint32_t i = 0; i < module->statement_count; i++) {
        statements[linked->statement_count++] =
            shifted_statement(module, &module->statements[i], &shift);
    }
}

// What the symbol of a module is called now, in the text.
static void put_linked_name(const Linker *linker, uint32_t module, const char *symbol, size_t size,
                            Text *out)
{
    for (uint32_t i = 0; i < linker->symbol_count; i++) {
        const LinkSymbol *at = &linker->symbols[i];
        size_t length = strlen(at->name);
        bool is_it = at->linked != NULL && at->module == module && length <= size &&
                     memcmp(at->name, symbol, length) == 0 &&
                     (length == size || strncmp(symbol + length, "_param_", 7) == 0);
        if (is_it) {
            text_put(out, at->linked);
            text_add(out, symbol + length, size - length);
            return;
        }
    }
    text_add(out, symbol, size);
}

typedef const char *NextComment(const char *ptx, const char **symbol);

static void copy_comments(const Linker *linker, uint32_t module, NextComment *next, Text *out)
{
    const char *symbol;
    for (const char *at = next(linker->modules[module]->source, &symbol); at != NULL;
         at = next(symbol, &symbol)) {
        size_t size = strcspn(symbol, " \n");
        text_add(out, at, (size_t)(symbol - at));
        put_linked_name(linker, module, symbol, size, out);
        text_add(out, symbol + size, strcspn(symbol + size, "\n"));
        text_put(out, "\n");
    }
}

void link_merge(const Linker *linker, Text *out)
{
    PtxModule linked = {0};
    uint32_t file_number = 0;
    make_room(linker, &linked);
    for (uint32_t i = 0; i < linker->module_count; i++) {
        add_module(&linked, linker->modules[i], file_number, linker->arena);
        file_number += highest_file(linker->modules[i]) + 1;
    }
    ptx_print(&linked, out);
    for (uint32_t i = 0; i < linker->module_count; i++) {
        copy_comments(linker, i, source_name_next, out);
        copy_comments(linker, i, source_variable_next, out);
    }
}
