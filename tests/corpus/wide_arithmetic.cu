// SPDX-License-Identifier: Apache-2.0
// 64-bit and 128-bit integers: products by __umul64hi and __mul64hi, carries by comparison, modular
// powers of 64-bit numbers (Miller-Rabin), division, shifts and rotations, 256-bit addition.
#include "corpus.h"

typedef unsigned long long u64;
typedef long long i64;

struct Wide {
    u64 low, high;
};

__host__ __device__ u64 product_high(u64 a, u64 b)
{
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    return (u64)((unsigned __int128)a * b >> 64);
#endif
}

__host__ __device__ i64 product_high(i64 a, i64 b)
{
#ifdef __CUDA_ARCH__
    return __mul64hi(a, b);
#else
    return (i64)((__int128)a * b >> 64);
#endif
}

__host__ __device__ Wide multiply(u64 a, u64 b) { return Wide{a * b, product_high(a, b)}; }

__host__ __device__ Wide add(Wide a, Wide b)
{
    Wide sum;
    sum.low = a.low + b.low;
    sum.high = a.high + b.high + (sum.low < a.low);
    return sum;
}

__host__ __device__ u64 remainder(Wide value, u64 divisor)
{
    u64 rest = value.high % divisor;
    for (int bit = 63; bit >= 0; bit--) {
        u64 top = rest >> 63;
        rest = rest << 1 | (value.low >> bit & 1);
        if (top || rest >= divisor)
            rest -= divisor;
    }
    return rest;
}

__host__ __device__ u64 power(u64 base, u64 exponent, u64 modulus)
{
    u64 result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = remainder(multiply(result, base), modulus);
        base = remainder(multiply(base, base), modulus);
    }
    return result;
}

__host__ __device__ bool probably_prime(u64 n)
{
    if (n < 4 || n % 2 == 0)
        return n == 2 || n == 3;
    u64 odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0)
        odd /= 2, twos++;
    u64 x = power(2, odd, n);
    if (x == 1 || x == n - 1)
        return true;
    for (int i = 1; i < twos; i++) {
        x = remainder(multiply(x, x), n);
        if (x == n - 1)
            return true;
    }
    return false;
}

__host__ __device__ void mixed(u64 a, u64 b, u64 *out)
{
    Wide w = add(multiply(a, b), multiply(~a, b >> 3));
    out[0] = w.low;
    out[1] = w.high;
    out[2] = a / (b >> 40 | 1) + a % (b | 1);
    out[3] = (u64)((i64)a / (i64)(b >> 33 | 3)) ^ (u64)((i64)a % (i64)(b >> 21 | 5));
    int by = (int)(b & 63);
    out[4] = (a << by | a >> (-by & 63)) + (u64)((i64)a >> by);
    out[5] = (u64)product_high((i64)a, (i64)b);
    out[6] = ((i64)a < (i64)b ? 1 : 0) + (a < b ? 2 : 0) + ((int)a < (i64)b ? 4 : 0) + ((unsigned)a > b ? 8 : 0);
    out[7] = (u64)(double)(a >> 12) + (u64)(i64)(float)(i64)(b >> 41) + (unsigned)(a >> 32) * (u64)(unsigned)b;
}

__global__ void mix(const u64 *a, const u64 *b, u64 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mixed(a[i], b[i], out + (size_t)i * 8);
}

__global__ void primes(u64 first, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = probably_prime(first + 2 * (u64)i);
}

int main()
{
    const int n = 2000;
    Random random(161);
    std::vector<u64> a(n), b(n), expected(n * 8);
    for (int i = 0; i < n; i++) {
        a[i] = (u64)random.next() << 40 ^ (u64)random.next() << 20 ^ random.next();
        b[i] = ((u64)random.next() << 40 ^ (u64)random.next() << 20 ^ random.next()) >> (i % 60);
        mixed(a[i], b[i], &expected[i * 8]);
    }
    u64 *da = to_device(a), *db = to_device(b), *dout = on_device<u64>(n * 8);
    mix<<<(n + 127) / 128, 128>>>(da, db, dout, n);
    printf("mixed: %s\n", expected == to_host(dout, n * 8) ? "same" : "different");
    print_hash("mixed", dout, n * 8);

    const int candidates = 256;
    unsigned char *dprime = on_device<unsigned char>(candidates);
    u64 first = 0xffffffffffffffffull - 2 * candidates;
    primes<<<candidates / 64, 64>>>(first, dprime, candidates);
    auto prime = to_host(dprime, candidates);
    int wrong = 0, count = 0;
    for (int i = 0; i < candidates; i++) {
        count += prime[i];
        wrong += prime[i] != (probably_prime(first + 2 * (u64)i) ? 1 : 0);
    }
    printf("%d primes, %d wrong\n", count, wrong);
    print_hash("primes", prime);
    return 0;
}
