// Orders of cuRAND's host API in which each generator has a seed of its own, or which the library
// chooses for the GPU; the numbers are those of an H200 (cuRAND 10.4).
#include <cstdio>
#include <cuda_runtime.h>
#include <curand.h>
#include <vector>

static void show(curandRngType_t type, curandOrdering_t order, size_t count, std::vector<size_t> places)
{
    curandGenerator_t generator;
    unsigned *words;
    std::vector<unsigned> host(count);
    cudaMalloc(&words, count * sizeof *words);
    curandCreateGenerator(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    printf("%d %d: %d", type, order, curandSetGeneratorOrdering(generator, order));
    curandGenerate(generator, words, count);
    cudaMemcpy(host.data(), words, count * sizeof *words, cudaMemcpyDeviceToHost);
    for (size_t place : places)
        printf(" %08x", host[place]);
    printf("\n");
    curandDestroyGenerator(generator);
    cudaFree(words);
}

// A generator that was never created, and one that was destroyed.
static void refused()
{
    curandGenerator_t none = (curandGenerator_t)16, ended;
    float *numbers;
    cudaMalloc(&numbers, sizeof *numbers);
    curandCreateGenerator(&ended, CURAND_RNG_PSEUDO_DEFAULT);
    curandDestroyGenerator(ended);
    printf("%d %d %d %d\n", curandGenerateUniform(nullptr, numbers, 1), curandSetStream(none, 0), curandDestroyGenerator(none),
           curandGenerateUniform(ended, numbers, 1));
}

int main()
{
    refused();
    show(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, 10000, {0, 1, 2, 2000, 4095, 4096, 4097, 9999});
    show(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DYNAMIC, 10000, {0, 2815, 2816, 2817, 9999});
    show(CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_SEEDED, 10, {0, 1});
    show(CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DYNAMIC, 270400, {0, 81919, 81920, 199999, 270336, 270337});
    show(CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DYNAMIC, 10000, {0, 1, 9999});
}
