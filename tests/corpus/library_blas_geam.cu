// SPDX-License-Identifier: Apache-2.0
// needs: -lcublas
// geam with C in the place of A or B, which only untransposed operands with the same leading dimension allow; and with factors 0.
#include <cublas_v2.h>
#include <cstdio>
#include <cmath>
int main()
{
    cublasHandle_t h; cublasCreate(&h);
    float *a, *b, *c, one = 1, two = 2, zero = 0;
    cudaMallocManaged(&a, 400); cudaMallocManaged(&b, 400); cudaMallocManaged(&c, 400);
    auto fill = [&] { cudaDeviceSynchronize(); for (int i = 0; i < 100; i++) a[i] = i, b[i] = 1000 + i, c[i] = -1; };
    auto show = [&](const char *n, int r, float *m) { int s = cudaDeviceSynchronize(); printf("%s %d %d:", n, r, s); for (int i = 0; i < 20; i++) printf(" %g", m[i]); printf("\n"); };
    auto N = CUBLAS_OP_N, T = CUBLAS_OP_T;
    fill(); show("NN", cublasSgeam(h, N, N, 3, 4, &one, a, 4, &two, b, 5, c, 3), c);
    fill(); show("C=A N", cublasSgeam(h, N, T, 3, 3, &one, a, 4, &two, b, 5, a, 4), a);
    fill(); show("C=A T", cublasSgeam(h, T, N, 3, 3, &one, a, 4, &two, b, 5, a, 4), a);
    fill(); show("C=A ld", cublasSgeam(h, N, N, 3, 3, &one, a, 4, &two, b, 5, a, 3), a);
    fill(); show("C=B N", cublasSgeam(h, T, N, 3, 3, &one, a, 4, &two, b, 5, b, 5), b);
    fill(); show("C=B T", cublasSgeam(h, N, T, 3, 3, &one, a, 4, &two, b, 5, b, 5), b);
    fill(); show("C=B ld", cublasSgeam(h, N, N, 3, 3, &one, a, 4, &two, b, 5, b, 4), b);
    fill(); show("C=A=B", cublasSgeam(h, N, N, 3, 3, &one, a, 4, &two, a, 4, a, 4), a);
    fill(); show("C=A=B T", cublasSgeam(h, N, T, 3, 3, &one, a, 4, &two, a, 4, a, 4), a);
    fill(); show("C=A T beta 0", cublasSgeam(h, T, N, 3, 3, &one, a, 4, &zero, b, 5, a, 4), a);
    fill(); show("C=A alpha 0 T", cublasSgeam(h, T, N, 3, 3, &zero, a, 4, &two, b, 5, a, 4), a);
    fill(); a[0] = NAN; show("alpha 0 NaN", cublasSgeam(h, N, N, 3, 3, &zero, a, 4, &two, b, 5, c, 4), c);
    fill(); show("null A alpha 0", cublasSgeam(h, N, N, 3, 3, &zero, NULL, 4, &two, b, 5, c, 4), c);
    fill(); show("null B beta 0", cublasSgeam(h, N, N, 3, 3, &one, a, 4, &zero, NULL, 5, c, 4), c);
}
