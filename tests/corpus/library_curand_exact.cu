// SPDX-License-Identifier: Apache-2.0
// cuRAND's device API, bit for bit: every distribution of each pseudorandom generator.
#include "library.h"

#include <curand_kernel.h>

enum { THREADS = 2048, EACH = 8, NUMBERS = THREADS * EACH };

template <typename State> __device__ int start(State *state)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(42, thread, 0, state);
    return thread * EACH;
}

template <typename State> __global__ void floats(float *normal, float2 *normal2, float *log_normal, float2 *log_normal2, float *uniform)
{
    State state;
    int first = start(&state);
    for (int i = first; i < first + EACH; i++) {
        normal[i] = curand_normal(&state);
        normal2[i] = curand_normal2(&state);
        log_normal[i] = curand_log_normal(&state, 0.5f, 0.25f);
        log_normal2[i] = curand_log_normal2(&state, -0.5f, 1.25f);
        uniform[i] = curand_uniform(&state);
    }
}

template <typename State> __global__ void doubles(double *normal, double2 *normal2, double *log_normal, double2 *log_normal2, double *uniform)
{
    State state;
    int first = start(&state);
    for (int i = first; i < first + EACH; i++) {
        normal[i] = curand_normal_double(&state);
        normal2[i] = curand_normal2_double(&state);
        log_normal[i] = curand_log_normal_double(&state, 0.5, 0.25);
        log_normal2[i] = curand_log_normal2_double(&state, -0.5, 1.25);
        uniform[i] = curand_uniform_double(&state);
    }
}

template <typename State> __global__ void poissons(unsigned *few, unsigned *some, unsigned *many)
{
    State state;
    int first = start(&state);
    for (int i = first; i < first + EACH; i++) {
        few[i] = curand_poisson(&state, 4.0);
        some[i] = curand_poisson(&state, 100.0 + (i - first) * 300);
        many[i] = curand_poisson(&state, 5000.0);
    }
}

__global__ void fours(float4 *normal, float4 *log_normal, double4 *sums, uint4 *poisson, double2 *pairs)
{
    curandStatePhilox4_32_10_t state;
    int first = start(&state);
    for (int i = first; i < first + EACH; i++) {
        normal[i] = curand_normal4(&state);
        log_normal[i] = curand_log_normal4(&state, 1.0f, 0.5f);
        double4 x = curand_normal4_double(&state);
        poisson[i] = curand_poisson4(&state, i % 2 != 0 ? 3.0 : 700.0);
        double4 y = curand_uniform4_double(&state);
        x.x += y.x - y.y + y.z * y.w;
        y = curand_log_normal4_double(&state, 0.1, 0.3);
        x.y += y.x - y.y + y.z * y.w;
        sums[i] = x;
        pairs[2 * i] = curand_normal2_double(&state);
        pairs[2 * i + 1] = curand_log_normal2_double(&state, 0.1, 0.2);
    }
}

template <typename Number, typename Group> void print_group(const char *name, const Group *groups)
{
    print_hash(name, (const Number *)groups, NUMBERS * (sizeof(Group) / sizeof(Number)));
}

template <typename Number, typename Pair, typename Kernel> void show_numbers(const char *kind, Kernel kernel)
{
    Number *normal = on_device<Number>(NUMBERS), *log_normal = on_device<Number>(NUMBERS);
    Number *uniform = on_device<Number>(NUMBERS);
    Pair *normal2 = on_device<Pair>(NUMBERS), *log_normal2 = on_device<Pair>(NUMBERS);
    kernel<<<THREADS / 128, 128>>>(normal, normal2, log_normal, log_normal2, uniform);
    char name[40];
    auto named = [&](const char *text) {
        snprintf(name, sizeof name, "%s%s", text, kind);
        return name;
    };
    print_hash(named("normal"), normal, NUMBERS);
    print_group<Number>(named("normal2"), normal2);
    print_hash(named("lognormal"), log_normal, NUMBERS);
    print_group<Number>(named("lognormal2"), log_normal2);
    print_hash(named("uniform"), uniform, NUMBERS);
}

template <typename State> void show(const char *name)
{
    printf("%s\n", name);
    show_numbers<float, float2>("", floats<State>);
    show_numbers<double, double2>(" double", doubles<State>);
    unsigned *few = on_device<unsigned>(NUMBERS), *some = on_device<unsigned>(NUMBERS), *many = on_device<unsigned>(NUMBERS);
    poissons<State><<<THREADS / 128, 128>>>(few, some, many);
    print_hash("poisson4", few, NUMBERS);
    print_hash("poisson mid", some, NUMBERS);
    print_hash("poisson5000", many, NUMBERS);
}

int main()
{
    show<curandState>("XORWOW");
    show<curandStatePhilox4_32_10_t>("Philox");
    show<curandStateMRG32k3a_t>("MRG");
    float4 *normal = on_device<float4>(NUMBERS), *log_normal = on_device<float4>(NUMBERS);
    double4 *sums = on_device<double4>(NUMBERS);
    uint4 *poisson = on_device<uint4>(NUMBERS);
    double2 *pairs = on_device<double2>(2 * NUMBERS);
    fours<<<THREADS / 128, 128>>>(normal, log_normal, sums, poisson, pairs);
    print_group<float>("normal4", normal);
    print_group<float>("lognormal4", log_normal);
    print_group<double>("normal4 double", sums);
    print_group<unsigned>("poisson4", poisson);
    print_hash("normal2 double", (const double *)pairs, 4 * NUMBERS);
}
