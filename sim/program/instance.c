// SPDX-License-Identifier: Apache-2.0
// Which instances of its kernel templates a file's host code uses: the stubs in its object say.
#include "sim/program/build.h"
#include "sim/program/cache.h"
#include "sim/report/demangle.h"
#include "sim/runtime/symbols.h"

#include <string.h>

// "void ns::reduce<(unsigned int)256>(const int *)": from the name to behind its last >.
static const char *instance_of(const char *full, const char *template_name, Arena *arena)
{
    size_t size = strlen(template_name);
    const char *name = strncmp(full, "void ", 5) == 0 ? full + 5 : full;
    static const char hidden[] = "(anonymous namespace)::";
    while (strncmp(name, hidden, sizeof hidden - 1) == 0) {
        name += sizeof hidden - 1;
    }
    if (strncmp(name, template_name, size) != 0 || name[size] != '<') {
        return NULL;
    }
    uint32_t angles = 0, groups = 0;
    for (const char *at = name + size; *at != 0; at++) {
        groups += *at == '(';
        groups -= *at == ')' && groups > 0;
        angles += *at == '<' && groups == 0;
        if (*at == '>' && groups == 0 && --angles == 0) {
            return arena_text(arena, name, (size_t)(at - name) + 1);
        }
    }
    return NULL;
}

static const char *instance_of_any(const BuildUnit *unit, const char *mangled, Arena *arena)
{
    Text full = {0};
    const char *instance = NULL;
    if (demangle(mangled, DEMANGLE_FULL, &full)) {
        for (uint32_t i = 0; i < unit->kernel_count && instance == NULL; i++) {
            instance = unit->kernels[i].is_template
                           ? instance_of(text_string(&full), unit->kernels[i].name, arena)
                           : NULL;
        }
    }
    text_destroy(&full);
    return instance;
}

ProgramList build_instances(const Build *build, const BuildUnit *unit)
{
    SymbolFile *symbols = symbols_open(unit->object);
    const char **names = NULL;
    uint32_t count = 0, room = 0, index = 0;
    Symbol symbol;
    while (symbols != NULL && symbols_next(symbols, &index, &symbol)) {
        const char *instance =
            symbol.is_function ? instance_of_any(unit, symbol.name, build->arena) : NULL;
        if (instance == NULL) {
            continue;
        }
        if (count == room) {
            names = arena_grow(build->arena, names, room, room * 2 + 16, sizeof *names);
            room = room * 2 + 16;
        }
        names[count++] = instance;
    }
    if (symbols != NULL) {
        symbols_close(symbols);
    }
    return (ProgramList){names, count};
}
