// SPDX-License-Identifier: Apache-2.0
// Copies between host and device, pinned and pageable, copies within the device, and memset.
#include "microbench.h"

#include <cstring>

// Host time of a synchronous copy, the least of a few.
template <typename Copy> static double copy_us(Copy copy, int repeats)
{
    double least = 1e30;
    for (int i = 0; i <= repeats; i++) {
        CUDA(cudaDeviceSynchronize());
        double start = host_us();
        copy();
        CUDA(cudaDeviceSynchronize());
        double us = host_us() - start;
        if (i > 0 || repeats == 0)
            least = std::min(least, us);
    }
    return least;
}

static void print_copy(const char *kind, size_t bytes, double us)
{
    row("copy_time", text("kind=%s bytes=%zu", kind, bytes), us, "us");
    row("copy_bandwidth", text("kind=%s bytes=%zu", kind, bytes), ratio((double)bytes / 1e3, us),
        "GB/s");
}

// Both directions at once, in two streams.
static void measure_both_ways(char *device, char *pinned, size_t bytes, int repeats)
{
    cudaStream_t down, up;
    CUDA(cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking));
    size_t half = bytes / 2;
    double us = copy_us(
        [&]() {
            CUDA(cudaMemcpyAsync(device, pinned, half, cudaMemcpyHostToDevice, down));
            CUDA(cudaMemcpyAsync(pinned + half, device + half, half, cudaMemcpyDeviceToHost, up));
        },
        repeats);
    print_copy("both_ways_pinned", bytes, us);
    CUDA(cudaStreamDestroy(down));
    CUDA(cudaStreamDestroy(up));
}

void measure_copy()
{
    std::vector<int> kilobytes = sizes({4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144}, 2);
    size_t most = (size_t)kilobytes.back() * 1024;
    int repeats = machine.is_quick ? 0 : 3;
    Buffer<char> device(most), other(most);
    std::vector<char> pageable(most, 1);
    char *pinned = nullptr;
    CUDA(cudaMallocHost((void **)&pinned, most));
    memset(pinned, 1, most);
    double best_pinned = 0;
    for (int size : kilobytes) {
        size_t bytes = (size_t)size * 1024;
        double down =
            copy_us([&]() { CUDA(cudaMemcpy(device.data, pinned, bytes, cudaMemcpyHostToDevice)); },
                    repeats);
        double up =
            copy_us([&]() { CUDA(cudaMemcpy(pinned, device.data, bytes, cudaMemcpyDeviceToHost)); },
                    repeats);
        print_copy("host_to_device_pinned", bytes, down);
        print_copy("device_to_host_pinned", bytes, up);
        measure_both_ways(device.data, pinned, bytes, repeats);
        best_pinned = std::max(best_pinned, ratio((double)bytes / 1e3, std::min(down, up)));
        print_copy(
            "host_to_device_pageable", bytes,
            copy_us(
                [&]() {
                    CUDA(cudaMemcpy(device.data, pageable.data(), bytes, cudaMemcpyHostToDevice));
                },
                repeats));
        print_copy(
            "device_to_host_pageable", bytes,
            copy_us(
                [&]() {
                    CUDA(cudaMemcpy(pageable.data(), device.data, bytes, cudaMemcpyDeviceToHost));
                },
                repeats));
        print_copy(
            "device_to_device", bytes,
            event_us(
                [&]() {
                    CUDA(cudaMemcpyAsync(other.data, device.data, bytes, cudaMemcpyDeviceToDevice));
                },
                repeats));
        print_copy("memset", bytes,
                   event_us([&]() { CUDA(cudaMemsetAsync(other.data, 0, bytes)); }, repeats));
    }
    key("pcie_gbs", best_pinned, "GB/s");
    CUDA(cudaFreeHost(pinned));
}
