// SPDX-License-Identifier: Apache-2.0
// symlink is of the X/Open part of POSIX, program_invocation_name of GNU's.
#define _GNU_SOURCE
#include "sim/cli/nvcc_shim.h"

#include "sim/cli/nvcc_host.h"
#include "sim/cli/nvcc_linker.h"
#include "sim/cli/nvcc_plan.h"
#include "sim/program/header.h"
#include "sim/program/toolkit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The compute capability that nvcc 13.0 compiles for without -arch: the .target of what its -ptx
// writes.
enum { DEFAULT_CAPABILITY = 75 };

static bool fail(const NvccLine *line, const char *path)
{
    cli_error(line->style, "cannot make %s: %s", path, strerror(errno));
    return false;
}

// Whether what is there is a link to Lockstep, or to where it was.
static bool is_old_link(const char *path)
{
    char target[4096];
    ssize_t size = readlink(path, target, sizeof target - 1);
    target[size < 0 ? 0 : size] = 0;
    const char *slash = strrchr(target, '/');
    return slash != NULL && strcmp(slash, "/lockstep") == 0;
}

static bool make_link(const NvccLine *line, const char *target, const char *path)
{
    if (is_old_link(path)) {
        unlink(path);
    }
    return symlink(target, path) == 0 || fail(line, path);
}

static bool make_folder(const NvccLine *line, const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || fail(line, path);
}

// nvcc, and a stand-in for each compiler and linker of the host's that there is.
static bool make_programs(const NvccLine *line, const char *folder)
{
    const char *own = nvcc_absolute("/proc/self/exe", line->arena), *name;
    bool is_good = make_link(line, own, arena_printf(line->arena, "%s/nvcc", folder));
    for (uint32_t i = 0; is_good && (name = nvcc_host_name(i)) != NULL; i++) {
        is_good = process_find_other(name, line->arena) == NULL ||
                  make_link(line, own, arena_printf(line->arena, "%s/%s", folder, name));
    }
    const char *linkers = arena_printf(line->arena, "%s/" NVCC_LINKERS, folder);
    is_good = is_good && make_folder(line, linkers);
    for (uint32_t i = 0; is_good && (name = nvcc_linker_name(i)) != NULL; i++) {
        is_good = process_find_other(name, line->arena) == NULL ||
                  make_link(line, own, arena_printf(line->arena, "%s/%s", linkers, name));
    }
    return is_good;
}

// Libraries without code: their names are all that is needed, since a program runs inside Lockstep.
static bool make_libraries(const NvccLine *line, const char *folder)
{
    const char *name;
    bool is_good = true;
    for (uint32_t i = 0; is_good && (name = toolkit_name(i)) != NULL; i++) {
        NvccPlan plan = {.arena = line->arena};
        bool is_archive = strstr(name, "_static") != NULL || strcmp(name, "cudadevrt") == 0;
        is_good = nvcc_plan_write(
            line, &plan,
            arena_printf(line->arena, "%s/lib%s.%s", folder, name, is_archive ? "a" : "so"));
    }
    return is_good;
}

bool nvcc_shim_make(const NvccLine *line)
{
    if (!make_folder(line, line->output)) {
        return false;
    }
    const char *folder = nvcc_absolute(line->output, line->arena);
    const char *headers = arena_printf(line->arena, "%s/include", folder);
    const char *libraries = arena_printf(line->arena, "%s/lib64", folder);
    if (!make_folder(line, headers) || !make_folder(line, libraries) ||
        !make_programs(line, folder) || !make_libraries(line, libraries)) {
        return false;
    }
    // As in a toolkit, where nvcc is in bin.
    const char *bin = arena_printf(line->arena, "%s/bin", folder);
    if (symlink(".", bin) != 0 && errno != EEXIST) {
        return fail(line, bin);
    }
    if (!header_write_host(headers, line->arena)) {
        return fail(line, headers);
    }
    printf("%s/nvcc is lockstep nvcc. To use it:\n"
           "PATH=%s:$PATH make\n"
           "PATH=%s:$PATH cmake -S . -B build\n",
           folder, folder, folder);
    return true;
}

const char *nvcc_shim_folder(Arena *arena)
{
    const char *name = process_find(program_invocation_name, arena);
    const char *slash = name == NULL ? NULL : strrchr(name, '/');
    if (slash == NULL) {
        return NULL;
    }
    const char *start = slash == name ? "/" : arena_text(arena, name, (size_t)(slash - name));
    const char *folder = nvcc_absolute(start, arena);
    bool is_shim = access(arena_printf(arena, "%s/lib64/libcudart.so", folder), R_OK) == 0 &&
                   access(arena_printf(arena, "%s/include/cuda_runtime.h", folder), R_OK) == 0;
    return is_shim ? folder : NULL;
}

// CMakeDetermineCUDACompiler.cmake looks for these variables, for the architectures behind -arch,
// and for a last line that begins with what links and holds the value of LIBRARIES.
bool nvcc_shim_describe(const NvccLine *line)
{
    const char *folder = nvcc_shim_folder(line->arena);
    if (folder == NULL) {
        return false;
    }
    uint32_t capability =
        line->architecture.capability != 0 ? line->architecture.capability : DEFAULT_CAPABILITY;
    const char *path = getenv("PATH");
    fprintf(stderr,
            "#$ PATH=%s:%s\n"
            "#$ TOP=%s\n"
            "#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n"
            "#$ INCLUDES=\"-I%s/include\"\n"
            "#$ LIBRARIES=\"-L%s/lib64\"\n"
            "#$ \"%s/nvcc\" -arch compute_%u",
            folder, path == NULL ? "" : path, folder, folder, folder, folder, folder, capability);
    for (uint32_t i = 0; i < line->files.count; i++) {
        fprintf(stderr, " \"%s\"", line->files.at[i]);
    }
    fprintf(stderr,
            "\n#$ \"%s/c++\" -o \"%s\" \"-L%s/lib64\" -lcudadevrt -lcudart_static -lrt -lpthread "
            "-ldl\n",
            folder, line->output == NULL ? "a.out" : line->output, folder);
    return true;
}
