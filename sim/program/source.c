// SPDX-License-Identifier: Apache-2.0
// The text of a .cu file as the compilers get it: as it was written, but for lambdas for the
// device.
#include "sim/program/build.h"
#include "sim/program/cache.h"
#include "sim/program/file.h"
#include "sim/program/lambda.h"

#include <errno.h>
#include <string.h>

const char *build_text(Build *build, const BuildUnit *unit, size_t *size_bytes, bool *is_lifted)
{
    Text lifted = {0};
    const char *text = file_text(unit->path, size_bytes, build->arena);
    *is_lifted = false;
    if (text == NULL) {
        build_error(build, "can not read %s: %s", unit->path, strerror(errno));
    } else if (lambda_lift(text, *size_bytes, unit->path, &lifted)) {
        *is_lifted = true;
        *size_bytes = lifted.size_bytes;
        text = arena_text(build->arena, lifted.at, lifted.size_bytes);
    }
    text_destroy(&lifted);
    return text;
}

bool build_add_source(Build *build, Command *command, const BuildUnit *unit)
{
    bool is_lifted;
    size_t size_bytes;
    const char *text = build_text(build, unit, &size_bytes, &is_lifted);
    if (!is_lifted) {
        command_add(command, unit->path);
        return text != NULL;
    }
    const char *path =
        print_text(build->arena, "%s/%u.cu", build->workspace, (unsigned)(unit - build->units));
    const char *slash = strrchr(unit->path, '/');
    int folder_bytes = slash == NULL ? 1 : (int)(slash - unit->path) + 1;
    command_add(command, "-I"); // its #include "..." are beside the file that was written
    command_add(command,
                print_text(build->arena, "%.*s", folder_bytes, slash == NULL ? "." : unit->path));
    command_add(command, path);
    return file_store(path, text, size_bytes) ||
           build_error(build, "can not write to %s: %s", path, strerror(errno));
}
