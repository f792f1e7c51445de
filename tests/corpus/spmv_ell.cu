// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times vector in ELLPACK, columns of entries so that neighbours read neighbours; the
// rows' rest in coordinates by atomics; values also kept as half and as bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "corpus.h"

#define ROWS 2000
#define COLUMNS 1024
#define WIDTH 6

template <typename Stored> struct Load {
    static __device__ float load(Stored value) { return value; }
};

template <> struct Load<__half> {
    static __device__ float load(__half value) { return __half2float(value); }
};

template <> struct Load<__nv_bfloat16> {
    static __device__ float load(__nv_bfloat16 value) { return __bfloat162float(value); }
};

template <typename Stored>
__global__ void spmv_ell(int rows, int width, int pitch, const int *indices, const Stored *data,
                         const float *x, float *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        for (int n = 0; n < width; n++) {
            int col = indices[pitch * n + row];
            if (col < 0)
                break;
            dot += Load<Stored>::load(data[pitch * n + row]) * x[col];
        }
        y[row] = dot;
    }
}

// The entries beyond the width, whole numbers so that their order does not matter.
__global__ void spmv_coo(int entries, const int *rows, const int *cols, const float *values,
                         const float *x, float *y)
{
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < entries; i += gridDim.x * blockDim.x)
        atomicAdd(y + rows[i], values[i] * x[cols[i]]);
}

__global__ void narrow(const float *in, __half *half, __nv_bfloat16 *bfloat, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    half[i] = __float2half_rn(in[i]);
    bfloat[i] = __float2bfloat16(in[i]);
}

int main()
{
    const int pitch = (ROWS + 31) / 32 * 32;
    std::vector<int> indices(pitch * WIDTH, -1), rest_rows, rest_cols;
    std::vector<float> data(pitch * WIDTH), x(COLUMNS), expected(ROWS), rest;
    Random random(1234);
    for (float &value : x)
        value = (float)((int)(random.next() % 65) - 32);
    for (int row = 0; row < ROWS; row++) {
        int length = (int)(random.next() % (WIDTH + 3));
        for (int n = 0; n < length; n++) {
            int col = (int)(random.next() % COLUMNS);
            float value = (float)((int)(random.next() % 129) - 64) / 4.0f;
            expected[row] += value * x[col];
            if (n < WIDTH) {
                indices[pitch * n + row] = col;
                data[pitch * n + row] = value;
            } else {
                rest_rows.push_back(row);
                rest_cols.push_back(col);
                rest.push_back(value);
            }
        }
    }
    int *d_indices = to_device(indices), *d_rows = to_device(rest_rows),
        *d_cols = to_device(rest_cols);
    float *d_data = to_device(data), *d_x = to_device(x), *d_y = on_device<float>(ROWS),
          *d_rest = to_device(rest);
    const int blocks = (ROWS + 127) / 128;

    spmv_ell<float><<<blocks, 128>>>(ROWS, WIDTH, pitch, d_indices, d_data, d_x, d_y);
    print_hash("ell", d_y, ROWS);
    spmv_coo<<<2, 64>>>((int)rest.size(), d_rows, d_cols, d_rest, d_x, d_y);
    printf("with the rest: %s\n", to_host(d_y, ROWS) == expected ? "as expected" : "WRONG");
    print_hash("hybrid", d_y, ROWS);

    __half *d_half;
    __nv_bfloat16 *d_bfloat;
    const int entries = pitch * WIDTH;
    for (float &value : data)
        value *= 1.001f + random.uniform(); // not a number of few bits
    CHECK(cudaMemcpy(d_data, data.data(), entries * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_half, entries * sizeof(__half)));
    CHECK(cudaMalloc(&d_bfloat, entries * sizeof(__nv_bfloat16)));
    narrow<<<(entries + 255) / 256, 256>>>(d_data, d_half, d_bfloat, entries);
    spmv_ell<__half><<<blocks, 128>>>(ROWS, WIDTH, pitch, d_indices, d_half, d_x, d_y);
    print_hash("half", d_y, ROWS);
    spmv_ell<__nv_bfloat16><<<blocks, 128>>>(ROWS, WIDTH, pitch, d_indices, d_bfloat, d_x, d_y);
    print_hash("bfloat16", d_y, ROWS);

    cudaFree(d_indices);
    cudaFree(d_rows);
    cudaFree(d_cols);
    cudaFree(d_data);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_rest);
    cudaFree(d_half);
    cudaFree(d_bfloat);
    return 0;
}
