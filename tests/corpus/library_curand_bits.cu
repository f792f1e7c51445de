// SPDX-License-Identifier: Apache-2.0
// cuRAND's device API: the words and uniform numbers of three generators, bit for bit, from several seeds,
// subsequences and offsets, and after skipping ahead.
#include "library.h"

#include <curand_kernel.h>

template <typename State>
__global__ void words(unsigned long long seed, unsigned long long offset, unsigned *out)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    curand_init(seed, thread * 37ull, offset, &state);
    unsigned *at = out + thread * 16;
    for (int i = 0; i < 6; i++)
        *at++ = curand(&state);
    for (int i = 0; i < 3; i++)
        *at++ = __float_as_uint(curand_uniform(&state));
    double value = curand_uniform_double(&state);
    *at++ = __double2loint(value);
    *at++ = __double2hiint(value);
    skipahead(123456789ull, &state);
    *at++ = curand(&state);
    skipahead_sequence(5ull, &state);
    *at++ = curand(&state);
    *at++ = curand_poisson(&state, 3.5);
}

__global__ void fours(unsigned *out)
{
    curandStatePhilox4_32_10_t state;
    curand_init(99, threadIdx.x, threadIdx.x % 7, &state);
    uint4 four = curand4(&state);
    float4 uniform = curand_uniform4(&state);
    unsigned *at = out + threadIdx.x * 8;
    at[0] = four.x, at[1] = four.y, at[2] = four.z, at[3] = four.w;
    at[4] = __float_as_uint(uniform.x), at[5] = __float_as_uint(uniform.w);
    at[6] = curand(&state);
}

template <typename State> void show(const char *name)
{
    const unsigned long long seeds[] = {0, 1234, 0xdeadbeefcafef00dull}, offsets[] = {0, 5, 0x123456789abull};
    unsigned *out = on_device<unsigned>(128 * 16);
    for (int i = 0; i < 3; i++) {
        words<State><<<4, 32>>>(seeds[i], offsets[i], out);
        std::vector<unsigned> host = to_host(out, 128 * 16);
        printf("%s, %zu bytes:", name, sizeof(State));
        for (int k = 0; k < 14; k++)
            printf(" %08x", host[17 * 16 + k]);
        printf("\n");
        print_hash(name, host);
    }
    CHECK(cudaFree(out));
}

int main()
{
    show<curandState>("XORWOW");
    show<curandStatePhilox4_32_10_t>("Philox");
    show<curandStateMRG32k3a_t>("MRG32k3a");
    unsigned *out = on_device<unsigned>(64 * 8);
    fours<<<1, 64>>>(out);
    print_hash("fours", out, 64 * 8);
}
