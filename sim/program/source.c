// SPDX-License-Identifier: Apache-2.0
// The text of a .cu file as the compilers get it: as it was written, but for lambdas for the
// device.
#include "sim/program/build.h"
#include "sim/program/file.h"
#include "sim/program/lambda.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *start, *name;
} libraries[] = {
#define LIBRARY(start, name) {start, name},
#include "sim/program/library.def"
#undef LIBRARY
};

static bool is_along_path(const Build *build, const char *name, size_t size)
{
    const ProgramList *folders = &build->options->include_folders;
    for (uint32_t i = 0; i < folders->count; i++) {
        if (access(arena_printf(build->arena, "%s/%.*s", folders->at[i], (int)size, name), R_OK) ==
            0) {
            return true;
        }
    }
    return false;
}

// The header's name when this line is #include <name>; else NULL.
static const char *included(const char *line, size_t *size)
{
    line += strspn(line, " \t");
    if (*line != '#') {
        return NULL;
    }
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0) {
        return NULL;
    }
    line += 7 + strspn(line + 7, " \t");
    *size = strcspn(line + (*line != 0), ">\"\n");
    return *line == '<' ? line + 1 : NULL;
}

// Files that need libraries of NVIDIA's are refused by their names.
static bool check_libraries(Build *build, const BuildUnit *unit, const char *text)
{
    unsigned number = 1;
    for (const char *line = text; line != NULL; number++) {
        size_t size = 0;
        const char *name = included(line, &size);
        for (size_t i = 0; name != NULL && i < sizeof libraries / sizeof *libraries; i++) {
            size_t start = strlen(libraries[i].start);
            if (strncmp(name, libraries[i].start, start) == 0 &&
                !is_along_path(build, name, size)) {
                text_printf(build->messages,
                            "%s:%u: error: <%.*s>: Lockstep does not have %s, a library of "
                            "NVIDIA's for real GPUs\n",
                            unit->path, number, (int)size, name, libraries[i].name);
                return false;
            }
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    return true;
}

const char *build_unit_text(Build *build, const BuildUnit *unit, size_t *size_bytes)
{
    if (unit->text != NULL) {
        *size_bytes = strlen(unit->text);
        return unit->text;
    }
    return file_text(unit->path, size_bytes, build->arena);
}

const char *build_text(Build *build, const BuildUnit *unit, size_t *size_bytes, bool *is_lifted)
{
    Text lifted = {0};
    Diagnostics diagnostics = {0};
    const char *text = build_unit_text(build, unit, size_bytes);
    *is_lifted = false;
    if (text == NULL) {
        build_error(build, "cannot read %s: %s", unit->path, strerror(errno));
    } else if (!check_libraries(build, unit, text)) {
        text = NULL;
    } else if (lambda_lift(text, *size_bytes, unit->path, &lifted, &diagnostics)) {
        *is_lifted = diagnostics.error_count == 0;
        *size_bytes = lifted.size_bytes;
        text = *is_lifted ? arena_text(build->arena, lifted.at, lifted.size_bytes) : NULL;
    }
    build_tell(build, STAGE_DEVICE, &diagnostics);
    diagnostics_clear(&diagnostics);
    text_destroy(&lifted);
    return text;
}

bool build_add_source(Build *build, Command *command, const BuildUnit *unit)
{
    bool is_lifted;
    size_t size_bytes;
    const char *text = build_text(build, unit, &size_bytes, &is_lifted);
    if (!is_lifted && unit->text == NULL) {
        command_add(command, unit->path);
        return text != NULL;
    }
    if (text == NULL) {
        return false;
    }
    const char *path =
        arena_printf(build->arena, "%s/%u.cu", build->workspace, (unsigned)(unit - build->units));
    const char *slash = strrchr(unit->path, '/');
    int folder_bytes = slash == NULL ? 1 : (int)(slash - unit->path) + 1;
    if (unit->text == NULL) {
        command_add(command, "-I"); // its #include "..." are beside the file that was written
        command_add(command, arena_printf(build->arena, "%.*s", folder_bytes,
                                          slash == NULL ? "." : unit->path));
    }
    command_add(command, path);
    return file_write(path, text, size_bytes) ||
           build_error(build, "cannot write to %s: %s", path, strerror(errno));
}
