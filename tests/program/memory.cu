// SPDX-License-Identifier: Apache-2.0
// Symbols, managed memory, structures as arguments, and kernels of every linkage.
#include <cstdio>

struct Point {
    char tag;
    double x;
    int y[3];
};

__device__ int counter = 5;
__constant__ float weights[4];
__managed__ int shared_with_host = 1;

namespace inner {
__device__ int counter = 50;
__global__ void count(int by)
{
    counter += by;
}
} // namespace inner

extern "C" __global__ void count(int by)
{
    counter += by;
}

__global__ void weigh(float *out, Point point, const float *)
{
    out[threadIdx.x] = weights[threadIdx.x] * (float)point.x + (float)point.y[2] + point.tag;
    if (threadIdx.x == 0)
        shared_with_host += 41;
}

class Owner {
  public:
    Owner() { cudaMalloc(&data, 4 * sizeof(float)); }
    ~Owner() { cudaFree(data); }
    void run(Point point) { weigh<<<1, 4>>>(this->data, point, nullptr); }
    float *data;
};

int main()
{
    const float host[] = {1, 2, 3, 4};
    float out[4];
    int read;
    cudaMemcpyToSymbol(weights, host, sizeof host);
    Owner owner;
    owner.run(Point{1, 10.0, {7, 8, 9}});
    cudaMemcpy(out, owner.data, sizeof out, cudaMemcpyDeviceToHost);
    printf("weigh %g %g %g %g\n", out[0], out[1], out[2], out[3]);
    count<<<1, 1>>>(2);
    inner::count<<<1, 1>>>(3);
    cudaMemcpyFromSymbol(&read, counter, sizeof read);
    printf("counter %d\n", read);
    cudaMemcpyFromSymbol(&read, inner::counter, sizeof read);
    printf("inner::counter %d\n", read);
    cudaDeviceSynchronize();
    printf("managed %d\n", shared_with_host);
    int *managed;
    cudaMallocManaged(&managed, sizeof(int));
    *managed = 6;
    cudaFree(managed);
    count<<<1, 2048>>>(1);
    printf("refused: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
