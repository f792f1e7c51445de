// SPDX-License-Identifier: Apache-2.0
// Device code of one .cu file, by our compiler or by nvcc.
#include "isa/cuda/cuda.h"
#include "sim/program/build.h"
#include "sim/program/cache.h"
#include "sim/program/file.h"
#include "sim/program/include.h"

#include <errno.h>
#include <string.h>

static void keep_templates(Build *build, BuildUnit *unit, const CudaResult *result)
{
    const char **at = arena_alloc(build->arena, (result->kernel_count + 1) * sizeof *at);
    unit->templates = (ProgramList){at, 0};
    for (uint32_t i = 0; i < result->kernel_count; i++) {
        const char *name = result->kernels[i].name;
        if (result->kernels[i].is_template) {
            at[unit->templates.count++] = arena_text(build->arena, name, strlen(name));
        }
    }
}

static bool compile(Build *build, BuildUnit *unit, ProgramList instantiations)
{
    const ProgramOptions *options = build->options;
    size_t size_bytes;
    bool is_lifted;
    const char *text = build_text(build, unit, &size_bytes, &is_lifted);
    if (text == NULL) {
        return false;
    }
    IncludeSearch search = {.arena = build->arena, .folders = options->include_folders};
    CudaOptions cuda = {.compute_capability = options->compute_capability,
                        .defines = options->defines.at,
                        .define_count = options->defines.count,
                        .instantiations = instantiations.at,
                        .instantiation_count = instantiations.count,
                        .is_contraction_off = options->is_contraction_off,
                        .find = include_find,
                        .find_context = &search};
    Diagnostics diagnostics = {0};
    CudaResult result;
    bool is_good = cuda_compile(unit->path, text, size_bytes, &cuda, &result, &diagnostics);
    for (uint32_t i = 0; i < search.found_count; i++) {
        build_depends_on(build, search.found[i]);
    }
    if (!unit->is_compiled || !is_good) {
        diagnostics_print(&diagnostics, options->is_colored, build->messages);
    }
    if (is_good) {
        unit->ptx = arena_text(build->arena, result.ptx, result.ptx_bytes);
        unit->ptx_bytes = result.ptx_bytes;
        keep_templates(build, unit, &result);
    }
    unit->is_compiled = is_good;
    diagnostics_clear(&diagnostics);
    cuda_result_clear(&result);
    return is_good;
}

static bool compile_by_nvcc(Build *build, BuildUnit *unit)
{
    Command command = {.arena = build->arena};
    uint32_t capability = build->options->compute_capability;
    const char *output = arena_printf(build->arena, "%s/nvcc.ptx", build->workspace);
    command_add(&command, build->nvcc);
    command_add(&command, "-ptx");
    command_add(&command,
                arena_printf(build->arena, "-arch=sm_%u", capability == 0 ? 90 : capability));
    command_add(&command, "-lineinfo");
    command_add(&command, "-w");
    command_add(&command, "--expt-relaxed-constexpr");
    build_add_options(build, &command, LANGUAGE_CUDA);
    if (build->options->is_contraction_off) {
        command_add(&command, "-fmad=false");
    }
    command_add(&command, "--extended-lambda");
    if (!build_add_source(build, &command, unit)) {
        return false;
    }
    command_add(&command, "-o");
    command_add(&command, output);
    int code = build_run(build, &command, NULL);
    if (code != 0) {
        return build_error(build, code < 0 ? "%s can not be started" : "%s refused %s", build->nvcc,
                           unit->path);
    }
    unit->ptx = file_text(output, &unit->ptx_bytes, build->arena);
    return unit->ptx != NULL || build_error(build, "nvcc wrote no PTX for %s", unit->path);
}

static bool take_given(Build *build, BuildUnit *unit)
{
    const char *path = build->options->ptx;
    unit->ptx = file_text(path, &unit->ptx_bytes, build->arena);
    return unit->ptx != NULL || build_error(build, "can not read %s: %s", path, strerror(errno));
}

bool build_device(Build *build, BuildUnit *unit, ProgramList instantiations)
{
    if (build->options->ptx != NULL) {
        return take_given(build, unit);
    }
    return build->options->uses_nvcc ? compile_by_nvcc(build, unit)
                                     : compile(build, unit, instantiations);
}
