// SPDX-License-Identifier: Apache-2.0
#include "sim/program/fresh.h"

#include "sim/runtime/symbols.h"

// Where the linker cannot rename, as on macOS, or the address sanitizer has functions of its own,
// the program's memory holds what it holds.
#if defined __APPLE__ || defined __SANITIZE_ADDRESS__
#define CAN_WRAP 0
#else
#define CAN_WRAP 1
#endif

static const char *const names[] = {
#define ALLOCATION(name) #name,
#include "sim/runtime/fresh.def"
#undef ALLOCATION
};
enum { NAME_COUNT = sizeof names / sizeof *names };

static bool defines_any(const SymbolFile *symbols)
{
    Symbol symbol;
    uint32_t i = 0;
    while (i < NAME_COUNT && !symbols_find(symbols, names[i], NULL, &symbol)) {
        i++;
    }
    return i < NAME_COUNT;
}

// The C++ library's functions call each other, and what one has allocated another frees: all or
// none are replaced.
static bool has_own_allocator(const Build *build)
{
    bool has_own = false;
    for (uint32_t i = 0; i < build->unit_count && !has_own; i++) {
        SymbolFile *symbols = symbols_open(build->units[i].object);
        if (symbols != NULL) {
            has_own = defines_any(symbols);
            symbols_close(symbols);
        }
    }
    return has_own;
}

void fresh_add_linker(const Build *build, Command *command)
{
    if (!CAN_WRAP || has_own_allocator(build)) {
        return;
    }
    for (uint32_t i = 0; i < NAME_COUNT; i++) {
        command_add(command, arena_printf(build->arena, "-Wl,--wrap=%s", names[i]));
    }
}
