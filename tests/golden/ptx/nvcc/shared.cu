// SPDX-License-Identifier: Apache-2.0
// Shared memory, static and dynamic, and barriers of every kind.
__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y];
}
extern __shared__ double dynamic[];
__global__ void reduce(double *out, const double *in)
{
    __shared__ int votes;
    dynamic[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    int any = __syncthreads_or(dynamic[threadIdx.x] < 0), count = __syncthreads_count(any);
    int all = __syncthreads_and(dynamic[threadIdx.x] > 0);
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) dynamic[threadIdx.x] += dynamic[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        votes = any + count + all;
        out[blockIdx.x] = dynamic[0] + votes;
    }
}
__global__ void volatile_reduce(float *a)
{
    __shared__ volatile float v[64];
    v[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x < 32) v[threadIdx.x] += v[threadIdx.x + 32];
    a[threadIdx.x] = v[0];
}
