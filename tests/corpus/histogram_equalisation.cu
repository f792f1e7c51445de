// SPDX-License-Identifier: Apache-2.0
// Histogram equalisation of a grey picture: shared histogram, scan for the distribution, table look-up by uchar4.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

constexpr int kBins = 256;

__global__ void histogram(const uchar4 *__restrict__ pixels, int quads, unsigned *bins)
{
    __shared__ unsigned local[kBins];
    for (int i = threadIdx.x; i < kBins; i += blockDim.x)
        local[i] = 0u;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        const uchar4 q = pixels[i];
        atomicAdd(local + q.x, 1u);
        atomicAdd(local + q.y, 1u);
        atomicAdd(local + q.z, 1u);
        atomicAdd(local + q.w, 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kBins; i += blockDim.x)
        if (local[i])
            atomicAdd(bins + i, local[i]);
}

__global__ void table(const unsigned *bins, uint8_t *lookup, int pixels)
{
    __shared__ unsigned cdf[2][kBins];
    __shared__ unsigned least;
    const int i = threadIdx.x;
    int from = 0;
    cdf[0][i] = bins[i];
    if (i == 0)
        least = ~0u;
    __syncthreads();
    for (int step = 1; step < kBins; step *= 2, from ^= 1) {
        cdf[from ^ 1][i] = cdf[from][i] + (i >= step ? cdf[from][i - step] : 0);
        __syncthreads();
    }
    if (cdf[from][i])
        atomicMin(&least, cdf[from][i]);
    __syncthreads();
    const float scaled = (float)(cdf[from][i] - least) / (float)(pixels - least) * 255.0f;
    lookup[i] = cdf[from][i] ? (uint8_t)__float2int_rn(scaled) : 0;
}

__global__ void apply(uchar4 *pixels, int quads, const uint8_t *lookup)
{
    __shared__ uint8_t copy[kBins];
    for (int i = threadIdx.x; i < kBins / 4; i += blockDim.x)
        reinterpret_cast<uint32_t *>(copy)[i] = reinterpret_cast<const uint32_t *>(lookup)[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads) {
        uchar4 q = pixels[i];
        pixels[i] = make_uchar4(copy[q.x], copy[q.y], copy[q.z], copy[q.w]);
    }
}

int main()
{
    const int width = 160, height = 120, n = width * height, quads = n / 4;
    std::stringstream pgm(std::ios::in | std::ios::out | std::ios::binary); // as if read from a file
    pgm << "P5\n" << width << ' ' << height << "\n255\n";
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            pgm.put((char)(90 + ((x * x + 3 * y * y) >> 9) % 40 + (x * y) % 7));
    std::string magic, pixels(n, '\0');
    int w, h, most;
    pgm >> magic >> w >> h >> most;
    pgm.get();
    pgm.read(&pixels[0], n);
    if (magic != "P5" || w * h != n || !pgm) {
        std::cerr << "bad picture\n";
        return 1;
    }
    uchar4 *d;
    unsigned *bins;
    uint8_t *lookup, host_lookup[kBins];
    cudaMalloc((void **)&d, n);
    cudaMalloc((void **)&bins, kBins * sizeof(unsigned));
    cudaMalloc((void **)&lookup, kBins);
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    cudaMemcpy(d, pixels.c_str(), n, cudaMemcpyHostToDevice);
    histogram<<<6, 128>>>(d, quads, bins);
    table<<<1, kBins>>>(bins, lookup, n);
    apply<<<(quads + 255) / 256, 256>>>(d, quads, lookup);
    cudaMemcpy(&pixels[0], d, n, cudaMemcpyDeviceToHost);
    cudaMemcpy(host_lookup, lookup, kBins, cudaMemcpyDeviceToHost);
    uint64_t hash = 0, sum = 0;
    for (unsigned char c : pixels) {
        hash = hash * 1000003u + c;
        sum += c;
    }
    std::cout << "mean " << sum / n << " hash " << std::hex << hash << std::dec << " table";
    for (int i = 90; i < 140; i += 7)
        std::cout << ' ' << int(host_lookup[i]);
    std::cout << std::endl;
    cudaFree(d);
    cudaFree(bins);
    cudaFree(lookup);
    return 0;
}
