// SPDX-License-Identifier: Apache-2.0
// The heat equation on a rod, explicit steps in double: coefficients copied to a symbol, boundary
// conditions as a switch over an enum, a probe recorded at each step in a device array.
#include <stdio.h>
#include <stdlib.h>

#include "corpus.h"

enum Boundary { FIXED, INSULATED, PERIODIC };

struct Parameters {
    int n;
    double r; /* alpha dt / dx^2 */
    enum Boundary boundary;
    double left, right;
};

#define STEPS 60

__constant__ struct Parameters params;
__device__ double probe[STEPS];
__device__ int steps_done = 0;

__device__ static double neighbour(const double *u, int i)
{
    const int last = params.n - 1;
    if (i >= 0 && i <= last)
        return u[i];
    switch (params.boundary) {
    case FIXED:
        return i < 0 ? params.left : params.right;
    case INSULATED:
        return i < 0 ? u[0] : u[last];
    case PERIODIC:
    default:
        return i < 0 ? u[last] : u[0];
    }
}

__global__ void step(const double *u, double *next)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= params.n)
        return;
    double bend = neighbour(u, i - 1) - 2.0 * u[i] + neighbour(u, i + 1);
    next[i] = params.r * bend + u[i];
    if (i == params.n / 3) {
        probe[steps_done] = next[i];
        ++steps_done;
    }
}

static void simulate(enum Boundary boundary, const char *name)
{
    struct Parameters p = {1000, 0.25, boundary, 1.0, -0.5};
    double *d_u, *d_next, *u = (double *)malloc(p.n * sizeof(double));
    int i, done = 0;
    for (i = 0; i < p.n; i++)
        u[i] = i % 100 < 50 ? (i % 7) * 0.125 : 0.75;

    CHECK(cudaMemcpyToSymbol(params, &p, sizeof p));
    CHECK(cudaMemcpyToSymbol(steps_done, &done, sizeof done, 0, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&d_u, p.n * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_next, p.n * sizeof(double)));
    CHECK(cudaMemcpy(d_u, u, p.n * sizeof(double), cudaMemcpyHostToDevice));
    for (i = 0; i < STEPS; i++) {
        step<<<(p.n + 127) / 128, 128>>>(d_u, d_next);
        double *swap = d_u;
        d_u = d_next;
        d_next = swap;
    }
    CHECK(cudaMemcpyFromSymbol(&done, steps_done, sizeof done));
    printf("%s: %d steps\n", name, done);
    print_hash("temperature", d_u, p.n);

    double *d_probe;
    CHECK(cudaGetSymbolAddress((void **)&d_probe, probe));
    print_hash("probe", d_probe, STEPS);
    double last;
    CHECK(cudaMemcpyFromSymbol(&last, probe, sizeof(double), (STEPS - 1) * sizeof(double)));
    printf("last of the probe: %.17g\n", last);
    cudaFree(d_u);
    cudaFree(d_next);
    free(u);
}

int main(void)
{
    simulate(FIXED, "fixed ends");
    simulate(INSULATED, "insulated ends");
    simulate(PERIODIC, "a ring");
    return 0;
}
