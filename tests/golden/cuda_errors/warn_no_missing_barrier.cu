// SPDX-License-Identifier: Apache-2.0
// Right kernels: nothing to warn about.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void double_buffer(int *d, int n) {
    extern __shared__ int h[];
    int t = threadIdx.x, out = 0, in = 1;
    h[out * n + t] = d[t];
    __syncthreads();
    for (int o = 1; o < n; o *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= o) h[out * n + t] = h[in * n + t] + h[in * n + t - o];
        else h[out * n + t] = h[in * n + t];
        __syncthreads();
    }
    d[t] = h[out * n + t];
}
__global__ void groups(int *d) {
    __shared__ int s[256];
    cg::thread_block b = cg::this_thread_block();
    int t = b.thread_rank();
    s[t] = d[t];
    b.sync();
    d[t] = s[255 - t];
}
__global__ void rank_and_index(int *d) { // one number, however it is written
    __shared__ int s[256];
    cg::thread_block b = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(b);
    s[b.thread_rank()] = d[threadIdx.x];
    tile.sync();
    d[threadIdx.x] = s[threadIdx.x - tile.thread_rank() + (tile.thread_rank() ^ 1)];
    __syncthreads();
    s[threadIdx.x] = b.size();
    d[b.thread_rank()] = s[b.thread_rank()];
}
__device__ void all() { __syncthreads(); }
__global__ void in_function(int *d) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];
    all();
    d[t] = s[255 - t];
}
__global__ void counted(int *d) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];
    int c = __syncthreads_count(t & 1);
    d[t] = s[255 - t] + c;
}
__global__ void tiles(const float *A, const float *B, float *C, int n) {
    __shared__ float a[2][16][16], b[2][16][16];
    int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0;
    int cur = 0;
    a[0][ty][tx] = A[r * n + tx];
    b[0][ty][tx] = B[ty * n + c];
    __syncthreads();
    for (int t = 1; t <= n / 16; t++) {
        if (t < n / 16) {
            a[cur ^ 1][ty][tx] = A[r * n + t * 16 + tx];
            b[cur ^ 1][ty][tx] = B[(t * 16 + ty) * n + c];
        }
        for (int k = 0; k < 16; k++) s += a[cur][ty][k] * b[cur][k][tx];
        __syncthreads();
        cur ^= 1;
    }
    C[r * n + c] = s;
}
__global__ void slices(int *d, int n) {
    __shared__ int stack[128][16];
    int t = threadIdx.x, sp = 0;
    stack[t][sp++] = d[t];
    while (sp > 0) {
        int x = stack[t][--sp];
        if (x < n) stack[t][sp++] = d[x];
    }
}
__global__ void warp_slices(int *d) {
    __shared__ int s[8][32];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    s[w][lane] = d[threadIdx.x];
    __syncwarp();
    d[threadIdx.x] = s[w][31 - lane];
}
__global__ void reduce6(int *d) {
    __shared__ int s[512];
    unsigned t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    if (blockDim.x >= 512) { if (t < 256) s[t] += s[t + 256]; __syncthreads(); }
    if (blockDim.x >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
    if (blockDim.x >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
    if (t < 32) {
        volatile int *v = s;
        v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] += v[t + 8];
        v[t] += v[t + 4]; v[t] += v[t + 2]; v[t] += v[t + 1];
    }
    if (t == 0) d[0] = s[0];
}
__global__ void skip_first(int *d, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (k > 0) __syncthreads();
        s[t] = d[k * 256 + t];
        __syncthreads();
        d[t] += s[255 - t];
    }
}
__global__ void strided(int *d, int n) {
    extern __shared__ int q[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) q[i] = d[i];
    for (int i = threadIdx.x; i < n; i += blockDim.x) q[i] = q[i] * 2;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) d[i] = q[n - 1 - i];
}
__global__ void two_arrays(int *d, int n) {
    extern __shared__ int q[];
    int *a = q, *b = q + blockDim.x;
    a[threadIdx.x] = d[threadIdx.x];
    b[threadIdx.x] = a[threadIdx.x] + 1;
    __syncthreads();
    d[threadIdx.x] = b[blockDim.x - 1 - threadIdx.x] + a[0];
}
__global__ void one_thread(int *d) {
    __shared__ int s[64];
    if (threadIdx.x == 0) {
        for (int k = 0; k < 64; k++) s[k] = d[k];
        for (int k = 1; k < 64; k++) s[k] += s[k - 1];
    }
    __syncthreads();
    d[threadIdx.x] = s[63 - threadIdx.x % 64];
}
__global__ void blelloch(float *out, const float *in, int n) {
    extern __shared__ float temp[];
    int t = threadIdx.x, offset = 1;
    temp[2 * t] = in[2 * t];
    temp[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (t == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
            float x = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += x;
        }
    }
    out[2 * t] = temp[2 * t];
    out[2 * t + 1] = temp[2 * t + 1];
}
// A block of one warp, for all that can be seen: nothing but __syncwarp() in it.
__global__ void one_warp_total(int *d) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncwarp();
    atomicAdd(&total, d[threadIdx.x]);
    __syncwarp();
    d[threadIdx.x] = total;
}
__global__ void one_warp_dynamic(int *d, int n) {
    extern __shared__ int dynamic[];
    for (int i = threadIdx.x; i < n; i += 32) dynamic[i] = d[i];
    __syncwarp();
    d[threadIdx.x] = dynamic[(threadIdx.x + 1) % n];
}
// Rows of 16 threads, in an array whose size is not known here.
__global__ void rows_of_16(const int *in, int *out, int n)
{
    extern __shared__ int s[];
    for (int y = threadIdx.y; y < n; y += blockDim.y) {
        s[y * 16 + threadIdx.x] = in[y * 16 + threadIdx.x];
    }
    for (int y = threadIdx.y; y < n; y += blockDim.y) {
        out[y * 16 + threadIdx.x] = s[y * 16 + threadIdx.x];
    }
}
// Rows of `size - 2` threads.
__global__ void rows_without_halo(const int *in, int *out, int size)
{
    __shared__ int s[4096];
    int width = size - 2, i = threadIdx.y * width + threadIdx.x;
    s[i] = in[i];
    for (int k = 0; k < 2; k++) {
        s[i] += s[i + k - k];
    }
    out[i] = s[threadIdx.x + threadIdx.y * width];
}
// The first rounds have a block barrier, later ones need none.
__global__ void bitonic(int *d)
{
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = d[t];
    s[t + 256] = d[t + 256];
    for (int k = 2; k <= 512; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            if (j >= 16 || k <= 32) {
                __syncthreads();
            } else {
                __syncwarp();
            }
            int i = 2 * t - (t & (j - 1)), a = s[i], b = s[i + j];
            if ((a > b) == ((i & k) == 0)) {
                s[i] = b;
                s[i + j] = a;
            }
        }
    }
    __syncthreads();
    d[t] = s[t];
    d[t + 256] = s[t + 256];
}
