// SPDX-License-Identifier: Apache-2.0
// Poisson's equation on a square by V-cycles: damped Jacobi, full weighting, bilinear interpolation, doubles.
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

struct Level {
    int n; // points a side, with the border
    double h, *u, *f, *r;
};

__device__ bool inner(int n, int &i, int &j, int &at)
{
    j = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    at = i * n + j;
    return i < n - 1 && j < n - 1;
}

__global__ void smooth(const double *u, const double *f, double *out, int n, double h2)
{
    int i, j, c;
    if (inner(n, i, j, c))
        out[c] = u[c] + 0.8 * 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] - 4.0 * u[c] + h2 * f[c]);
}

__global__ void residual(const double *u, const double *f, double *r, int n, double h2)
{
    int i, j, c;
    if (inner(n, i, j, c))
        r[c] = f[c] + (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] - 4.0 * u[c]) / h2;
}

__global__ void coarsen(const double *r, int n, double *f, int m)
{
    int i, j, c;
    if (!inner(m, i, j, c))
        return;
    const double *p = r + 2 * i * n + 2 * j;
    f[c] = 0.25 * p[0] + 0.125 * (p[1] + p[-1] + p[n] + p[-n]) + 0.0625 * (p[n + 1] + p[n - 1] + p[-n + 1] + p[-n - 1]);
}

__global__ void refine(const double *e, int m, double *u, int n)
{
    int i, j, c;
    if (!inner(n, i, j, c))
        return;
    const double *p = e + i / 2 * m + j / 2;
    double a = p[0], b = i & 1 ? p[m] : a, d = j & 1 ? p[1] : a, g = i & 1 ? (j & 1 ? p[m + 1] : b) : d;
    u[c] += 0.25 * (a + b + d + g);
}

static dim3 blocks(int n) { return dim3((n - 2 + 15) / 16, (n - 2 + 7) / 8); }
static const dim3 threads(16, 8);

int main()
{
    std::vector<Level> levels;
    for (int n = 33; n >= 3; n = n / 2 + 1) {
        Level l = {n, 1.0 / (n - 1), nullptr, nullptr, nullptr};
        for (double **p : {&l.u, &l.f, &l.r}) {
            cudaMalloc(p, n * n * sizeof(double));
            cudaMemset(*p, 0, n * n * sizeof(double));
        }
        levels.push_back(l);
    }
    Level &top = levels.front();
    std::vector<double> host(top.n * top.n);
    for (int i = 0; i < top.n; i++)
        for (int j = 0; j < top.n; j++) {
            double x = j * top.h, y = i * top.h;
            host[i * top.n + j] = 2 * (x * (1 - x) + y * (1 - y)); // the solution is x(1-x)y(1-y)
        }
    cudaMemcpy(top.f, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice);
    auto relax = [](Level &l, int times) {
        for (int k = 0; k < times; k++) {
            smooth<<<blocks(l.n), threads>>>(l.u, l.f, l.r, l.n, l.h * l.h);
            std::swap(l.u, l.r);
        }
    };
    std::function<void(size_t)> cycle = [&](size_t k) {
        Level &l = levels[k];
        if (k + 1 == levels.size())
            return relax(l, 20);
        relax(l, 2);
        Level &c = levels[k + 1];
        cudaMemset(l.r, 0, l.n * l.n * sizeof(double));
        residual<<<blocks(l.n), threads>>>(l.u, l.f, l.r, l.n, l.h * l.h);
        coarsen<<<blocks(c.n), threads>>>(l.r, l.n, c.f, c.n);
        cudaMemset(c.u, 0, c.n * c.n * sizeof(double));
        cudaMemset(c.r, 0, c.n * c.n * sizeof(double));
        cycle(k + 1);
        refine<<<blocks(l.n), threads>>>(c.u, c.n, l.u, l.n);
        cudaMemset(l.r, 0, l.n * l.n * sizeof(double));
        relax(l, 2);
    };
    std::vector<double> r(host.size());
    for (int v = 0; v < 5; v++) {
        cycle(0);
        residual<<<blocks(top.n), threads>>>(top.u, top.f, top.r, top.n, top.h * top.h);
        cudaMemcpy(r.data(), top.r, r.size() * sizeof(double), cudaMemcpyDeviceToHost);
        cudaMemset(top.r, 0, r.size() * sizeof(double));
        double worst = 0;
        for (double x : r)
            worst = std::max(worst, std::fabs(x));
        printf("cycle %d: residual %.12g\n", v, worst);
    }
    cudaMemcpy(host.data(), top.u, host.size() * sizeof(double), cudaMemcpyDeviceToHost);
    printf("middle %.17g, quarter %.17g\n", host[16 * 33 + 16], host[8 * 33 + 8]);
    for (Level &l : levels)
        cudaFree(l.u), cudaFree(l.f), cudaFree(l.r);
}
