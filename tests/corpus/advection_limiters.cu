// SPDX-License-Identifier: Apache-2.0
// Advection of a step and a bump with flux limiters chosen by template template parameters and if constexpr.
#include <array>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <vector>

template <typename T> struct Upwind {
    static constexpr bool second_order = false;
    static const char *name() { return "upwind"; }
};
template <typename T> struct MinMod {
    static constexpr bool second_order = true;
    static const char *name() { return "minmod"; }
    __device__ T operator()(T r) const { return fmax(T(0), fmin(T(1), r)); }
};
template <typename T> struct Superbee {
    static constexpr bool second_order = true;
    static const char *name() { return "superbee"; }
    __device__ T operator()(T r) const { return fmax(T(0), fmax(fmin(2 * r, T(1)), fmin(r, T(2)))); }
};
template <typename T> struct VanLeer {
    static constexpr bool second_order = true;
    static const char *name() { return "van Leer"; }
    __device__ T operator()(T r) const { return (r + fabs(r)) / (T(1) + fabs(r)); }
};

template <typename T, template <typename> class Limiter>
__device__ T face_flux(T a, T b, T c, T courant)
{
    T flux = b;
    if constexpr (Limiter<T>::second_order) {
        T forward = c - b, backward = b - a;
        T r = forward != T(0) ? backward / forward : T(0);
        flux += Limiter<T>{}(r) * T(0.5) * (T(1) - courant) * forward;
    }
    return flux;
}

template <typename T, template <typename> class Limiter, int N>
__global__ void advect(T *data, T courant, int steps)
{
    __shared__ T u[2][N];
    static_assert(N % 32 == 0, "whole warps");
    const int i = threadIdx.x;
    u[0][i] = data[i];
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        const T(&now)[N] = u[s & 1];
        T l2 = now[(i + N - 2) % N], l1 = now[(i + N - 1) % N], c = now[i], r1 = now[(i + 1) % N];
        T right = face_flux<T, Limiter>(l1, c, r1, courant), left = face_flux<T, Limiter>(l2, l1, c, courant);
        u[~s & 1][i] = c - courant * (right - left);
        __syncthreads();
    }
    data[i] = u[steps & 1][i];
}

template <typename T, template <typename> class Limiter> void run()
{
    constexpr int n = 128;
    std::array<T, n> u;
    for (int i = 0; i < n; i++)
        u[i] = i >= 20 && i < 40 ? T(1) : i >= 60 && i < 80 ? T(0.5) - T(0.5) * std::cos(T(3.14159265358979) * T(i - 60) / 10) : T(0);
    T *d;
    cudaMalloc(&d, sizeof u);
    cudaMemcpy(d, u.data(), sizeof u, cudaMemcpyHostToDevice);
    advect<T, Limiter, n><<<1, n>>>(d, T(0.4), 50);
    cudaMemcpy(u.data(), d, sizeof u, cudaMemcpyDeviceToHost);
    T sum = 0, variation = 0, most = 0;
    for (int i = 0; i < n; i++) {
        sum += u[i];
        variation += std::abs(u[(i + 1) % n] - u[i]);
        most = u[i] > most ? u[i] : most;
    }
    const int digits = std::is_same_v<T, float> ? 9 : 16;
    printf("%-8s %-6s sum %.*g variation %.*g most %.*g u[41] %.*g\n", Limiter<T>::name(), std::is_same<T, float>::value ? "float" : "double",
           digits, sum, digits, variation, digits, most, digits, u[41]);
    cudaFree(d);
}

template <template <typename> class... Limiters> void run_all() { ((run<float, Limiters>(), run<double, Limiters>()), ...); }

int main()
{
    run_all<Upwind, MinMod, Superbee, VanLeer>();
    return 0;
}
