// SPDX-License-Identifier: Apache-2.0
// GUIDE's transposes as printed, blocks of 32 x 32 threads: without shared memory, with a tile of
// 32 x 32 in row-major order, the same with a padded tile, and in column-major order with a test of
// the matrix's sides. Its argument: the side, 256 if there is none.
#include "../../lecture.h"

/* definitions of thread block size in X and Y directions */

#define THREADS_PER_BLOCK_X 32
#define THREADS_PER_BLOCK_Y 32

/* macro to index a 1D memory array with 2D indices in row-major order */
/* ld is the leading dimension, i.e. the number of columns in the matrix     */

#define INDX( row, col, ld ) ( ( (row) * (ld) ) + (col) )

/* CUDA kernel for naive matrix transpose */

__global__ void naive_cuda_transpose(int m, float *a, float *c )
{
    int myCol = blockDim.x * blockIdx.x + threadIdx.x;
    int myRow = blockDim.y * blockIdx.y + threadIdx.y;

    if( myRow < m && myCol < m )
    {
        c[INDX( myCol, myRow, m )] = a[INDX( myRow, myCol, m )];
    } /* end if */
    return;
} /* end naive_cuda_transpose */

/* CUDA kernel for shared memory matrix transpose */

__global__ void smem_cuda_transpose(int m, float *a, float *c )
{

    /* declare a statically allocated shared memory array */

    __shared__ float smemArray[THREADS_PER_BLOCK_X][THREADS_PER_BLOCK_Y];

    /* determine my row tile and column tile index */

    const int tileCol = blockDim.x * blockIdx.x;
    const int tileRow = blockDim.y * blockIdx.y;

    /* read from global memory into shared memory array */
    smemArray[threadIdx.x][threadIdx.y] = a[INDX( tileRow + threadIdx.y, tileCol + threadIdx.x, m )];

    /* synchronize the threads in the thread block */
    __syncthreads();

    /* write the result from shared memory to global memory */
    c[INDX( tileCol + threadIdx.y, tileRow + threadIdx.x, m )] = smemArray[threadIdx.y][threadIdx.x];
    return;

} /* end smem_cuda_transpose */

/* the same with the guide's padding */

__global__ void padded_cuda_transpose(int m, float *a, float *c )
{
    __shared__ float smemArray[THREADS_PER_BLOCK_X][THREADS_PER_BLOCK_Y+1];

    const int tileCol = blockDim.x * blockIdx.x;
    const int tileRow = blockDim.y * blockIdx.y;
    smemArray[threadIdx.x][threadIdx.y] = a[INDX( tileRow + threadIdx.y, tileCol + threadIdx.x, m )];
    __syncthreads();
    c[INDX( tileCol + threadIdx.y, tileRow + threadIdx.x, m )] = smemArray[threadIdx.y][threadIdx.x];
    return;
}

/* macro to index a 1D memory array with 2D indices in column-major order */
/* ld is the leading dimension, i.e. the number of rows in the matrix     */

#undef INDX
#define INDX( row, col, ld ) ( ( (col) * (ld) ) + (row) )

/* CUDA kernel for shared memory matrix transpose */

__global__ void column_major_transpose(int m,
                                       float *a,
                                       float *c )
{

    /* declare a statically allocated shared memory array */

    __shared__ float smemArray[THREADS_PER_BLOCK_X][THREADS_PER_BLOCK_Y];

    /* determine my row and column indices for the error checking code */

    const int myRow = blockDim.x * blockIdx.x + threadIdx.x;
    const int myCol = blockDim.y * blockIdx.y + threadIdx.y;

    /* determine my row tile and column tile index */

    const int tileX = blockDim.x * blockIdx.x;
    const int tileY = blockDim.y * blockIdx.y;

    if( myRow < m && myCol < m )
    {
        /* read from global memory into shared memory array */
        smemArray[threadIdx.x][threadIdx.y] = a[INDX( tileX + threadIdx.x, tileY + threadIdx.y, m )];
    } /* end if */

    /* synchronize the threads in the thread block */
    __syncthreads();

    if( myRow < m && myCol < m )
    {
        /* write the result from shared memory to global memory */
        c[INDX( tileY + threadIdx.x, tileX + threadIdx.y, m )] = smemArray[threadIdx.y][threadIdx.x];
    } /* end if */
    return;

} /* end smem_cuda_transpose */

static bool check(const char *name, void (*kernel)(int, float *, float *), int m)
{
    std::vector<float> values((size_t)m * m);
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (float)i;
    float *a = upload(values), *c = device_zeros<float>(values.size());
    dim3 block(THREADS_PER_BLOCK_X, THREADS_PER_BLOCK_Y), grid((m + 31) / 32, (m + 31) / 32);
    kernel<<<grid, block>>>(m, a, c);
    std::vector<float> turned = download(c, values.size());
    bool is_right = true;
    for (int row = 0; row < m; row++)
        for (int col = 0; col < m; col++)
            is_right &= turned[(size_t)col * m + row] == values[(size_t)row * m + col];
    return report(name, is_right);
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 256;
    bool all_right = check("naive_cuda_transpose", naive_cuda_transpose, m);
    all_right &= check("smem_cuda_transpose", smem_cuda_transpose, m);
    all_right &= check("padded_cuda_transpose", padded_cuda_transpose, m);
    return check("column_major_transpose", column_major_transpose, m) && all_right ? 0 : 1;
}
