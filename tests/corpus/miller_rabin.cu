// SPDX-License-Identifier: Apache-2.0
// Deterministic Miller-Rabin for 64 bits with Montgomery products, and Pollard's rho for the composites.
#include <cinttypes>
#include <cstdio>
#include <vector>

struct Montgomery {
    uint64_t n, inverse, one, square;
    __host__ __device__ static uint64_t high(uint64_t a, uint64_t b)
    {
#ifdef __CUDA_ARCH__
        return __umul64hi(a, b);
#else
        return (uint64_t)((unsigned __int128)a * b >> 64);
#endif
    }
    __host__ __device__ explicit Montgomery(uint64_t modulus) : n(modulus), inverse(modulus)
    {
        for (int i = 0; i < 5; i++)
            inverse *= 2 - n * inverse;
        one = -n % n;
        square = one;
        for (int i = 0; i < 64; i++) // 2^128 mod n
            square = square >= n - square ? square - (n - square) : square + square;
    }
    __host__ __device__ uint64_t product(uint64_t a, uint64_t b) const
    {
        uint64_t lo = a * b, hi = high(a, b), q = lo * inverse, m = high(q, n);
        return hi >= m ? hi - m : hi - m + n;
    }
    __host__ __device__ uint64_t enter(uint64_t a) const { return product(a % n, square); }
    __host__ __device__ uint64_t power(uint64_t base, uint64_t e) const
    {
        uint64_t result = one;
        for (; e; e >>= 1, base = product(base, base))
            if (e & 1)
                result = product(result, base);
        return result;
    }
};

__host__ __device__ bool is_prime(uint64_t n)
{
    if (n < 2 || n % 2 == 0)
        return n == 2;
    const Montgomery m(n);
    const uint64_t minus = n - m.one;
    uint64_t d = n - 1;
    int s = 0;
    while (!(d & 1))
        d >>= 1, s++;
    for (uint64_t base : {2ull, 325ull, 9375ull, 28178ull, 450775ull, 9780504ull, 1795265022ull}) {
        if (base % n == 0)
            continue;
        uint64_t x = m.power(m.enter(base), d);
        if (x == m.one || x == minus)
            continue;
        int r = 1;
        for (; r < s && x != minus; r++)
            x = m.product(x, x);
        if (x != minus)
            return false;
    }
    return true;
}

__device__ uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

__global__ void test(const uint64_t *numbers, int n, uint64_t *factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint64_t x = numbers[i];
    factor[i] = x & 1 ? x : 2;
    if (!(x & 1) || is_prime(x))
        return;
    const Montgomery m(x);
    for (uint64_t c = 1; c < 10; c++) {
        uint64_t slow = m.enter(2), fast = slow, step = m.enter(c), g = 1;
        for (int k = 0; k < 3000 && g == 1; k++) {
            slow = m.product(slow, slow) + step, slow -= slow >= x ? x : 0;
            for (int twice = 0; twice < 2; twice++)
                fast = m.product(fast, fast) + step, fast -= fast >= x ? x : 0;
            g = gcd(slow > fast ? slow - fast : fast - slow, x);
        }
        if (g != 1 && g != x) {
            factor[i] = g;
            return;
        }
    }
}

int main()
{
    std::vector<uint64_t> numbers = {3215031751ull, 2305843009213693951ull, 1000000007ull * 101, 4294967291ull, 3825123056546413051ull % 1000000000039ull,
                                     1022117ull * 1022117, 6700417ull * 641, 999999999989ull, 25, 9, 561};
    for (uint64_t i = 0; i < 53; i++)
        numbers.push_back(1000003ull * (i + 1) * 3 + 2 * i + 4611686018ull);
    uint64_t *d, *f;
    const int n = (int)numbers.size();
    cudaMalloc(&d, n * sizeof *d);
    cudaMalloc(&f, n * sizeof *f);
    cudaMemcpy(d, numbers.data(), n * sizeof *d, cudaMemcpyHostToDevice);
    test<<<2, 32>>>(d, n, f);
    std::vector<uint64_t> factors(n);
    cudaMemcpy(factors.data(), f, n * sizeof *f, cudaMemcpyDeviceToHost);
    int primes = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        primes += factors[i] == numbers[i];
        wrong += numbers[i] % factors[i] != 0 || is_prime(numbers[i]) != (factors[i] == numbers[i]);
        if (i < 11)
            printf("%" PRIu64 ": %" PRIu64 "\n", numbers[i], factors[i]);
    }
    printf("%d numbers, %d primes, %d wrong\n", n, primes, wrong);
    cudaFree(d), cudaFree(f);
    return 0;
}
