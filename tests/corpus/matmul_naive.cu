// SPDX-License-Identifier: Apache-2.0
// C = A B, one thread an element of C: rows and columns that do not fill their blocks, in float and in
// int, as the first program of a course.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus.h"

#define M_ROWS 100
#define K_DEPTH 77
#define N_COLS 130

__global__ void matMul(float *A, float *B, float *C, int m, int k, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row < m && col < n) {
        for (int i = 0; i < k; i++)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

// One thread computes a whole row of the product.
__global__ void matMulRows(const int *A, const int *B, int *C, int m, int k, int n)
{
    int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m)
        return;
    for (int col = 0; col < n; ++col) {
        const int *a = A + row * k;
        const int *b = B + col;
        int sum = 0, left = k;
        while (left-- > 0) {
            sum += *a++ * *b;
            b += n;
        }
        C[row * n + col] = sum;
    }
}

int main(int argc, char **argv)
{
    float *h_A, *h_B, *h_C;
    float *d_A, *d_B, *d_C;
    size_t bytesA = M_ROWS * K_DEPTH * sizeof(float);
    size_t bytesB = K_DEPTH * N_COLS * sizeof(float);
    size_t bytesC = M_ROWS * N_COLS * sizeof(float);
    int i, j, l, wrong = 0;

    h_A = (float *)malloc(bytesA);
    h_B = (float *)malloc(bytesB);
    h_C = (float *)malloc(bytesC);
    Random random(7);
    for (i = 0; i < M_ROWS * K_DEPTH; i++)
        h_A[i] = random.uniform() - 0.5f;
    for (i = 0; i < K_DEPTH * N_COLS; i++)
        h_B[i] = random.uniform() - 0.5f;

    CHECK(cudaMalloc((void **)&d_A, bytesA));
    CHECK(cudaMalloc((void **)&d_B, bytesB));
    CHECK(cudaMalloc((void **)&d_C, bytesC));
    CHECK(cudaMemcpy(d_A, h_A, bytesA, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_B, h_B, bytesB, cudaMemcpyHostToDevice));

    dim3 dimBlock(16, 16);
    dim3 dimGrid((N_COLS + dimBlock.x - 1) / dimBlock.x, (M_ROWS + dimBlock.y - 1) / dimBlock.y);
    matMul<<<dimGrid, dimBlock>>>(d_A, d_B, d_C, M_ROWS, K_DEPTH, N_COLS);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h_C, d_C, bytesC, cudaMemcpyDeviceToHost));
    for (i = 0; i < M_ROWS; i++)
        for (j = 0; j < N_COLS; j++) {
            float sum = 0;
            for (l = 0; l < K_DEPTH; l++)
                sum = fmaf(h_A[i * K_DEPTH + l], h_B[l * N_COLS + j], sum);
            if (sum != h_C[i * N_COLS + j])
                wrong++;
        }
    printf("float: %d wrong\n", wrong);
    print_hash("float", d_C, M_ROWS * N_COLS);

    /* The same matrices as integers; the product in the same buffers. */
    int *h_I = (int *)malloc(bytesA > bytesB ? bytesA : bytesB);
    for (i = 0; i < M_ROWS * K_DEPTH; i++)
        h_I[i] = (int)(h_A[i] * 2000);
    CHECK(cudaMemcpy(d_A, h_I, bytesA, cudaMemcpyHostToDevice));
    for (i = 0; i < K_DEPTH * N_COLS; i++)
        h_I[i] = (int)(h_B[i] * 2000);
    CHECK(cudaMemcpy(d_B, h_I, bytesB, cudaMemcpyHostToDevice));
    matMulRows<<<4, 32>>>((int *)d_A, (int *)d_B, (int *)d_C, M_ROWS, K_DEPTH, N_COLS);
    CHECK(cudaGetLastError());
    print_hash("int", (int *)d_C, M_ROWS * N_COLS);

    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    free(h_A);
    free(h_B);
    free(h_C);
    free(h_I);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
