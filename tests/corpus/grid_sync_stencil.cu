// SPDX-License-Identifier: Apache-2.0
// One cooperative launch that relaxes a grid many times, with a barrier across all blocks between steps,
// and a reduction across the grid at the end.
#include "corpus.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void relax(int *a, int *b, int width, int height, int steps, unsigned long long *total)
{
    cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; step++) {
        for (int i = (int)grid.thread_rank(); i < width * height; i += (int)grid.size()) {
            int x = i % width, y = i / width;
            int left = x > 0 ? a[i - 1] : 0, right = x < width - 1 ? a[i + 1] : 0;
            int up = y > 0 ? a[i - width] : 0, down = y < height - 1 ? a[i + width] : 0;
            b[i] = (4 * a[i] + left + right + up + down) >> 3;
        }
        grid.sync();
        int *t = a;
        a = b;
        b = t;
    }
    __shared__ unsigned long long part;
    if (threadIdx.x == 0)
        part = 0;
    __syncthreads();
    unsigned long long sum = 0;
    for (int i = (int)grid.thread_rank(); i < width * height; i += (int)grid.size())
        sum += (unsigned long long)a[i];
    atomicAdd(&part, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, part);
    cg::sync(grid);
    if (grid.thread_rank() == 0)
        total[1] = total[0] / (unsigned)(width * height);
}

int main()
{
    int width = 90, height = 70, steps = 12, supported = 0, blocks = 0;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, relax, 128, 0));
    printf("supported %d, a block fits %d\n", supported, blocks > 0);
    Random random(331);
    std::vector<int> a(width * height), b;
    for (int &x : a)
        x = (int)(random.next() % 1000000);
    int *da = to_device(a), *db = on_device<int>(a.size());
    unsigned long long *total = on_device<unsigned long long>(2);
    void *arguments[] = {&da, &db, &width, &height, &steps, &total};
    CHECK(cudaLaunchCooperativeKernel((const void *)relax, dim3(20), dim3(128), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    for (int step = 0; step < steps; step++) {
        b = a;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                auto at = [&](int xx, int yy) {
                    return xx < 0 || yy < 0 || xx >= width || yy >= height ? 0 : b[yy * width + xx];
                };
                a[y * width + x] = (4 * at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) >> 3;
            }
    }
    printf("grid: %s\n", to_host(da, a.size()) == a ? "same" : "different");
    print_hash("grid", da, a.size());
    print_hash("total", total, 2);
    cudaError_t error = cudaLaunchCooperativeKernel((const void *)relax, dim3(1000000), dim3(128), arguments, 0, 0);
    printf("too many blocks: %s\n", cudaGetErrorName(error));
    return 0;
}
