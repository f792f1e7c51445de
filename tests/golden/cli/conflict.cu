// SPDX-License-Identifier: Apache-2.0
// What conflict.ptx says, in CUDA C++: each warp reads its shared words with a stride.
__global__ void conflict(int *out, int stride)
{
    __shared__ int words[1024];
    int t = threadIdx.x;
    words[t] = t;
    __syncthreads();
    int value = words[t * stride & 1023];
    out[blockIdx.x * blockDim.x + t] = value;
}

__global__ void branch(int *out)
{
    int t = threadIdx.x;
    if (t % 2 == 0)
        return;
    out[blockIdx.x * blockDim.x + t] = t;
}

__global__ void spin(int *out)
{
    while (true)
        *out = 1;
}
