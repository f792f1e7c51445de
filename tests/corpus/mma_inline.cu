// SPDX-License-Identifier: Apache-2.0
// Tensor cores from inline assembly: mma.m16n8k16 with half, bfloat16 and bytes, operands by ldmatrix with and
// without transposition, tiles by cp.async into swizzled shared memory, double-buffered.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include "corpus.h"

#define LDMATRIX_X4(R0, R1, R2, R3, addr) \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3) : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr) \
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\n" : "=r"(R0), "=r"(R1) : "r"(addr))
#define HMMA16816(D, A, B) \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n" \
                 : "+f"(D[0]), "+f"(D[1]), "+f"(D[2]), "+f"(D[3]) \
                 : "r"(A[0]), "r"(A[1]), "r"(A[2]), "r"(A[3]), "r"(B[0]), "r"(B[1]))
#define CP_ASYNC_CG(dst, src, bytes) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(dst), "l"(src), "n"(bytes))
#define CP_ASYNC_COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define CP_ASYNC_WAIT(N) asm volatile("cp.async.wait_group %0;\n" ::"n"(N))

constexpr int BM = 64, BN = 64, BK = 32;

// 16-byte chunks of a row of `width` chunks, exchanged by row.
template <int width> __device__ __forceinline__ int swizzle(int row, int chunk) { return (row * width + (chunk ^ (row % width))) * 8; }

__global__ void __launch_bounds__(128) gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(128) half As[2][BM * BK];
    __shared__ __align__(128) half Bs[2][BK * BN];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float d[8][4] = {};

    auto load = [&](int stage, int k0) {
#pragma unroll
        for (int i = tid; i < BM * BK / 8; i += 128) {
            int r = i / (BK / 8), c = i % (BK / 8);
            uint32_t dst = (uint32_t)__cvta_generic_to_shared(&As[stage][swizzle<BK / 8>(r, c)]);
            CP_ASYNC_CG(dst, A + (size_t)(row0 + r) * K + k0 + c * 8, 16);
        }
#pragma unroll
        for (int i = tid; i < BK * BN / 8; i += 128) {
            int r = i / (BN / 8), c = i % (BN / 8);
            uint32_t dst = (uint32_t)__cvta_generic_to_shared(&Bs[stage][swizzle<BN / 8>(r, c)]);
            CP_ASYNC_CG(dst, B + (size_t)(k0 + r) * N + col0 + c * 8, 16);
        }
        CP_ASYNC_COMMIT();
    };

    load(0, 0);
    for (int k0 = 0, stage = 0; k0 < K; k0 += BK, stage ^= 1) {
        if (k0 + BK < K) {
            load(stage ^ 1, k0 + BK);
            CP_ASYNC_WAIT(1);
        } else {
            CP_ASYNC_WAIT(0);
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < BK; kk += 16) {
            uint32_t a[4];
            int r = warp * 16 + lane % 16, c = kk / 8 + lane / 16;
            LDMATRIX_X4(a[0], a[1], a[2], a[3], (uint32_t)__cvta_generic_to_shared(&As[stage][swizzle<BK / 8>(r, c)]));
#pragma unroll
            for (int j = 0; j < BN / 8; j++) {
                uint32_t b[2];
                LDMATRIX_X2_T(b[0], b[1], (uint32_t)__cvta_generic_to_shared(&Bs[stage][swizzle<BN / 8>(kk + lane % 16, j)]));
                HMMA16816(d[j], a, b);
            }
        }
        __syncthreads();
    }
    int g = lane >> 2, t = lane & 3;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        float *c = C + (size_t)(row0 + warp * 16 + g) * N + col0 + j * 8 + t * 2;
        *reinterpret_cast<float2 *>(c) = make_float2(d[j][0], d[j][1]);
        *reinterpret_cast<float2 *>(c + 8 * (size_t)N) = make_float2(d[j][2], d[j][3]);
    }
}

__global__ void bfloat_tile(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c)
{
    int lane = threadIdx.x, g = lane >> 2, t = lane & 3;
    const uint32_t *A = (const uint32_t *)a, *B = (const uint32_t *)b; // rows of 16, columns of 16
    float d[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(A[g * 8 + t]), "r"(A[(g + 8) * 8 + t]), "r"(A[g * 8 + t + 4]), "r"(A[(g + 8) * 8 + t + 4]), "r"(B[g * 8 + t]), "r"(B[g * 8 + t + 4]));
    c[g * 8 + 2 * t] = d[0], c[g * 8 + 2 * t + 1] = d[1];
    c[(g + 8) * 8 + 2 * t] = d[2], c[(g + 8) * 8 + 2 * t + 1] = d[3];
}

__global__ void byte_tile(const int *a, const int *b, int *c)
{
    int lane = threadIdx.x, g = lane / 4, t = lane % 4;
    int d0, d1, d2, d3, zero = 0;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};\n"
                 : "=r"(d0), "=r"(d1), "=r"(d2), "=r"(d3)
                 : "r"(a[g * 8 + t]), "r"(a[(g + 8) * 8 + t]), "r"(a[g * 8 + t + 4]), "r"(a[(g + 8) * 8 + t + 4]), "r"(b[g * 8 + t]),
                   "r"(b[g * 8 + t + 4]), "r"(zero));
    c[g * 8 + 2 * t] = d0, c[g * 8 + 2 * t + 1] = d1, c[(g + 8) * 8 + 2 * t] = d2, c[(g + 8) * 8 + 2 * t + 1] = d3;
}

int main()
{
    const int M = 128, N = 128, K = 96;
    Random random(31);
    std::vector<half> a(M * K), b(K * N);
    for (half &h : a)
        h = __int2half_rn((int)(random.next() % 9) - 4);
    for (half &h : b)
        h = __int2half_rn((int)(random.next() % 7) - 3);
    float *c = on_device<float>(M * N);
    gemm<<<dim3(N / BN, M / BM), 128>>>(to_device(a), to_device(b), c, M, N, K);
    std::vector<float> result = to_host(c, M * N);
    int wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += (float)a[i * K + k] * (float)b[k * N + j];
            wrong += sum != result[i * N + j];
        }
    printf("gemm: %d wrong, first %g, last %g\n", wrong, result[0], result[M * N - 1]);
    print_hash("gemm", result);

    std::vector<__nv_bfloat16> x(16 * 16), y(8 * 16);
    for (size_t i = 0; i < x.size(); i++)
        x[i] = __float2bfloat16((float)(i % 23) - 11);
    for (size_t i = 0; i < y.size(); i++)
        y[i] = __float2bfloat16((float)(i % 5) * 0.25f);
    float *tile = on_device<float>(16 * 8);
    bfloat_tile<<<1, 32>>>(to_device(x), to_device(y), tile);
    print_hash("bfloat16", tile, 16 * 8);
    std::vector<int> p(16 * 8), q(8 * 8);
    for (int &v : p)
        v = (int)(random.next() << 8 ^ random.next());
    for (int &v : q)
        v = (int)(random.next() << 8 ^ random.next());
    int *sums = on_device<int>(16 * 8);
    byte_tile<<<1, 32>>>(to_device(p), to_device(q), sums);
    print_hash("bytes", sums, 16 * 8);
    return 0;
}
