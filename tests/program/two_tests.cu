// SPDX-License-Identifier: Apache-2.0
// Loops with two tests, which become one where they are unrolled: as often as on the host, for every sign and size.
#include <cstdio>
#include <climits>
template <typename T> __global__ void k(const T *first, const T *n, const T *tile, int count, int *rounds, long long *sum) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    T base = first[t], end = n[t], width = tile[t];
    int r = 0; long long s = 0;
    for (T i = 0; i < width && base + i < end; i++) { r++; s += (long long)i * i + r; }
    for (T i = 0; base + i < end && i < 7; i++) { r++; s += i * 3 + r; }
    for (T i = 0; i < width && i < end; i++) { r++; s += i * 5 + r; }
    rounds[t] = r; sum[t] = s;
}
template <typename T> void host(T base, T end, T width, int *rounds, long long *sum) {
    int r = 0; long long s = 0;
    for (T i = 0; i < width && base + i < end; i++) { r++; s += (long long)i * i + r; }
    for (T i = 0; base + i < end && i < 7; i++) { r++; s += i * 3 + r; }
    for (T i = 0; i < width && i < end; i++) { r++; s += i * 5 + r; }
    *rounds = r; *sum = s;
}
template <typename T> int test(const T *values, int m) {
    int count = m * m * m; T *a, *b, *c; int *r; long long *s;
    cudaMallocManaged(&a, count * sizeof(T)); cudaMallocManaged(&b, count * sizeof(T)); cudaMallocManaged(&c, count * sizeof(T));
    cudaMallocManaged(&r, count * 4); cudaMallocManaged(&s, count * 8);
    const T widths[] = {0, 1, 2, 3, 4, 5, 16, 33, -1, -5};
    int used = 0;
    for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) for (int l = 0; l < 10 && used < count; l++) { a[used] = values[i]; b[used] = values[j]; c[used++] = widths[l]; }
    k<T><<<(used + 127) / 128, 128>>>(a, b, c, used, r, s);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int t = 0; t < used; t++) { int hr; long long hs; host(a[t], b[t], c[t], &hr, &hs); bad += hr != r[t] || hs != s[t]; if (bad == 1 && hr != r[t]) printf("%lld %lld %lld: %d %d\n", (long long)a[t], (long long)b[t], (long long)c[t], hr, r[t]); }
    printf("%d of %d wrong\n", bad, used); return bad;
}
int main() {
    const int v[] = {0, 1, 2, 3, 4, 7, 8, 30, 100, -1, -3, -100, INT_MIN, INT_MIN + 5, INT_MAX - 64, 1000000};
    const long long w[] = {0, 1, 2, 3, 5, 8, 30, -1, -40, LLONG_MIN, LLONG_MAX - 64, 1ll << 40};
    return test(v, 16) + test(w, 12);
}
