// SPDX-License-Identifier: Apache-2.0
// Runs the random programs on this machine's GPU, assembled by ptxas -O0 and by -O3, and writes one line a
// seed, `seed,hash_o0,hash_o3`, to standard output. Without optimization every instruction does what the PTX
// ISA says of it; optimized code may carry other NaN bits (min(x, x) becomes x, a sign change moves into
// its reader), and in five of 400 programs ptxas takes a guard inside a loop for invariant.
// nvcc -O2 -x cu record_random.cu -x c random_ptx.c ... is spelled out in tests/hardware/README.md.
extern "C" {
#include "random_ptx.h"
}

#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define MUST(call) must((call), #call)

static void must(CUresult result, const char *call)
{
    if (result != CUDA_SUCCESS) {
        const char *text = "";
        cuGetErrorString(result, &text);
        fprintf(stderr, "%s: %s\n", call, text);
        exit(1);
    }
}

static uint64_t run_seed(uint32_t seed, size_t level, CUdeviceptr in, CUdeviceptr out)
{
    const uint32_t threads = RANDOM_BLOCKS * RANDOM_THREADS;
    std::vector<uint32_t> words(threads * RANDOM_OUT_WORDS + RANDOM_SHARED_SUMS);
    std::vector<uint32_t> input(threads * RANDOM_IN_WORDS);
    for (uint32_t i = 0; i < input.size(); i++)
        input[i] = random_input(seed, i);
    char *ptx = random_ptx(seed, RANDOM_STATEMENTS);
    CUmodule module;
    CUfunction function;
    CUjit_option option = CU_JIT_OPTIMIZATION_LEVEL;
    void *value = (void *)level;
    MUST(cuModuleLoadDataEx(&module, ptx, 1, &option, &value));
    MUST(cuModuleGetFunction(&function, module, "random"));
    MUST(cuMemcpyHtoD(in, input.data(), input.size() * 4));
    MUST(cuMemsetD32(out, 0, words.size()));
    void *arguments[] = {&out, &in};
    MUST(cuLaunchKernel(function, RANDOM_BLOCKS, 1, 1, RANDOM_THREADS, 1, 1, 0, 0, arguments, 0));
    MUST(cuCtxSynchronize());
    MUST(cuMemcpyDtoH(words.data(), out, words.size() * 4));
    MUST(cuModuleUnload(module));
    free(ptx);
    return random_hash(words.data(), (uint32_t)words.size());
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: record_random SEEDS > random-programs.csv\n");
        return 1;
    }
    uint32_t seeds = (uint32_t)atoi(argv[1]);
    const size_t threads = RANDOM_BLOCKS * RANDOM_THREADS;
    CUdevice device;
    CUcontext context;
    CUdeviceptr in, out;
    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDevicePrimaryCtxRetain(&context, device));
    MUST(cuCtxSetCurrent(context));
    MUST(cuMemAlloc(&in, threads * RANDOM_IN_WORDS * 4));
    MUST(cuMemAlloc(&out, (threads * RANDOM_OUT_WORDS + RANDOM_SHARED_SUMS) * 4));
    printf("seed,hash_o0,hash_o3\n");
    for (uint32_t seed = 0; seed < seeds; seed++)
        printf("%u,%016llx,%016llx\n", seed, (unsigned long long)run_seed(seed, 0, in, out),
               (unsigned long long)run_seed(seed, 3, in, out));
    return 0;
}
