// SPDX-License-Identifier: Apache-2.0
// The discrete cosine transform of 8 x 8 blocks of a picture by two small products, quantization as in
// JPEG, zigzag order, and the way back; the error of the picture is bounded.
#include "corpus.h"

#define BLOCK 8

__constant__ float DCTv8matrix[BLOCK * BLOCK] = {
    0.3535533905932738f, 0.4903926402016152f,  0.4619397662556434f,  0.4157348061512726f,
    0.3535533905932738f, 0.2777851165098011f,  0.1913417161825449f,  0.0975451610080642f,
    0.3535533905932738f, 0.4157348061512726f,  0.1913417161825449f,  -0.0975451610080641f,
    -0.3535533905932737f, -0.4903926402016152f, -0.4619397662556434f, -0.2777851165098011f,
    0.3535533905932738f, 0.2777851165098011f,  -0.1913417161825449f, -0.4903926402016152f,
    -0.3535533905932738f, 0.0975451610080642f,  0.4619397662556433f,  0.4157348061512727f,
    0.3535533905932738f, 0.0975451610080642f,  -0.4619397662556434f, -0.2777851165098011f,
    0.3535533905932737f, 0.4157348061512727f,  -0.1913417161825450f, -0.4903926402016153f,
    0.3535533905932738f, -0.0975451610080641f, -0.4619397662556434f, 0.2777851165098009f,
    0.3535533905932738f, -0.4157348061512726f, -0.1913417161825453f, 0.4903926402016152f,
    0.3535533905932738f, -0.2777851165098010f, -0.1913417161825452f, 0.4903926402016153f,
    -0.3535533905932733f, -0.0975451610080649f, 0.4619397662556437f,  -0.4157348061512720f,
    0.3535533905932738f, -0.4157348061512727f, 0.1913417161825450f,  0.0975451610080640f,
    -0.3535533905932736f, 0.4903926402016152f,  -0.4619397662556435f, 0.2777851165098022f,
    0.3535533905932738f, -0.4903926402016152f, 0.4619397662556433f,  -0.4157348061512721f,
    0.3535533905932733f, -0.2777851165098008f, 0.1913417161825431f,  -0.0975451610080625f};

__constant__ short Q[BLOCK * BLOCK] = {
    32, 33, 51, 81, 66, 39, 34, 17, 33, 36, 48, 47, 28, 23, 12, 12, 51, 48, 47, 28, 23, 12,
    12, 12, 81, 47, 28, 23, 12, 12, 12, 12, 66, 28, 23, 12, 12, 12, 12, 12, 39, 23, 12, 12,
    12, 12, 12, 12, 34, 12, 12, 12, 12, 12, 12, 12, 17, 12, 12, 12, 12, 12, 12, 12};

__constant__ unsigned char zigzag[BLOCK * BLOCK] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// D = A^T X A with the constant matrix A, or D = A X A^T on the way back.
template <bool inverse> __device__ float product(float *x, float *temp, int tx, int ty)
{
    float curElem = 0;
#pragma unroll
    for (int i = 0; i < BLOCK; i++) {
        const int a = inverse ? ty * BLOCK + i : i * BLOCK + ty;
        curElem += DCTv8matrix[a] * x[i * BLOCK + tx];
    }
    temp[ty * BLOCK + tx] = curElem;
    __syncthreads();
    curElem = 0;
#pragma unroll
    for (int i = 0; i < BLOCK; i++) {
        const int a = inverse ? tx * BLOCK + i : i * BLOCK + tx;
        curElem += temp[ty * BLOCK + i] * DCTv8matrix[a];
    }
    return curElem;
}

__global__ void forward(const unsigned char *picture, float *coefficients, int width)
{
    __shared__ float block[BLOCK * BLOCK], temp[BLOCK * BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int at = (blockIdx.y * BLOCK + ty) * width + blockIdx.x * BLOCK + tx;
    block[ty * BLOCK + tx] = (float)picture[at] - 128.0f;
    __syncthreads();
    coefficients[at] = product<false>(block, temp, tx, ty);
}

// Rounds to multiples of the table; the coefficients of a block go out in zigzag order.
__global__ void quantize(const float *coefficients, short *quantized, int width)
{
    const int place = threadIdx.y * BLOCK + threadIdx.x;
    const int from = zigzag[place];
    const int at = (blockIdx.y * BLOCK + from / BLOCK) * width + blockIdx.x * BLOCK + from % BLOCK;
    const float value = coefficients[at] / (float)Q[from];
    quantized[(blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * BLOCK + place] =
        (short)__float2int_rn(value);
}

__global__ void backward(const short *quantized, unsigned char *picture, int width)
{
    __shared__ float block[BLOCK * BLOCK], temp[BLOCK * BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y, place = ty * BLOCK + tx;
    const short level =
        quantized[(blockIdx.y * gridDim.x + blockIdx.x) * BLOCK * BLOCK + place];
    block[zigzag[place]] = (float)(level * Q[zigzag[place]]);
    __syncthreads();
    const float value = product<true>(block, temp, tx, ty) + 128.0f;
    picture[(blockIdx.y * BLOCK + ty) * width + blockIdx.x * BLOCK + tx] =
        (unsigned char)__float2uint_rn(fminf(fmaxf(value, 0.0f), 255.0f));
}

__global__ void squared_error(const unsigned char *a, const unsigned char *b, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    if (i < n) {
        int difference = (int)a[i] - (int)b[i];
        mine = difference * difference;
    }
    for (int offset = 16; offset; offset >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, offset);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(sum, mine);
}

int main()
{
    const int width = 128, height = 64, n = width * height;
    Random random(8);
    std::vector<unsigned char> picture(n);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            picture[y * width + x] =
                (unsigned char)((x * 2 + y + ((x / 16 + y / 16) & 1) * 60 + random.next() % 8) & 255);
    unsigned char *d_picture = to_device(picture), *d_back = on_device<unsigned char>(n);
    float *d_coefficients = on_device<float>(n);
    short *d_quantized = on_device<short>(n);
    int *d_sum = on_device<int>(1);
    const dim3 grid(width / BLOCK, height / BLOCK), block(BLOCK, BLOCK);

    forward<<<grid, block>>>(d_picture, d_coefficients, width);
    print_hash("coefficients", d_coefficients, n);
    print_rounded("coefficients", d_coefficients, n, 4);
    quantize<<<grid, block>>>(d_coefficients, d_quantized, width);
    print_hash("quantized", d_quantized, n);
    backward<<<grid, block>>>(d_quantized, d_back, width);
    print_hash("back", d_back, n);
    squared_error<<<(n + 127) / 128, 128>>>(d_picture, d_back, n, d_sum);
    const int sum = to_host(d_sum, 1)[0];
    printf("squared error %d, small: %s\n", sum, sum < 60 * n ? "yes" : "NO");
    CHECK(cudaFree(d_picture));
    CHECK(cudaFree(d_back));
    CHECK(cudaFree(d_coefficients));
    CHECK(cudaFree(d_quantized));
    CHECK(cudaFree(d_sum));
    return 0;
}
