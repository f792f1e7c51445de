// SPDX-License-Identifier: Apache-2.0
// Rays against shapes behind a base class with virtual functions: balls and a wall that each thread
// makes for itself and calls through pointers to the base.
#include "corpus.h"

#define INF 2e10f
#define DIM 64

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

__constant__ Sphere s[2];

// What can be hit; the nearest hit also says which object it was.
class Shape
{
  public:
    __device__ explicit Shape(uchar4 color) : color_(color) {}
    __device__ virtual ~Shape() {}
    __device__ virtual float depth(float ox, float oy) const = 0;
    __device__ uchar4 color() const { return color_; }

  private:
    uchar4 color_;
};

class Ball : public Shape
{
  public:
    __device__ Ball(uchar4 color, const Sphere &sphere) : Shape(color), sphere_(sphere) {}
    __device__ float depth(float ox, float oy) const override
    {
        float n;
        return sphere_.hit(ox, oy, &n);
    }

  private:
    const Sphere &sphere_;
};

class Wall : public Shape
{
  public:
    __device__ Wall(uchar4 color, float z) : Shape(color), z_(z) {}
    __device__ float depth(float ox, float) const override { return ox > 0 ? z_ : -INF; }

  private:
    float z_;
};

__global__ void kernel_shapes(uchar4 *ptr)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    float ox = (x - DIM / 2), oy = (y - DIM / 2);
    Ball first(make_uchar4(200, 10, 10, 255), s[0]), second(make_uchar4(10, 200, 10, 255), s[1]);
    Wall wall(make_uchar4(40, 40, 90, 255), 0.0f);
    const Shape *shapes[] = {&first, &second, &wall};
    uchar4 color = make_uchar4(0, 0, 0, 0);
    float nearest = -INF;
    for (const Shape *shape : shapes) {
        float depth = shape->depth(ox, oy);
        if (depth > nearest) {
            nearest = depth;
            color = shape->color();
        }
    }
    ptr[y * DIM + x] = color;
}

int main()
{
    const Sphere spheres[2] = {{1, 1, 1, 20, -8, 3, 5}, {1, 1, 1, 15, 10, -6, 0}};
    CHECK(cudaMemcpyToSymbol(s, spheres, sizeof spheres));
    uchar4 *bitmap = nullptr;
    CHECK(cudaMalloc(&bitmap, DIM * DIM * sizeof(uchar4)));
    kernel_shapes<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(bitmap);
    print_hash("shapes", bitmap, DIM * DIM);
    CHECK(cudaFree(bitmap));
    return 0;
}
