// SPDX-License-Identifier: Apache-2.0
// Loops of few rounds, in every form, whose variables are handed on, come from outside, or are read
// after the loop. The host computes the same functions.
#include <cstdio>

struct Out {
    int *at;
    __host__ __device__ void operator<<(int value) { *at++ = value; }
};

__host__ __device__ void from_outside(Out out, int t)
{
    int a = 0, i = 2;
    while (i--) a = t;
    out << a;
    int b = 0;
    for (int j = 0; j++ < 4;) b = t;
    out << b;
    bool is_found = false;
    for (int n = 4; n-- > 0;) is_found = true;
    out << is_found;
    int previous = 8, current = 7;
    for (int j = 0; j < 4; j++) previous = current, current = t;
    out << previous * 100 + current;
    previous = 8, current = 7, i = 0;
    do previous = current, current = t;
    while (++i < 4);
    out << previous * 100 + current;
    int z = 3;
    for (unsigned j = 8; j-- > 0;) z = 9, out.at[8 + j] = t;
    out << z;
}

// Several variables each take the next one's value.
__host__ __device__ void rotated(Out out, int t)
{
    int p = 1, q = 2, r = t, i = 0;
    for (int j = 5; j-- > 0;) { int s = p; p = q; q = r; r = s; }
    out << p * 100 + q * 10 + r;
    p = 1, q = 2, r = t;
    for (int j = -5; j < 4; j += 3) { int s = p; p = q; q = r; r = s; }
    out << p * 100 + q * 10 + r;
    p = 1, q = 2, r = t;
    for (unsigned char u = 251; u != 0; u++) { int s = p; p = q; q = r; r = s; }
    out << p * 100 + q * 10 + r;
    p = 1, q = 2, r = t;
    do { int s = p; p = q; q = r; r = s; } while (++i < 5);
    out << p * 100 + q * 10 + r;
    p = 1, q = 2, r = t;
    for (signed char k = 1; k > 0 && k < 100; k *= 2) { int s = p; p = q; q = r; r = s; }
    out << p * 100 + q * 10 + r;
    p = 0, q = 1;
    for (int n = 10; n--;) { int s = p + q; p = q; q = s; }
    out << p;
    p = 48, q = t + 4, i = 6;
    while (i-- > 0 && q) { int s = p % q; p = q; q = s; }
    out << p;
    for (int k = t, n = 5; n; n--) p *= n + k - t;
    out << p;
}

__host__ __device__ void left_early(Out out, int t)
{
    const int a[] = {10, 11, 12, 13, 14}, b[] = {t == 1, t == 2, t == 3, t == 4};
    int v = 100, old = -1, i, n = 0;
    for (i = 0; i < 4; i++) { old = v; v = a[i]; if (b[i]) break; }
    out << old, out << v;
    v = 100, old = -1, i = 4;
    while (i-- > 0) { old = v; v = a[i]; if (b[i]) break; }
    out << old, out << v * 10 + i;
    for (v = 100, i = 0;;) {
        if (b[i] && t > 2) break;
        if (i == 3) break;
        v = a[i];
        if (b[i]) break;
        i++;
    }
    out << v * 10 + i;
    v = 0;
    while (true) {
        if (n++ >= 3) break;
        if (a[n] == 10 + t) continue;
        old = v;
        v = n;
    }
    out << old * 100 + v * 10 + n;
    int last = -1;
    for (int q = 0; q < 4; q++) if (a[q] > 9 + t) { last = q; break; }
    out << last;
    for (i = 0, v = 5; i < 3; i++) { old = v; for (int j = 0; j < 2; j++) v = old + b[i]; }
    out << old * 10 + v;
}

// Rounds that only the call knows, four at a time: 0 to 7 of them.
__host__ __device__ void counted(Out out, int t)
{
    int p = 1, q = 2, r = 3, x = 0, y = 9;
    for (int i = 0; i < t; i++) { int s = p; p = q; q = r; r = s; y = x; x = i; }
    out << p * 100 + q * 10 + r, out << x * 10 + y;
    int n = t, older = 0, newer = 1;
    while (n--) older = newer, newer = t;
    out << older * 10 + newer, out << n;
    n = 0;
    do { older = newer; newer = n; } while (n++ < t);
    out << older * 10 + newer;
    for (n = 0; n < t; ++n) if ((older = newer, newer = n * 3) > 9) break;
    out << older * 100 + newer * 10 + n;
}

__host__ __device__ void run(int *out, int t)
{
    from_outside({out}, t);
    rotated({out + 32}, t);
    left_early({out + 64}, t);
    counted({out + 96}, t);
}

__global__ void kernel(int *out) { run(out + threadIdx.x * 128, threadIdx.x); }

int main()
{
    static int device[8 * 128], host[8 * 128];
    int *memory, wrong = 0;
    cudaMalloc(&memory, sizeof device);
    cudaMemset(memory, 0, sizeof device);
    kernel<<<1, 8>>>(memory);
    cudaMemcpy(device, memory, sizeof device, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 8; t++) run(host + t * 128, t);
    for (int i = 0; i < 8 * 128; i++) {
        if (device[i] != host[i]) {
            printf("t = %d, value %d: %d, not %d\n", i / 128, i % 128, device[i], host[i]);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
}
