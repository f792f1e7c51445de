// SPDX-License-Identifier: Apache-2.0
// A 3-D seven-point stencil: a thread a point on a 3-D grid, and a column a thread that marches through
// z with the planes above and below in registers; an eighth-order one in z by a template loop.
#include "corpus.h"

#define INDEX(x, y, z) (((z)*ny + (y)) * nx + (x))

typedef struct {
    float center;
    float side;
} Weights;

__global__ void stencil7(const float *in, float *out, int nx, int ny, int nz, Weights w)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
        out[INDEX(x, y, z)] = in[INDEX(x, y, z)];
        return;
    }
    float sides = in[INDEX(x - 1, y, z)] + in[INDEX(x + 1, y, z)] + in[INDEX(x, y - 1, z)] +
                  in[INDEX(x, y + 1, z)] + in[INDEX(x, y, z - 1)] + in[INDEX(x, y, z + 1)];
    out[INDEX(x, y, z)] = fmaf(w.center, in[INDEX(x, y, z)], w.side * sides);
}

#define BX 16
#define BY 8

__global__ void stencil7_march(const float *__restrict__ in, float *__restrict__ out, int nx,
                               int ny, int nz, Weights w)
{
    __shared__ float plane[BY + 2][BX + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    const bool inside = x < nx && y < ny;
    const bool edge = x == 0 || y == 0 || x == nx - 1 || y == ny - 1;

    float below = 0, current = inside ? in[INDEX(x, y, 0)] : 0;
    float above = inside ? in[INDEX(x, y, 1)] : 0;
    if (inside) {
        out[INDEX(x, y, 0)] = current;
        out[INDEX(x, y, nz - 1)] = in[INDEX(x, y, nz - 1)];
    }
    for (int z = 1; z < nz - 1; z++) {
        below = current;
        current = above;
        above = inside ? in[INDEX(x, y, z + 1)] : 0;
        __syncthreads();
        plane[ty][tx] = current;
        if (inside && threadIdx.x == 0 && x > 0)
            plane[ty][0] = in[INDEX(x - 1, y, z)];
        if (inside && threadIdx.x == BX - 1 && x < nx - 1)
            plane[ty][BX + 1] = in[INDEX(x + 1, y, z)];
        if (inside && threadIdx.y == 0 && y > 0)
            plane[0][tx] = in[INDEX(x, y - 1, z)];
        if (inside && threadIdx.y == BY - 1 && y < ny - 1)
            plane[BY + 1][tx] = in[INDEX(x, y + 1, z)];
        __syncthreads();
        if (!inside)
            continue;
        if (edge) {
            out[INDEX(x, y, z)] = current;
            continue;
        }
        float sides = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                      plane[ty + 1][tx] + below + above;
        out[INDEX(x, y, z)] = fmaf(w.center, current, w.side * sides);
    }
}

// Along z alone, RADIUS neighbours each way kept in a queue of registers.
template <int RADIUS>
__global__ void stencil_z(const float *in, float *out, int nx, int ny, int nz, const float *weights)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    float queue[2 * RADIUS + 1];
#pragma unroll
    for (int i = 1; i <= 2 * RADIUS; i++)
        queue[i] = in[INDEX(x, y, i - 1)];
    for (int z = RADIUS; z < nz - RADIUS; z++) {
#pragma unroll
        for (int i = 0; i < 2 * RADIUS; i++)
            queue[i] = queue[i + 1];
        queue[2 * RADIUS] = in[INDEX(x, y, z + RADIUS)];
        float sum = __ldg(&weights[0]) * queue[RADIUS];
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            sum = fmaf(__ldg(&weights[i]), queue[RADIUS - i] + queue[RADIUS + i], sum);
        out[INDEX(x, y, z)] = sum;
    }
}

int main()
{
    const int nx = 50, ny = 37, nz = 20, points = nx * ny * nz;
    Random random(77);
    std::vector<float> field(points);
    for (float &value : field)
        value = random.uniform();
    float *a = to_device(field), *b = on_device<float>(points), *c = on_device<float>(points);
    const Weights w = {0.4f, 0.1f};

    stencil7<<<dim3(4, 10, 10), dim3(16, 4, 2)>>>(a, b, nx, ny, nz, w);
    print_hash("a thread a point", b, points);
    stencil7_march<<<dim3((nx + BX - 1) / BX, (ny + BY - 1) / BY), dim3(BX, BY)>>>(a, c, nx, ny, nz,
                                                                                  w);
    print_hash("marching", c, points);
    printf("equal: %s\n", to_host(b, points) == to_host(c, points) ? "yes" : "NO");

    std::vector<float> weights = {0.5f, 0.2f, 0.1f, 0.0625f, 0.03125f};
    float *d_weights = to_device(weights);
    CHECK(cudaMemset(b, 0, points * sizeof(float)));
    stencil_z<4><<<dim3(2, 10), dim3(32, 4)>>>(a, b, nx, ny, nz, d_weights);
    print_hash("radius 4", b, points);
    stencil_z<2><<<dim3(2, 10), dim3(32, 4)>>>(a, b, nx, ny, nz, d_weights);
    print_hash("radius 2", b, points);
    for (float *pointer : {a, b, c, d_weights})
        CHECK(cudaFree(pointer));
    return 0;
}
