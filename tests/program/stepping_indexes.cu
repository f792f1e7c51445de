// SPDX-License-Identifier: Apache-2.0
// Indices that are linear in a counter and may wrap before they are extended, loops whose odd number
// of rounds leaves a test between copies, and addresses shared by blocks side by side: each function
// gives on the GPU what the host's compiler gives.
#include <cstdio>

typedef unsigned u32;

__host__ __device__ int rows(const int *a, int t, u32 n)
{
    int sum = 0;
    for (u32 i = 0; i < n; i++) {
        sum = sum * 3 + a[(u32)t * n + i + 5] * a[i * 7 * n + (u32)t + 2];
    }
    return sum;
}

__host__ __device__ int wraps(const int *a, int t, u32 n)
{
    int sum = 0;
    for (u32 i = 0; i < n; i++) { // start + i passes 2^32
        sum = sum * 5 + a[(u32)t - 4u + i + 9u] + a[(i - 3u) * 4u + 12u + (u32)t];
    }
    return sum;
}

__host__ __device__ int downwards(const int *a, int t, u32 n)
{
    int sum = 0;
    for (int i = (int)n - 1; i >= 0; i--) {
        sum = sum * 7 + a[(u32)i * (n + 1) + (u32)t];
    }
    return sum;
}

__host__ __device__ int in_a_branch(const int *a, int t, u32 n)
{
    int sum = 0;
    for (u32 i = 0; i < n; i += 2) {
        sum = sum * 5 + a[i * n + n + (u32)t];
        if ((sum & 1) != 0) {
            sum += a[i * 3 + 1] + a[i * n + 3];
        }
    }
    return sum;
}

__host__ __device__ int wide(const int *a, int t, u32 n)
{
    int sum = 0;
    size_t i, rounds = n;
    for (i = 0; i < rounds; i++) {
        sum = sum * 5 + a[i * rounds + (size_t)t];
    }
    return sum + (int)i;
}

__host__ __device__ int stops(const int *a, int t, u32 n)
{
    int sum = 0;
    u32 i;
    for (i = 0; i < n; i++) {
        if (a[i * n + (u32)t] % 13 == 7) {
            break;
        }
        sum += a[i * n + 1];
    }
    return sum * 1000 + (int)i;
}

__host__ __device__ int odd(const int *a, int t, u32 n)
{
    int sum = 0, y = (int)n | 1;
    for (int i = 0; i < 49; i++) {
        sum = sum * y + a[i * 8 + t];
    }
    for (int i = 0; i < 101; i++) {
        sum = (sum ^ a[i + t] * y) * 3 + y - i;
        sum = (sum ^ (sum >> 3)) * 5 + i * y;
        sum = (sum * y + 1) ^ (y << 2);
        sum = (sum + (sum << 2)) * 7 - 2;
        sum = (sum ^ i) * y + 3;
        sum = (sum ^ (sum >> 5)) * 9 + y * i;
    }
    return sum;
}

__host__ __device__ int side_by_side(const int *a, int t, u32 n)
{
    int sum = 0;
    if ((int)n > t) {
        sum += a[t * (int)n + 3];
    }
    if ((int)n < 2 * t) {
        sum -= a[t * (int)n + 1] * 2;
    } else if ((int)n < 3 * t) {
        sum ^= a[t * (int)n];
    }
    return sum;
}

__host__ __device__ int brief(const int *a, int t, u32 n)
{
    int sum = 0, end = (int)n < 16 ? (int)n : 16;
    for (int i = 0; i < end; i++) {
        sum = sum * 3 + a[i + t];
    }
    for (u32 i = 0; i < (n & 7u); i++) {
        sum = sum * 3 + a[i];
    }
    return sum;
}

#define ALL(call)                                                                                  \
    call(rows) call(wraps) call(downwards) call(in_a_branch) call(wide) call(stops) call(odd)      \
        call(side_by_side) call(brief)

#define KERNEL(name)                                                                               \
    __global__ void run_##name(const int *a, int *out, u32 n)                                      \
    {                                                                                              \
        out[threadIdx.x] = name(a, (int)threadIdx.x, n);                                           \
    }
ALL(KERNEL)

int main()
{
    const u32 rounds[] = {0, 1, 3, 4, 7, 13, 21};
    static int a[8192];
    for (int i = 0; i < 8192; i++) {
        a[i] = (int)((u32)i * 2654435761u >> 20);
    }
    int *copy, *out, wrong = 0, compared = 0;
    cudaMalloc(&copy, sizeof a);
    cudaMallocManaged(&out, 32 * sizeof(int));
    cudaMemcpy(copy, a, sizeof a, cudaMemcpyHostToDevice);
    for (u32 n : rounds) {
#define COMPARE(name)                                                                              \
    run_##name<<<1, 32>>>(copy, out, n);                                                           \
    cudaDeviceSynchronize();                                                                       \
    for (int t = 0; t < 32; t++, compared++) {                                                     \
        if (out[t] != name(a, t, n)) {                                                             \
            printf("%s(%d, %u): %d, not %d\n", #name, t, n, out[t], name(a, t, n));                \
            wrong++;                                                                               \
        }                                                                                          \
    }
        ALL(COMPARE)
    }
    printf("%d of %d wrong: %s\n", wrong, compared, cudaGetErrorString(cudaGetLastError()));
    return wrong != 0;
}
