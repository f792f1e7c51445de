// SPDX-License-Identifier: Apache-2.0
// Powers of matrices modulo a prime by repeated squaring: Fibonacci numbers a thread each with a matrix
// class of constant size, walks in a graph by products of larger matrices, a power of ten variadically.
#include "corpus.h"

using u64 = unsigned long long;

namespace modular
{

constexpr u64 prime = 1000000007ULL;

template <u64 P> class Number
{
  public:
    __host__ __device__ constexpr Number(u64 value = 0) : value_(value % P) {}
    __host__ __device__ constexpr u64 value() const { return value_; }
    __host__ __device__ constexpr Number &operator+=(Number other)
    {
        value_ += other.value_;
        if (value_ >= P)
            value_ -= P;
        return *this;
    }
    __host__ __device__ constexpr Number &operator*=(const Number &other)
    {
        value_ = value_ * other.value_ % P;
        return *this;
    }
    friend __host__ __device__ constexpr Number operator+(Number a, Number b) { return a += b; }
    friend __host__ __device__ constexpr Number operator*(Number a, Number b) { return a *= b; }
    friend __host__ __device__ constexpr bool operator==(Number a, Number b)
    {
        return a.value_ == b.value_;
    }

  private:
    u64 value_;
};

template <typename T, int N> struct Matrix {
    T at[N][N];

    __host__ __device__ static constexpr Matrix identity()
    {
        Matrix m{};
        for (int i = 0; i < N; ++i)
            m.at[i][i] = T(1);
        return m;
    }
    __host__ __device__ constexpr Matrix operator*(const Matrix &other) const
    {
        Matrix product{};
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                for (int k = 0; k < N; ++k)
                    product.at[i][j] += at[i][k] * other.at[k][j];
        return product;
    }
};

template <typename T> __host__ __device__ constexpr T power(T base, u64 exponent, T result)
{
    while (exponent > 0) {
        if (exponent & 1)
            result = result * base;
        base = base * base;
        exponent >>= 1;
    }
    return result;
}

} // namespace modular

using Mod = modular::Number<modular::prime>;
using Fibonacci = modular::Matrix<Mod, 2>;

static_assert(modular::power(Mod(3), 20, Mod(1)) == Mod(3486784401ULL), "3 to the 20th");

__global__ void fibonacci(u64 *out, u64 first, u64 step, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Fibonacci base{{{1, 1}, {1, 0}}};
    out[i] = modular::power(base, first + step * i, Fibonacci::identity()).at[0][1].value();
}

template <int N> __global__ void multiply(const u64 *a, const u64 *b, u64 *c)
{
    __shared__ u64 rows[N][N];
    const int i = threadIdx.y, j = threadIdx.x;
    rows[i][j] = b[i * N + j];
    __syncthreads();
    Mod sum;
    for (int k = 0; k < N; ++k)
        sum += Mod(a[i * N + k]) * Mod(rows[k][j]);
    c[i * N + j] = sum.value();
}

// 128 bits of a product, modulo any odd number below 2^63, by doubling.
__device__ u64 multiply_mod(u64 a, u64 b, u64 m)
{
    u64 result = 0;
    for (a %= m; b; b >>= 1) {
        if (b & 1)
            result = result + a >= m ? result + a - m : result + a;
        a = a + a >= m ? a + a - m : a + a;
    }
    return result;
}

template <typename... Bases> __global__ void powers(u64 *out, u64 modulus, Bases... bases)
{
    const u64 values[] = {static_cast<u64>(bases)...};
    const int which = threadIdx.x % static_cast<int>(sizeof...(bases));
    u64 base = values[which], result = 1;
    for (int bit = 0; bit < 8; ++bit) {
        if (threadIdx.x >> bit & 1)
            result = multiply_mod(result, base, modulus);
        base = multiply_mod(base, base, modulus);
    }
    out[threadIdx.x] = result ^ __umul64hi(result, modulus);
}

int main()
{
    const int n = 200;
    u64 *out = on_device<u64>(256);
    fibonacci<<<(n + 63) / 64, 64>>>(out, 0, 1, n);
    std::vector<u64> numbers = to_host(out, n);
    u64 a = 0, b = 1;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += numbers[i] != a;
        const u64 next = (a + b) % modular::prime;
        a = b;
        b = next;
    }
    printf("Fibonacci: %d wrong\n", wrong);
    print_hash("Fibonacci", numbers);
    fibonacci<<<2, 64>>>(out, 1000000000000000000ULL, 12345678901ULL, 128);
    print_hash("far away", out, 128);

    constexpr int N = 16;
    std::vector<u64> graph(N * N), identity(N * N);
    Random random(10);
    for (int i = 0; i < N * N; i++) {
        graph[i] = random.next() % 3 == 0;
        identity[i] = i % (N + 1) == 0;
    }
    u64 *base = to_device(graph), *result = to_device(identity), *temp = on_device<u64>(N * N);
    for (u64 exponent = 1000003; exponent; exponent /= 2) {
        if (exponent % 2) {
            multiply<N><<<1, dim3(N, N)>>>(result, base, temp);
            std::swap(result, temp);
        }
        multiply<N><<<1, dim3(N, N)>>>(base, base, temp);
        std::swap(base, temp);
    }
    print_hash("walks", result, N * N);
    powers<<<1, 256>>>(out, 0x7fffffffffffffe7ULL, 10, 3u, 7LL, 1234567890123456789ULL);
    print_hash("powers", out, 256);
    for (u64 *pointer : {out, base, result, temp})
        CHECK(cudaFree(pointer));
    return 0;
}
