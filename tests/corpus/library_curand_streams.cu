// SPDX-License-Identifier: Apache-2.0
// Random streams of cuRAND's device functions: subsequences and offsets of XORWOW, Philox and MRG32k3a, and a random walk.
#include <curand_kernel.h>
#include <cstdio>
#include <vector>

template <typename State> __global__ void setup(State *states, unsigned long long seed)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &states[id]);
}

template <typename State> __global__ void draw(State *states, unsigned *bits, float *uniforms, int per)
{
    int id = threadIdx.x + blockIdx.x * blockDim.x, all = gridDim.x * blockDim.x;
    State local = states[id];
    for (int i = 0; i < per; i++) {
        bits[i * all + id] = curand(&local);
        uniforms[i * all + id] = curand_uniform(&local);
    }
    states[id] = local;
}

__global__ void skip(unsigned *out)
{
    curandState a, b;
    curand_init(99, 3, 0, &a);
    for (int i = 0; i < 40; i++)
        curand(&a);
    curand_init(99, 3, 40, &b);
    out[0] = curand(&a), out[1] = curand(&b);
    curandStatePhilox4_32_10_t p;
    curand_init(7, 1, 2, &p);
    uint4 four = curand4(&p);
    out[2] = four.x, out[3] = four.w;
    skipahead(5ull, &p);
    out[4] = curand(&p);
    curandStateMRG32k3a_t m;
    curand_init(7, 5, 0, &m);
    skipahead(1000ull, &m);
    out[5] = curand(&m);
}

__global__ void walk(int2 *ends, int steps)
{
    curandStatePhilox4_32_10_t state;
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(2025, id, 0, &state);
    int2 at = make_int2(0, 0);
    for (int s = 0; s < steps; s += 16)
        for (unsigned bits = curand(&state), k = 0; k < 16; k++, bits >>= 2) {
            int d = (int)(bits & 2) - 1;
            (bits & 1 ? at.x : at.y) += d;
        }
    ends[id] = at;
}

template <typename State> void show(const char *name)
{
    const int threads = 64, per = 4;
    State *states;
    unsigned *bits, h[threads * per];
    float *uniforms, u[threads * per];
    cudaMalloc(&states, threads * sizeof(State));
    cudaMalloc(&bits, sizeof h);
    cudaMalloc(&uniforms, sizeof u);
    setup<<<2, threads / 2>>>(states, 1234ULL);
    draw<<<2, threads / 2>>>(states, bits, uniforms, per);
    draw<<<2, threads / 2>>>(states, bits, uniforms, per);
    cudaMemcpy(h, bits, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(u, uniforms, sizeof u, cudaMemcpyDeviceToHost);
    unsigned mixed = 0;
    double sum = 0;
    for (int i = 0; i < threads * per; i++)
        mixed = mixed * 31 + h[i], sum += u[i];
    printf("%s: %08x %08x %08x, %.9g %.9g, sum %.12g\n", name, h[0], h[77], mixed, u[0], u[255], sum);
    cudaFree(states), cudaFree(bits), cudaFree(uniforms);
}

int main()
{
    show<curandState_t>("XORWOW");
    show<curandStatePhilox4_32_10_t>("Philox");
    show<curandStateMRG32k3a>("MRG32k3a");
    unsigned *d, h[6];
    cudaMalloc(&d, sizeof h);
    skip<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%08x %d %08x %08x %08x %08x\n", h[0], h[0] == h[1], h[2], h[3], h[4], h[5]);
    const int n = 256, steps = 320;
    int2 *ends;
    std::vector<int2> e(n);
    cudaMalloc(&ends, n * sizeof(int2));
    walk<<<2, 128>>>(ends, steps);
    cudaMemcpy(e.data(), ends, n * sizeof(int2), cudaMemcpyDeviceToHost);
    long squares = 0;
    for (int2 p : e)
        squares += p.x * p.x + p.y * p.y;
    printf("walk: %d,%d mean square %.6f of %d\n", e[9].x, e[9].y, (double)squares / n, steps);
    cudaFree(d), cudaFree(ends);
}
