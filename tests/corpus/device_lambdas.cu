// SPDX-License-Identifier: Apache-2.0
// Lambdas inside kernels: captures by value and by reference, generic lambdas, mutable state, a lambda
// that returns a lambda, immediately invoked ones, and algorithms that take them.
#include "corpus.h"
#include <algorithm>

template <typename F> __device__ void for_each_index(int n, F &&f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        f(i);
}

template <typename T, typename F> __device__ T fold(const T *data, int count, T start, F combine)
{
    for (int i = 0; i < count; ++i)
        start = combine(start, data[i]);
    return start;
}

__global__ void polynomials(const int *x, int *y, int n, int a, int b)
{
    const auto quadratic = [a, b](int v) { return a * v * v + b * v; };
    auto twice = [](auto f, auto v) { return f(f(v)); };
    for_each_index(n, [=](int i) { y[i] = twice(quadratic, x[i] % 64); });
}

__global__ void neighbours(const int *x, int *y, int n)
{
    for_each_index(n, [&](int i) {
        int smallest = x[i], largest = x[i], seen = 0;
        auto visit = [&](int k) {
            const int value = x[(i + k + n) % n];
            smallest = min(smallest, value);
            largest = max(largest, value);
            seen++;
        };
        visit(-2), visit(-1), visit(1), visit(2);
        y[i] = (largest - smallest) * seen;
    });
}

__global__ void generators(unsigned *out, int n)
{
    for_each_index(n, [out](int i) {
        auto generator = [state = 0x9e3779b9u * (i + 1)]() mutable {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            return state;
        };
        unsigned sum = 0;
        for (int k = 0; k < 8; k++)
            sum += generator() >> k;
        out[i] = sum;
    });
}

__global__ void curried(const int *x, long long *out, int n)
{
    auto add = [](auto a) { return [a](auto b) { return a + b; }; };
    auto scale = [](int factor) -> long long (*)(long long) {
        if (factor == 2)
            return [](long long v) { return v * 2; };
        return [](long long v) { return v * 3; };
    };
    for_each_index(n, [&, out](int i) {
        long long value = add(1000000000000ll)(x[i]);
        const int remainder = [&] {
            if (x[i] < 0)
                return -x[i] % 7;
            return x[i] % 5;
        }();
        out[i] = scale(i % 3 + 1)(value) + remainder;
    });
}

__global__ void folded(const int *x, int *out, int rows, int columns)
{
    for_each_index(rows, [=](int r) {
        const int *row = x + r * columns;
        int sum = fold(row, columns, 0, [](int a, int b) { return a + b; });
        int bits = fold(row, columns, 0, [](auto a, auto b) { return a ^ b; });
        out[r] = sum * 31 + bits;
    });
}

int main()
{
    const int n = 12345;
    Random random(31);
    std::vector<int> x(n);
    for (auto &value : x)
        value = (int)(random.next() % 2001) - 1000;
    int *dx = to_device(x), *dy = on_device<int>(n);
    long long *wide = on_device<long long>(n);
    unsigned *bits = on_device<unsigned>(n);

    polynomials<<<24, 128>>>(dx, dy, n, 3, -5);
    print_hash("polynomials", dy, n);
    neighbours<<<32, 96>>>(dx, dy, n);
    auto result = to_host(dy, n);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int low = x[i], high = x[i];
        for (int k : {-2, -1, 1, 2}) {
            low = std::min(low, x[(i + k + n) % n]);
            high = std::max(high, x[(i + k + n) % n]);
        }
        wrong += result[i] != (high - low) * 4;
    }
    printf("wrong neighbours: %d\n", wrong);
    print_hash("neighbours", result);
    generators<<<16, 256>>>(bits, n);
    print_hash("generators", bits, n);
    curried<<<16, 256>>>(dx, wide, n);
    print_hash("curried", wide, n);
    folded<<<4, 128>>>(dx, dy, n / 15, 15);
    print_hash("folded", dy, n / 15);
    return 0;
}
