// SPDX-License-Identifier: Apache-2.0
// MUNI's transpose and copies, each listing as printed, on a GeForce GTX 280: 4000 x 4000 floats
// (arguments: another size, and the only kernels to run), tiles of 32 x 32 with blocks of 32 x 8, as
// the lecture says. It does not say what blocks the kernels without tiles have; here they have the
// same.
#include "../../lecture.h"
#include <string>

const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void mtran(float *odata, float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    odata[x * n + y] = idata[y * n + x];
}

// "We modify the transpose to a copy" ...
__global__ void copy(float *odata, float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    odata[y * n + x] = idata[y * n + x];
}

// ... and "access idata with a stride, too".
__global__ void copy_strided(float *odata, float *idata, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    odata[x * n + y] = idata[x * n + y];
}

__global__ void mtran_coalesced(float *odata, float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = x + y * n;

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];

    __syncthreads();

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
}

// "If we only copy within the blocks"
__global__ void copy_blocks(float *odata, float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index + i * n];

    __syncthreads();

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index + i * n] = tile[threadIdx.y + i][threadIdx.x];
}

__global__ void mtran_padded(float *odata, float *idata, int n)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = x + y * n;

    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = x + y * n;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * n];

    __syncthreads();

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * n] = tile[threadIdx.x][threadIdx.y + i];
}

struct Variant {
    const char *name;
    void (*kernel)(float *odata, float *idata, int n);
    int rows; // of the matrix that a block handles
    bool is_transposed;
};

int main(int argc, char **argv)
{
    static const Variant variants[] = {
        {"mtran", mtran, BLOCK_ROWS, true},
        {"copy", copy, BLOCK_ROWS, false},
        {"copy_strided", copy_strided, BLOCK_ROWS, false},
        {"mtran_coalesced", mtran_coalesced, TILE_DIM, true},
        {"copy_blocks", copy_blocks, TILE_DIM, false},
        {"mtran_padded", mtran_padded, TILE_DIM, true}};
    int n = argc > 1 ? atoi(argv[1]) : 4000; // a multiple of TILE_DIM
    std::vector<float> in((size_t)n * n);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (float)i;
    float *idata = upload(in), *odata = device_zeros<float>(in.size());
    bool all_right = true;
    for (const Variant &variant : variants) {
        if (argc > 2 && std::find(argv + 2, argv + argc, std::string(variant.name)) == argv + argc)
            continue;
        CUDA(cudaMemset(odata, 0, in.size() * sizeof(float)));
        variant.kernel<<<dim3(n / TILE_DIM, n / variant.rows), dim3(TILE_DIM, BLOCK_ROWS)>>>(odata, idata, n);
        std::vector<float> out = download(odata, in.size());
        bool is_right = true;
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                is_right &= out[(size_t)y * n + x] == in[variant.is_transposed ? (size_t)x * n + y : (size_t)y * n + x];
        all_right &= report(variant.name, is_right);
    }
    return all_right ? 0 : 1;
}
