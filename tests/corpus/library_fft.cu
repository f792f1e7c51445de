// SPDX-License-Identifier: Apache-2.0
// cuFFT: transforms of one to three dimensions, forward and back, of real and complex numbers in both
// precisions, batched, of lengths with small and with large prime factors.
#include "library.h"

#include <cufft.h>

static void complex_line(int n, int batch)
{
    std::vector<float> values = random_values<float>(2 * n * batch, n);
    std::vector<cufftComplex> host(n * batch);
    for (int i = 0; i < n * batch; i++)
        host[i] = make_cuComplex(values[2 * i], values[2 * i + 1]);
    cufftComplex *data = to_device(host), *out = on_device<cufftComplex>(n * batch);
    cufftHandle plan;
    STATUS(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
    STATUS(cufftExecC2C(plan, data, out, CUFFT_FORWARD));
    std::vector<double> expected;
    std::vector<float> result;
    const double turn = 6.283185307179586;
    for (int i = 0; i < batch; i++)
        for (int k = 0; k < n; k += n / 5 + 1) {
            double re = 0, im = 0;
            for (int j = 0; j < n; j++) {
                double angle = -turn * (double)((long long)j * k % n) / n;
                re += host[i * n + j].x * cos(angle) - host[i * n + j].y * sin(angle);
                im += host[i * n + j].x * sin(angle) + host[i * n + j].y * cos(angle);
            }
            expected.push_back(re);
            expected.push_back(im);
        }
    std::vector<cufftComplex> transformed = to_host(out, n * batch);
    for (int i = 0; i < batch; i++)
        for (int k = 0; k < n; k += n / 5 + 1) {
            result.push_back(transformed[i * n + k].x);
            result.push_back(transformed[i * n + k].y);
        }
    char name[64];
    snprintf(name, sizeof name, "C2C of %d, %d times", n, batch);
    expect(name, result, expected, 2e-6);
    STATUS(cufftExecC2C(plan, out, out, CUFFT_INVERSE));
    result.clear();
    for (cufftComplex value : to_host(out, n * batch)) {
        result.push_back(value.x / n);
        result.push_back(value.y / n);
    }
    expect("and back", result, std::vector<double>(values.begin(), values.end()), 2e-6);
    STATUS(cufftDestroy(plan));
}

int main()
{
    const int sizes[] = {1, 2, 8, 12, 97, 100, 256, 1000, 1024, 1009, 2048};
    for (int n : sizes)
        complex_line(n, n < 300 ? 3 : 1);

    const int nx = 6, ny = 10, nz = 8, half = nz / 2 + 1;
    std::vector<double> values = random_values<double>(nx * ny * nz, 31);
    double *real = to_device(values);
    cufftDoubleComplex *spectrum = on_device<cufftDoubleComplex>(nx * ny * half);
    cufftHandle forward, back;
    STATUS(cufftPlan3d(&forward, nx, ny, nz, CUFFT_D2Z));
    STATUS(cufftPlan3d(&back, nx, ny, nz, CUFFT_Z2D));
    STATUS(cufftExecD2Z(forward, real, spectrum));
    print_rounded("D2Z in three dimensions", (const double *)spectrum, 2 * nx * ny * half, 9);
    STATUS(cufftExecZ2D(back, spectrum, real));
    std::vector<double> result = to_host(real, nx * ny * nz);
    for (double &value : result)
        value /= nx * ny * nz;
    expect("and back", result, values, 1e-14);

    cufftHandle plane;
    std::vector<float> image = random_values<float>(2 * 24 * 20, 32);
    float *pixels = to_device(image);
    STATUS(cufftPlan2d(&plane, 24, 20, CUFFT_C2C));
    STATUS(cufftExecC2C(plane, (cufftComplex *)pixels, (cufftComplex *)pixels, CUFFT_FORWARD));
    print_rounded("C2C in two dimensions", pixels, 2 * 24 * 20, 4);

    cufftHandle many;
    int length[] = {32};
    float *signal = to_device(random_values<float>(32 * 5, 33));
    cufftComplex *lines = on_device<cufftComplex>(17 * 5);
    STATUS(cufftPlanMany(&many, 1, length, length, 5, 1, length, 5, 1, CUFFT_R2C, 5));
    STATUS(cufftExecR2C(many, signal, lines));
    print_rounded("R2C of columns", (const float *)lines, 2 * 17 * 5, 4);
    printf("errors: %d %d\n", (int)cufftPlan1d(&many, 0, CUFFT_C2C, 1), (int)cufftPlan1d(&many, -5, CUFFT_R2C, 1));
    printf("a plan that was destroyed: %d\n", (int)(cufftDestroy(plane), cufftExecC2C(plane, lines, lines, CUFFT_FORWARD)));
}
