// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transforms: radix 2 in shared memory after a bit reversal, a block a signal, and the
// Stockham form between two global buffers; the inverse gives the signals back.
#include <cmath>

#include "corpus.h"

typedef float2 Complex;

#define PI 3.14159265358979323846f

static __device__ __host__ inline Complex operator+(Complex a, Complex b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}

static __device__ __host__ inline Complex operator-(Complex a, Complex b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}

static __device__ __host__ inline Complex operator*(Complex a, Complex b)
{
    Complex c;
    c.x = a.x * b.x - a.y * b.y;
    c.y = a.x * b.y + a.y * b.x;
    return c;
}

static __device__ __host__ inline Complex &operator*=(Complex &a, float s)
{
    a.x *= s;
    a.y *= s;
    return a;
}

template <int LOG_N> __global__ void fft_shared(Complex *data, float direction)
{
    constexpr int N = 1 << LOG_N;
    __shared__ Complex s[N];
    Complex *signal = data + (size_t)blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        s[__brev(i) >> (32 - LOG_N)] = signal[i];
    __syncthreads();
    for (int half = 1; half < N; half *= 2) {
        for (int t = threadIdx.x; t < N / 2; t += blockDim.x) {
            const int k = t & (half - 1);
            const int i = 2 * t - k;
            Complex w;
            sincosf(direction * PI * k / half, &w.y, &w.x);
            const Complex a = s[i], b = s[i + half] * w;
            s[i] = a + b;
            s[i + half] = a - b;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        Complex x = s[i];
        if (direction > 0)
            x *= 1.0f / N;
        signal[i] = x;
    }
}

// One pass over a signal of n: pairs n / 2 apart, results side by side.
__global__ void stockham(const Complex *in, Complex *out, int n, int stride)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n / 2)
        return;
    const int q = t % stride, p = t / stride;
    Complex w;
    sincospif(-2.0f * (float)(p * stride) / (float)n, &w.y, &w.x);
    const Complex a = in[t], b = in[t + n / 2];
    out[q + stride * 2 * p] = a + b;
    out[q + stride * (2 * p + 1)] = (a - b) * w;
}

__global__ void power(const Complex *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = hypotf(in[i].x, in[i].y);
}

int main()
{
    const int log_n = 9, n = 1 << log_n, signals = 6;
    std::vector<Complex> data(n * signals);
    Random random(1965);
    for (Complex &sample : data)
        sample = make_float2(random.uniform() - 0.25f, random.uniform());
    Complex *d_data = to_device(data), *d_in = to_device(data), *d_out = nullptr;
    float *d_power = on_device<float>(n * signals);
    CHECK(cudaMalloc(&d_out, n * sizeof(Complex)));

    fft_shared<log_n><<<signals, 128>>>(d_data, -1.0f);
    power<<<(n * signals + 127) / 128, 128>>>(d_data, d_power, n * signals);
    print_rounded("power", d_power, n * signals, 4);
    std::vector<Complex> spectrum = to_host(d_data, n);

    Complex *from = d_in, *to = d_out;
    for (int stride = 1; stride < n; stride *= 2) {
        stockham<<<n / 2 / 64, 64>>>(from, to, n, stride);
        std::swap(from, to);
    }
    std::vector<Complex> other = to_host(from, n);
    double apart = 0, off = 0;
    for (int i = 0; i < n; i++)
        apart = std::max(apart, (double)std::hypot(spectrum[i].x - other[i].x,
                                                   spectrum[i].y - other[i].y));
    printf("the two forms agree: %s\n", apart < 1e-3 ? "yes" : "NO");

    fft_shared<log_n><<<signals, 256>>>(d_data, 1.0f);
    std::vector<Complex> back = to_host(d_data, n * signals);
    for (int i = 0; i < n * signals; i++)
        off = std::max(off, (double)std::hypot(back[i].x - data[i].x, back[i].y - data[i].y));
    printf("back again: %s\n", off < 1e-5 ? "yes" : "NO");

    // One frequency by definition, on the host.
    double re = 0, im = 0;
    for (int i = 0; i < n; i++) {
        const double angle = -2 * M_PI * 37 * i / n;
        re += data[i].x * cos(angle) - data[i].y * sin(angle);
        im += data[i].x * sin(angle) + data[i].y * cos(angle);
    }
    printf("by definition: %s\n",
           std::hypot(re - spectrum[37].x, im - spectrum[37].y) < 1e-3 ? "yes" : "NO");
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_power));
    return 0;
}
