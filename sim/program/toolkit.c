// SPDX-License-Identifier: Apache-2.0
#include "sim/program/toolkit.h"

#include "isa/cuda/library/library.h"

#include <string.h>
#include <unistd.h>

typedef struct Toolkit {
    const char *name, *source, *other_name;
} Toolkit;

static const Toolkit toolkits[] = {
#define TOOLKIT(name, source, other) {#name, source, other},
#include "sim/program/toolkit.def"
#undef TOOLKIT
};

enum { TOOLKIT_COUNT = sizeof toolkits / sizeof *toolkits };

// CUDA's own runtime libraries: this process is the runtime.
static const char *const runtime[] = {"cuda",      "cudart",     "cudart_static",
                                      "cudadevrt", "nvToolsExt", "nvrtc"};

enum { RUNTIME_COUNT = sizeof runtime / sizeof *runtime };

static bool is_named(const Toolkit *toolkit, const char *name)
{
    return strcmp(toolkit->name, name) == 0 || strcmp(toolkit->other_name, name) == 0;
}

const char *toolkit_name(uint32_t index)
{
    if (index < RUNTIME_COUNT) {
        return runtime[index];
    }
    index -= RUNTIME_COUNT;
    const Toolkit *toolkit = &toolkits[index / 2];
    return index >= 2 * TOOLKIT_COUNT ? NULL : index % 2 == 0 ? toolkit->name : toolkit->other_name;
}

bool toolkit_has(const char *name)
{
    const char *known;
    for (uint32_t i = 0; (known = toolkit_name(i)) != NULL; i++) {
        if (strcmp(known, name) == 0) {
            return true;
        }
    }
    return false;
}

void toolkit_note_uses(Build *build, const SymbolFile *symbols)
{
    for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
        if (symbols_needs(symbols, toolkits[i].name)) {
            build->toolkits |= 1u << i;
        }
    }
}

void toolkit_list(const Build *build, Text *list)
{
    for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
        if (build->toolkits >> i & 1) {
            text_printf(list, "%s\n", toolkits[i].name);
        }
    }
}

void toolkit_read_list(Build *build, const char *list)
{
    while (*list != 0) {
        size_t size = strcspn(list, "\n");
        const char *name = arena_text(build->arena, list, size);
        for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
            build->toolkits |= (uint32_t)is_named(&toolkits[i], name) << i;
        }
        list += size + (list[size] == '\n');
    }
}

static bool build_one(const Build *build, const Toolkit *toolkit, Program *library)
{
    ProgramOptions options = {.sources = {&toolkit->source, 1},
                              .level = "2",
                              .compute_capability = build->options->compute_capability,
                              .compiler = COMPILER_BUILTIN,
                              .has_no_cache = build->options->has_no_cache,
                              .is_colored = build->options->is_colored,
                              .is_quiet = true,
                              .is_library = true};
    return program_build(&options, library, build->messages);
}

bool toolkit_build(const Build *build, Program *program)
{
    program->libraries = arena_alloc(build->arena, TOOLKIT_COUNT * sizeof *program->libraries);
    for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
        if (build->toolkits >> i & 1) {
            Program *library = &program->libraries[program->library_count++];
            if (!build_one(build, &toolkits[i], library)) {
                program->signal = library->signal;
                return false;
            }
        }
    }
    return true;
}

bool toolkit_read(Build *build)
{
    BuildUnit *unit = arena_alloc(build->arena, sizeof *unit);
    unit->path = arena_printf(build->arena, "lockstep/%s", build->options->sources.at[0]);
    unit->text = library_find(unit->path, NULL);
    unit->name = arena_printf(build->arena, "lockstep-%s", strrchr(unit->path, '/') + 1);
    unit->language = LANGUAGE_CUDA;
    build->units = unit;
    build->unit_count = 1;
    return true;
}

ProgramList toolkit_leave_out(ProgramList folders, Arena *arena)
{
    const char **at = arena_alloc(arena, (folders.count + 1) * sizeof *at);
    ProgramList kept = {at, 0};
    for (uint32_t i = 0; i < folders.count; i++) {
        if (access(arena_printf(arena, "%s/crt/host_runtime.h", folders.at[i]), R_OK) != 0 &&
            access(arena_printf(arena, "%s/lockstep/object.h", folders.at[i]), R_OK) != 0) {
            at[kept.count++] = folders.at[i];
        }
    }
    return kept;
}

bool toolkit_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes)
{
    (void)context, (void)is_angled, (void)from;
    static const char folder[] = "lockstep/"; // of the sources, in the library's names
    for (uint32_t i = 0; library_name(i) != NULL; i++) {
        const char *full = library_name(i);
        if (strncmp(full, folder, sizeof folder - 1) == 0 &&
            strcmp(full + sizeof folder - 1, name) == 0) {
            *path = full;
            *text = library_find(full, size_bytes);
            return true;
        }
    }
    return false;
}
