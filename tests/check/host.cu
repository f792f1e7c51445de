// SPDX-License-Identifier: Apache-2.0
// What the host does wrong with the device's memory and objects, and right with others.
#include <cstring>
#include <cuda_runtime.h>

__global__ void fill(int *p, int count)
{
    if (threadIdx.x < count) {
        p[threadIdx.x] = 1;
    }
}

__global__ void keep()
{
    *(int *)malloc(16) = 1;
}

static int sum;

// expect leak leak-object host-bounds host-access race-host invalid-free uninit-copy uninit-host
static void do_wrong()
{
    int *part, *shared, host[64];
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMalloc(&part, 256);                                        // is not freed
    cudaStreamCreate(&stream);                                     // likewise
    cudaEventCreate(&event);                                       // likewise
    keep<<<1, 1>>>();                                              // nor what it allocates
    fill<<<1, 64>>>(part, 32);
    cudaMemcpy(host, part, 256, cudaMemcpyDeviceToHost);           // half of it was not written
    cudaMemcpy(host, part + 32, 256, cudaMemcpyDeviceToHost);      // past its end
    cudaMemset(part, 0, 260);                                      // likewise
    cudaMallocManaged(&shared, 256);
    sum += shared[64];                                             // past its end
    sum += shared[5];                                              // nobody has written it
    cudaMemcpyAsync(part, shared, 256, cudaMemcpyDefault);         // may still run when
    shared[3] = 4;                                                 // its source is changed
    cudaFree(shared);
    cudaFree(host);                                                // is the host's
    cudaFree(part + 1);                                            // is inside of an allocation
}

struct Body
{
    char kind; // with padding behind it
    double mass;
    unsigned low : 3, high : 5;
};

// Managed memory that host code writes: seen or not (memset), and as whole structures.
static void share()
{
    int *zeros, *sums;
    Body *bodies;
    cudaMallocManaged(&zeros, 100);
    cudaMallocManaged(&sums, 100);
    cudaMallocManaged(&bodies, 2 * sizeof(Body));
    memset(zeros, 0, 99);
    cudaMemset(sums, 0, 100);
    bodies[0].kind = 'a';
    bodies[0].low = 1;
    bodies[0].high = 2;
    bodies[0].mass = zeros[3] + sums[4];
    bodies[1] = bodies[0];
    sum += (int)bodies[1].mass;
    cudaFree(bodies);
    cudaFree(sums);
    cudaFree(zeros);
}

static void do_right()
{
    int *all, *copy, *shared, host[64];
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMalloc(&all, 256);
    cudaMalloc(&copy, 256);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    fill<<<1, 64, 0, stream>>>(all, 64);
    cudaMallocManaged(&shared, 256);
    cudaMemcpyAsync(shared, all, 256, cudaMemcpyDefault, stream);
    cudaStreamSynchronize(stream);
    shared[63] += shared[0];
    cudaFree(shared);
    cudaMemcpyAsync(copy, all, 256, cudaMemcpyDeviceToDevice, stream);
    cudaEventRecord(event, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(host, copy, 256, cudaMemcpyDeviceToHost);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaFree(copy);
    cudaFree(all);
}

// expect leak-heap
int main()
{
    do_right();
    share();
    do_wrong();
}
