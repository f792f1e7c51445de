// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set as a picture of bytes, in float and in double by a template over the number; a
// corner of it is printed in characters.
#include "corpus.h"

template <typename Real> struct View {
    Real x0, y0, dx, dy;
    int width, height;
};

__device__ __forceinline__ float fused(float a, float b, float c)
{
    return fmaf(a, b, c);
}

__device__ __forceinline__ double fused(double a, double b, double c)
{
    return fma(a, b, c);
}

template <typename Real>
__device__ int escape_time(const Real cx, const Real cy, const int limit)
{
    Real x = 0, y = 0;
    int count = 0;
    while (count < limit && fused(x, x, y * y) <= Real(4)) {
        const Real next = fused(x, x, fused(-y, y, cx));
        y = fused(x + x, y, cy);
        x = next;
        count++;
    }
    return count;
}

template <typename Real>
__global__ void mandelbrot(unsigned char *image, View<Real> view, unsigned char limit)
{
    const int column = threadIdx.x + blockIdx.x * blockDim.x;
    const int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (column >= view.width || row >= view.height)
        return;
    const Real x = fused(Real(column), view.dx, view.x0);
    const Real y = fused(Real(row), view.dy, view.y0);
    image[row * view.width + column] = (unsigned char)escape_time(x, y, (int)limit);
}

template <typename Real> std::vector<unsigned char> draw(const char *name, const View<Real> &view)
{
    unsigned char *image;
    CHECK(cudaMalloc(&image, view.width * view.height));
    const dim3 block(16, 8);
    const dim3 grid((view.width + block.x - 1) / block.x, (view.height + block.y - 1) / block.y);
    mandelbrot<<<grid, block>>>(image, view, 200);
    std::vector<unsigned char> result = to_host(image, view.width * view.height);
    print_hash(name, result);
    CHECK(cudaFree(image));
    return result;
}

int main()
{
    draw<float>("float", {-2.25f, -1.25f, 3.0f / 150, 2.5f / 100, 150, 100});
    draw<double>("double", {-0.75, 0.0625, 0.00048828125, 0.000732421875, 90, 60});
    const std::vector<unsigned char> small =
        draw<float>("in characters", {-2.25f, -1.25f, 0.046875f, 0.109375f, 64, 24});
    static const char shades[] = " .:-=+*#%@";
    for (int row = 0; row < 24; row++) {
        for (int column = 0; column < 64; column++) {
            const int count = small[row * 64 + column];
            putchar(count == 200 ? '@' : shades[count > 9 ? 8 : count % 9]);
        }
        putchar('\n');
    }
    return 0;
}
