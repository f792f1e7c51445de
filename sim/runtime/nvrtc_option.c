// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/nvrtc.h"

#include <stdlib.h>
#include <string.h>

typedef enum OptionUse {
    USE_NOTHING, // changes nothing here
    USE_ARCHITECTURE,
    USE_DEFINE,
    USE_FOLDER,
    USE_RELOCATABLE,
    USE_FMAD,
    USE_FLUSH,
    USE_DIVIDE,
    USE_ROOT,
    USE_FAST_MATH
} OptionUse;

typedef struct NvrtcOption {
    const char *name, *other; // NULL: no other name
    bool has_value;
    OptionUse use;
} NvrtcOption;

// NVRTC, "Supported Compile Options".
static const NvrtcOption known[] = {
    {"--gpu-architecture", "-arch", true, USE_ARCHITECTURE},
    {"--define-macro", "-D", true, USE_DEFINE},
    {"--include-path", "-I", true, USE_FOLDER},
    {"--relocatable-device-code", "-rdc", true, USE_RELOCATABLE},
    {"--fmad", "-fmad", true, USE_FMAD},
    {"--ftz", "-ftz", true, USE_FLUSH},
    {"--prec-div", "-prec-div", true, USE_DIVIDE},
    {"--prec-sqrt", "-prec-sqrt", true, USE_ROOT},
    {"--use_fast_math", "-use_fast_math", false, USE_FAST_MATH},
    {"--std", "-std", true, USE_NOTHING},
    {"--maxrregcount", "-maxrregcount", true, USE_NOTHING},
    {"--device-debug", "-G", false, USE_NOTHING},
    {"--generate-line-info", "-lineinfo", false, USE_NOTHING},
    {"--disable-warnings", "-w", false, USE_NOTHING},
    {"--extra-device-vectorization", "-extra-device-vectorization", false, USE_NOTHING},
    {"--modify-stack-limit", "-modify-stack-limit", true, USE_NOTHING},
    {"--builtin-move-forward", "-builtin-move-forward", true, USE_NOTHING},
    {"--dopt", "-dopt", true, USE_NOTHING},
    {"--restrict", "-restrict", false, USE_NOTHING},
    {"--diag-suppress", "-diag-suppress", true, USE_NOTHING},
    {"--ptxas-options", "-Xptxas", true, USE_NOTHING},
};

static bool is_named(const char *option, size_t size, const char *name)
{
    return name != NULL && strlen(name) == size && strncmp(option, name, size) == 0;
}

// The option and its value: after '=', attached to -D and -I, or (NULL here) the next word.
static const NvrtcOption *find(const char *option, const char **value)
{
    size_t size = strcspn(option, "=");
    bool is_short = strncmp(option, "-D", 2) == 0 || strncmp(option, "-I", 2) == 0;
    size = is_short ? 2 : size;
    *value = option[size] == '\0' ? NULL : option + size + (option[size] == '=');
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_named(option, size, known[i].name) || is_named(option, size, known[i].other)) {
            return &known[i];
        }
    }
    return NULL;
}

static bool set_bit(uint8_t *bits, uint8_t bit, const char *value, bool is_when_true)
{
    bool is_true = strcmp(value, "true") == 0;
    *bits = (uint8_t)(is_true == is_when_true ? *bits | bit : *bits & ~bit);
    return is_true || strcmp(value, "false") == 0;
}

// "compute_90", "sm_90a"
static bool set_architecture(CudaOptions *cuda, const char *value)
{
    const char *digits = strchr(value, '_');
    char *end = NULL;
    cuda->compute_capability = digits == NULL ? 0 : (uint32_t)strtoul(digits + 1, &end, 10);
    cuda->feature = end == NULL ? '\0' : *end;
    bool is_whole = cuda->feature == '\0' || cuda->feature == 'a' || cuda->feature == 'f';
    return is_whole && cuda->compute_capability >= 10;
}

static bool use(NvrtcOptions *read, OptionUse use, const char *value)
{
    CudaOptions *cuda = &read->cuda;
    switch (use) {
    case USE_ARCHITECTURE: return set_architecture(cuda, value);
    case USE_DEFINE: read->defines[cuda->define_count++] = value; return true;
    case USE_FOLDER: read->folders[read->folder_count++] = value; return true;
    case USE_RELOCATABLE: cuda->is_relocatable = strcmp(value, "true") == 0; return true;
    case USE_FMAD: cuda->is_contraction_off = strcmp(value, "false") == 0; return true;
    case USE_FLUSH: return set_bit(&cuda->relaxed, CUDA_FLUSH, value, true);
    case USE_DIVIDE: return set_bit(&cuda->relaxed, CUDA_FAST_DIVIDE, value, false);
    case USE_ROOT: return set_bit(&cuda->relaxed, CUDA_FAST_ROOT, value, false);
    case USE_FAST_MATH: cuda->relaxed = CUDA_FAST_MATH; return true;
    case USE_NOTHING: break;
    }
    return true;
}

bool nvrtc_read_options(struct _nvrtcProgram *program, int count, const char *const *options,
                        NvrtcOptions *read)
{
    *read = (NvrtcOptions){0};
    read->defines = arena_alloc(&program->arena, ((size_t)count + 1) * sizeof(char *));
    read->folders = arena_alloc(&program->arena, ((size_t)count + 1) * sizeof(char *));
    read->defines[read->cuda.define_count++] = "__CUDACC_RTC__=1";
    for (int i = 0; i < count; i++) {
        const char *option = options[i], *value = NULL;
        const NvrtcOption *found = find(option, &value);
        if (found != NULL && found->has_value && value == NULL && i + 1 < count) {
            value = options[++i];
        }
        bool is_good =
            found != NULL && found->has_value == (value != NULL) && use(read, found->use, value);
        if (!is_good) {
            text_printf(&program->log, "error: unrecognized option '%s'\n", option);
            return false;
        }
    }
    read->cuda.defines = read->defines;
    return true;
}
