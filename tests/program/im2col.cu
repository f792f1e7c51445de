// SPDX-License-Identifier: Apache-2.0
// A convolution of 3 x 3 with a border of 1 and a stride, whose pixels come by tensor map in im2col mode: one copy for each
// place of the filter, with its offsets. Compares with the sums in the order of the loops.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

enum { CHANNELS = 8, WIDTH = 13, HEIGHT = 9, IMAGES = 3, FILTERS = 4, PIXELS = 32 };

__device__ uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

// Each block has PIXELS pixels of the result, which go on through rows and images.
__global__ void convolve(const __grid_constant__ CUtensorMap map, const float *filter, float *out, int stride, int columns,
                         int rows, int count)
{
    __shared__ alignas(128) float tile[PIXELS][CHANNELS];
    __shared__ alignas(8) uint64_t word;
    uint32_t barrier = shared_address(&word);
    int first = blockIdx.x * PIXELS, pixel = first + threadIdx.x;
    int column = first % columns, row = first / columns % rows, image = first / columns / rows;
    float sums[FILTERS] = {};
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    for (int place = 0; place < 9; place++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"((int)sizeof tile)
                         : "memory");
            asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], "
                         "[%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(shared_address(tile)),
                         "l"(&map), "r"(barrier), "r"(0), "r"(column * stride - 1), "r"(row * stride - 1), "r"(image),
                         "h"((unsigned short)(place % 3)), "h"((unsigned short)(place / 3))
                         : "memory");
        }
        uint32_t is_done = 0;
        while (is_done == 0) {
            asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                         "selp.u32 %0, 1, 0, p;\n\t}"
                         : "=r"(is_done)
                         : "r"(barrier), "r"(place & 1)
                         : "memory");
        }
        for (int f = 0; f < FILTERS; f++) {
            for (int c = 0; c < CHANNELS; c++) {
                sums[f] += tile[threadIdx.x][c] * filter[(f * 9 + place) * CHANNELS + c];
            }
        }
    }
    for (int f = 0; f < FILTERS && pixel < count; f++) {
        out[pixel * FILTERS + f] = sums[f];
    }
}

static int wrong_with(int stride)
{
    int columns = (WIDTH - 1) / stride + 1, rows = (HEIGHT - 1) / stride + 1, count = columns * rows * IMAGES;
    std::vector<float> in(IMAGES * HEIGHT * WIDTH * CHANNELS), filter(FILTERS * 9 * CHANNELS), out(count * FILTERS);
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
    const cuuint32_t steps[] = {1, (cuuint32_t)stride, (cuuint32_t)stride, 1};
    const int lower[] = {-1, -1}, upper[] = {-1, -1};
    CUtensorMap map;
    CUresult result = cuTensorMapEncodeIm2col(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, device_in, size, strides, lower, upper,
                                              CHANNELS, PIXELS, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                              CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) {
        printf("cuTensorMapEncodeIm2col: %d\n", (int)result);
        return -1;
    }
    convolve<<<(count + PIXELS - 1) / PIXELS, PIXELS>>>(map, device_filter, device_out, stride, columns, rows, count);
    cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int pixel = 0; pixel < count; pixel++) {
        int x = pixel % columns * stride, y = pixel / columns % rows * stride, image = pixel / columns / rows;
        for (int f = 0; f < FILTERS; f++) {
            float sum = 0;
            for (int place = 0; place < 9; place++) {
                int u = x + place % 3 - 1, v = y + place / 3 - 1;
                for (int c = 0; c < CHANNELS && u >= 0 && u < WIDTH && v >= 0 && v < HEIGHT; c++) {
                    sum += in[((image * HEIGHT + v) * WIDTH + u) * CHANNELS + c] * filter[(f * 9 + place) * CHANNELS + c];
                }
            }
            wrong += out[pixel * FILTERS + f] != sum;
        }
    }
    cudaFree(device_in);
    cudaFree(device_filter);
    cudaFree(device_out);
    return wrong;
}

int main()
{
    for (int stride = 1; stride <= 3; stride++) {
        printf("stride %d: %d wrong, %s\n", stride, wrong_with(stride), cudaGetErrorName(cudaGetLastError()));
    }
    return 0;
}
