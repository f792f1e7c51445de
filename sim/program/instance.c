// SPDX-License-Identifier: Apache-2.0
// Finds the instances of its kernel templates that a file's host code uses, from the stubs in its
// object.
#include "isa/base/demangle.h"
#include "sim/program/build.h"
#include "sim/runtime/symbols.h"

#include <string.h>

// The end of a qualified name with its template arguments, at a top-level ( or the text's end.
static const char *name_end(const char *name)
{
    uint32_t angles = 0, groups = 0;
    for (const char *at = name; *at != 0; at++) {
        bool is_top = groups == 0;
        if (*at == '(' && angles == 0 && is_top) {
            return at;
        }
        groups += *at == '(';
        groups -= *at == ')' && groups > 0;
        angles += *at == '<' && is_top;
        angles -= *at == '>' && is_top && angles > 0;
    }
    return name + strlen(name);
}

// Where the template arguments begin that the name ends with; NULL when there are none.
static const char *arguments_of(const char *name, const char *end)
{
    uint32_t angles = 0, groups = 0;
    if (end == name || end[-1] != '>') {
        return NULL;
    }
    for (const char *at = end - 1; at > name; at--) {
        groups += *at == ')';
        groups -= *at == '(' && groups > 0;
        angles += *at == '>' && groups == 0;
        if (*at == '<' && groups == 0 && --angles == 0) {
            return at;
        }
    }
    return NULL;
}

static bool is_template(const BuildUnit *unit, const char *name, const char *end)
{
    size_t size = (size_t)(end - name);
    for (uint32_t i = 0; i < unit->templates.count; i++) {
        const char *one = unit->templates.at[i];
        if (strlen(one) == size && memcmp(one, name, size) == 0) {
            return true;
        }
    }
    return false;
}

// Unnamed namespaces have no name in source code: their parts of the text are removed.
static const char *without_unnamed(const char *full, Arena *arena)
{
    static const char unnamed[] = "<unnamed>::";
    char *copy = arena_text(arena, full, strlen(full)), *to = copy;
    for (const char *at = full; *at != 0;) {
        bool is_unnamed = strncmp(at, unnamed, sizeof unnamed - 1) == 0;
        at += is_unnamed ? sizeof unnamed - 1 : 0;
        if (!is_unnamed) {
            *to++ = *at++;
        }
    }
    *to = 0;
    return copy;
}

// "void ns::reduce<(unsigned int)256>(const int *)" gives "ns::reduce<(unsigned int)256>".
static const char *instance_of(const BuildUnit *unit, const char *full, Arena *arena)
{
    const char *name = without_unnamed(full, arena);
    name += strncmp(name, "void ", 5) == 0 ? 5 : 0;
    const char *end = name_end(name), *arguments = arguments_of(name, end);
    return arguments != NULL && is_template(unit, name, arguments)
               ? arena_text(arena, name, (size_t)(end - name))
               : NULL;
}

// The short form leaves parameters out, which may be of types that the other cannot print.
static const char *instance_at(const BuildUnit *unit, const Symbol *symbol, Arena *arena)
{
    Text full = {0}, brief = {0};
    const char *instance = NULL;
    if (symbol->is_function && demangle(symbol->name, DEMANGLE_FULL, &full)) {
        instance = instance_of(unit, text_string(&full), arena);
    } else if (symbol->is_function && demangle(symbol->name, DEMANGLE_SHORT, &brief)) {
        instance = instance_of(unit, text_string(&brief), arena);
    }
    text_destroy(&full);
    text_destroy(&brief);
    return instance;
}

// An instance whose arguments have no name in source code, such as lambdas: "4eachIZ4mainEUliE_E".
static void warn_of_unnameable(Build *build, const BuildUnit *unit, const Symbol *symbol)
{
    Text full = {0};
    bool is_readable = !symbol->is_function || demangle(symbol->name, DEMANGLE_SHORT, &full);
    text_destroy(&full);
    for (uint32_t i = 0; !is_readable && i < unit->templates.count; i++) {
        const char *kernel = unit->templates.at[i], *last = strrchr(kernel, ':');
        last = last == NULL ? kernel : last + 1;
        const char *start = arena_printf(build->arena, "%zu%sI", strlen(last), last);
        if (strncmp(symbol->name, "_Z", 2) == 0 && strstr(symbol->name, start) != NULL) {
            Diagnostics warning = {0};
            SourcePosition position = {.file = unit->path};
            diagnostics_add(&warning, DIAGNOSTIC_WARNING, position, NULL,
                            "kernel template '%s' is launched with template arguments that have "
                            "no name (a lambda?): that launch will fail; a structure with "
                            "operator() instead of a lambda works",
                            kernel);
            build_tell(build, STAGE_HOST, &warning);
            diagnostics_clear(&warning);
            return;
        }
    }
}

ProgramList build_instances(Build *build, const BuildUnit *unit)
{
    SymbolFile *symbols = symbols_open(unit->object);
    const char **names = NULL;
    uint32_t count = 0, room = 0, index = 0;
    Symbol symbol;
    while (symbols != NULL && symbols_next(symbols, &index, &symbol)) {
        const char *instance = instance_at(unit, &symbol, build->arena);
        if (instance == NULL) {
            warn_of_unnameable(build, unit, &symbol);
            continue;
        }
        names = arena_room(build->arena, names, count, &room, sizeof *names);
        // The stub's own name, so that the launch finds what the host's compiler called it.
        names[count++] = arena_printf(build->arena, "%s\t%s", instance, symbol.name);
    }
    if (symbols != NULL) {
        symbols_close(symbols);
    }
    return (ProgramList){names, count};
}
