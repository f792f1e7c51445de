// SPDX-License-Identifier: Apache-2.0
// Streams, events and copies of every kind: asynchronous with pinned memory, 2D with pitches, device to
// device, memsets in 2D, dependencies between streams by events, callbacks on the host.
#include "corpus.h"

__global__ void scale(int *data, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = data[i] * factor + i % 3;
}

__global__ void add_rows(const int *a, size_t pitch, int width, int height, int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    int sum = 0;
    for (int y = 0; y < height; y++)
        sum += *((const int *)((const char *)a + y * pitch) + x);
    out[x] = sum;
}

__global__ void combine(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] - b[i];
}

static void CUDART_CB note(void *text) { strcat((char *)text, "+"); }

int main()
{
    const int n = 16384, parts = 4, each = n / parts;
    Random random(371);
    int *host, *back, *device;
    CHECK(cudaMallocHost((void **)&host, n * sizeof(int)));
    CHECK(cudaHostAlloc((void **)&back, n * sizeof(int), cudaHostAllocDefault));
    CHECK(cudaMalloc((void **)&device, n * sizeof(int)));
    for (int i = 0; i < n; i++)
        host[i] = (int)(random.next() % 1000);

    cudaStream_t streams[parts];
    static char notes[16] = "";
    for (int s = 0; s < parts; s++)
        CHECK(s % 2 ? cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking) : cudaStreamCreate(&streams[s]));
    for (int s = 0; s < parts; s++) {
        int at = s * each;
        CHECK(cudaMemcpyAsync(device + at, host + at, each * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
        scale<<<(each + 127) / 128, 128, 0, streams[s]>>>(device + at, each, s + 2);
        CHECK(cudaMemcpyAsync(back + at, device + at, each * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
    }
    CHECK(cudaLaunchHostFunc(streams[0], note, notes));
    for (int s = 0; s < parts; s++)
        CHECK(cudaStreamSynchronize(streams[s]));
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += back[i] != host[i] * (i / each + 2) + i % each % 3;
    printf("wrong: %d, notes %s, idle %s\n", wrong, notes, cudaGetErrorName(cudaStreamQuery(streams[1])));
    print_hash("scaled", std::vector<int>(back, back + n));

    // One stream waits for another.
    cudaEvent_t ready, start, stop;
    CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    int *other = on_device<int>(n), *result = on_device<int>(n);
    CHECK(cudaEventRecord(start, 0));
    CHECK(cudaMemcpyAsync(other, device, n * sizeof(int), cudaMemcpyDeviceToDevice, streams[1]));
    scale<<<n / 256, 256, 0, streams[1]>>>(other, n, 3);
    CHECK(cudaEventRecord(ready, streams[1]));
    CHECK(cudaStreamWaitEvent(streams[3], ready, 0));
    combine<<<n / 256, 256, 0, streams[3]>>>(other, device, result, n);
    CHECK(cudaStreamSynchronize(streams[3]));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1.0f;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    printf("time went forward: %d, event %s\n", milliseconds >= 0, cudaGetErrorName(cudaEventQuery(ready)));
    print_hash("combined", result, n);

    // Rows with a pitch.
    const int width = 100, height = 37;
    int *pitched, *window;
    size_t pitch = 0, window_pitch = 0;
    CHECK(cudaMallocPitch((void **)&pitched, &pitch, width * sizeof(int), height));
    CHECK(cudaMallocPitch((void **)&window, &window_pitch, 40 * sizeof(int), 20));
    printf("pitch holds a row: %d, multiple of 32: %d\n", pitch >= width * sizeof(int), pitch % 32 == 0);
    CHECK(cudaMemset2D(pitched, pitch, 0x11, width * sizeof(int), height));
    CHECK(cudaMemcpy2D(pitched, pitch, host, 120 * sizeof(int), width * sizeof(int), height - 5, cudaMemcpyHostToDevice));
    add_rows<<<1, 128>>>(pitched, pitch, width, height, result);
    print_hash("column sums", result, width);
    CHECK(cudaMemcpy2DAsync(window, window_pitch, (char *)pitched + 7 * pitch + 12 * sizeof(int), pitch, 40 * sizeof(int),
                            20, cudaMemcpyDeviceToDevice, streams[2]));
    std::vector<int> small(40 * 20);
    CHECK(cudaMemcpy2DAsync(small.data(), 40 * sizeof(int), window, window_pitch, 40 * sizeof(int), 20,
                            cudaMemcpyDeviceToHost, streams[2]));
    CHECK(cudaStreamSynchronize(streams[2]));
    wrong = 0;
    for (int y = 0; y < 20; y++)
        for (int x = 0; x < 40; x++)
            wrong += small[y * 40 + x] != host[(y + 7) * 120 + x + 12];
    printf("wrong in the window: %d\n", wrong);
    CHECK(cudaMemsetAsync(device, 0x7f, 400, streams[0]));
    CHECK(cudaStreamSynchronize(streams[0]));
    CHECK(cudaMemcpy(back, device, 404, cudaMemcpyDefault));
    printf("%08x %d\n", (unsigned)back[99], back[100] == host[100] * 2 + 100 % 3);

    for (int s = 0; s < parts; s++)
        CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(ready));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFreeHost(back));
    CHECK(cudaFree(pitched));
    CHECK(cudaFree(window));
    return 0;
}
