// SPDX-License-Identifier: Apache-2.0
// One-dimensional convolution with its mask in constant memory: from global memory, with a tile and its
// halo cells, with halos read where the neighbours have them; in float and in half.
#include <cuda_fp16.h>

#include "corpus.h"

#define MAX_MASK_WIDTH 15
#define TILE_SIZE 128

__constant__ float M[MAX_MASK_WIDTH];

__global__ void convolution_1D_basic_kernel(float *N, float *P, int Mask_Width, int Width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Width)
        return;
    float Pvalue = 0;
    int N_start_point = i - (Mask_Width / 2);
    for (int j = 0; j < Mask_Width; j++) {
        if (N_start_point + j >= 0 && N_start_point + j < Width) {
            Pvalue += N[N_start_point + j] * M[j];
        }
    }
    P[i] = Pvalue;
}

__global__ void convolution_1D_tiled_kernel(float *N, float *P, int Mask_Width, int Width)
{
    __shared__ float N_ds[TILE_SIZE + MAX_MASK_WIDTH - 1];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = Mask_Width / 2;

    int halo_index_left = i - (int)blockDim.x;
    if ((int)threadIdx.x >= (int)blockDim.x - n) {
        N_ds[threadIdx.x - (blockDim.x - n)] = (halo_index_left < 0) ? 0 : N[halo_index_left];
    }
    N_ds[n + threadIdx.x] = i < Width ? N[i] : 0;
    int halo_index_right = i + blockDim.x;
    if (threadIdx.x < n) {
        N_ds[n + blockDim.x + threadIdx.x] = (halo_index_right >= Width) ? 0 : N[halo_index_right];
    }
    __syncthreads();

    float Pvalue = 0;
    for (int j = 0; j < Mask_Width; j++) {
        Pvalue += N_ds[threadIdx.x + j] * M[j];
    }
    if (i < Width)
        P[i] = Pvalue;
}

__global__ void convolution_1D_tiled_caching_kernel(float *N, float *P, int Mask_Width, int Width)
{
    __shared__ float N_ds[TILE_SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    N_ds[threadIdx.x] = i < Width ? N[i] : 0.0f;
    __syncthreads();
    if (i >= Width)
        return;

    int This_tile_start_point = blockIdx.x * blockDim.x;
    int Next_tile_start_point = (blockIdx.x + 1) * blockDim.x;
    int N_start_point = i - (Mask_Width / 2);
    float Pvalue = 0;
    for (int j = 0; j < Mask_Width; j++) {
        int N_index = N_start_point + j;
        if (N_index >= 0 && N_index < Width) {
            if ((N_index >= This_tile_start_point) && (N_index < Next_tile_start_point)) {
                Pvalue += N_ds[threadIdx.x + j - (Mask_Width / 2)] * M[j];
            } else {
                Pvalue += N[N_index] * M[j];
            }
        }
    }
    P[i] = Pvalue;
}

__constant__ __half mask_half[MAX_MASK_WIDTH];

// Products and sums rounded to half one by one.
__global__ void convolution_half(const __half *in, __half *out, int radius, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width)
        return;
    __half sum = __float2half(0.0f);
    for (int j = -radius; j <= radius; j++) {
        int at = i + j;
        if (at >= 0 && at < width)
            sum = __hfma(in[at], mask_half[j + radius], sum);
    }
    out[i] = __hgt(sum, __float2half(8.0f)) ? __hneg(sum) : sum;
}

int main(int argc, char *argv[])
{
    const int width = 20011;
    Random random(1);
    std::vector<float> in(width), mask(MAX_MASK_WIDTH);
    std::vector<__half> in_half(width), mask_host(MAX_MASK_WIDTH);
    for (int i = 0; i < width; i++) {
        in[i] = random.uniform() * 4;
        in_half[i] = __float2half(in[i]);
    }
    float *d_in = to_device(in), *d_out = on_device<float>(width);
    int blocks = (width + TILE_SIZE - 1) / TILE_SIZE;

    for (int mask_width = 5; mask_width <= MAX_MASK_WIDTH; mask_width += 10) {
        for (int j = 0; j < mask_width; j++)
            mask[j] = random.uniform() - 0.25f;
        CHECK(cudaMemcpyToSymbol(M, mask.data(), mask_width * sizeof(float)));
        printf("mask of %d\n", mask_width);
        convolution_1D_basic_kernel<<<blocks, TILE_SIZE>>>(d_in, d_out, mask_width, width);
        print_hash("basic", d_out, width);
        convolution_1D_tiled_kernel<<<blocks, TILE_SIZE>>>(d_in, d_out, mask_width, width);
        print_hash("tiled", d_out, width);
        convolution_1D_tiled_caching_kernel<<<blocks, TILE_SIZE>>>(d_in, d_out, mask_width, width);
        print_hash("caching", d_out, width);
    }

    for (int j = 0; j < MAX_MASK_WIDTH; j++)
        mask_host[j] = __float2half(mask[j]);
    CHECK(cudaMemcpyToSymbol(mask_half, mask_host.data(), MAX_MASK_WIDTH * sizeof(__half)));
    __half *d_in_half = to_device(in_half), *d_out_half;
    CHECK(cudaMalloc(&d_out_half, width * sizeof(__half)));
    convolution_half<<<blocks, TILE_SIZE>>>(d_in_half, d_out_half, 7, width);
    print_hash("half", (unsigned short *)d_out_half, width);

    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_in_half);
    cudaFree(d_out_half);
    return 0;
}
