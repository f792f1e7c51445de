// SPDX-License-Identifier: Apache-2.0
// Several devices: what each of them has of its own, and what they share.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__device__ int seen = 100;
__managed__ int total;

__global__ void count(int *out, const int *in, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i] + step;
    }
    if (i == 0) {
        seen += step;
        atomicAdd(&total, step);
    }
}

static const char *name(cudaError_t error)
{
    cudaGetLastError();
    return cudaGetErrorName(error);
}

static void describe(int count)
{
    for (int i = 0; i < count; i++) {
        cudaDeviceProp properties;
        char bus[16], other[16];
        int back = -1;
        cudaGetDeviceProperties(&properties, i);
        cudaDeviceGetPCIBusId(bus, sizeof bus, i);
        cudaDeviceGetPCIBusId(other, sizeof other, (i + 1) % count);
        cudaDeviceGetByPCIBusId(&back, bus);
        printf("device %d: same bus as the next %d, by bus id %d\n", i, strcmp(bus, other) == 0, back);
    }
}

int main()
{
    const int n = 1000;
    int devices = 0, current = -1, can[2] = {-1, -1}, *in[2], *out[2], back[2][n], values[2] = {0, 0};
    cudaGetDeviceCount(&devices);
    printf("%d devices\n", devices);
    describe(devices);
    cudaStream_t stream[2];
    cudaEvent_t event[2];
    int *start = new int[n];
    for (int i = 0; i < n; i++) {
        start[i] = i;
    }
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaGetDevice(&current);
        cudaStreamCreate(&stream[d]);
        cudaEventCreate(&event[d]);
        cudaMalloc(&in[d], n * sizeof(int));
        cudaMalloc(&out[d], n * sizeof(int));
        cudaMemcpyAsync(in[d], start, n * sizeof(int), cudaMemcpyHostToDevice, stream[d]);
        count<<<(n + 127) / 128, 128, 0, stream[d]>>>(out[d], in[d], n, d + 1);
        cudaEventRecord(event[d], stream[d]);
        cudaMemcpyAsync(back[d], out[d], n * sizeof(int), cudaMemcpyDeviceToHost, stream[d]);
        printf("current %d\n", current);
    }
    for (int d = 0; d < 2; d++) {
        int of_stream = -1;
        cudaSetDevice(d);
        cudaStreamSynchronize(stream[d]);
        cudaMemcpyFromSymbol(&values[d], seen, sizeof(int));
        cudaPointerAttributes attributes;
        cudaPointerGetAttributes(&attributes, out[d]);
        cudaStreamGetDevice(stream[d], &of_stream);
        cudaDeviceCanAccessPeer(&can[d], d, 1 - d);
        printf("%d: %d, seen %d, pointer of %d, stream of %d, peer %d\n", d, back[d][n - 1], values[d], attributes.device,
               of_stream, can[d]);
    }
    printf("total %d\n", total);

    printf("launch in a stream of device 0: ");
    count<<<1, 32, 0, stream[0]>>>(out[0], in[0], 32, 5); // it runs there
    printf("%s", name(cudaGetLastError()));
    printf(" %s", name(cudaStreamSynchronize(stream[0])));
    cudaSetDevice(0);
    cudaMemcpyFromSymbol(&values[0], seen, sizeof(int));
    cudaSetDevice(1);
    cudaMemcpyFromSymbol(&values[1], seen, sizeof(int));
    printf(" %d %d\n", values[0], values[1]);
    printf("event of device 0 in stream of device 1: %s\n", name(cudaEventRecord(event[0], stream[1])));
    float milliseconds;
    printf("time between devices: %s\n", name(cudaEventElapsedTime(&milliseconds, event[0], event[1])));
    printf("wait across devices: %s\n", name(cudaStreamWaitEvent(stream[1], event[0], 0)));
    printf("no such device: %s %s\n", name(cudaSetDevice(devices)), name(cudaDeviceEnablePeerAccess(devices, 0)));
    printf("disable: %s\n", name(cudaDeviceDisablePeerAccess(0)));

    printf("copy: %s\n", name(cudaMemcpyPeer(in[1], 1, out[0], 0, n * sizeof(int))));
    printf("copy: %s\n", name(cudaMemcpyPeerAsync(in[0], 0, out[1], 1, n * sizeof(int), stream[0])));
    cudaMemcpy(back[0], in[0], sizeof back[0], cudaMemcpyDefault);
    cudaMemcpy(back[1], in[1], sizeof back[1], cudaMemcpyDefault);
    printf("%d %d\n", back[0][5], back[1][5]);

    printf("enable: %s", name(cudaDeviceEnablePeerAccess(0, 0)));
    printf(", again %s\n", name(cudaDeviceEnablePeerAccess(0, 0)));
    count<<<(n + 127) / 128, 128>>>(out[1], in[0], n, 1000); // device 1 reads memory of device 0
    printf("peer: %s", name(cudaDeviceSynchronize()));
    cudaMemcpy(back[1], out[1], sizeof back[1], cudaMemcpyDeviceToHost);
    printf(" %d, total %d\n", back[1][7], total);

    int *shared; // from a pool that device 1 may use without being a peer
    cudaMemPool_t pool;
    cudaMemAccessDesc access = {};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = 1;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    cudaDeviceDisablePeerAccess(0);
    cudaSetDevice(0);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMallocAsync(&shared, n * sizeof(int), stream[0]);
    cudaMemcpyAsync(shared, start, n * sizeof(int), cudaMemcpyHostToDevice, stream[0]);
    cudaStreamSynchronize(stream[0]);
    printf("pool: %s", name(cudaMemPoolSetAccess(pool, &access, 1)));
    cudaSetDevice(1);
    count<<<(n + 127) / 128, 128>>>(out[1], shared, n, 2000);
    printf(" %s", name(cudaDeviceSynchronize()));
    cudaMemcpy(back[1], out[1], sizeof back[1], cudaMemcpyDeviceToHost);
    printf(" %d\n", back[1][7]);

    cudaSetDevice(0);
    cudaFree(out[1]); // allowed on any device
    cudaDeviceReset();
    cudaSetDevice(1);
    printf("device 1 after a reset of 0: %s\n", name(cudaMemcpy(back[1], in[1], sizeof back[1], cudaMemcpyDeviceToHost)));
    cudaMemcpyFromSymbol(&values[1], seen, sizeof(int));
    cudaSetDevice(0);
    cudaMemcpyFromSymbol(&values[0], seen, sizeof(int));
    printf("seen %d %d\n", values[0], values[1]);
    cudaMalloc(&in[0], sizeof(int));
    cudaMalloc(&out[0], sizeof(int));
    count<<<1, 32>>>(out[0], in[1], 1, 1); // device 0 has no access to device 1
    printf("without access: %s\n", name(cudaDeviceSynchronize()));
    delete[] start;
}
