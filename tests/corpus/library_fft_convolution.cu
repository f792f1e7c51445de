// SPDX-License-Identifier: Apache-2.0
// needs: -lcufft
// Convolution by cuFFT as the samples do it: a padded real image and its kernel transformed, multiplied and brought
// back, with whole numbers so that rounding gives the exact result; batched rows; and a plan over strides.
#include <cufft.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include "corpus.h"

#define CUFFT(call)                                                                                \
    if (cufftResult r_ = (call)) {                                                                 \
        printf("%s: %d\n", #call, (int)r_);                                                        \
        exit(1);                                                                                   \
    }

typedef float2 fComplex;

inline __device__ void mulAndScale(fComplex &a, const fComplex &b, const float c)
{
    fComplex t = {c * (a.x * b.x - a.y * b.y), c * (a.y * b.x + a.x * b.y)};
    a = t;
}

__global__ void modulateAndNormalize_kernel(fComplex *d_Dst, fComplex *d_Src, int dataSize, float c)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= dataSize)
        return;
    fComplex a = d_Src[i];
    fComplex b = d_Dst[i];
    mulAndScale(a, b, c);
    d_Dst[i] = a;
}

__global__ void padKernel(float *dst, int fftH, int fftW, const float *src, int kernelH, int kernelW, int kernelY, int kernelX)
{
    const int y = blockDim.y * blockIdx.y + threadIdx.y, x = blockDim.x * blockIdx.x + threadIdx.x;
    if (y < kernelH && x < kernelW) {
        int ky = y - kernelY, kx = x - kernelX;
        if (ky < 0)
            ky += fftH;
        if (kx < 0)
            kx += fftW;
        dst[ky * fftW + kx] = src[y * kernelW + x];
    }
}

__global__ void padDataClampToBorder(float *dst, int fftH, int fftW, const float *src, int dataH, int dataW, int borderH, int borderW)
{
    const int y = blockDim.y * blockIdx.y + threadIdx.y, x = blockDim.x * blockIdx.x + threadIdx.x;
    if (y >= fftH || x >= fftW)
        return;
    int dy = y < dataH ? y : (y < borderH ? dataH - 1 : 0), dx = x < dataW ? x : (x < borderW ? dataW - 1 : 0);
    dst[y * fftW + x] = src[dy * dataW + dx];
}

static int snapTransformSize(int n)
{
    int p = 1;
    while (p < n)
        p *= 2;
    return p;
}

static void convolution()
{
    const int kernelH = 7, kernelW = 6, kernelY = 3, kernelX = 4, dataH = 40, dataW = 50;
    const int fftH = snapTransformSize(dataH + kernelH - 1), fftW = snapTransformSize(dataW + kernelW - 1);
    std::vector<float> data(dataH * dataW), kernel(kernelH * kernelW);
    Random random(2010);
    for (float &v : data)
        v = (float)(random.next() % 16);
    for (float &v : kernel)
        v = (float)((int)(random.next() % 9) - 4);
    float *d_data = to_device(data), *d_kernel = to_device(kernel);
    float *padded_data = on_device<float>(fftH * fftW), *padded_kernel = on_device<float>(fftH * fftW);
    fComplex *data_spectrum = on_device<fComplex>(fftH * (fftW / 2 + 1)), *kernel_spectrum = on_device<fComplex>(fftH * (fftW / 2 + 1));
    dim3 threads(32, 8), grid((fftW + 31) / 32, (fftH + 7) / 8);
    padKernel<<<grid, threads>>>(padded_kernel, fftH, fftW, d_kernel, kernelH, kernelW, kernelY, kernelX);
    padDataClampToBorder<<<grid, threads>>>(padded_data, fftH, fftW, d_data, dataH, dataW, dataH + kernelY, dataW + kernelX);
    cufftHandle forward, back;
    CUFFT(cufftPlan2d(&forward, fftH, fftW, CUFFT_R2C));
    CUFFT(cufftPlan2d(&back, fftH, fftW, CUFFT_C2R));
    CUFFT(cufftExecR2C(forward, padded_kernel, (cufftComplex *)kernel_spectrum));
    CUFFT(cufftExecR2C(forward, padded_data, (cufftComplex *)data_spectrum));
    int n = fftH * (fftW / 2 + 1);
    modulateAndNormalize_kernel<<<(n + 255) / 256, 256>>>(data_spectrum, kernel_spectrum, n, 1.0f / (fftH * fftW));
    CUFFT(cufftExecC2R(back, (cufftComplex *)data_spectrum, padded_data));
    std::vector<float> result = to_host(padded_data, fftH * fftW);
    int wrong = 0;
    long sum = 0;
    for (int y = 0; y < dataH; y++)
        for (int x = 0; x < dataW; x++) {
            float expected = 0;
            for (int ky = -(kernelH - kernelY - 1); ky <= kernelY; ky++)
                for (int kx = -(kernelW - kernelX - 1); kx <= kernelX; kx++) {
                    int sy = std::min(std::max(y + ky, 0), dataH - 1), sx = std::min(std::max(x + kx, 0), dataW - 1);
                    expected += data[sy * dataW + sx] * kernel[(kernelY - ky) * kernelW + kernelX - kx];
                }
            long got = lrintf(result[y * fftW + x]);
            wrong += got != (long)expected;
            sum += got;
        }
    printf("convolution: %d x %d padded to %d x %d, %d wrong, sum %ld\n", dataH, dataW, fftH, fftW, wrong, sum);
    CUFFT(cufftDestroy(forward));
    CUFFT(cufftDestroy(back));
}

// Products of polynomials, many at once.
static void polynomials()
{
    const int n = 64, batch = 10;
    std::vector<cufftDoubleComplex> a(n * batch);
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n / 2; i++)
            a[b * n + i] = {(double)((i * (b + 3) + 1) % 10), 0};
    cufftDoubleComplex *d = to_device(a);
    cufftHandle plan;
    int dims[] = {n};
    CUFFT(cufftPlanMany(&plan, 1, dims, nullptr, 1, n, nullptr, 1, n, CUFFT_Z2Z, batch));
    CUFFT(cufftExecZ2Z(plan, d, d, CUFFT_FORWARD));
    std::vector<cufftDoubleComplex> s = to_host(d, n * batch);
    for (auto &z : s)
        z = {z.x * z.x - z.y * z.y, 2 * z.x * z.y};
    CHECK(cudaMemcpy(d, s.data(), s.size() * sizeof s[0], cudaMemcpyHostToDevice));
    CUFFT(cufftExecZ2Z(plan, d, d, CUFFT_INVERSE));
    s = to_host(d, n * batch);
    for (int b = 0; b < batch; b += 3) {
        printf("square %d:", b);
        for (int i : {0, 1, 2, 30, 61, 62})
            printf(" %ld", lrint(s[b * n + i].x / n));
        printf("\n");
    }
    CUFFT(cufftDestroy(plan));
}

// Columns of a matrix by strides, without transposing it.
static void columns()
{
    const int rows = 16, cols = 5;
    std::vector<cufftComplex> a(rows * cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            a[r * cols + c] = {(float)((r * 4 * c / rows % 2) ? -1 : 1), 0};
    cufftComplex *d = to_device(a), *out = on_device<cufftComplex>(rows * cols);
    cufftHandle plan;
    size_t work = 0;
    int dims[] = {rows}, embed[] = {rows};
    CUFFT(cufftCreate(&plan));
    CUFFT(cufftMakePlanMany(plan, 1, dims, embed, cols, 1, embed, 1, rows, CUFFT_C2C, cols, &work));
    CUFFT(cufftExecC2C(plan, d, out, CUFFT_FORWARD));
    std::vector<cufftComplex> s = to_host(out, rows * cols);
    for (int c = 0; c < cols; c++) {
        printf("column %d:", c);
        for (int f = 0; f < rows; f++)
            printf(" %.2f", std::sqrt(s[c * rows + f].x * s[c * rows + f].x + s[c * rows + f].y * s[c * rows + f].y) + 0.001f);
        printf("\n");
    }
    cufftHandle none;
    printf("a plan of nothing: %d\n", cufftPlan1d(&none, 0, CUFFT_C2C, 1) != CUFFT_SUCCESS);
    CUFFT(cufftDestroy(plan));
}

int main()
{
    convolution();
    polynomials();
    columns();
    return 0;
}
