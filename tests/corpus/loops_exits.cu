// SPDX-License-Identifier: Apache-2.0
// Loops with several exits, switches and gotos inside of loops, values handed on from round to
// round, narrow counters.
#include <cstdint>
#include <cstdio>
__device__ int walk(const int *a, int n, int key)
{
    int lo = 0, hi = n, steps = 0;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        steps++;
        if (a[mid] == key)
            return mid * 100 + steps;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
        if (steps > 20)
            break;
    }
    return -steps;
}
__device__ unsigned collatz(unsigned x)
{
    unsigned n = 0;
    do {
        x = x & 1 ? 3 * x + 1 : x >> 1;
        n++;
    } while (x != 1 && n < 500);
    return n;
}
__device__ int state_machine(const char *s)
{
    int state = 0, count = 0;
    for (const char *p = s;; ++p) {
        switch (state) {
        case 0:
            if (*p == 'a')
                state = 1;
            else if (*p == 0)
                goto done;
            break;
        case 1:
            if (*p == 'b') {
                state = 2;
                continue;
            } else if (*p == 'a')
                break;
            state = 0;
            if (*p == 0)
                goto done;
            break;
        case 2:
            count++;
            state = *p == 'a' ? 1 : 0;
            if (*p == 0)
                goto done;
            break;
        default: return -1;
        }
    }
done:
    return count * 10 + state;
}
__device__ int gcd(int a, int b)
{
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}
__device__ unsigned long long fib(int n)
{
    unsigned long long a = 0, b = 1;
    for (signed char i = 0; i < n; ++i) {
        unsigned long long t = a + b;
        a = b;
        b = t;
    }
    return a;
}
__device__ int spiral(int n)
{
    int x = 0, y = 0, dx = 0, dy = -1, h = 0;
    for (int i = 0; i < n; i++) {
        h = h * 31 + x * 7 + y;
        if (x == y || (x < 0 && x == -y) || (x > 0 && x == 1 - y)) {
            int t = dx;
            dx = -dy;
            dy = t;
        }
        x += dx;
        y += dy;
    }
    return h;
}
__device__ int nested(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j += i + 1) {
            if ((i ^ j) % 5 == 0)
                continue;
            for (int k = j; k > 0; k /= 2) {
                if (k == 7)
                    goto next;
                total += k & i;
                if (total > 100000)
                    return total;
            }
        }
    next:;
    }
    return total;
}
__device__ int previous(int n)
{
    int v = -1, last = 0, best = 0;
    for (int i = 0; i < n; i++) {
        int t = (i * 37 + 11) % 23;
        if (t < last) {
            best = best > v ? best : v;
            v = i - v;
        }
        last = t;
    }
    return best * 1000 + v;
}
__device__ unsigned short narrow(unsigned short s, int n)
{
    for (unsigned char c = 250; n--; c++)
        s = (unsigned short)(s * 5 + c);
    return s;
}
__device__ int backwards(int n)
{
    int s = 0;
    for (unsigned i = n; i-- > 0;)
        s = s * 3 + (int)i;
    return s;
}
__device__ int two_counters(int n)
{
    int s = 0;
    for (int i = 0, j = n - 1; i < j; ++i, --j)
        s += (i + 1) * (j + 2) - (s >> 3);
    return s;
}
__device__ int doubling(int n)
{
    int s = 0;
    for (int i = 1, k = 0; i < n; i <<= 1, k++) {
        s += i * k;
        for (int j = i; j < n; j += i)
            s ^= j;
    }
    return s;
}
__global__ void k(int *out, const int *sorted, int n)
{
    int t = threadIdx.x;
    const char *texts[] = {"abcabab", "aab", "", "ba", "xxabyyab"};
    int r[13] = {walk(sorted, n, t * 3),
                 (int)collatz(t + 1),
                 state_machine(texts[t % 5]),
                 gcd(t * 12 + 36, 48 + t),
                 (int)fib(t % 90),
                 spiral(t),
                 nested(t % 40),
                 previous(t),
                 narrow((unsigned short)t, t % 19),
                 backwards(t % 50),
                 two_counters(t),
                 doubling(t),
                 0};
    int i = 0;
    while (i < 12) {
        r[12] = r[12] * 17 + r[i];
        i++;
    }
    for (int j = 0; j < 13; j++)
        out[t * 13 + j] = r[j];
}
int main()
{
    int h[64], *d, *o;
    for (int i = 0; i < 64; i++)
        h[i] = i * i / 5;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMallocManaged(&o, 128 * 13 * 4);
    k<<<1, 128>>>(o, d, 64);
    cudaDeviceSynchronize();
    for (int j = 0; j < 13; j++) {
        unsigned s = 0;
        for (int t = 0; t < 128; t++)
            s = s * 16777619u + (unsigned)o[t * 13 + j];
        printf("%d %08x\n", j, s);
    }
}
