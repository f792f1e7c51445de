// SPDX-License-Identifier: Apache-2.0
// Kernels, copies and fills of several streams.
#include "check.h"

static cudaStream_t one, two, blocking; // the first two do not wait for the default stream
static cudaEvent_t done;
static int *page_locked;

static void begin()
{
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEventCreate(&done);
    cudaMallocHost(&page_locked, WORDS * sizeof(int));
}

static void end()
{
    cudaDeviceSynchronize();
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaStreamDestroy(blocking);
    cudaEventDestroy(done);
    cudaFreeHost(page_locked);
}

__global__ void produce(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

// expect race-stream
__global__ void read_wrong(const int *from, int *to)
{
    to[threadIdx.x] = from[63 - threadIdx.x];
}
__global__ void read_right(const int *from, int *to)
{
    to[threadIdx.x] = from[63 - threadIdx.x];
}

// expect race-stream
__global__ void overwrite_wrong(int *out)
{
    out[threadIdx.x] = 2;
}
__global__ void overwrite_right(int *out)
{
    out[threadIdx.x] = 2;
}

// expect race-stream
__global__ void default_stream_wrong(int *out)
{
    out[threadIdx.x]++;
}
__global__ void default_stream_right(int *out)
{
    out[threadIdx.x]++;
}

// expect race-stream
__global__ void fill_wrong(int *out)
{
    out[threadIdx.x] = 3;
}
__global__ void fill_right(int *out)
{
    out[threadIdx.x] = 3;
}

// expect race-stream
__global__ void copied_wrong(int *out)
{
    out[threadIdx.x] = 4;
}
__global__ void copied_right(int *out)
{
    out[threadIdx.x] = 4;
}

// expect race-stream
__global__ void early_event_wrong(int *out)
{
    out[threadIdx.x] = 5;
}
__global__ void early_event_right(int *out)
{
    out[threadIdx.x] = 5;
}

// expect race-stream
__global__ void count_plain_wrong(int *out)
{
    out[0] = threadIdx.x == 0 ? out[0] + 1 : out[1];
}
__global__ void count_atomic_right(int *out)
{
    atomicAdd(out, 1);
}

static void wait_for_one(cudaStream_t stream)
{
    cudaEventRecord(done, one);
    cudaStreamWaitEvent(stream, done, 0);
}

#define COPY_BACK(stream) cudaMemcpyAsync(page_locked, out, 256, cudaMemcpyDeviceToHost, stream)

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, begin(), produce<<<1, 64, 0, one>>>(in), (read_wrong<<<1, 64, 0, two>>>(in, out)), end());
    RUN(1, begin(), produce<<<1, 64, 0, one>>>(in), wait_for_one(two),
        (read_right<<<1, 64, 0, two>>>(in, out)), end());
    RUN(2, begin(), produce<<<1, 64, 0, one>>>(out), (overwrite_wrong<<<1, 64, 0, two>>>(out)),
        end());
    RUN(3, begin(), produce<<<1, 64, 0, one>>>(out), cudaStreamSynchronize(one),
        (overwrite_right<<<1, 64, 0, two>>>(out)), end());
    RUN(4, begin(), produce<<<1, 64, 0, one>>>(out), (default_stream_wrong<<<1, 64>>>(out)), end());
    RUN(5, begin(), produce<<<1, 64, 0, blocking>>>(out), (default_stream_right<<<1, 64>>>(out)),
        end());
    RUN(6, begin(), cudaMemsetAsync(out, 0, 256, one), (fill_wrong<<<1, 64, 0, two>>>(out)), end());
    RUN(7, begin(), cudaMemsetAsync(out, 0, 256, one), (fill_right<<<1, 64, 0, one>>>(out)), end());
    RUN(8, begin(), (copied_wrong<<<1, 64, 0, one>>>(out)), COPY_BACK(two), end());
    RUN(9, begin(), (copied_right<<<1, 64, 0, one>>>(out)), wait_for_one(two), COPY_BACK(two), end());
    RUN(10, begin(), wait_for_one(two), produce<<<1, 64, 0, one>>>(out),
        (early_event_wrong<<<1, 64, 0, two>>>(out)), end());
    RUN(11, begin(), produce<<<1, 64, 0, one>>>(out), wait_for_one(blocking),
        (early_event_right<<<1, 64>>>(out)), end());
    RUN(12, begin(), (count_plain_wrong<<<1, 1, 0, one>>>(out)),
        (count_plain_wrong<<<1, 1, 0, two>>>(out)), end());
    RUN(13, begin(), (count_atomic_right<<<1, 64, 0, one>>>(out)),
        (count_atomic_right<<<1, 64, 0, two>>>(out)), end());
}
