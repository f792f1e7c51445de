// SPDX-License-Identifier: Apache-2.0
// needs: -lcublas
// Squared distances between two sets of points by one product: norms by a kernel, -2 X Y^T by gemm on a stream of
// one's own, nearest points; Gram-Schmidt by level 1 and 2; sums in half precision by gemmEx; row-major tricks.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cstdio>
#include "library.h"

__global__ void norms(const float *points, int count, int dim, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0;
    for (int k = 0; k < dim; k++)
        sum += points[i * dim + k] * points[i * dim + k];
    out[i] = sum;
}

// One block a row: the least of norms[j] + products[i, j], ties to the lower index.
__global__ void nearest(const float *products, const float *y_norms, const float *x_norms, int n, int2 *out)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = ~0ull;
    __syncthreads();
    unsigned long long mine = ~0ull;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        unsigned long long distance = (unsigned long long)(products[blockIdx.x * n + j] + y_norms[j] + x_norms[blockIdx.x]);
        mine = min(mine, distance << 32 | j);
    }
    atomicMin(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = make_int2((int)(unsigned)best, (int)(best >> 32));
}

static std::vector<float> whole(size_t n, unsigned seed, int range)
{
    Random random(seed);
    std::vector<float> v(n);
    for (float &f : v)
        f = (float)((int)(random.next() % (2 * range + 1)) - range);
    return v;
}

int main()
{
    cublasHandle_t handle;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    STATUS(cublasCreate(&handle));
    STATUS(cublasSetStream(handle, stream));
    cudaStream_t back;
    STATUS(cublasGetStream(handle, &back));
    printf("the stream: %d\n", back == stream);

    const int nx = 75, ny = 130, dim = 20;
    std::vector<float> x = whole(nx * dim, 3, 20), y = whole(ny * dim, 4, 20);
    float *dx = to_device(x), *dy = to_device(y), *xn = on_device<float>(nx), *yn = on_device<float>(ny), *products = on_device<float>(nx * ny);
    norms<<<(nx + 63) / 64, 64, 0, stream>>>(dx, nx, dim, xn);
    norms<<<(ny + 63) / 64, 64, 0, stream>>>(dy, ny, dim, yn);
    // Row-major X (nx x dim) is column-major X^T: products[i * ny + j] is C^T.
    const float minus_two = -2, zero = 0;
    STATUS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, ny, nx, dim, &minus_two, dy, dim, dx, dim, &zero, products, ny));
    int2 *best = on_device<int2>(nx);
    nearest<<<nx, 64, 0, stream>>>(products, yn, xn, ny, best);
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int2> found = to_host(best, nx);
    int wrong = 0;
    for (int i = 0; i < nx; i++) {
        int least = 1 << 30, which = 0;
        for (int j = 0; j < ny; j++) {
            float d = 0;
            for (int k = 0; k < dim; k++)
                d += (x[i * dim + k] - y[j * dim + k]) * (x[i * dim + k] - y[j * dim + k]);
            if ((int)d < least)
                least = (int)d, which = j;
        }
        wrong += found[i].x != which || found[i].y != least;
    }
    printf("nearest: %d wrong; of 0: %d at %d, of 74: %d at %d\n", wrong, found[0].x, found[0].y, found[74].x, found[74].y);

    // Modified Gram-Schmidt: integers first, rounded at the end.
    const int n = 24, k = 5;
    std::vector<double> columns(n * k);
    for (int c = 0; c < k; c++)
        for (int r = 0; r < n; r++)
            columns[c * n + r] = (double)((r * (c + 2) + c * c) % 7) - 3 + (r == c) * 5;
    double *q = to_device(columns), *r = on_device<double>(k * k);
    for (int c = 0; c < k; c++) {
        double norm, inverse;
        STATUS(cublasDnrm2(handle, n, q + c * n, 1, &norm));
        inverse = 1 / norm;
        STATUS(cublasDscal(handle, n, &inverse, q + c * n, 1));
        printf("%s%.6f", c ? " " : "norms ", norm);
        if (c + 1 < k) {
            const double one = 1, none = 0, minus = -1;
            STATUS(cublasDgemv(handle, CUBLAS_OP_T, n, k - c - 1, &one, q + (c + 1) * n, n, q + c * n, 1, &none, r, 1));
            STATUS(cublasDger(handle, n, k - c - 1, &minus, q + c * n, 1, r, 1, q + (c + 1) * n, n));
        }
    }
    printf("\n");
    const double one = 1, none = 0;
    double *gram = on_device<double>(k * k);
    STATUS(cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, k, k, n, &one, q, n, q, n, &none, gram, k));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<double> identity = to_host(gram, k * k), expected(k * k, 0.0);
    for (int i = 0; i < k; i++)
        expected[i * k + i] = 1;
    expect("orthonormal", identity, expected, 1e-12);

    // Half inputs, float sums; then strided batches.
    std::vector<float> fa = whole(48 * 40, 8, 3), fb = whole(40 * 36, 9, 3);
    std::vector<__half> ha(fa.size()), hb(fb.size());
    for (size_t i = 0; i < fa.size(); i++)
        ha[i] = __float2half(fa[i]);
    for (size_t i = 0; i < fb.size(); i++)
        hb[i] = __float2half(fb[i]);
    float *c = on_device<float>(48 * 36);
    const float f1 = 1, f0 = 0;
    STATUS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 48, 36, 40, &f1, to_device(ha), CUDA_R_16F, 48, to_device(hb), CUDA_R_16F, 40, &f0, c,
                        CUDA_R_32F, 48, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    CHECK(cudaStreamSynchronize(stream));
    print_hash("gemmEx", c, 48 * 36);
    float *da = to_device(fa), *db = to_device(fb), *dc = on_device<float>(6 * 64);
    STATUS(cublasSgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_T, 8, 8, 8, &f1, da, 10, 100, db, 9, 90, &f0, dc, 8, 64, 6));
    CHECK(cudaStreamSynchronize(stream));
    print_hash("batched", dc, 6 * 64);

    // Results on the device, and indices that count from 1.
    int *index = on_device<int>(2);
    float *sum = on_device<float>(2);
    STATUS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    STATUS(cublasIsamax(handle, nx, xn, 1, index));
    STATUS(cublasIsamin(handle, nx, xn, 1, index + 1));
    STATUS(cublasSasum(handle, 100, dx, 2, sum));
    STATUS(cublasSdot(handle, 100, dx, 1, dy, 3, sum + 1));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> indices = to_host(index, 2);
    std::vector<float> sums = to_host(sum, 2);
    printf("largest norm %d, least %d, sum %g, dot %g\n", indices[0], indices[1], sums[0], sums[1]);
    STATUS(cublasDestroy(handle));
    return 0;
}
