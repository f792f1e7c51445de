// SPDX-License-Identifier: Apache-2.0
// cuRAND's host API filling device memory: words and uniform numbers bit for bit, in one call and in
// several, with offsets, orderings and streams.
#include "library.h"

#include <curand.h>

static void show(curandRngType_t type, const char *name)
{
    const size_t count = 200000;
    unsigned *words = on_device<unsigned>(count);
    float *uniform = on_device<float>(count), *normal = on_device<float>(count);
    double *wide = on_device<double>(count);
    curandGenerator_t generator;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    STATUS(curandCreateGenerator(&generator, type));
    STATUS(curandSetStream(generator, stream));
    STATUS(curandSetPseudoRandomGeneratorSeed(generator, 1234ull));
    STATUS(curandGenerate(generator, words, count));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<unsigned> host = to_host(words, count);
    printf("%s: %08x %08x %08x %08x\n", name, host[0], host[1], host[4096], host[100000]);
    print_hash("words", host);
    STATUS(curandSetPseudoRandomGeneratorSeed(generator, 77ull));
    STATUS(curandGenerateUniform(generator, uniform, 1000));
    STATUS(curandGenerateUniform(generator, uniform + 1000, count - 1000));
    CHECK(cudaStreamSynchronize(stream));
    print_hash("uniform in two calls", uniform, count);
    STATUS(curandSetPseudoRandomGeneratorSeed(generator, 77ull));
    STATUS(curandSetGeneratorOffset(generator, 12345));
    STATUS(curandGenerateUniformDouble(generator, wide, count));
    CHECK(cudaStreamSynchronize(stream));
    print_hash("uniform double from an offset", wide, count);
    STATUS(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
    STATUS(curandSetPseudoRandomGeneratorSeed(generator, 5ull));
    STATUS(curandGenerate(generator, words, count));
    STATUS(curandGenerateNormal(generator, normal, count, 10.0f, 2.0f));
    CHECK(cudaStreamSynchronize(stream));
    print_hash("words in legacy order", words, count);
    print_rounded("normal", normal, count, 4);
    STATUS(curandDestroyGenerator(generator));
}

int main()
{
    show(CURAND_RNG_PSEUDO_DEFAULT, "XORWOW");
    show(CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox");
    show(CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a");
    curandGenerator_t generator;
    float *values = on_device<float>(16);
    printf("unknown type: %d\n", curandCreateGenerator(&generator, (curandRngType_t)7));
    STATUS(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW));
    printf("odd normal: %d\n", curandGenerateNormal(generator, values, 11, 0, 1));
    printf("ordering: %d\n", curandSetGeneratorOrdering(generator, (curandOrdering_t)9));
    printf("dimensions: %d\n", curandSetQuasiRandomGeneratorDimensions(generator, 3));
    printf("no generator: %d\n", curandGenerateUniform(nullptr, values, 16));
    printf("nothing: %d\n", curandGenerateUniform(generator, values, 0));
}
