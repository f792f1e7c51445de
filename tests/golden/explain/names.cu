// SPDX-License-Identifier: Apache-2.0
// Elements in every memory, and variables of their indices: formulas, lists, and names without either.
struct Body {
    float position[3];
    float mass;
};

__device__ int table[4][8];

__global__ void names(float *out, const Body *bodies, int n)
{
    extern __shared__ float pool[];
    int local[8];
    int total = 3;
    int *p = &total;
    for (int i = 0; i < 8; i++) {
        local[(i * n) & 7] = i;
    }
    if (n > 100) {
        p = local;
    }
    *p += 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    table[i & 3][threadIdx.y] = local[(i + n) & 7];
    pool[31 - i] = bodies[i].position[2];
    __syncthreads();
    out[i] = pool[(i * i + n) & 15] + bodies[i].mass;
    if (threadIdx.y == 1) {
        out[i + 16] = total;
    }
}
