// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C with a tile of C in each thread's registers: first a column of it, then a
// square read by float4 through shared memory, as in the write-ups on reaching a library's speed.
#include "corpus.h"

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))

template <const int BM, const int BN, const int BK, const int TM>
__global__ void sgemm1DBlocktiling(int M, int N, int K, float alpha, const float *A,
                                   const float *B, float beta, float *C)
{
    const uint cRow = blockIdx.y;
    const uint cCol = blockIdx.x;
    const int threadCol = threadIdx.x % BN;
    const int threadRow = threadIdx.x / BN;

    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    A += cRow * BM * K;
    B += cCol * BN;
    C += cRow * BM * N + cCol * BN;

    const uint innerColA = threadIdx.x % BK;
    const uint innerRowA = threadIdx.x / BK;
    const uint innerColB = threadIdx.x % BN;
    const uint innerRowB = threadIdx.x / BN;

    float threadResults[TM] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        As[innerRowA * BK + innerColA] = A[innerRowA * K + innerColA];
        Bs[innerRowB * BN + innerColB] = B[innerRowB * N + innerColB];
        __syncthreads();
        A += BK;
        B += BK * N;
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            float tmpB = Bs[dotIdx * BN + threadCol];
            for (uint resIdx = 0; resIdx < TM; ++resIdx) {
                threadResults[resIdx] += As[(threadRow * TM + resIdx) * BK + dotIdx] * tmpB;
            }
        }
        __syncthreads();
    }
    for (uint resIdx = 0; resIdx < TM; ++resIdx) {
        float *c = &C[(threadRow * TM + resIdx) * N + threadCol];
        *c = fmaf(alpha, threadResults[resIdx], beta * *c);
    }
}

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 1)
    sgemmVectorize(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C)
{
    const int threadCol = threadIdx.x % (BN / TN);
    const int threadRow = threadIdx.x / (BN / TN);

    __shared__ __align__(16) float As[BM * BK];
    __shared__ __align__(16) float Bs[BK * BN];

    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += blockIdx.y * BM * N + blockIdx.x * BN;

    const uint innerRowA = threadIdx.x / (BK / 4);
    const uint innerColA = threadIdx.x % (BK / 4);
    const uint innerRowB = threadIdx.x / (BN / 4);
    const uint innerColB = threadIdx.x % (BN / 4);

    float threadResults[TM * TN] = {0.0};
    float regM[TM] = {0.0};
    float regN[TN] = {0.0};

    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        // A is transposed on its way into shared memory.
        float4 tmp = reinterpret_cast<float4 *>(&A[innerRowA * K + innerColA * 4])[0];
        As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
        As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
        As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
        As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
        reinterpret_cast<float4 *>(&Bs[innerRowB * BN + innerColB * 4])[0] =
            reinterpret_cast<float4 *>(&B[innerRowB * N + innerColB * 4])[0];
        __syncthreads();
        A += BK;
        B += BK * N;

        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            for (uint i = 0; i < TM; ++i)
                regM[i] = As[dotIdx * BM + threadRow * TM + i];
            for (uint i = 0; i < TN; ++i)
                regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
            for (uint resIdxM = 0; resIdxM < TM; ++resIdxM)
                for (uint resIdxN = 0; resIdxN < TN; ++resIdxN)
                    threadResults[resIdxM * TN + resIdxN] += regM[resIdxM] * regN[resIdxN];
        }
        __syncthreads();
    }

    for (uint resIdxM = 0; resIdxM < TM; resIdxM += 1) {
        for (uint resIdxN = 0; resIdxN < TN; resIdxN += 4) {
            float4 *at = reinterpret_cast<float4 *>(
                &C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN]);
            const float *sums = &threadResults[resIdxM * TN + resIdxN];
            float4 tmp = *at;
            tmp.x = fmaf(alpha, sums[0], beta * tmp.x);
            tmp.y = fmaf(alpha, sums[1], beta * tmp.y);
            tmp.z = fmaf(alpha, sums[2], beta * tmp.z);
            tmp.w = fmaf(alpha, sums[3], beta * tmp.w);
            *at = tmp;
        }
    }
}

int main()
{
    const int M = 128, N = 192, K = 64;
    Random random(3);
    std::vector<float> A(M * K), B(K * N), C(M * N);
    for (std::vector<float> *matrix : {&A, &B, &C})
        for (float &value : *matrix)
            value = random.uniform() * 2.0f - 1.0f;
    float *dA = to_device(A), *dB = to_device(B), *dC = to_device(C), *dC2 = to_device(C);

    sgemm1DBlocktiling<64, 64, 8, 8>
        <<<dim3(CEIL_DIV(N, 64), CEIL_DIV(M, 64)), 64 * 64 / 8>>>(M, N, K, 0.5f, dA, dB, 3.0f, dC);
    print_hash("column in registers", dC, M * N);

    // 64 x 64 by 64 threads of 8 x 8: a tile of A is 64 x 4, one float4 a thread; a tile of B is
    // 4 x 64.
    sgemmVectorize<64, 64, 4, 8, 8><<<dim3(CEIL_DIV(N, 64), CEIL_DIV(M, 64)), 64 * 64 / (8 * 8)>>>(
        M, N, K, 0.5f, dA, dB, 3.0f, dC2);
    print_hash("square in registers", dC2, M * N);

    std::vector<float> one = to_host(dC, M * N), two = to_host(dC2, M * N);
    int wrong = 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum = fmaf(A[i * K + k], B[k * N + j], sum);
            float expected = fmaf(0.5f, sum, 3.0f * C[i * N + j]);
            wrong += expected != one[i * N + j] || expected != two[i * N + j];
        }
    }
    printf("wrong: %d\n", wrong);
    for (float *pointer : {dA, dB, dC, dC2})
        CHECK(cudaFree(pointer));
    return 0;
}
