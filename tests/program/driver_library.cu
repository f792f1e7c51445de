// SPDX-License-Identifier: Apache-2.0
// The driver API: libraries and their kernels, functions that a module lists, and modules that are linked.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

// Kernels twice and zero, and a variable.
static const char library_text[] = HEAD R"(
.visible .global .align 4 .u32 factor = 2;
.visible .entry twice(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [out];
    ld.global.u32 %r1, [%d1];
    ld.global.u32 %r2, [factor];
    mul.lo.u32 %r1, %r1, %r2;
    st.global.u32 [%d1], %r1;
    ret;
}
.visible .entry zero(.param .u64 out)
{
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [out];
    st.global.u32 [%d1], 0;
    ret;
}
)";

// A kernel that calls a function of another module.
static const char caller_text[] = HEAD R"(
.extern .func (.param .b32 result) next(.param .b32 value);
.visible .entry step(.param .u64 out)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<2>;
    ld.param.u64 %d1, [out];
    ld.global.u32 %r1, [%d1];
    {
        .param .b32 value;
        st.param.b32 [value], %r1;
        .param .b32 result;
        call.uni (result), next, (value);
        ld.param.b32 %r2, [result];
    }
    st.global.u32 [%d1], %r2;
    ret;
}
)";

static const char callee_text[] = HEAD R"(
.visible .func (.param .b32 result) next(.param .b32 value)
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [value];
    add.u32 %r2, %r1, 1;
    st.param.b32 [result], %r2;
    ret;
}
)";

static const char *name(CUresult result)
{
    const char *text = "?";
    cuGetErrorName(result, &text);
    return text;
}

static void check(CUresult result, int line)
{
    if (result != CUDA_SUCCESS) {
        printf("line %d: %s\n", line, name(result));
        exit(1);
    }
}
#define CU(call) check(call, __LINE__)

static CUdeviceptr memory;

static unsigned run(CUfunction function, unsigned value)
{
    void *arguments[] = {&memory};
    CU(cuMemsetD32(memory, value, 1));
    CU(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    CU(cuMemcpyDtoH(&value, memory, 4));
    return value;
}

static void libraries(CUdevice device)
{
    CUlibrary library, of = NULL;
    CUkernel twice, both[2] = {};
    CUfunction function;
    CUmodule module;
    CUdeviceptr factor;
    unsigned count = 0, five = 5;
    size_t size = 0, offset = 9;
    int threads = 0;
    CU(cuLibraryLoadData(&library, library_text, NULL, NULL, 0, NULL, NULL, 0));
    CU(cuLibraryGetKernelCount(&count, library));
    CU(cuLibraryEnumerateKernels(both, 2, library));
    CU(cuLibraryGetKernel(&twice, library, "twice"));
    printf("library: %u kernels, one of them %d", count, both[0] == twice || both[1] == twice);
    CUkernel none;
    printf("; none: %s\n", name(cuLibraryGetKernel(&none, library, "none")));
    for (CUkernel kernel : both) {
        const char *title = NULL;
        CU(cuKernelGetName(&title, kernel));
        CU(cuKernelGetParamInfo(kernel, 0, &offset, &size));
        CU(cuKernelGetLibrary(&of, kernel));
        CU(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, device));
        if (strcmp(title, "twice") == 0)
            printf("%s: parameter at %zu of %zu bytes, its library %d, at most %d threads\n", title, offset, size, of == library, threads);
    }
    CU(cuKernelGetFunction(&function, twice));
    printf("as a function: %u,", run(function, 21));
    printf(" as a kernel: %u,", run((CUfunction)twice, 4));
    CU(cuLibraryGetGlobal(&factor, &size, library, "factor"));
    CU(cuMemcpyHtoD(factor, &five, sizeof five));
    printf(" with another factor of %zu bytes: %u\n", size, run(function, 4));
    CU(cuLibraryGetModule(&module, library));
    CU(cuModuleGetFunction(&function, module, "zero"));
    printf("from its module: %u", run(function, 4));
    printf("; managed: %s\n", name(cuLibraryGetManaged(&factor, &size, library, "factor")));
    CU(cuLibraryUnload(library));
}

static void modules()
{
    CUmodule module;
    CUfunction functions[2] = {};
    unsigned count = 0;
    CU(cuModuleLoadData(&module, library_text));
    CU(cuModuleGetFunctionCount(&count, module));
    CU(cuModuleEnumerateFunctions(functions, 2, module));
    printf("module: %u functions, %u", count, run(functions[0], 3) + run(functions[1], 3));
    CU(cuModuleUnload(module));
    printf(" of both\n");
}

static void links()
{
    CUlinkState state;
    CUmodule module;
    CUfunction step;
    void *image = NULL;
    size_t size = 0;
    CU(cuLinkCreate(0, NULL, NULL, &state));
    CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)caller_text, sizeof caller_text, "caller", 0, NULL, NULL));
    CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)callee_text, sizeof callee_text, "callee", 0, NULL, NULL));
    CU(cuLinkComplete(state, &image, &size));
    CU(cuModuleLoadData(&module, image));
    CU(cuModuleGetFunction(&step, module, "step"));
    printf("linked: %u, an image %d\n", run(step, 41), size > 0);
    CU(cuLinkDestroy(state));
    CU(cuModuleUnload(module));
    CU(cuLinkCreate(0, NULL, NULL, &state));
    printf("a file: %s\n", name(cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/no/such/file.ptx", 0, NULL, NULL)));
    CU(cuLinkDestroy(state));
}

int main()
{
    CUdevice device;
    CUcontext context;
    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuMemAlloc(&memory, 64));
    libraries(device);
    modules();
    links();
    CU(cuMemFree(memory));
    CU(cuDevicePrimaryCtxRelease(device));
    printf("done\n");
}
