// SPDX-License-Identifier: Apache-2.0
// cuFFT's plans with 64-bit sizes and with named types give, bit for bit, what plans with 32-bit
// sizes give; what they refuse.
#include <cstdio>
#include <cstring>
#include <cufftXt.h>

enum { N = 60, BATCH = 3, HALF = N / 2 + 1 };

static void show(const char *name, const void *a, const void *b, size_t bytes)
{
    cudaDeviceSynchronize();
    printf("%s: %s\n", name, memcmp(a, b, bytes) == 0 ? "same" : "differs");
}

template <class Complex, class Real>
static void pair(const char *name, cudaDataType complex, cudaDataType real, cufftType type, cufftType real_type)
{
    Complex *in, *out[3];
    Real *line, *back[2];
    cudaMallocManaged(&in, N * BATCH * sizeof *in);
    cudaMallocManaged(&line, N * BATCH * sizeof *line);
    for (int i = 0; i < 3; i++)
        cudaMallocManaged(&out[i], N * BATCH * sizeof *in);
    for (int i = 0; i < 2; i++)
        cudaMallocManaged(&back[i], N * BATCH * sizeof *line);
    for (int i = 0; i < N * BATCH; i++) {
        in[i].x = (Real)(i * 7 % 13 - 6);
        in[i].y = (Real)(i * 5 % 11 - 5);
        line[i] = in[i].x;
    }
    int n = N;
    long long wide = N;
    size_t bytes = 0, estimate = 0;
    cufftHandle plan, sized, named;
    int status = cufftPlanMany(&plan, 1, &n, nullptr, 1, N, nullptr, 1, N, type, BATCH);
    status |= cufftCreate(&sized) | cufftCreate(&named);
    status |= cufftGetSizeMany64(sized, 1, &wide, nullptr, 1, N, nullptr, 1, N, type, BATCH, &estimate);
    status |= cufftMakePlanMany64(sized, 1, &wide, nullptr, 1, N, nullptr, 1, N, type, BATCH, &bytes);
    status |= cufftXtMakePlanMany(named, 1, &wide, nullptr, 1, N, complex, nullptr, 1, N, complex, BATCH, &bytes, complex);
    status |= cufftXtExec(plan, in, out[0], CUFFT_INVERSE);
    status |= cufftXtExec(sized, in, out[1], CUFFT_INVERSE);
    status |= cufftXtExec(named, in, out[2], CUFFT_INVERSE);
    show(name, out[0], out[1], N * BATCH * sizeof *in);
    show(name, out[0], out[2], N * BATCH * sizeof *in);
    printf("status %d, work areas %s\n", status, bytes == estimate ? "agree" : "differ");

    // Real numbers to their spectra and back
    cufftHandle forward, inverse;
    cufftPlan1d(&plan, N, real_type, BATCH);
    cufftCreate(&forward);
    cufftCreate(&inverse);
    status = cufftXtMakePlanMany(forward, 1, &wide, nullptr, 1, N, real, nullptr, 1, HALF, complex, BATCH, &bytes, complex);
    status |= cufftXtMakePlanMany(inverse, 1, &wide, nullptr, 1, HALF, complex, nullptr, 1, N, real, BATCH, &bytes, complex);
    status |= cufftXtExec(plan, line, out[0], CUFFT_FORWARD);
    status |= cufftXtExec(forward, line, out[1], CUFFT_FORWARD);
    status |= cufftXtExec(inverse, out[1], back[0], CUFFT_INVERSE);
    show(name, out[0], out[1], HALF * BATCH * sizeof *in);
    Real worst = 0;
    for (int i = 0; i < N * BATCH; i++) {
        Real wrong = back[0][i] / N - line[i];
        worst = wrong > worst ? wrong : -wrong > worst ? -wrong : worst;
    }
    printf("status %d, back %s\n", status, worst < 1e-5 ? "again" : "differs");
}

int main()
{
    pair<cufftComplex, float>("float", CUDA_C_32F, CUDA_R_32F, CUFFT_C2C, CUFFT_R2C);
    pair<cufftDoubleComplex, double>("double", CUDA_C_64F, CUDA_R_64F, CUFFT_Z2Z, CUFFT_D2Z);
    long long n = N, large = 1ll << 33;
    size_t bytes;
    cufftHandle plan;
    cufftCreate(&plan);
    printf("%d", (int)cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, N, CUDA_C_16F, nullptr, 1, N, CUDA_C_16F, 1, &bytes, CUDA_C_16F));
    printf(" %d", (int)cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, N, CUDA_C_32F, nullptr, 1, N, CUDA_C_64F, 1, &bytes, CUDA_C_32F));
    printf(" %d", (int)cufftMakePlanMany64(plan, 1, &large, nullptr, 1, N, nullptr, 1, N, CUFFT_C2C, 1, &bytes));
    printf(" %d\n", (int)cufftXtExec(plan, &n, &n, CUFFT_FORWARD));
    return CUFFT_CB_LD_REAL - 2;
}
