// SPDX-License-Identifier: Apache-2.0
// Products of two square matrices on tensor cores, in the styles that tutorials go through: fragments from global memory,
// from padded shared memory, mma with ldmatrix from rows that share banks and from swizzled ones, and copies that overlap with
// the multiplication. Each prints a hash of its result's bits, which a GPU and Lockstep must have in common.
//
//   nvcc -arch=sm_80 multiply.cu -o multiply && ./multiply      lockstep multiply.cu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace nvcuda;

#ifndef MULTIPLY_SIZE
#define MULTIPLY_SIZE 256
#endif
constexpr int SIZE = MULTIPLY_SIZE;

// One warp a tile of the result; fragments straight from global memory. a and c row by row, b column by column.
template <int M, int N, int K, class In, class Out, class Element>
__global__ void fragments(const Element *a, const Element *b, Out *c, int n)
{
    int row = blockIdx.y * M, column = (blockIdx.x * blockDim.y + threadIdx.y) * N;
    wmma::fragment<wmma::matrix_a, M, N, K, In, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, M, N, K, In, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, M, N, K, Out> sum;
    wmma::fill_fragment(sum, Out(0));
    for (int k = 0; k < n; k += K) {
        wmma::load_matrix_sync(left, a + row * n + k, n);
        wmma::load_matrix_sync(right, b + column * n + k, n);
        wmma::mma_sync(sum, left, right, sum);
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

constexpr int TILE = 64, DEPTH = 32;

// Four warps a 64 x 64 tile, its operands in shared memory with rows padded by 16 bytes.
__global__ void shared_fragments(const half *a, const half *b, float *c, int n)
{
    __shared__ half left[TILE][DEPTH + 8], right[TILE][DEPTH + 8];
    int warp = threadIdx.x / 32, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4];
    for (auto &sum : sums) {
        wmma::fill_fragment(sum, 0.0f);
    }
    for (int k = 0; k < n; k += DEPTH) {
        for (int i = threadIdx.x; i < TILE * DEPTH / 8; i += blockDim.x) {
            int y = i / (DEPTH / 8), x = i % (DEPTH / 8) * 8;
            *(uint4 *)&left[y][x] = *(const uint4 *)&a[(row + y) * n + k + x];
            *(uint4 *)&right[y][x] = *(const uint4 *)&b[(column + y) * n + k + x];
        }
        __syncthreads();
        for (int inner = 0; inner < DEPTH; inner += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
            wmma::load_matrix_sync(x, &left[warp * 16][inner], DEPTH + 8);
            for (int i = 0; i < 4; i++) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
                wmma::load_matrix_sync(y, &right[i * 16][inner], DEPTH + 8);
                wmma::mma_sync(sums[i], x, y, sums[i]);
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        wmma::store_matrix_sync(c + (row + warp * 16) * n + column + i * 16, sums[i], n, wmma::mem_row_major);
    }
}

// Where 16-byte piece `piece` of a row of 64 bytes is kept: as it comes, or so that eight rows of one piece meet all banks.
template <bool is_swizzled> __device__ int place(int row, int piece)
{
    return row * DEPTH + (is_swizzled ? piece ^ (row >> 1 & 3) : piece) * 8;
}

__device__ void load_four(uint32_t (&registers)[4], const half *at)
{
    uint32_t address = (uint32_t)__cvta_generic_to_shared(at);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(address));
}

__device__ void multiply_add(float (&sum)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// One warp's 16 rows of a tile: DEPTH / 16 times eight products of 16 x 8.
template <bool is_swizzled>
__device__ void multiply_tile(float (&sums)[8][4], const half *left, const half *right, int warp)
{
    int lane = threadIdx.x % 32;
    for (int inner = 0; inner < DEPTH / 8; inner += 2) {
        uint32_t x[4];
        load_four(x, left + place<is_swizzled>(warp * 16 + lane % 16, inner + lane / 16));
#pragma unroll
        for (int i = 0; i < 4; i++) {
            uint32_t y[4];
            load_four(y, right + place<is_swizzled>(i * 16 + lane % 8 + lane / 16 * 8, inner + lane / 8 % 2));
            multiply_add(sums[2 * i], x, y[0], y[1]);
            multiply_add(sums[2 * i + 1], x, y[2], y[3]);
        }
    }
}

__device__ void store_tile(const float (&sums)[8][4], float *c, int n)
{
    int lane = threadIdx.x % 32, row = blockIdx.y * TILE + threadIdx.x / 32 * 16 + lane / 4;
    for (int i = 0; i < 8; i++) {
        float *at = c + row * n + blockIdx.x * TILE + i * 8 + lane % 4 * 2;
        *(float2 *)at = make_float2(sums[i][0], sums[i][1]);
        *(float2 *)(at + 8 * n) = make_float2(sums[i][2], sums[i][3]);
    }
}

template <bool is_swizzled> __global__ void matrices(const half *a, const half *b, float *c, int n)
{
    __shared__ __align__(128) half left[TILE * DEPTH], right[TILE * DEPTH];
    float sums[8][4] = {};
    for (int k = 0; k < n; k += DEPTH) {
        for (int i = threadIdx.x; i < TILE * DEPTH / 8; i += blockDim.x) {
            int y = i / (DEPTH / 8), x = i % (DEPTH / 8);
            *(uint4 *)&left[place<is_swizzled>(y, x)] = *(const uint4 *)&a[(blockIdx.y * TILE + y) * n + k + x * 8];
            *(uint4 *)&right[place<is_swizzled>(y, x)] = *(const uint4 *)&b[(blockIdx.x * TILE + y) * n + k + x * 8];
        }
        __syncthreads();
        multiply_tile<is_swizzled>(sums, left, right, threadIdx.x / 32);
        __syncthreads();
    }
    store_tile(sums, c, n);
}

__device__ void copy_piece(half *to, const half *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from));
}

__device__ void copy_tiles(half *left, half *right, const half *a, const half *b, int k, int n)
{
    for (int i = threadIdx.x; i < TILE * DEPTH / 8; i += blockDim.x) {
        int y = i / (DEPTH / 8), x = i % (DEPTH / 8);
        copy_piece(&left[place<true>(y, x)], &a[(blockIdx.y * TILE + y) * n + k + x * 8]);
        copy_piece(&right[place<true>(y, x)], &b[(blockIdx.x * TILE + y) * n + k + x * 8]);
    }
    asm volatile("cp.async.commit_group;");
}

// Two buffers: the next tiles come while these are multiplied.
__global__ void pipelined(const half *a, const half *b, float *c, int n)
{
    __shared__ __align__(128) half left[2][TILE * DEPTH], right[2][TILE * DEPTH];
    float sums[8][4] = {};
    copy_tiles(left[0], right[0], a, b, 0, n);
    for (int k = 0, at = 0; k < n; k += DEPTH, at ^= 1) {
        if (k + DEPTH < n) {
            copy_tiles(left[at ^ 1], right[at ^ 1], a, b, k + DEPTH, n);
            asm volatile("cp.async.wait_group 1;");
        } else {
            asm volatile("cp.async.wait_group 0;");
        }
        __syncthreads();
        multiply_tile<true>(sums, left[at], right[at], threadIdx.x / 32);
        __syncthreads();
    }
    store_tile(sums, c, n);
}

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        exit(1);
    }
}

template <class Element> Element *fill(uint32_t seed, float scale)
{
    std::vector<Element> host(SIZE * SIZE);
    for (Element &value : host) {
        seed = seed * 1664525u + 1013904223u;
        value = Element((float)((int)(seed >> 24) - 128) * scale);
    }
    Element *device;
    must(cudaMalloc(&device, host.size() * sizeof(Element)));
    must(cudaMemcpy(device, host.data(), host.size() * sizeof(Element), cudaMemcpyHostToDevice));
    return device;
}

// Runs launch(a, b, c) and prints the result's hash and its first and last element.
template <class Element, class Out, class Launch> void run(const char *name, float scale, Launch launch)
{
    Element *a = fill<Element>(1, scale), *b = fill<Element>(2, scale);
    Out *c;
    must(cudaMalloc(&c, SIZE * SIZE * sizeof(Out)));
    must(cudaMemset(c, 0, SIZE * SIZE * sizeof(Out)));
    launch(a, b, c);
    must(cudaGetLastError());
    std::vector<Out> host(SIZE * SIZE);
    must(cudaMemcpy(host.data(), c, host.size() * sizeof(Out), cudaMemcpyDeviceToHost));
    uint64_t hash = 14695981039346656037u;
    const unsigned char *bytes = (const unsigned char *)host.data();
    for (size_t i = 0; i < host.size() * sizeof(Out); i++) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    printf("%-20s %016llx %.9g %.9g\n", name, (unsigned long long)hash, (double)host[0], (double)host[SIZE * SIZE - 1]);
    must(cudaFree(a));
    must(cudaFree(b));
    must(cudaFree(c));
}

int main()
{
    dim3 warps(32, 4), tiles(SIZE / 64, SIZE / 16), blocks(SIZE / TILE, SIZE / TILE);
    run<half, float>("f16", 0.0137f, [&](half *a, half *b, float *c) {
        fragments<16, 16, 16, half, float><<<tiles, warps>>>(a, b, c, SIZE);
    });
    run<half, half>("f16 sums", 0.0137f, [&](half *a, half *b, half *c) {
        fragments<16, 16, 16, half, half><<<tiles, warps>>>(a, b, c, SIZE);
    });
    run<__nv_bfloat16, float>("bf16", 0.0137f, [&](__nv_bfloat16 *a, __nv_bfloat16 *b, float *c) {
        fragments<16, 16, 16, __nv_bfloat16, float><<<tiles, warps>>>(a, b, c, SIZE);
    });
    run<float, float>("tf32", 0.0137f, [&](float *a, float *b, float *c) {
        fragments<16, 16, 8, wmma::precision::tf32, float><<<tiles, warps>>>(a, b, c, SIZE);
    });
    run<signed char, int>("s8", 1, [&](signed char *a, signed char *b, int *c) {
        fragments<16, 16, 16, signed char, int><<<tiles, warps>>>(a, b, c, SIZE);
    });
    run<double, double>("f64", 0.0137f, [&](double *a, double *b, double *c) {
        fragments<8, 8, 4, double, double><<<dim3(SIZE / 32, SIZE / 8), warps>>>(a, b, c, SIZE);
    });
    run<half, float>("shared fragments", 0.0137f, [&](half *a, half *b, float *c) {
        shared_fragments<<<blocks, 128>>>(a, b, c, SIZE);
    });
    run<half, float>("rows that share banks", 0.0137f, [&](half *a, half *b, float *c) {
        matrices<false><<<blocks, 128>>>(a, b, c, SIZE);
    });
    run<half, float>("swizzled rows", 0.0137f, [&](half *a, half *b, float *c) {
        matrices<true><<<blocks, 128>>>(a, b, c, SIZE);
    });
    run<half, float>("pipelined", 0.0137f, [&](half *a, half *b, float *c) { pipelined<<<blocks, 128>>>(a, b, c, SIZE); });
}
