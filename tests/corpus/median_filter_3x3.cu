// SPDX-License-Identifier: Apache-2.0
// Median of 3 x 3 pixels in pitched memory: by sorting a local array, by a network of minima and
// maxima over a template, and by counting in a histogram for a window of any size.
#include <stdio.h>

#include "corpus.h"

#define WINDOW 9

__global__ void median_sort(const unsigned char *in, unsigned char *out, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned char window[WINDOW];
    int i, j, n = 0;

    if (x >= w || y >= h)
        return;
    /* fewer neighbours at the border */
    for (j = y - 1; j <= y + 1; j++)
        for (i = x - 1; i <= x + 1; i++)
            if (i >= 0 && i < w && j >= 0 && j < h)
                window[n++] = in[j * pitch + i];

    for (i = 1; i < n; i++) {
        unsigned char key = window[i];
        for (j = i - 1; j >= 0 && window[j] > key; j--)
            window[j + 1] = window[j];
        window[j + 1] = key;
    }
    out[y * pitch + x] = window[n / 2];
}

#define EXCHANGE(a, b)                                                                             \
    {                                                                                              \
        T t_ = min(v[a], v[b]);                                                                    \
        v[b] = max(v[a], v[b]);                                                                    \
        v[a] = t_;                                                                                 \
    }

template <typename T> __device__ T median9(T *v)
{
    EXCHANGE(1, 2) EXCHANGE(4, 5) EXCHANGE(7, 8) EXCHANGE(0, 1) EXCHANGE(3, 4) EXCHANGE(6, 7)
    EXCHANGE(1, 2) EXCHANGE(4, 5) EXCHANGE(7, 8) EXCHANGE(0, 3) EXCHANGE(5, 8) EXCHANGE(4, 7)
    EXCHANGE(3, 6) EXCHANGE(1, 4) EXCHANGE(2, 5) EXCHANGE(4, 7) EXCHANGE(4, 2) EXCHANGE(6, 4)
    EXCHANGE(4, 2)
    return v[4];
}

// The border repeats its pixels.
template <typename Pixel, typename T>
__global__ void median_network(const Pixel *in, Pixel *out, int stride, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    T v[WINDOW];
#pragma unroll
    for (int k = 0; k < WINDOW; k++) {
        const int i = min(max(x + k % 3 - 1, 0), w - 1), j = min(max(y + k / 3 - 1, 0), h - 1);
        v[k] = static_cast<T>(in[j * stride + i]);
    }
    out[y * stride + x] = static_cast<Pixel>(median9(v));
}

// Sixteen levels of four bits, counted in bytes of two 64-bit words.
__global__ void median_counting(const unsigned char *in, unsigned char *out, size_t pitch, int w,
                                int h, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    unsigned long long counts[2] = {0ULL, 0ULL};
    int total = 0;
    for (int j = max(y - radius, 0); j <= min(y + radius, h - 1); j++)
        for (int i = max(x - radius, 0); i <= min(x + radius, w - 1); i++) {
            int level = in[j * pitch + i] >> 4;
            counts[level >> 3] += 1ULL << (8 * (level & 7));
            total++;
        }
    int before = 0, level = 0;
    for (;; level++) {
        before += (int)(counts[level >> 3] >> (8 * (level & 7)) & 0xff);
        if (2 * before > total || level == 15)
            break;
    }
    out[y * pitch + x] = (unsigned char)(level << 4);
}

static void print_image(const char *name, const unsigned char *image, size_t pitch, int w, int h)
{
    std::vector<unsigned char> host(w * h);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(host.data(), w, image, pitch, w, h, cudaMemcpyDeviceToHost));
    print_hash(name, host);
}

int main(void)
{
    const int w = 93, h = 70;
    std::vector<unsigned char> image(w * h);
    Random random(95);
    for (int k = 0; k < w * h; k++) {
        int value = (k % w) + 2 * (k / w);
        unsigned noise = random.next() % 10; /* salt and pepper */
        image[k] = (unsigned char)(noise == 0 ? 0 : noise == 1 ? 255 : value);
    }
    unsigned char *d_in, *d_out;
    size_t pitch, pitch_out;
    CHECK(cudaMallocPitch(&d_in, &pitch, w, h));
    CHECK(cudaMallocPitch(&d_out, &pitch_out, w, h));
    if (pitch != pitch_out || pitch < (size_t)w)
        return 2;
    CHECK(cudaMemcpy2D(d_in, pitch, image.data(), w, w, h, cudaMemcpyHostToDevice));
    dim3 block(32, 4), grid((w + 31) / 32, (h + 3) / 4);

    median_sort<<<grid, block>>>(d_in, d_out, pitch, w, h);
    print_image("sorted", d_out, pitch, w, h);
    median_network<unsigned char, int><<<grid, block>>>(d_in, d_out, (int)pitch, w, h);
    print_image("network", d_out, pitch, w, h);
    median_counting<<<grid, block>>>(d_in, d_out, pitch, w, h, 2);
    print_image("counted", d_out, pitch, w, h);

    std::vector<float> heights(w * h);
    for (float &height : heights)
        height = random.uniform() * 100 - 50;
    float *d_heights = to_device(heights), *d_smooth = on_device<float>(w * h);
    median_network<float, float><<<grid, block>>>(d_heights, d_smooth, w, w, h);
    std::vector<float> smooth = to_host(d_smooth, w * h);
    int wrong = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v[WINDOW];
            for (int k = 0; k < WINDOW; k++) {
                int i = x + k % 3 - 1, j = y + k / 3 - 1;
                i = i < 0 ? 0 : i >= w ? w - 1 : i;
                j = j < 0 ? 0 : j >= h ? h - 1 : j;
                int p = k;
                for (; p > 0 && v[p - 1] > heights[j * w + i]; p--)
                    v[p] = v[p - 1];
                v[p] = heights[j * w + i];
            }
            wrong += v[4] != smooth[y * w + x];
        }
    printf("floats: %d wrong\n", wrong);
    print_hash("floats", smooth);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_heights);
    cudaFree(d_smooth);
    return wrong > 0;
}
