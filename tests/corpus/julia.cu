// SPDX-License-Identifier: Apache-2.0
// A Julia set over one block a pixel, with a complex number that has a constructor and operators.
#include <stdio.h>

#include "corpus.h"

#define DIM 96

struct cuComplex {
    float r;
    float i;
    __device__ cuComplex(float a, float b) : r(a), i(b) {}
    __device__ float magnitude2(void) { return fmaf(r, r, i * i); }
    __device__ cuComplex operator*(const cuComplex &a)
    {
        return cuComplex(fmaf(r, a.r, -(i * a.i)), fmaf(i, a.r, r * a.i));
    }
    __device__ cuComplex operator+(const cuComplex &a) { return cuComplex(r + a.r, i + a.i); }
};

__device__ int julia(int x, int y)
{
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);

    cuComplex c(-0.8, 0.156);
    cuComplex a(jx, jy);

    int i = 0;
    for (i = 0; i < 200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000)
            return 0;
    }

    return 1;
}

__global__ void kernel(unsigned char *ptr)
{
    // map from blockIdx to pixel position
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;

    int juliaValue = julia(x, y);
    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

struct CPUBitmap {
    unsigned char *pixels;
    int x, y;
    void *dataBlock;

    CPUBitmap(int width, int height, void *d = NULL)
    {
        pixels = new unsigned char[width * height * 4];
        x = width;
        y = height;
        dataBlock = d;
    }
    ~CPUBitmap() { delete[] pixels; }
    unsigned char *get_ptr(void) const { return pixels; }
    long image_size(void) const { return x * y * 4; }
    int red(void) const
    {
        int count = 0;
        for (int k = 0; k < x * y; k++)
            count += pixels[4 * k] == 255;
        return count;
    }
};

int main(void)
{
    CPUBitmap bitmap(DIM, DIM);
    unsigned char *dev_bitmap;

    CHECK(cudaMalloc((void **)&dev_bitmap, bitmap.image_size()));
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(dev_bitmap);

    CHECK(cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
    printf("in the set: %d\n", bitmap.red());
    print_hash("bitmap", dev_bitmap, bitmap.image_size());
    CHECK(cudaFree(dev_bitmap));
    return 0;
}
