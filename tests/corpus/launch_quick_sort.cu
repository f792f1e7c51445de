// SPDX-License-Identifier: Apache-2.0
// needs: rdc
// Quick sort with launches from kernels: one thread partitions a range and launches itself on both halves in streams of its
// own; short and deep ranges are sorted in place.
#include <cstdio>
#include <vector>

constexpr int count = 1500, most_depth = 12, short_range = 24;

__device__ void selection_sort(unsigned *data, int left, int right)
{
    for (int i = left; i <= right; i++) {
        int least = i;
        for (int j = i + 1; j <= right; j++) {
            least = data[j] < data[least] ? j : least;
        }
        unsigned value = data[i];
        data[i] = data[least];
        data[least] = value;
    }
}

__global__ void quick_sort(unsigned *data, int left, int right, int depth)
{
    if (depth >= most_depth || right - left <= short_range) {
        selection_sort(data, left, right);
        return;
    }
    unsigned pivot = data[(left + right) / 2];
    int low = left, high = right;
    while (low <= high) {
        while (data[low] < pivot) low++;
        while (data[high] > pivot) high--;
        if (low <= high) {
            unsigned value = data[low];
            data[low++] = data[high];
            data[high--] = value;
        }
    }
    if (left < high) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quick_sort<<<1, 1, 0, stream>>>(data, left, high, depth + 1);
        cudaStreamDestroy(stream);
    }
    if (low < right) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quick_sort<<<1, 1, 0, stream>>>(data, low, right, depth + 1);
        cudaStreamDestroy(stream);
    }
}

int main()
{
    std::vector<unsigned> values(count);
    unsigned state = 12345, sum = 0;
    for (unsigned &value : values) {
        state = state * 1664525u + 1013904223u;
        value = state >> 12;
        sum += value;
    }
    unsigned *data;
    cudaMalloc(&data, count * sizeof(unsigned));
    cudaMemcpy(data, values.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice);
    quick_sort<<<1, 1>>>(data, 0, count - 1, 0);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(values.data(), data, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += i > 0 && values[i] < values[i - 1];
        sum -= values[i];
    }
    printf("%s: %d out of order, sum differs by %u\n", cudaGetErrorString(error), wrong, sum);
    printf("%u %u %u %u\n", values[0], values[count / 3], values[count / 2], values[count - 1]);
    cudaFree(data);
    return wrong;
}
