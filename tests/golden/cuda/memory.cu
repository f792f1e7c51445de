// SPDX-License-Identifier: Apache-2.0
// Spaces, initial values, vectors, bit-fields, small integers, atomics, assembly.
struct Bits {
    unsigned low : 3;
    int middle : 7;
    bool flag : 1;
};
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ int *pointer = &counter;
__device__ unsigned long long total;
extern __shared__ float dynamic[];

__global__ void __launch_bounds__(128, 2) memory(float4 *out, const float4 *in, short *s, Bits *bits)
{
    __shared__ double fixed[128];
    int t = threadIdx.x;
    float4 v = in[t];
    v.x *= weights[t & 3];
    dynamic[t] = v.y;
    fixed[t] = v.z;
    __syncthreads();
    v.w = dynamic[127 - t] + (float)fixed[t ^ 1];
    out[t] = v;
    s[t] = (short)(s[t] * 2 + 1);
    bits[t].middle = bits[t].low + *pointer;
    bits[t].flag = !bits[t].flag;
    atomicAdd(&total, (unsigned long long)t);
    atomicMax(&counter, t);
    unsigned lane, mask = 7;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("{\n\t.reg .u32 x;\n\tadd.u32 x, %0, %1;\n\tmov.u32 %0, x;\n\t}" : "+r"(mask) : "r"(lane));
    s[t + 128] = (short)mask;
}
