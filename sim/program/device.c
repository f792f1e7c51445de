// SPDX-License-Identifier: Apache-2.0
// Device code of one .cu file, by our compiler or by nvcc.
#include "isa/cuda/cuda.h"
#include "sim/program/build.h"
#include "sim/program/file.h"
#include "sim/program/include.h"
#include "sim/program/nvcc.h"

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
    build_tell(build, STAGE_DEVICE, &diagnostics);
    if (is_good) {
        unit->ptx = arena_text(build->arena, result.ptx, result.ptx_bytes);
        unit->ptx_bytes = result.ptx_bytes;
        keep_templates(build, unit, &result);
    }
    diagnostics_clear(&diagnostics);
    cuda_result_clear(&result);
    return is_good;
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
    return build->options->uses_nvcc ? nvcc_compile(build, unit)
                                     : compile(build, unit, instantiations);
}
