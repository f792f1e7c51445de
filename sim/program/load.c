// SPDX-License-Identifier: Apache-2.0
// dladdr is glibc's, musl's and the BSDs', not POSIX's.
#define _GNU_SOURCE
#include "sim/program/folder.h"
#include "sim/program/program.h"

#include <dlfcn.h>
#include <string.h>

// The base at which the object was loaded.
static uint64_t base_of(void *handle)
{
    Dl_info info;
    void *main_address = dlsym(handle, "main");
    return main_address != NULL && dladdr(main_address, &info) != 0
               ? (uint64_t)(uintptr_t)info.dli_fbase
               : 0;
}

// Gives the units to the runtime and loads the object; NULL: dlerror says why not.
static void *load_object(Program *program, const char **path, int scope)
{
    for (uint32_t i = 0; i < program->unit_count; i++) {
        const ProgramUnit *unit = &program->units[i];
        runtime_add_unit(unit->name, unit->ptx, unit->ptx_bytes);
        for (uint32_t k = 0; k < unit->local_count; k++) {
            const ProgramLocal *local = &unit->locals[k];
            runtime_add_local(local->file, local->name, local->linked);
        }
    }
    *path = arena_printf(&program->arena, "%s/program.so", program->folder);
    runtime_expect_object(*path);
    return dlopen(*path, RTLD_NOW | scope);
}

// Libraries first, whose functions the program's calls find.
static void *load_all(Program *program, const char **path)
{
    for (uint32_t i = 0; i < program->library_count; i++) {
        if (load_object(&program->libraries[i], path, RTLD_GLOBAL) == NULL) {
            return NULL;
        }
    }
    return load_object(program, path, RTLD_LOCAL);
}

ProgramMain *program_load(Program *program, Text *messages)
{
    ProgramMain *function = NULL;
    const char *path = NULL;
    void *handle = load_all(program, &path);
    void *address = handle == NULL ? NULL : dlsym(handle, "main");
    if (address == NULL) {
        const char *reason = dlerror();
        const char *part = reason == NULL ? NULL : strstr(reason, "undefined symbol: ");
        text_printf(messages, "lockstep: error: the program cannot be loaded: %s\n",
                    part != NULL     ? part
                    : reason == NULL ? "it has no main()"
                                     : reason);
        return NULL;
    }
    runtime_add_object(path, base_of(handle));
    memcpy(&function, &address, sizeof function);
    return function;
}
