// SPDX-License-Identifier: Apache-2.0
// Filters of three columns on rows of images, by copies along W (cuTensorMapEncodeIm2colWide).
#include <cstdint>
#include <cstdio>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

constexpr int CHANNELS = 16, WIDTH = 8, HEIGHT = 3, IMAGES = 6, PIXELS = WIDTH * IMAGES;

// One row of all images: pixels 0 to 7 of each, then a halo, of which tap i is `i` further on.
__global__ void convolve(const __grid_constant__ CUtensorMap map, const float *filter, float *out)
{
    extern __shared__ __align__(1024) float tile[];
    __shared__ uint64_t arrived;
    uint32_t to = (uint32_t)__cvta_generic_to_shared(tile), barrier = (uint32_t)__cvta_generic_to_shared(&arrived);
    uint16_t halo = 2, offset = 0;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                     "r"((PIXELS + halo) * CHANNELS * 4)
                     : "memory");
        asm volatile("cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(to),
                     "l"(&map), "r"(0), "r"(-1), "r"(blockIdx.x), "r"(0), "r"(barrier), "h"(halo), "h"(offset)
                     : "memory");
    }
    __syncthreads();
    uint32_t is_done = 0;
    while (is_done == 0) {
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(is_done)
                     : "r"(barrier)
                     : "memory");
    }
    float sum = 0;
    for (int tap = 0; tap < 3; tap++) {
        for (int c = 0; c < CHANNELS; c++) {
            uint32_t row = threadIdx.x + tap, byte = row * CHANNELS * 4 + c * 4;
            byte ^= (byte >> 7 & 3) << 4; // the swizzle of 64 bytes
            sum += tile[byte / 4] * filter[tap * CHANNELS + c];
        }
    }
    out[blockIdx.x * PIXELS + threadIdx.x] = sum;
}

int main()
{
    std::vector<float> in(IMAGES * HEIGHT * WIDTH * CHANNELS), filter(3 * CHANNELS), out(HEIGHT * PIXELS);
    for (size_t i = 0; i < in.size(); i++) {
        in[i] = (float)(int)(i * 7 % 17) - 8;
    }
    for (size_t i = 0; i < filter.size(); i++) {
        filter[i] = (float)(int)(i * 5 % 11) - 5;
    }
    float *device_in, *device_filter, *device_out;
    cudaMalloc(&device_in, in.size() * sizeof(float));
    cudaMalloc(&device_filter, filter.size() * sizeof(float));
    cudaMalloc(&device_out, out.size() * sizeof(float));
    cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(device_filter, filter.data(), filter.size() * sizeof(float), cudaMemcpyHostToDevice);
    const cuuint64_t size[] = {CHANNELS, WIDTH, HEIGHT, IMAGES};
    const cuuint64_t strides[] = {CHANNELS * 4, WIDTH * CHANNELS * 4, HEIGHT * WIDTH * CHANNELS * 4};
    const cuuint32_t steps[] = {1, 1, 1, 1};
    CUtensorMap map;
    auto encode = [&](CUtensorMapSwizzle swizzle, int pixels) {
        return cuTensorMapEncodeIm2colWide(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, device_in, size, strides, -1, 0, CHANNELS,
                                           pixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_IM2COL_WIDE_MODE_W,
                                           swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    };
    printf("without swizzle %d, no pixels %d, ", (int)encode(CU_TENSOR_MAP_SWIZZLE_NONE, 9),
           (int)encode(CU_TENSOR_MAP_SWIZZLE_64B, 0));
    // A column of zeros left of each image is one right of the image before it, too.
    printf("encoded %d\n", (int)encode(CU_TENSOR_MAP_SWIZZLE_64B, PIXELS));
    cudaFuncSetAttribute(convolve, cudaFuncAttributeMaxDynamicSharedMemorySize, (PIXELS + 2) * CHANNELS * 4);
    convolve<<<HEIGHT, PIXELS, (PIXELS + 2) * CHANNELS * 4>>>(map, device_filter, device_out);
    cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int pixel = 0; pixel < PIXELS; pixel++) {
            float sum = 0;
            for (int tap = 0; tap < 3; tap++) {
                int at = pixel + tap, x = at % (WIDTH + 1) - 1, image = at / (WIDTH + 1);
                for (int c = 0; c < CHANNELS && x >= 0 && image < IMAGES; c++) {
                    sum += in[((image * HEIGHT + y) * WIDTH + x) * CHANNELS + c] * filter[tap * CHANNELS + c];
                }
            }
            wrong += out[y * PIXELS + pixel] != sum;
        }
    }
    printf("%d wrong, %s\n", wrong, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
