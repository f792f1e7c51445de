// SPDX-License-Identifier: Apache-2.0
// cuBLAS level 1 as a first example has it: a handle, vectors copied by the library, saxpy and reductions
// with results on the host and on the device.
#include "library.h"

#include <cublas_v2.h>

template <typename T> static double dot_of(const std::vector<T> &x, const std::vector<T> &y)
{
    double sum = 0;
    for (size_t i = 0; i < x.size(); i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

int main()
{
    const int n = 10007;
    std::vector<float> x = random_values<float>(n, 1), y = random_values<float>(n, 2), result(n);
    x[777] = -3.5f, x[4321] = 3.5f, x[55] = 0.0f;
    float *device_x = on_device<float>(n), *device_y = on_device<float>(n), alpha = 2.5f, value = 0;
    cublasHandle_t handle;
    STATUS(cublasCreate(&handle));
    STATUS(cublasSetVector(n, sizeof(float), x.data(), 1, device_x, 1));
    STATUS(cublasSetVector(n, sizeof(float), y.data(), 1, device_y, 1));
    STATUS(cublasSaxpy(handle, n, &alpha, device_x, 1, device_y, 1));
    STATUS(cublasGetVector(n, sizeof(float), device_y, 1, result.data(), 1));
    std::vector<double> expected(n);
    for (int i = 0; i < n; i++)
        expected[i] = (double)y[i] + 2.5 * (double)x[i];
    expect("saxpy", result, expected, 1e-6);

    int index = 0;
    STATUS(cublasIsamax(handle, n, device_x, 1, &index));
    printf("largest at %d, ", index);
    STATUS(cublasIsamin(handle, n, device_x, 1, &index));
    printf("smallest at %d\n", index);
    STATUS(cublasSdot(handle, n, device_x, 1, device_x, 1, &value));
    expect("dot", std::vector<float>{value}, {dot_of(x, x)}, 1e-5);
    STATUS(cublasSnrm2(handle, n, device_x, 1, &value));
    expect("nrm2", std::vector<float>{value}, {sqrt(dot_of(x, x))}, 1e-5);
    std::vector<float> ones(n), sizes(n);
    for (int i = 0; i < n; i++)
        ones[i] = 1, sizes[i] = fabsf(x[i]);
    STATUS(cublasSasum(handle, n, device_x, 1, &value));
    expect("asum", std::vector<float>{value}, {dot_of(sizes, ones)}, 1e-5);

    float *on_gpu = on_device<float>(2);
    CHECK(cudaMemcpy(on_gpu, &alpha, sizeof alpha, cudaMemcpyHostToDevice));
    STATUS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    STATUS(cublasSscal(handle, n / 2, on_gpu, device_x, 2));
    STATUS(cublasSdot(handle, n / 2, device_x, 2, device_x, -2, on_gpu + 1));
    STATUS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    double sum = 0;
    for (int i = 0; i < n / 2; i++)
        sum += 6.25 * (double)x[2 * i] * (double)x[2 * (n / 2 - 1 - i)];
    expect("dot on the device", std::vector<float>{to_host(on_gpu, 2)[1]}, {sum}, 1e-4);
    float cosine = 0.6f, sine = 0.8f;
    STATUS(cublasSswap(handle, n, device_x, 1, device_y, 1));
    STATUS(cublasSrot(handle, 2, device_x, 1, device_y, 1, &cosine, &sine));
    print_rounded("rotated", device_x, 2, 4);
    STATUS(cublasDestroy(handle));
}
