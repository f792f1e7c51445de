// SPDX-License-Identifier: Apache-2.0
// The text of a .cu file as the compilers get it: as it was written, but for lambdas for the
// device.
#include "sim/program/build.h"
#include "sim/program/file.h"
#include "sim/program/lambda.h"

#include <errno.h>
#include <string.h>

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
