// SPDX-License-Identifier: Apache-2.0
// LU factorisation with partial pivoting in double precision, kernel by kernel, then the solution of A x = b.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define N 40
#define IDX(r, c) ((r) * N + (c))
#define cudaCheck(ans) gpuAssert((ans), __FILE__, __LINE__)
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}

__global__ void findPivot(const double *A, int k, int *pivot)
{
    __shared__ double best[64];
    __shared__ int where[64];
    int t = threadIdx.x, row = k + t;
    best[t] = row < N ? fabs(A[IDX(row, k)]) : -1.0;
    where[t] = row;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s && best[t + s] > best[t]) {
            best[t] = best[t + s];
            where[t] = where[t + s];
        }
        __syncthreads();
    }
    if (t == 0)
        pivot[k] = where[0];
}

__global__ void swapRows(double *A, double *b, int k, const int *pivot)
{
    int p = pivot[k], c = threadIdx.x;
    if (p == k)
        return;
    double tmp = A[IDX(k, c)];
    A[IDX(k, c)] = A[IDX(p, c)];
    A[IDX(p, c)] = tmp;
    if (c == 0) {
        double v = b[k];
        b[k] = b[p], b[p] = v;
    }
}

__global__ void scaleColumn(double *A, int k)
{
    int r = k + 1 + threadIdx.x;
    if (r < N)
        A[IDX(r, k)] /= A[IDX(k, k)];
}

__global__ void update(double *A, int k)
{
    int c = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, r = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (r < N && c < N)
        A[IDX(r, c)] -= A[IDX(r, k)] * A[IDX(k, c)];
}

__global__ void solve(const double *A, double *x)
{
    int t = threadIdx.x;
    for (int k = 0; k < N; k++) {
        if (t > k && t < N)
            x[t] -= A[IDX(t, k)] * x[k];
        __syncthreads();
    }
    for (int k = N - 1; k >= 0; k--) {
        if (t == k)
            x[k] /= A[IDX(k, k)];
        __syncthreads();
        if (t < k)
            x[t] -= A[IDX(t, k)] * x[k];
        __syncthreads();
    }
}

int main(void)
{
    std::vector<double> A(N * N), b(N), lu(N * N), x(N);
    unsigned seed = 12345;
    for (auto &a : A)
        a = (double)((seed = seed * 1103515245u + 12345u) >> 16 & 0x7fff) / 32768.0 - 0.5;
    for (int i = 0; i < N; i++)
        b[i] = i - 0.25 * i * i / N;
    double *dA, *db;
    int *dp, pivots[N];
    cudaCheck(cudaMalloc((void **)&dA, sizeof(double) * N * N));
    cudaCheck(cudaMalloc((void **)&db, sizeof(double) * N));
    cudaCheck(cudaMalloc((void **)&dp, sizeof(int) * N));
    cudaCheck(cudaMemcpy(dA, A.data(), sizeof(double) * N * N, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(db, &b[0], sizeof(double) * N, cudaMemcpyHostToDevice));
    dim3 block(16, 8), grid((N + 15) / 16, (N + 7) / 8);
    for (int k = 0; k < N; k++) {
        findPivot<<<1, 64>>>(dA, k, dp);
        swapRows<<<1, N>>>(dA, db, k, dp);
        scaleColumn<<<1, 64>>>(dA, k);
        update<<<grid, block>>>(dA, k);
    }
    solve<<<1, 64>>>(dA, db);
    cudaCheck(cudaPeekAtLastError());
    cudaCheck(cudaDeviceSynchronize());
    cudaCheck(cudaMemcpy(lu.data(), dA, sizeof(double) * N * N, cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(x.data(), db, sizeof(double) * N, cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(pivots, dp, sizeof pivots, cudaMemcpyDeviceToHost));
    double det = 1, residual = 0;
    for (int k = 0; k < N; k++)
        det *= pivots[k] == k ? lu[IDX(k, k)] : -lu[IDX(k, k)];
    for (int r = 0; r < N; r++) {
        double sum = -b[r];
        for (int c = 0; c < N; c++)
            sum += A[IDX(r, c)] * x[c];
        residual = std::fmax(residual, std::fabs(sum));
    }
    printf("determinant %.17g\nx[0] %.17g x[7] %.17g x[39] %.17g\n", det, x[0], x[7], x[39]);
    printf("pivots %d %d %d, residual small: %s\n", pivots[0], pivots[1], pivots[17], residual < 1e-9 ? "yes" : "no");
    cudaFree(dA), cudaFree(db), cudaFree(dp);
    return 0;
}
