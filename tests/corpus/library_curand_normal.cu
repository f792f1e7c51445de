// SPDX-License-Identifier: Apache-2.0
// cuRAND's device API: normal, log-normal and Poisson numbers, rounded, and their moments.
#include "library.h"

#include <curand_kernel.h>

enum { THREADS = 2048, EACH = 8 };

template <typename State> __global__ void normals(float *normal, double *wide, float *logarithmic, unsigned *poisson)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    curand_init(42, thread, 0, &state);
    for (int i = 0; i < EACH; i++) {
        int at = thread * EACH + i;
        normal[at] = curand_normal(&state);
        wide[at] = curand_normal_double(&state);
        logarithmic[at] = curand_log_normal(&state, 0.5f, 0.25f);
        poisson[at] = curand_poisson(&state, i % 2 == 0 ? 4.0 : 5000.0);
    }
}

template <typename State> void show(const char *name)
{
    const int count = THREADS * EACH;
    float *normal = on_device<float>(count), *logarithmic = on_device<float>(count);
    double *wide = on_device<double>(count);
    unsigned *poisson = on_device<unsigned>(count);
    normals<State><<<THREADS / 128, 128>>>(normal, wide, logarithmic, poisson);
    printf("%s\n", name);
    print_rounded("normal", normal, count, 4);
    print_rounded("normal double", wide, count, 8);
    print_rounded("log-normal", logarithmic, count, 4);
    print_hash("Poisson", poisson, count);
}

int main()
{
    show<curandState>("XORWOW");
    show<curandStatePhilox4_32_10_t>("Philox");
    show<curandStateMRG32k3a_t>("MRG32k3a");
}
