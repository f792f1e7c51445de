// SPDX-License-Identifier: Apache-2.0
// Asian, barrier and lookback options by Monte Carlo: payoffs as policies, antithetic paths, fixed-order sums.
#include <cstdio>
#include <cmath>
#include <vector>

struct Market {
    float spot, strike, rate, volatility, years;
    int steps;
};

// A uniform number of a hash of the path and the step.
__device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
__device__ float uniform(unsigned path, unsigned draw) { return (mix(path * 0x9e3779b9u + mix(draw)) >> 8) * 0x1p-24f + 0x1p-25f; }
__device__ float2 box_muller(float u, float v)
{
    float r = sqrtf(-2.0f * logf(u)), s, c;
    sincospif(2.0f * v, &s, &c);
    return make_float2(r * s, r * c);
}

struct Asian {
    float sum = 0;
    __device__ void step(float price, const Market &) { sum += price; }
    __device__ float payoff(float, const Market &m) const { return fmaxf(sum / m.steps - m.strike, 0.0f); }
    static constexpr const char *name = "asian";
};
struct UpAndOut {
    bool out = false;
    __device__ void step(float price, const Market &) { out |= price > 130.0f; }
    __device__ float payoff(float last, const Market &m) const { return out ? 0.0f : fmaxf(last - m.strike, 0.0f); }
    static constexpr const char *name = "up-and-out";
};
struct Lookback {
    float least = INFINITY;
    __device__ void step(float price, const Market &) { least = fminf(least, price); }
    __device__ float payoff(float last, const Market &) const { return last - least; }
    static constexpr const char *name = "lookback";
};

template <class Option> __global__ void simulate(Market m, float *payoffs)
{
    const unsigned path = blockIdx.x * blockDim.x + threadIdx.x;
    const float dt = m.years / m.steps, drift = (m.rate - 0.5f * m.volatility * m.volatility) * dt, vol = m.volatility * sqrtf(dt);
    Option up, down;
    float a = m.spot, b = m.spot;
    for (int s = 0; s < m.steps; s += 2) {
        float2 z = box_muller(uniform(path, s), uniform(path, s + 1));
        for (float n : {z.x, z.y}) {
            a *= expf(drift + vol * n);
            b *= expf(drift - vol * n);
            up.step(a, m);
            down.step(b, m);
        }
    }
    payoffs[path] = 0.5f * (up.payoff(a, m) + down.payoff(b, m)) * expf(-m.rate * m.years);
}

template <class Option> void price(const Market &m)
{
    const int blocks = 8, threads = 128;
    float *d;
    std::vector<float> h(blocks * threads);
    cudaMalloc(&d, h.size() * sizeof(float));
    simulate<Option><<<blocks, threads>>>(m, d);
    if (cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
        printf("failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    double sum = 0, squares = 0;
    for (double x : h)
        sum += x, squares += x * x;
    double mean = sum / h.size();
    printf("%-10s %.9f +- %.6f  path 3: %.9g\n", Option::name, mean, sqrt((squares / h.size() - mean * mean) / h.size()), h[3]);
    cudaFree(d);
}

int main()
{
    const Market m = {100.0f, 102.5f, 0.03f, 0.25f, 0.5f, 16};
    price<Asian>(m);
    price<UpAndOut>(m);
    price<Lookback>(m);
    return 0;
}
