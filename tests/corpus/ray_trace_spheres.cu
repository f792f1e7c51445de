// SPDX-License-Identifier: Apache-2.0
// Rays parallel to the z axis through spheres in constant memory, one thread a pixel of a uchar4
// image, timed with events that nobody prints.
#include "corpus.h"

#define INF 2e10f
#define SPHERES 20
#define DIM 128

struct Sphere {
    float r, b, g;
    float radius;
    float x, y, z;
    __device__ float hit(float ox, float oy, float *n) const
    {
        float dx = ox - x;
        float dy = oy - y;
        float distance2 = fmaf(dx, dx, dy * dy);
        float radius2 = radius * radius;
        if (distance2 < radius2) {
            float dz = sqrtf(fmaf(radius, radius, -distance2));
            *n = dz / sqrtf(radius2);
            return dz + z;
        }
        return -INF;
    }
};

__constant__ Sphere s[SPHERES];

__global__ void kernel(uchar4 *ptr)
{
    // map from threadIdx/BlockIdx to pixel position
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float ox = (x - DIM / 2);
    float oy = (y - DIM / 2);

    float r = 0, g = 0, b = 0;
    float maxz = -INF;
    for (int i = 0; i < SPHERES; i++) {
        float n;
        float t = s[i].hit(ox, oy, &n);
        if (t > maxz) {
            float fscale = n;
            r = s[i].r * fscale;
            g = s[i].g * fscale;
            b = s[i].b * fscale;
            maxz = t;
        }
    }

    ptr[offset].x = (int)(r * 255);
    ptr[offset].y = (int)(g * 255);
    ptr[offset].z = (int)(b * 255);
    ptr[offset].w = 255;
}

int main(void)
{
    // capture the start time
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, 0));

    uchar4 *dev_bitmap;
    CHECK(cudaMalloc((void **)&dev_bitmap, DIM * DIM * sizeof(uchar4)));

    Random rnd(123);
    Sphere *temp_s = (Sphere *)malloc(sizeof(Sphere) * SPHERES);
    for (int i = 0; i < SPHERES; i++) {
        temp_s[i].r = rnd.uniform();
        temp_s[i].g = rnd.uniform();
        temp_s[i].b = rnd.uniform();
        temp_s[i].x = rnd.uniform() * DIM - DIM / 2;
        temp_s[i].y = rnd.uniform() * DIM - DIM / 2;
        temp_s[i].z = rnd.uniform() * DIM - DIM / 2;
        temp_s[i].radius = rnd.uniform() * 15.0f + 5.0f;
    }
    CHECK(cudaMemcpyToSymbol(s, temp_s, sizeof(Sphere) * SPHERES));
    free(temp_s);

    dim3 grids(DIM / 16, DIM / 16);
    dim3 threads(16, 16);
    kernel<<<grids, threads>>>(dev_bitmap);

    // get stop time
    CHECK(cudaEventRecord(stop, 0));
    CHECK(cudaEventSynchronize(stop));
    float elapsedTime;
    CHECK(cudaEventElapsedTime(&elapsedTime, start, stop));
    printf("took time: %s\n", elapsedTime > 0 ? "yes" : "no");
    print_hash("image", dev_bitmap, DIM * DIM);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(dev_bitmap));
    return 0;
}
