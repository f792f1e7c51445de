// SPDX-License-Identifier: Apache-2.0
// Alignment of two sequences by anti-diagonals of tiles, and by anti-diagonals within a tile, in the
// manner of the benchmark suites: two kernels, before and after the longest diagonal.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus.h"

#define BLOCK_SIZE 16
#define TILES 8
#define COLS (TILES * BLOCK_SIZE + 1)

// Indel penalty and the table of likenesses of four letters.
#define PENALTY 10

static const int blosum[4][4] = {
    {4, -1, -2, -2},
    {-1, 5, 0, -2},
    {-2, 0, 6, 1},
    {-2, -2, 1, 6},
};

__device__ __host__ int maximum(int a, int b, int c)
{
    int k;
    if (a <= b)
        k = b;
    else
        k = a;

    if (k <= c)
        return (c);
    else
        return (k);
}

__device__ void tile(int *referrence, int *matrix_cuda, int cols, int penalty, int b_index_x,
                     int b_index_y)
{
    int tx = threadIdx.x;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (1);
    int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + (cols);
    int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;

    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];

    assert(blockDim.x == BLOCK_SIZE);
    if (tx == 0)
        temp[tx][0] = matrix_cuda[index_nw];
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        ref[ty][tx] = referrence[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix_cuda[index_w + cols * tx];
    __syncthreads();
    temp[0][tx + 1] = matrix_cuda[index_n];
    __syncthreads();

    for (int m = 0; m < BLOCK_SIZE; m++) {
        if (tx <= m) {
            int t_index_x = tx + 1;
            int t_index_y = m - tx + 1;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty,
                        temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
        if (tx <= m) {
            int t_index_x = tx + BLOCK_SIZE - m;
            int t_index_y = BLOCK_SIZE - tx;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty,
                        temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        matrix_cuda[index + ty * cols] = temp[ty + 1][tx + 1];
}

__global__ void needle_cuda_shared_1(int *referrence, int *matrix_cuda, int cols, int penalty,
                                     int i)
{
    int bx = blockIdx.x;
    tile(referrence, matrix_cuda, cols, penalty, bx, i - 1 - bx);
}

__global__ void needle_cuda_shared_2(int *referrence, int *matrix_cuda, int cols, int penalty,
                                     int i, int block_width)
{
    int bx = blockIdx.x;
    tile(referrence, matrix_cuda, cols, penalty, bx + block_width - i, block_width - bx - 1);
}

int main(int argc, char **argv)
{
    const int cells = COLS * COLS;
    char first[COLS], second[COLS];
    int *referrence = (int *)calloc(cells, sizeof(int));
    int *input_itemsets = (int *)calloc(cells, sizeof(int));
    Random random(7);
    for (int i = 1; i < COLS; i++) {
        first[i] = "ACGT"[random.next() & 3];
        second[i] = random.next() % 4 ? first[i] : "ACGT"[random.next() & 3];
    }
    for (int i = 1; i < COLS; i++) {
        for (int j = 1; j < COLS; j++) {
            int a = (first[i] >> 1) & 3, b = (second[j] >> 1) & 3; // A 0, C 1, T 2, G 3
            referrence[i * COLS + j] = blosum[a][b];
        }
    }
    for (int i = 1; i < COLS; i++)
        input_itemsets[i * COLS] = input_itemsets[i] = -i * PENALTY;

    int *referrence_cuda, *matrix_cuda;
    CHECK(cudaMalloc((void **)&referrence_cuda, sizeof(int) * cells));
    CHECK(cudaMalloc((void **)&matrix_cuda, sizeof(int) * cells));
    CHECK(cudaMemcpy(referrence_cuda, referrence, sizeof(int) * cells, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(matrix_cuda, input_itemsets, sizeof(int) * cells, cudaMemcpyHostToDevice));

    dim3 dimGrid;
    dim3 dimBlock(BLOCK_SIZE, 1);
    int block_width = (COLS - 1) / BLOCK_SIZE;
    for (int i = 1; i <= block_width; i++) { // top-left
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_shared_1<<<dimGrid, dimBlock>>>(referrence_cuda, matrix_cuda, COLS, PENALTY, i);
    }
    for (int i = block_width - 1; i >= 1; i--) { // bottom-right
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_shared_2<<<dimGrid, dimBlock>>>(referrence_cuda, matrix_cuda, COLS, PENALTY, i,
                                                    block_width);
    }

    std::vector<int> result = to_host(matrix_cuda, cells);
    int wrong = 0;
    for (int i = 1; i < COLS; i++)
        for (int j = 1; j < COLS; j++) {
            input_itemsets[i * COLS + j] =
                maximum(input_itemsets[(i - 1) * COLS + j - 1] + referrence[i * COLS + j],
                        input_itemsets[i * COLS + j - 1] - PENALTY,
                        input_itemsets[(i - 1) * COLS + j] - PENALTY);
            wrong += input_itemsets[i * COLS + j] != result[i * COLS + j];
        }
    printf("score %d, %d wrong\n", result[cells - 1], wrong);
    print_hash("matrix", result);

    // The way back.
    char path[2 * COLS + 1];
    int length = 0;
    for (int i = COLS - 1, j = COLS - 1; i > 0 || j > 0;) {
        if (i > 0 && j > 0 &&
            result[i * COLS + j] ==
                result[(i - 1) * COLS + j - 1] + referrence[i * COLS + j]) {
            path[length++] = first[i] == second[j] ? '=' : 'x';
            i--, j--;
        } else if (j > 0 && result[i * COLS + j] == result[i * COLS + j - 1] - PENALTY) {
            path[length++] = '-';
            j--;
        } else {
            path[length++] = '|';
            i--;
        }
    }
    path[length] = '\0';
    printf("%s\n", path);
    CHECK(cudaFree(referrence_cuda));
    CHECK(cudaFree(matrix_cuda));
    free(referrence);
    free(input_itemsets);
    return wrong ? 1 : 0;
}
