// SPDX-License-Identifier: Apache-2.0
// Functions of __half and __nv_bfloat16 of one argument, bit by bit; the expected bits are those of nvcc's PTX.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename T> __device__ unsigned bits(T value)
{
    return *(unsigned short *)&value;
}

template <typename T> __global__ void evaluate(unsigned *out)
{
    const float values[] = {0.3f, 1.0f, 2.5f, 0.01f, 7.25f, 100.0f, 0.0f, 3.9f};
    T x = values[threadIdx.x];
    unsigned *to = out + threadIdx.x;
    to[0 * 8] = bits(hsqrt(x));
    to[1 * 8] = bits(hrsqrt(x));
    to[2 * 8] = bits(hrcp(x));
    to[3 * 8] = bits(hexp(x));
    to[4 * 8] = bits(hexp2(x));
    to[5 * 8] = bits(hlog(x));
    to[6 * 8] = bits(hlog2(x));
    to[7 * 8] = bits(hsin(x));
    to[8 * 8] = bits(hcos(x));
    to[9 * 8] = bits(htanh_approx(x));
    to[10 * 8] = bits(hfloor(x));
    to[11 * 8] = bits(hceil(x));
    to[12 * 8] = bits(htrunc(x));
    to[13 * 8] = bits(hrint(x));
}

template <typename T> static void run()
{
    unsigned *out;
    cudaMallocManaged(&out, 14 * 8 * sizeof *out);
    evaluate<T><<<1, 8>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 14 * 8; i++)
        printf("%04x%s", out[i], i % 8 == 7 ? "\n" : " ");
}

int main()
{
    run<__half>();
    run<__nv_bfloat16>();
    return 0;
}
