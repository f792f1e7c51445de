// SPDX-License-Identifier: Apache-2.0
// What the host does wrong with the device's memory and objects, and right with others.
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

// expect leak host-bounds host-access race-host invalid-free uninit-copy
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
    cudaMemcpyAsync(part, shared, 256, cudaMemcpyDefault);         // may still run when
    shared[3] = 4;                                                 // its source is changed
    cudaFree(shared);
    cudaFree(host);                                                // is the host's
    cudaFree(part + 1);                                            // is inside of an allocation
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

// expect leak-object leak-heap
int main()
{
    do_right();
    do_wrong();
}
