// SPDX-License-Identifier: Apache-2.0
// Explicit specializations of function templates, on the device as on the host: which template one belongs to.
#include <chrono> // has <limits>
#include <cstdio>
#include <string>
#include <vector> // has std::max

// Only the result tells what T is.
template <typename T> __host__ __device__ inline T from_float(float a) { return (T)a; }
template <> __host__ __device__ inline int from_float(float a) { return (int)a + 1; }
template <> __host__ __device__ inline double from_float(float a) { return a * 2; }
template <> __host__ __device__ inline float2 from_float(float a) { return make_float2(a, -a); }

// Templates of one name that differ in the number of parameters.
template <typename T> __host__ __device__ inline T add(T a, T b) { return a + b; }
template <typename T> __host__ __device__ inline T add(T a, T b, T c) { return a + b + c; }
template <> __host__ __device__ inline int2 add(int2 a, int2 b, int2 c)
{
    return make_int2(a.x + b.x + c.x, a.y + b.y + c.y);
}
template <> __host__ __device__ inline int2 add(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }

// Both fit; the specialization is the more specialized template's.
template <typename T> __host__ __device__ inline int kind(T) { return 1; }
template <typename T> __host__ __device__ inline int kind(T *) { return 2; }
template <> __host__ __device__ inline int kind(int *) { return 3; }

// A specialization that only the host can need.
template <typename T> struct Maker {
    static T make() { return T(); }
};
template <> struct Maker<std::string> {
    static std::string make() { return "differ"; }
};

// Hides <cmath>'s overload for integers, which is a template.
__device__ inline int log2(int value) { return 100 + value; }

__host__ __device__ int choose(double *out)
{
    int i = 0, word = 0;
    int2 pair = add(make_int2(1, 2), make_int2(3, 4));
    int2 triple = add(pair, pair, pair);
    out[i++] = from_float<int>(3.5f);
    out[i++] = from_float<double>(3.5f);
    out[i++] = from_float<short>(3.5f);
    out[i++] = from_float<float2>(3.5f).y;
    out[i++] = pair.y;
    out[i++] = triple.x;
    out[i++] = add(1.5f, 2.0f, 3.0f);
    out[i++] = kind(word) * 100 + kind(&word) * 10 + kind((float *)nullptr);
    return i;
}

__global__ void kernel(double *out, int *limits)
{
    choose(out);
    limits[0] = std::max(limits[0], std::numeric_limits<short>::max() + 1) + log2(1);
}

int main()
{
    double *device, mine[16], expected[16];
    int *limits, largest = 7;
    cudaMalloc(&device, sizeof mine);
    cudaMalloc(&limits, sizeof *limits);
    cudaMemcpy(limits, &largest, sizeof largest, cudaMemcpyHostToDevice);
    kernel<<<1, 1>>>(device, limits);
    cudaMemcpy(mine, device, sizeof mine, cudaMemcpyDeviceToHost);
    cudaMemcpy(&largest, limits, sizeof largest, cudaMemcpyDeviceToHost);
    int count = choose(expected), wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += mine[i] != expected[i];
        printf("%g ", mine[i]);
    }
    printf("\n%d of %d %s, largest %d\n", wrong, count, Maker<std::string>::make().c_str(), largest);
    return 0;
}
