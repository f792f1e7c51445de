// SPDX-License-Identifier: Apache-2.0
// cuRAND's numbers: what NVIDIA's own headers give, when nvcc compiles this, on the device, and what its
// library gives on the host.
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

template <typename State> __global__ void words(unsigned long long seed, unsigned *out)
{
    State state;
    curand_init(seed, threadIdx.x * 0x123456789ull, 1000003, &state);
    unsigned *at = out + threadIdx.x * 8;
    at[0] = curand(&state);
    at[1] = __float_as_uint(curand_uniform(&state));
    double wide = curand_uniform_double(&state);
    at[2] = __double2loint(wide);
    at[3] = __double2hiint(wide);
    skipahead(123456789012345ull, &state);
    at[4] = curand(&state);
    skipahead_sequence(77ull, &state);
    at[5] = curand(&state);
    at[6] = curand_poisson(&state, 12.0);
    at[7] = (unsigned)(1000 * curand_normal(&state) + 100000.5f);
}

template <typename State> void show(const char *name, unsigned *out)
{
    words<State><<<1, 32>>>(0x123456789abcdefull, out);
    cudaDeviceSynchronize();
    printf("%s, %zu bytes:", name, sizeof(State));
    for (int i = 0; i < 8; i++)
        printf(" %08x", out[31 * 8 + i]);
    unsigned hash = 0;
    for (int i = 0; i < 32 * 8; i++)
        hash = hash * 16777619u ^ out[i];
    printf(", hash %08x\n", hash);
}

static void fill(curandRngType_t type, unsigned *out)
{
    curandGenerator_t generator;
    int status = curandCreateGenerator(&generator, type);
    status += curandSetPseudoRandomGeneratorSeed(generator, 1234);
    status += curandGenerate(generator, out, 10);
    status += curandGenerateUniform(generator, (float *)out, 5000);
    cudaDeviceSynchronize();
    printf("type %d, status %d: %08x %08x\n", (int)type, status, out[0], out[4999]);
    curandDestroyGenerator(generator);
}

int main()
{
    unsigned *out;
    cudaMallocManaged(&out, 5000 * sizeof *out);
    show<curandStateXORWOW_t>("XORWOW", out);
    show<curandStatePhilox4_32_10_t>("Philox", out);
    show<curandStateMRG32k3a_t>("MRG32k3a", out);
    fill(CURAND_RNG_PSEUDO_XORWOW, out);
    fill(CURAND_RNG_PSEUDO_PHILOX4_32_10, out);
    fill(CURAND_RNG_PSEUDO_MRG32K3A, out);
    cudaFree(out);
}
