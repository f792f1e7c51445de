// SPDX-License-Identifier: Apache-2.0
#include "sim/program/toolkit.h"

#include "isa/cuda/library/library.h"

#include <stdio.h>
#include <string.h>

typedef struct Toolkit {
    const char *name, *header, *source, *other_name;
} Toolkit;

static const Toolkit toolkits[] = {
#define TOOLKIT(name, header, source, other) {#name, header, source, other},
#include "sim/program/toolkit.def"
#undef TOOLKIT
};

enum { TOOLKIT_COUNT = sizeof toolkits / sizeof *toolkits };

void toolkit_note_header(Build *build, const char *name)
{
    for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
        if (strcmp(toolkits[i].header, name) == 0) {
            build->toolkits |= 1u << i;
        }
    }
}

bool toolkit_note_option(Build *build, const char *name)
{
    for (uint32_t i = 0; i < TOOLKIT_COUNT; i++) {
        if (strcmp(toolkits[i].name, name) == 0 || strcmp(toolkits[i].other_name, name) == 0) {
            build->toolkits |= 1u << i;
            return true;
        }
    }
    return false;
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
        toolkit_note_option(build, arena_text(build->arena, list, size));
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

bool toolkit_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes)
{
    (void)context, (void)is_angled, (void)from;
    char full[64];
    int size = snprintf(full, sizeof full, "source/%s", name);
    *path = name;
    *text = size > 0 && (size_t)size < sizeof full ? library_find(full, size_bytes) : NULL;
    return *text != NULL;
}
