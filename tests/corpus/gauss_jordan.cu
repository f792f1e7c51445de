// SPDX-License-Identifier: Apache-2.0
// The inverse of a matrix by Gauss-Jordan elimination on the augmented matrix, float, one step a launch.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

const int n = 48;

__global__ void nodiag_normalize(float *A, float *I, int i)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n && x == i && x != y) {
        I[x * n + y] /= A[i * n + i];
        A[x * n + y] /= A[i * n + i];
    }
}

__global__ void diag_normalize(float *A, float *I, int i)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n && x == y && x == i) {
        I[x * n + y] /= A[i * n + i];
        A[x * n + y] /= A[i * n + i];
    }
}

__global__ void gaussjordan(float *A, float *I, int i)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n && x != i) {
        I[x * n + y] -= I[i * n + y] * A[x * n + i];
        if (y != i)
            A[x * n + y] -= A[i * n + y] * A[x * n + i];
    }
}

__global__ void set_zero(float *A, int i)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n && x != i && y == i)
        A[x * n + y] = 0;
}

int main(int argc, char *argv[])
{
    float *L = (float *)malloc(sizeof(float) * n * n), *iL = new float[n * n], *d_A, *dI;
    float *I = (float *)calloc(n * n, sizeof(*I));
    srand(0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            L[i * n + j] = (float)((i * 37 + j * 101 + i * j * 13) % 97) / 97.f + (i == j ? n : 0);
            I[i * n + j] = i == j ? 1.0f : 0.0f;
        }
    cudaError_t err = cudaMalloc((void **)&d_A, n * n * sizeof(float));
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), __FILE__, __LINE__);
        return EXIT_FAILURE;
    }
    cudaMalloc((void **)&dI, n * n * sizeof(float));
    cudaMemcpy(d_A, L, n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dI, I, n * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 threadsPerBlock(8, 8), numBlocks((n + 7) / 8, (n + 7) / 8);
    for (int i = 0; i < n; i++) {
        nodiag_normalize<<<numBlocks, threadsPerBlock>>>(d_A, dI, i);
        diag_normalize<<<numBlocks, threadsPerBlock>>>(d_A, dI, i);
        gaussjordan<<<numBlocks, threadsPerBlock>>>(d_A, dI, i);
        set_zero<<<numBlocks, threadsPerBlock>>>(d_A, i);
    }
    cudaMemcpy(iL, dI, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(I, d_A, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0, total = 0;
    int unit = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += L[i * n + k] * iL[k * n + j];
            worst = fmaxf(worst, fabsf(s - (i == j)));
            unit &= I[i * n + j] == (i == j);
            total += iL[i * n + j];
        }
    printf("identity left: %d, product close: %d\n", unit, worst < 1e-4f);
    printf("%.9g %.9g %.9g sum %.9g\n", iL[0], iL[n + 3], iL[n * n - 1], total);
    cudaFree(d_A);
    cudaFree(dI);
    free(I), free(L);
    delete[] iL;
    return EXIT_SUCCESS;
}
