// SPDX-License-Identifier: Apache-2.0
// Runs the kernels of random_kernels.c or random_cuda.c from a PTX file or a cubin on a real GPU
// and prints a hash of what each wrote: gpu_hash x.cubin KERNELS, the same lines as `compare_ptx
// x.ptx KERNELS` gives on the simulator. Without arguments it prints the GPU's architecture, as
// nvcc and ptxas want it. Build: cc gpu_hash.c -I/usr/local/cuda/include -lcuda. Not part of the
// tests, which have no GPU: `random.sh --gpu` builds and runs it.
#include "random_input.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static void must(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "gpu_hash: %s: error %d\n", what, (int)result);
        exit(2);
    }
}

static void print_architecture(CUdevice device)
{
    int major = 0, minor = 0;
    must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
         "major");
    must(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
         "minor");
    printf("sm_%d%d\n", major, minor);
}

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUdeviceptr in, fin, out;
    static int32_t ints[INPUTS];
    static float floats[INPUTS];
    static uint32_t words[OUTPUTS];
    if (argc != 1 && argc != 3) {
        must(CUDA_ERROR_INVALID_VALUE, "usage: gpu_hash [x.cubin KERNELS]");
    }
    must(cuInit(0), "init");
    must(cuDeviceGet(&device, 0), "device");
    if (argc == 1) {
        print_architecture(device);
        return 0;
    }
    must(cuDevicePrimaryCtxRetain(&context, device), "context");
    must(cuCtxSetCurrent(context), "context");
    must(cuModuleLoad(&module, argv[1]), argv[1]);
    must(cuMemAlloc(&in, sizeof(ints)), "in");
    must(cuMemAlloc(&fin, sizeof(floats)), "fin");
    must(cuMemAlloc(&out, sizeof(words)), "out");
    random_input(ints, floats);
    must(cuMemcpyHtoD(in, ints, sizeof(ints)), "in");
    must(cuMemcpyHtoD(fin, floats, sizeof(floats)), "fin");
    for (int i = 0; i < atoi(argv[2]); i++) {
        char name[32];
        CUfunction kernel;
        void *parameters[] = {&in, &fin, &out};
        snprintf(name, sizeof(name), "kernel%d", i);
        must(cuModuleGetFunction(&kernel, module, name), name);
        must(cuMemsetD8(out, 0, sizeof(words)), "out");
        must(cuLaunchKernel(kernel, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, parameters, NULL), name);
        must(cuMemcpyDtoH(words, out, sizeof(words)), name);
        printf("%s %016llx\n", name, (unsigned long long)random_hash(words));
    }
    return 0;
}
