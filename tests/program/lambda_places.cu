// SPDX-License-Identifier: Apache-2.0
// Lambdas for the device where programs have them: in macros, class templates, lambdas of the host, loops.
#include <cstdio>
#include <map>
#include <vector>
#include <functional>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e)); } while (0)
template <typename F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
template <typename F> cudaError_t run(int n, F f) { each<<<(n + 31) / 32, 32>>>(n, f); return cudaDeviceSynchronize(); }
namespace a { namespace b {
template <typename T, int W> struct Box {
    T *p; int n;
    void fill(T v) { run(n, [*this, v] __device__(int i) { p[i] = v * W; }); }
    void add(T v) { T *q = p; CHECK(run(n, [=] __device__(int i) {
        q[i] += v;
    })); }
};
} }
int main() {
    int *o; cudaMallocManaged(&o, 64 * 4);
    a::b::Box<int, 3> box{o, 8}; box.fill(2); box.add(1);
    printf("%d\n", o[7]);
    int x = 4;
    auto go = [&](int y) { CHECK(run(8, [=] __device__(int i) { o[i] = x * y + i; })); };
    go(5); printf("%d\n", o[1]);
    std::map<int, int> m{{1, 2}, {3, 4}};
    for (auto &[k, v] : m) CHECK(run(8, [=, k = k, v = v] __device__(int i) { o[i] += k * v; }));
    printf("%d\n", o[1]);
    std::vector<std::function<void()>> tasks;
    for (int s = 0; s < 2; ++s) tasks.push_back([=] { run(4, [=] __device__(int i) { atomicAdd(&o[i], s); }); });
    for (auto &t : tasks) t();
    printf("%d\n", o[1]);
    const char *name = "q"; unsigned long long big = 1ull << 40; double d = 0.5; float2 f2 = make_float2(1, 2); dim3 g(2, 3);
    run(1, [=] __device__(int i) { o[i] = (int)(big >> 38) + (int)(d * 4) + (int)f2.y + (int)g.y; });
    printf("%d %s\n", o[0], name);
    switch (x) { case 4: { int z = 9; run(1, [=] __device__(int) { o[0] = z; }); break; } default: break; }
    printf("%d\n", o[0]);
    if (int q = x; q > 2) run(1, [=] __device__(int i) { int w = 0; while (w < q) { ++w; } o[0] = w; }); else run(1, [=] __device__(int) { o[0] = -q; });
    printf("%d\n", o[0]);
    int *rows[2] = {o, o + 4}; size_t count = 3;
    run(2, [=] __device__(int i) { for (size_t c = 0, e = count; c < e; c++) rows[i][c] = (int)c; });
    printf("%d %d\n", o[2], o[6]);
}
