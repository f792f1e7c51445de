// SPDX-License-Identifier: Apache-2.0
// Runs the random programs on this machine's GPU and writes one line a seed, `seed,hash`, to standard
// output, and every output word to the file named last (for finding where two machines part).
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

static void run_seed(uint32_t seed, CUdeviceptr in, CUdeviceptr out, std::vector<uint32_t> &words)
{
    const uint32_t threads = RANDOM_BLOCKS * RANDOM_THREADS;
    std::vector<uint32_t> input(threads * RANDOM_IN_WORDS);
    for (uint32_t i = 0; i < input.size(); i++)
        input[i] = random_input(seed, i);
    char *ptx = random_ptx(seed, RANDOM_STATEMENTS);
    CUmodule module;
    CUfunction function;
    MUST(cuModuleLoadData(&module, ptx));
    MUST(cuModuleGetFunction(&function, module, "random"));
    MUST(cuMemcpyHtoD(in, input.data(), input.size() * 4));
    MUST(cuMemsetD32(out, 0, words.size()));
    void *arguments[] = {&out, &in};
    MUST(cuLaunchKernel(function, RANDOM_BLOCKS, 1, 1, RANDOM_THREADS, 1, 1, 0, 0, arguments, 0));
    MUST(cuCtxSynchronize());
    MUST(cuMemcpyDtoH(words.data(), out, words.size() * 4));
    MUST(cuModuleUnload(module));
    free(ptx);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: record_random SEEDS WORDS.bin > random-programs.csv\n");
        return 1;
    }
    uint32_t seeds = (uint32_t)atoi(argv[1]);
    FILE *file = fopen(argv[2], "wb");
    CUdevice device;
    CUcontext context;
    CUdeviceptr in, out;
    std::vector<uint32_t> words(RANDOM_BLOCKS * RANDOM_THREADS * RANDOM_OUT_WORDS + RANDOM_SHARED_SUMS);
    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDevicePrimaryCtxRetain(&context, device));
    MUST(cuCtxSetCurrent(context));
    MUST(cuMemAlloc(&in, RANDOM_BLOCKS * RANDOM_THREADS * RANDOM_IN_WORDS * 4));
    MUST(cuMemAlloc(&out, words.size() * 4));
    printf("seed,hash\n");
    for (uint32_t seed = 0; file != NULL && seed < seeds; seed++) {
        run_seed(seed, in, out, words);
        printf("%u,%016llx\n", seed,
               (unsigned long long)random_hash(words.data(), (uint32_t)words.size()));
        fwrite(words.data(), 4, words.size(), file);
    }
    return file != NULL && fclose(file) == 0 ? 0 : 1;
}
