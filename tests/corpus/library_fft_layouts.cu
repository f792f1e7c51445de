// SPDX-License-Identifier: Apache-2.0
// needs: -lcufft
// cufftPlanMany: layouts, without them (NULL), strides and distances that are no layout, and sizes that cannot be.
#include <cstdio>
#include <vector>
#include <complex>
#include <cufft.h>
static void c2c(const char *what, int rank, int *n, int *ie, int is, int id, int *oe, int os, int od, int batch)
{
    cufftHandle p;
    int r = cufftPlanMany(&p, rank, n, ie, is, id, oe, os, od, CUFFT_C2C, batch);
    printf("%s: plan %d", what, r);
    if (r == 0) {
        const int N = 256;
        std::vector<cufftComplex> in(N), out(N);
        for (int i = 0; i < N; i++) in[i].x = (i * 37 % 101) - 50, in[i].y = (i * 53 % 89) - 40;
        cufftComplex *a, *b;
        cudaMalloc(&a, N * 8); cudaMalloc(&b, N * 8);
        cudaMemcpy(a, in.data(), N * 8, cudaMemcpyHostToDevice); cudaMemset(b, 0, N * 8);
        int e = cufftExecC2C(p, a, b, CUFFT_FORWARD);
        printf(" exec %d sync %d\n", e, cudaDeviceSynchronize());
        cudaMemcpy(out.data(), b, N * 8, cudaMemcpyDeviceToHost);
        int shown = 0;
        for (int i = 0; i < N; i++) if (out[i].x != 0 || out[i].y != 0) if (shown++ < 40) printf(" %d:%.1f,%.1f", i, out[i].x, out[i].y);
        printf(" (%d)\n", shown);
        cufftDestroy(p); cudaFree(a); cudaFree(b);
    } else printf("\n");
}
static void plan(const char *what, int rank, int *n, int *ie, int is, int id, int *oe, int os, int od, cufftType t, int batch)
{
    cufftHandle p;
    int r = cufftPlanMany(&p, rank, n, ie, is, id, oe, os, od, t, batch);
    printf("%s: plan %d\n", what, r);
    if (r == 0) cufftDestroy(p);
}
int main()
{
    int n8[1] = {8}, e8[1] = {8}, e4[1] = {4}, e0[1] = {0}, e10[1] = {10}, n24[2] = {4, 6}, e24[2] = {4, 6}, e57[2] = {5, 7}, e00[2] = {0, 0}, n1[1] = {0}, nm[1] = {-3}, e5[1] = {5};
    c2c("null", 1, n8, NULL, 1, 0, NULL, 1, 0, 2);
    c2c("null, strides ignored", 1, n8, NULL, 3, 5, NULL, 2, 7, 2);
    c2c("null, stride 0", 1, n8, NULL, 0, 0, NULL, 0, 0, 2);
    c2c("one null in", 1, n8, NULL, 2, 20, e8, 2, 20, 2);
    c2c("one null out", 1, n8, e8, 2, 20, NULL, 2, 20, 2);
    c2c("embed, stride 0", 1, n8, e8, 0, 8, e8, 1, 8, 2);
    c2c("embed, out stride 0", 1, n8, e8, 1, 8, e8, 0, 8, 2);
    c2c("embed, both stride 0", 1, n8, e8, 0, 8, e8, 0, 8, 2);
    c2c("embed, dist 0", 1, n8, e8, 1, 0, e8, 1, 8, 2);
    c2c("embed, out dist 0", 1, n8, e8, 1, 8, e8, 1, 0, 2);
    c2c("embed, dist 0 batch 1", 1, n8, e8, 1, 0, e8, 1, 0, 1);
    c2c("embed, negative stride", 1, n8, e8, -1, 8, e8, 1, 8, 1);
    c2c("embed, negative dist", 1, n8, e8, 1, -8, e8, 1, 8, 2);
    c2c("embed smaller", 1, n8, e4, 1, 8, e4, 1, 8, 2);
    c2c("embed zero", 1, n8, e0, 1, 8, e0, 1, 8, 2);
    c2c("embed larger", 1, n8, e10, 1, 10, e10, 1, 10, 2);
    c2c("embed stride 2", 1, n8, e8, 2, 16, e8, 3, 24, 2);
    c2c("interleaved", 1, n8, e8, 2, 1, e8, 2, 1, 2);
    c2c("2d embed", 2, n24, e57, 1, 40, e57, 2, 80, 2);
    c2c("batch 0", 1, n8, NULL, 1, 8, NULL, 1, 8, 0);
    c2c("batch -1", 1, n8, NULL, 1, 8, NULL, 1, 8, -1);
    c2c("rank 0", 0, n8, NULL, 1, 8, NULL, 1, 8, 1);
    c2c("rank 4", 4, n8, NULL, 1, 8, NULL, 1, 8, 1);
    c2c("n 0", 1, n1, NULL, 1, 8, NULL, 1, 8, 1);
    c2c("n -3", 1, nm, NULL, 1, 8, NULL, 1, 8, 1);
    c2c("n null", 1, NULL, NULL, 1, 8, NULL, 1, 8, 1);
    plan("r2c stride 0", 1, n8, e8, 0, 8, e5, 0, 5, CUFFT_R2C, 2);
    plan("r2c small embed", 1, n8, e8, 1, 8, e4, 1, 5, CUFFT_R2C, 2);
    plan("c2r ok", 1, n8, e5, 1, 5, e8, 1, 8, CUFFT_C2R, 2);
    plan("type 7", 1, n8, e5, 1, 5, e8, 1, 8, (cufftType)7, 2);
    cufftHandle h;
    printf("1d %d %d %d\n", cufftPlan1d(&h, 0, CUFFT_C2C, 1), cufftPlan1d(&h, 8, CUFFT_C2C, 0), cufftPlan1d(&h, -8, CUFFT_C2C, 1));

}
