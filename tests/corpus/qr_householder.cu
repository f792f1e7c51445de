// SPDX-License-Identifier: Apache-2.0
// QR by Householder reflections, one small matrix a block, with a block-wide reduction as a device functor.
#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

static void check(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(e));
}

struct DeviceDeleter {
    void operator()(void *p) const { cudaFree(p); }
};
template <class T> using device_ptr = std::unique_ptr<T[], DeviceDeleter>;
template <class T> device_ptr<T> make_device(size_t n)
{
    T *p = nullptr;
    check(cudaMalloc(&p, n * sizeof(T)));
    return device_ptr<T>(p);
}

template <typename T, int THREADS> class BlockSum
{
    T *scratch_;

  public:
    __device__ explicit BlockSum(T *scratch) : scratch_(scratch) {}
    __device__ T operator()(T v) const
    {
        scratch_[threadIdx.x] = v;
        __syncthreads();
#pragma unroll
        for (int s = THREADS / 2; s >= 1; s /= 2) {
            if ((int)threadIdx.x < s)
                scratch_[threadIdx.x] += scratch_[threadIdx.x + s];
            __syncthreads();
        }
        T result = scratch_[0];
        __syncthreads();
        return result;
    }
};

template <typename T, int ROWS, int COLS> __global__ __launch_bounds__(ROWS) void householder(T *matrices, T *signs)
{
    __shared__ T a[COLS][ROWS + 1], scratch[ROWS];
    const int r = threadIdx.x;
    T *mine = matrices + (size_t)blockIdx.x * ROWS * COLS;
    const BlockSum<T, ROWS> sum(scratch);
    for (int c = 0; c < COLS; c++)
        a[c][r] = mine[c * ROWS + r];
    __syncthreads();
    T sign = 1;
    for (int k = 0; k < COLS; k++) {
        T x = r >= k ? a[k][r] : T(0);
        T norm = sqrt(sum(x * x));
        T head = a[k][k];
        T alpha = head > T(0) ? -norm : norm;
        T v = r > k ? x : r == k ? x - alpha : T(0);
        T vv = sum(v * v);
        sign = alpha < T(0) ? -sign : sign;
        for (int c = k; c < COLS; c++) {
            T dot = sum(v * a[c][r]);
            a[c][r] -= T(2) * dot / vv * v;
        }
        __syncthreads();
    }
    for (int c = 0; c < COLS; c++)
        mine[c * ROWS + r] = a[c][r];
    if (r == 0)
        signs[blockIdx.x] = sign;
}

template <typename T> void run(const char *name)
try {
    constexpr int rows = 32, cols = 12, batch = 9;
    auto host = std::make_unique<T[]>(rows * cols * batch);
    T signs[batch], check_sum = 0;
    for (int i = 0; i < rows * cols * batch; ++i)
        host[i] = T((i * 7919 + 13 * (i / rows)) % 1009) / T(504) - T(1);
    auto d = make_device<T>(rows * cols * batch);
    auto s = make_device<T>(batch);
    check(cudaMemcpy(d.get(), host.get(), sizeof(T) * rows * cols * batch, cudaMemcpyHostToDevice));
    householder<T, rows, cols><<<batch, rows>>>(d.get(), s.get());
    check(cudaGetLastError());
    check(cudaMemcpy(host.get(), d.get(), sizeof(T) * rows * cols * batch, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(signs, s.get(), sizeof signs, cudaMemcpyDeviceToHost));
    std::cout << name << std::setprecision(sizeof(T) == 4 ? 9 : 17);
    for (int b = 0; b < batch; b += 4)
        std::cout << "  R(0,0) " << host[b * rows * cols] << " R(5,5) " << host[b * rows * cols + 5 * rows + 5];
    for (int b = 0; b < batch; ++b)
        check_sum += signs[b] * host[b * rows * cols + 11 * rows + 3];
    std::cout << "\n  sum " << check_sum << std::endl;
} catch (const std::exception &e) {
    std::cout << e.what() << "\n";
}

int main()
{
    run<float>("float");
    run<double>("double");
}
