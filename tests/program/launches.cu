// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels, three levels deep; with an argument the last child faults.
#include <cstdio>
#include <cstdlib>

struct Range {
    int *data;
    char first; // and padding behind it
    double step;
};

template <class T> __global__ void leaf(Range range, T add)
{
    range.data[range.first + blockIdx.x * blockDim.x + threadIdx.x] += (int)(add * (T)range.step);
}

__global__ void node(int *data)
{
    cudaStream_t stream;
    cudaEvent_t event;
    __shared__ int device;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaGetDevice(&device);
    Range range = {data, (char)(blockIdx.x * 16), 2.0};
    data[40 + blockIdx.x] = 5; // which the child sees
    leaf<<<1, 16, 0, stream>>>(range, 3);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(0, event, 0);
    leaf<<<2, 4, 0, cudaStreamFireAndForget>>>(range, 1.5f);
    cudaStreamDestroy(stream);
    if (device != 0) printf("device %d\n", device);
}

__global__ void last(int *data, int fault) { data[fault ? 100 : 0] += data[1]; }

__global__ void root(int *data, int fault)
{
    last<<<1, 1, 0, cudaStreamTailLaunch>>>(data, fault);
    node<<<2, 1>>>(data);
}

int main(int count, char **)
{
    int *data, sum = 0;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    root<<<1, 1>>>(data, count > 1);
    cudaError_t error = cudaDeviceSynchronize();
    int values[64];
    cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
    for (int value : values) {
        sum += value;
    }
    printf("%s: %d, %d %d %d\n", cudaGetErrorName(error), values[0], values[1], values[31], sum);
    cudaFree(data);
    return 0;
}
