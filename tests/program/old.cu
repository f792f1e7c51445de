// SPDX-License-Identifier: Apache-2.0
// What code for old GPUs does otherwise: cc 1.x cuts off the product of a multiply-add (PTX ISA,
// "mad") and computes doubles as floats before cc 1.3. With -DREFUSED: what they cannot do at all.
#include <cstdio>

__global__ void compute(const float *in, float *out, int *architecture)
{
    *architecture = __CUDA_ARCH__;
    out[0] = in[0] * in[1] + in[2];
    out[1] = in[0] + 1e-12;
    out[2] = (float)((double)in[0] + 1e-12 - in[0]);
}

#ifdef REFUSED
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void recurse(int *out) { *out = factorial(*out); }
__global__ void print(int *out) { printf("%d\n", *out); }
__global__ void mix(int *out, int is_global)
{
    __shared__ int here[32];
    int *to = is_global ? out : here;
    to[threadIdx.x] = 1;
}
#endif

int main()
{
    float in[3] = {1 + 0x1p-23f, 1.5f, -1.5f}, out[3], *device_in, *device_out;
    int architecture, *device_architecture;
    cudaMalloc((void **)&device_in, sizeof in);
    cudaMalloc((void **)&device_out, sizeof out);
    cudaMalloc((void **)&device_architecture, sizeof architecture);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    compute<<<1, 1>>>(device_in, device_out, device_architecture);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(&architecture, device_architecture, sizeof architecture, cudaMemcpyDeviceToHost);
    printf("%d: %a %a %s\n", architecture, out[0], out[1], out[2] == 0 ? "float" : "double");
    return 0;
}
