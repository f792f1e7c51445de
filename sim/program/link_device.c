// SPDX-License-Identifier: Apache-2.0
// Device code that was compiled with -rdc=true becomes one module, as nvcc's device linker makes
// it.
#include "isa/machine/program.h"
#include "isa/ptx/link.h"
#include "sim/program/build.h"

#include <string.h>

bool build_is_relocatable(const Build *build, const BuildUnit *unit)
{
    const ProgramOptions *options = unit->options == NULL ? build->options : unit->options;
    return unit->language == LANGUAGE_CUDA && options->is_relocatable;
}

static bool compile_again(Build *build, BuildUnit *unit)
{
    return build_device_instead(build, unit) != NULL ||
           build_error(build,
                       "device code of several files must come from one compiler to be linked, and "
                       "%s is only taken by the built-in one",
                       unit->path);
}

bool build_agree(Build *build)
{
    const char *other = NULL;
    for (uint32_t i = 0; i < build->unit_count; i++) {
        const BuildUnit *unit = &build->units[i];
        other =
            build_is_relocatable(build, unit) && unit->compiler != NULL ? unit->compiler : other;
    }
    for (uint32_t i = 0; other != NULL && i < build->unit_count; i++) {
        BuildUnit *unit = &build->units[i];
        if (build_is_relocatable(build, unit) && unit->compiler == NULL &&
            !build_unit(build, unit, compile_again)) {
            return false;
        }
    }
    return true;
}

static void keep_locals(const Build *build, const PtxLinked *linked, const BuildUnit *const *units,
                        ProgramUnit *result)
{
    Arena *arena = build->arena;
    result->locals = arena_alloc(arena, (linked->local_count + 1) * sizeof *result->locals);
    for (uint32_t i = 0; i < linked->local_count; i++) {
        const PtxLocal *local = &linked->locals[i];
        result->locals[result->local_count++] = (ProgramLocal){
            units[local->module]->name, arena_text(arena, local->name, strlen(local->name)),
            arena_text(arena, local->linked, strlen(local->linked))};
    }
}

static bool is_of_library(const char *name)
{
    return strstr(name, "__lockstep_") != NULL; // mangled or not
}

// Clang compiles the built-in library's functions and tables with every file.
static void share_library(PtxModule *module)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        module->functions[i]->is_weak |= is_of_library(module->functions[i]->name);
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        module->variables[i]->is_weak |= is_of_library(module->variables[i]->name);
    }
}

// False: the diagnostics say why.
static bool link_units(Build *build, const BuildUnit *const *units, PtxModule **modules,
                       uint32_t count, ProgramUnit *result, Diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < count; i++) {
        modules[i] = ptx_parse(units[i]->ptx, units[i]->ptx_bytes, units[i]->path, diagnostics);
        if (modules[i] == NULL) {
            return false;
        }
        share_library(modules[i]);
    }
    PtxLinked linked;
    bool is_good = ptx_link(modules, count, system_provides, &linked, diagnostics);
    if (is_good) {
        *result = (ProgramUnit){.name = units[0]->name,
                                .ptx = arena_text(build->arena, linked.ptx, linked.ptx_bytes),
                                .ptx_bytes = linked.ptx_bytes};
        keep_locals(build, &linked, units, result);
    }
    ptx_linked_clear(&linked);
    return is_good;
}

bool build_check_device_link(Build *build)
{
    ProgramUnit unit;
    Program program = {.units = &unit};
    return build_link_device(build, &program);
}

bool build_link_device(Build *build, Program *program)
{
    uint32_t count = 0;
    const BuildUnit **units = arena_alloc(build->arena, (build->unit_count + 1) * sizeof *units);
    for (uint32_t i = 0; i < build->unit_count; i++) {
        if (build_is_relocatable(build, &build->units[i])) {
            units[count++] = &build->units[i];
        }
    }
    if (count == 0) {
        return true;
    }
    Diagnostics diagnostics = {0};
    PtxModule **modules = arena_alloc(build->arena, count * sizeof(PtxModule *));
    bool is_good = link_units(build, units, modules, count, &program->units[program->unit_count],
                              &diagnostics);
    program->unit_count += is_good;
    for (uint32_t i = 0; i < count; i++) {
        ptx_destroy(modules[i]);
    }
    build_tell(build, STAGE_DEVICE, &diagnostics);
    diagnostics_clear(&diagnostics);
    return is_good;
}
