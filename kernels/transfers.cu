// SPDX-License-Identifier: Apache-2.0
// The way between host and device is the narrowest in the machine. From page-locked host memory the
// device fetches by itself; from pageable memory the driver first copies into a page-locked buffer
// of its own. Only page-locked copies run beside kernels: cut into parts, each with a stream, one
// part is copied while another is worked on. The times printed belong to the machine that runs
// this.
#include "lecture.h"

const int COUNT = 1 << 20;
const int PARTS = 4;
const int BLOCK = 256;
const int ROUNDS = 16;

__host__ __device__ inline unsigned mixed(unsigned x)
{
    for (int round = 0; round < ROUNDS; round++)
        x = (x ^ x >> 15) * 1664525u;
    return x;
}

__global__ void mix(unsigned *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = mixed(values[i]);
}

// Events are recorded by the device as it gets to them, between the work before and after.
struct Stopwatch {
    cudaEvent_t started, stopped;

    Stopwatch()
    {
        CUDA(cudaEventCreate(&started));
        CUDA(cudaEventCreate(&stopped));
        CUDA(cudaEventRecord(started));
    }
    float stop_milliseconds()
    {
        float milliseconds = 0;
        CUDA(cudaEventRecord(stopped));
        CUDA(cudaEventSynchronize(stopped));
        CUDA(cudaEventElapsedTime(&milliseconds, started, stopped));
        CUDA(cudaEventDestroy(started));
        CUDA(cudaEventDestroy(stopped));
        return milliseconds;
    }
};

static void fill(unsigned *host)
{
    for (unsigned i = 0; i < (unsigned)COUNT; i++)
        host[i] = i * 2654435761u;
}

// Whether the host array holds what fill() wrote, as it is or mixed.
static bool holds(const unsigned *host, bool is_mixed)
{
    bool is_right = true;
    for (unsigned i = 0; i < (unsigned)COUNT; i++) {
        unsigned value = i * 2654435761u;
        is_right &= host[i] == (is_mixed ? mixed(value) : value);
    }
    return is_right;
}

// One line for the answer and one for the time; a rate where the bytes go one way.
static bool report_copy(const char *variant, bool is_right, float milliseconds, size_t bytes)
{
    report(variant, is_right);
    printf("    %.3f ms", milliseconds);
    if (bytes > 0 && milliseconds > 0)
        printf(", %.3f GB/s", (double)bytes / milliseconds / 1e6);
    printf("\n");
    return is_right;
}

// To the device and back in one piece each.
static bool copy_both_ways(const char *memory, unsigned *host, unsigned *device)
{
    const size_t bytes = COUNT * sizeof(unsigned);
    char variant[64];
    fill(host);
    Stopwatch forth;
    CUDA(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    float forth_milliseconds = forth.stop_milliseconds();
    std::fill(host, host + COUNT, 0u);
    Stopwatch back;
    CUDA(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    float back_milliseconds = back.stop_milliseconds();
    bool is_right = holds(host, false);
    snprintf(variant, sizeof variant, "host to device, %s", memory);
    report_copy(variant, is_right, forth_milliseconds, bytes);
    snprintf(variant, sizeof variant, "device to host, %s", memory);
    return report_copy(variant, is_right, back_milliseconds, bytes);
}

// The same bytes word by word: what each copy costs, however short it is.
static bool copy_in_pieces(unsigned *host, unsigned *device)
{
    const int pieces = 256;
    fill(host);
    Stopwatch watch;
    for (int i = 0; i < pieces; i++)
        CUDA(cudaMemcpy(device + i, host + i, sizeof(unsigned), cudaMemcpyHostToDevice));
    float milliseconds = watch.stop_milliseconds();
    std::vector<unsigned> arrived = download(device, pieces);
    bool is_right = std::equal(arrived.begin(), arrived.end(), host);
    return report_copy("256 copies of one word", is_right, milliseconds, pieces * sizeof(unsigned));
}

// Copy, work, copy back: one after the other in the one stream that there always is.
static bool one_after_the_other(unsigned *host, unsigned *device)
{
    const size_t bytes = COUNT * sizeof(unsigned);
    fill(host);
    Stopwatch watch;
    CUDA(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice));
    mix<<<COUNT / BLOCK, BLOCK>>>(device, COUNT);
    CUDA(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost));
    float milliseconds = watch.stop_milliseconds();
    return report_copy("copy, kernel, copy", holds(host, true), milliseconds, 0);
}

// The same in parts. Within a stream things keep their order; streams do not wait for each other.
static bool overlapped(unsigned *host, unsigned *device)
{
    const int count = COUNT / PARTS;
    const size_t bytes = count * sizeof(unsigned);
    cudaStream_t streams[PARTS];
    for (cudaStream_t &stream : streams)
        CUDA(cudaStreamCreate(&stream));
    fill(host);
    Stopwatch watch;
    for (int i = 0; i < PARTS; i++) {
        unsigned *there = device + i * count, *here = host + i * count;
        CUDA(cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, streams[i]));
        mix<<<count / BLOCK, BLOCK, 0, streams[i]>>>(there, count);
        CUDA(cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, streams[i]));
    }
    float milliseconds = watch.stop_milliseconds(); // the default stream waits for all others
    for (cudaStream_t stream : streams)
        CUDA(cudaStreamDestroy(stream));
    return report_copy("the same in 4 streams", holds(host, true), milliseconds, 0);
}

int main()
{
    unsigned *device = device_zeros<unsigned>(COUNT), *locked = nullptr;
    std::vector<unsigned> pageable(COUNT);
    CUDA(cudaMallocHost(&locked, COUNT * sizeof(unsigned)));
    bool all_right = copy_both_ways("pageable", pageable.data(), device);
    all_right &= copy_both_ways("page-locked", locked, device);
    all_right &= copy_in_pieces(locked, device);
    all_right &= one_after_the_other(locked, device);
    all_right &= overlapped(locked, device);
    CUDA(cudaFreeHost(locked));
    CUDA(cudaFree(device));
    return all_right ? 0 : 1;
}
