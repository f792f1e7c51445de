// SPDX-License-Identifier: Apache-2.0
// NVRTC: CUDA C++ text in, PTX text out, by the built-in compiler. Leaves out machine code: a
// "cubin" is the PTX, which cuModuleLoadData takes.
#include "sim/runtime/nvrtc.h"

#include "isa/base/heap.h"
#include "sim/runtime/driver.h"

#include <stdlib.h>
#include <string.h>

const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const texts[] = {"NVRTC_SUCCESS",
                                        "NVRTC_ERROR_OUT_OF_MEMORY",
                                        "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                        "NVRTC_ERROR_INVALID_INPUT",
                                        "NVRTC_ERROR_INVALID_PROGRAM",
                                        "NVRTC_ERROR_INVALID_OPTION",
                                        "NVRTC_ERROR_COMPILATION",
                                        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                        "NVRTC_ERROR_INTERNAL_ERROR",
                                        "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
    return (unsigned)result < sizeof texts / sizeof *texts ? texts[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (major == NULL || minor == NULL) {
        return NVRTC_ERROR_INVALID_INPUT;
    }
    *major = CUDA_VERSION / 1000;
    *minor = CUDA_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}

// Those of CUDA 13.0.
static const int architectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)
{
    *numArchs = sizeof architectures / sizeof *architectures;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)
{
    memcpy(supportedArchs, architectures, sizeof architectures);
    return NVRTC_SUCCESS;
}

static const char *keep(nvrtcProgram program, const char *text)
{
    return arena_text(&program->arena, text, strlen(text));
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name,
                               int numHeaders, const char *const *headers,
                               const char *const *includeNames)
{
    bool has_headers = numHeaders > 0 && headers != NULL && includeNames != NULL;
    if (prog == NULL || src == NULL || numHeaders < 0 || (numHeaders > 0 && !has_headers)) {
        return NVRTC_ERROR_INVALID_INPUT;
    }
    nvrtcProgram program = heap_allocate(1, sizeof(*program));
    size_t room = ((size_t)numHeaders + 1) * sizeof(char *);
    program->name = keep(program, name == NULL || *name == '\0' ? "default_program" : name);
    program->source = keep(program, src);
    program->headers = arena_alloc(&program->arena, room);
    program->header_names = arena_alloc(&program->arena, room);
    for (int i = 0; i < numHeaders; i++) {
        program->headers[i] = keep(program, headers[i]);
        program->header_names[i] = keep(program, includeNames[i]);
    }
    program->header_count = (uint32_t)numHeaders;
    *prog = program;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)
{
    if (prog == NULL || *prog == NULL) {
        return NVRTC_ERROR_INVALID_PROGRAM;
    }
    text_destroy(&(*prog)->log);
    arena_clear(&(*prog)->arena);
    free(*prog);
    *prog = NULL;
    return NVRTC_SUCCESS;
}

// The name in "&ns::kernel", "::kernel" or "(kernel<int>)".
static const char *plain_name(nvrtcProgram program, const char *text)
{
    text += strspn(text, " &");
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == ' ') {
        size--;
    }
    if (size > 1 && text[0] == '(' && text[size - 1] == ')') {
        return plain_name(program, arena_text(&program->arena, text + 1, size - 2));
    }
    size_t root = strncmp(text, "::", 2) == 0 ? 2 : 0;
    return arena_text(&program->arena, text + root, size - root);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression)
{
    if (prog == NULL || name_expression == NULL) {
        return prog == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (prog->is_compiled) {
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    }
    NvrtcExpression *added = arena_alloc(&prog->arena, sizeof(*added));
    *added = (NvrtcExpression){.next = prog->expressions,
                               .text = keep(prog, name_expression),
                               .name = plain_name(prog, name_expression)};
    prog->expressions = added;
    return NVRTC_SUCCESS;
}

// --- compiling

typedef struct Search {
    nvrtcProgram program;
    const NvrtcOptions *options;
} Search;

// Headers by their names, then files of the folders.
static bool find(void *context, const char *name, bool is_angled, const char *from,
                 const char **path, const char **text, size_t *size_bytes)
{
    (void)is_angled, (void)from;
    const Search *search = context;
    nvrtcProgram program = search->program;
    for (uint32_t i = 0; i < program->header_count; i++) {
        if (strcmp(program->header_names[i], name) == 0) {
            *path = program->header_names[i];
            *text = program->headers[i];
            *size_bytes = strlen(*text);
            return true;
        }
    }
    for (uint32_t i = 0; i < search->options->folder_count; i++) {
        const char *file =
            arena_printf(&program->arena, "%s/%s", search->options->folders[i], name);
        char *read = driver_read_text(file);
        if (read != NULL) {
            *path = file;
            *text = keep(program, read);
            *size_bytes = strlen(*text);
            free(read);
            return true;
        }
    }
    return false;
}

// NVRTC knows no headers of the host.
static bool has_host_header(const char *name)
{
    (void)name;
    return false;
}

static bool is_template(const NvrtcExpression *expression)
{
    return strchr(expression->text, '<') != NULL;
}

// The instances of templates that the expressions name.
static void want_instances(nvrtcProgram program, CudaOptions *cuda)
{
    uint32_t count = 0;
    for (const NvrtcExpression *at = program->expressions; at != NULL; at = at->next) {
        count += is_template(at);
    }
    const char **wanted = arena_alloc(&program->arena, (count + 1) * sizeof(char *));
    for (const NvrtcExpression *at = program->expressions; at != NULL; at = at->next) {
        if (is_template(at)) {
            wanted[cuda->instantiation_count++] = at->name;
        }
    }
    cuda->instantiations = wanted;
}

static const char *kernel_named(const CudaResult *result, const char *name)
{
    for (uint32_t i = 0; i < result->kernel_count; i++) {
        const CudaKernel *kernel = &result->kernels[i];
        if (!kernel->is_template && strcmp(kernel->name, name) == 0) {
            return kernel->mangled;
        }
    }
    return NULL;
}

// The name in the PTX of a variable: its own outside namespaces, otherwise _ZN2ns4nameE.
static const char *variable_symbol(nvrtcProgram program, const char *name)
{
    if (strstr(name, "::") == NULL) {
        return name;
    }
    Text text = {0};
    text_put(&text, "_ZN");
    while (*name != '\0') {
        int size = (int)strcspn(name, ":");
        text_printf(&text, "%d%.*s", size, size, name);
        name += size;
        name += strspn(name, ":");
    }
    text_put(&text, "E");
    const char *symbol = keep(program, text_string(&text));
    text_destroy(&text);
    return symbol;
}

// A variable of that name in the PTX.
static const char *variable_named(const CudaResult *result, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = strstr(result->ptx, name); at != NULL; at = strstr(at + 1, name)) {
        bool is_whole = at > result->ptx && at[-1] == ' ' && strchr("[;= ", at[size]) != NULL;
        if (is_whole) {
            return name;
        }
    }
    return NULL;
}

static void keep_names(nvrtcProgram program, const CudaResult *result)
{
    uint32_t instance = 0;
    for (NvrtcExpression *at = program->expressions; at != NULL; at = at->next) {
        const char *lowered =
            is_template(at) ? result->instances[instance++] : kernel_named(result, at->name);
        if (lowered == NULL && !is_template(at)) {
            lowered = variable_named(result, variable_symbol(program, at->name));
        }
        at->lowered = lowered == NULL ? NULL : keep(program, lowered);
    }
}

static nvrtcResult compile(nvrtcProgram program, NvrtcOptions *options)
{
    Search search = {program, options};
    Diagnostics diagnostics = {0};
    CudaResult result;
    options->cuda.find = find;
    options->cuda.find_context = &search;
    options->cuda.has_host_header = has_host_header;
    want_instances(program, &options->cuda);
    bool is_good = cuda_compile(program->name, program->source, strlen(program->source),
                                &options->cuda, &result, &diagnostics);
    diagnostics_print(&diagnostics, false, &program->log);
    diagnostics_clear(&diagnostics);
    if (is_good) {
        program->ptx = arena_text(&program->arena, result.ptx, result.ptx_bytes);
        keep_names(program, &result);
    }
    cuda_result_clear(&result);
    return is_good ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)
{
    NvrtcOptions read;
    if (prog == NULL || numOptions < 0 || (numOptions > 0 && options == NULL)) {
        return prog == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    text_destroy(&prog->log);
    prog->log = (Text){0};
    prog->ptx = NULL;
    if (!nvrtc_read_options(prog, numOptions, options, &read)) {
        return NVRTC_ERROR_INVALID_OPTION;
    }
    prog->is_compiled = true;
    return compile(prog, &read);
}

// --- results

static nvrtcResult size_of(nvrtcProgram program, const char *text, size_t *size_bytes)
{
    if (program == NULL || size_bytes == NULL || text == NULL) {
        return program == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    *size_bytes = strlen(text) + 1;
    return NVRTC_SUCCESS;
}

static nvrtcResult copy_of(nvrtcProgram program, const char *text, char *to)
{
    size_t size_bytes = 0;
    nvrtcResult result =
        to == NULL ? NVRTC_ERROR_INVALID_INPUT : size_of(program, text, &size_bytes);
    if (result == NVRTC_SUCCESS) {
        memcpy(to, text, size_bytes);
    }
    return result;
}

// Empty when the program could not be compiled.
static const char *ptx_of(nvrtcProgram program)
{
    return program == NULL                                ? NULL
           : program->ptx == NULL && program->is_compiled ? ""
                                                          : program->ptx;
}

static const char *log_of(nvrtcProgram program)
{
    return program == NULL ? NULL : text_string(&program->log);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet)
{
    return size_of(prog, ptx_of(prog), ptxSizeRet);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx)
{
    return copy_of(prog, ptx_of(prog), ptx);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet)
{
    return size_of(prog, ptx_of(prog), cubinSizeRet);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)
{
    return copy_of(prog, ptx_of(prog), cubin);
}

// Nothing is compiled with -dlto or -optix-ir, without which the sizes are 0 (NVRTC,
// "Compilation").
static nvrtcResult no_size(nvrtcProgram program, size_t *size_bytes)
{
    if (program == NULL || size_bytes == NULL) {
        return program == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    *size_bytes = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet)
{
    return no_size(prog, LTOIRSizeRet);
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR)
{
    (void)LTOIR;
    return prog == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
}

nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet)
{
    return no_size(prog, optixirSizeRet);
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir)
{
    (void)optixir;
    return prog == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet)
{
    return size_of(prog, log_of(prog), logSizeRet);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)
{
    return copy_of(prog, log_of(prog), log);
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression,
                                const char **lowered_name)
{
    if (prog == NULL || name_expression == NULL || lowered_name == NULL) {
        return prog == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (prog->ptx == NULL) {
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    }
    *lowered_name = NULL;
    for (const NvrtcExpression *at = prog->expressions; at != NULL; at = at->next) {
        if (strcmp(at->text, name_expression) == 0 && at->lowered != NULL) {
            *lowered_name = at->lowered;
            return NVRTC_SUCCESS;
        }
    }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}
