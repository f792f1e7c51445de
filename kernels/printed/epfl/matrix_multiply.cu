// SPDX-License-Identifier: Apache-2.0
// EPFL's matrix products, both listings as printed: one block whose threads read rows and columns
// of device memory, then blocks that share tiles. The lecture's tile of 64 x 64 would need 4096
// threads of a block, which no GPU has; here it is 32 x 32, with blocks of 1024 threads.
#include "../../lecture.h"

const int TILE_WIDTH = 32;

__global__ void MatrixMulOneBlock(float *Md, float *Nd, float *Pd, int Width)
{
    // Pvalue is used to store the element of the matrix
    // that is computed by the thread
    float Pvalue = 0;

    for (int k = 0; k < Width; ++k) {
        float Melement = Md[threadIdx.y * Width + k];
        float Nelement = Nd[k * Width + threadIdx.x];
        Pvalue += Melement * Nelement;
    }

    Pd[threadIdx.y * Width + threadIdx.x] = Pvalue;
}

__global__ void MatrixMulKernel(float *Md, float *Nd, float *Pd, int Width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x; int by = blockIdx.y; int tx = threadIdx.x; int ty = threadIdx.y;
    // Identify the row and column of the Pd element to work on
    int Row = by * TILE_WIDTH + ty; int Col = bx * TILE_WIDTH + tx; float Pvalue = 0;
    // Loop over the Md and Nd tiles required to compute the Pd element
    for (int m = 0; m < Width / TILE_WIDTH; ++m) {
        // Collaborative loading of Md and Nd tiles into shared memory
        Mds[ty][tx] = Md[Row * Width + (m * TILE_WIDTH + tx)];
        Nds[ty][tx] = Nd[Col + (m * TILE_WIDTH + ty) * Width];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }
    Pd[Row * Width + Col] = Pvalue;
}

static bool is_product(const std::vector<float> &m, const std::vector<float> &n, const std::vector<float> &p, int width)
{
    for (int row = 0; row < width; row++)
        for (int col = 0; col < width; col++) {
            float sum = 0;
            for (int k = 0; k < width; k++)
                sum += m[row * width + k] * n[k * width + col];
            if (sum != p[row * width + col])
                return false;
        }
    return true;
}

int main()
{
    bool all_right = true;
    for (int width : {32, 256}) {
        std::vector<float> m(width * width), n(width * width);
        for (int i = 0; i < width * width; i++) { // small, so that sums are exact
            m[i] = (float)(i % 7);
            n[i] = (float)(i % 5);
        }
        float *md = upload(m), *nd = upload(n), *pd = device_zeros<float>(width * width);
        dim3 block(TILE_WIDTH, TILE_WIDTH), grid(width / TILE_WIDTH, width / TILE_WIDTH);
        if (width == TILE_WIDTH)
            MatrixMulOneBlock<<<1, block>>>(md, nd, pd, width);
        else
            MatrixMulKernel<<<grid, block>>>(md, nd, pd, width);
        all_right &= report(width == TILE_WIDTH ? "one block" : "tiles",
                            is_product(m, n, download(pd, width * width), width));
    }
    return all_right ? 0 : 1;
}
