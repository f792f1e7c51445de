// SPDX-License-Identifier: Apache-2.0
// printf from kernels, one thread at a time so that the order is certain: every conversion, widths,
// precisions, flags, strings in several memories, the value returned.
#include "corpus.h"

__device__ const char *names[] = {"zero", "one", "two"};

__global__ void integers()
{
    printf("%d %i %u %x %X %o %c\n", -42, 17, 4000000000u, 0xbeef, 0xBEEF, 8, 'c');
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o]\n", 42, 42, 42, 42, 42, 255, 8);
    printf("%ld %lu %lld %llu %llx %lX\n", -5000000000l, 5000000000ul, -6000000000ll, 18446744073709551615ull,
           0x123456789abcdefull, 0xfeedl);
    printf("%hd %hu %d %u\n", (short)-3, (unsigned short)65535, (signed char)-4, (unsigned char)200);
    printf("%lu %5.3d|%-8.4x|%8s|%-8s|%.2s|\n", sizeof(double), 7, 0xab, "right", "left", "truncated");
}

__global__ void floats(float f, double d)
{
    printf("%f %e %g %G %E\n", f, f, f, f * 1e10f, d);
    printf("[%8.3f] [%-10.2e] [%+.1f] [%010.4f] [%.0f]\n", d, d, d, d, d);
    printf("%g %g %g %g\n", 0.0, 1e-5, 100000.0, 1e6);
    printf("%f %f %f\n", 1.0 / 0.0, -1.0 / 0.0, 0.1f + 0.2f);
    printf("%a %.3a\n", 1.0, 0.15625);
}

__global__ void strings()
{
    int k = printf("plain text, 100%%\n");
    int m = printf("%s %s %d %s\n", names[1], names[2], 3, names[0]);
    printf("returned %d %d\n", k, m);
    printf("");
    printf("%c%c%c|%3c|%-3c|\n", 'a', 98, '\x63', 'd', 'e');
    char local[6] = {'l', 'o', 'c', 'a', 'l', 0};
    printf("%s\n", local);
    printf("no newline,");
    printf(" then one\n");
}

struct Vector {
    int x, y;
    __device__ void print(const char *label) const { printf("%s = (%d, %d)\n", label, x, y); }
};

__global__ void ordered(const int *data)
{
    for (int turn = 0; turn < (int)blockDim.x; turn++) {
        if (threadIdx.x == turn)
            printf("thread %d of %d has %d\n", threadIdx.x, blockDim.x, data[turn]);
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        Vector v = {data[0], -1};
        v.print("v");
        const Vector w{3, data[1]};
        w.print("w");
    }
}

// In one warp the lines of one call come lane by lane.
__global__ void lanes()
{
    if (threadIdx.x < 4)
        printf("lane %u of block %u,%u,%u\n", threadIdx.x, blockIdx.x, blockIdx.y, blockIdx.z);
}

__global__ void many(int a, long long b, double c)
{
    printf("%d %lld %.2f %s %d %d %d %u %x %c %lld %.1f %5s %d %d %d\n", a, b, c, names[0], 1, 2, 3, 4u, 5, 'f', 7ll,
           8.0, "nine", 10, 11, 12);
}

int main()
{
    integers<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    floats<<<1, 1>>>(3.14159274f, -2.5e-3);
    CHECK(cudaDeviceSynchronize());
    strings<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    std::vector<int> data = {10, 20, 30, 40, 50};
    int *device = to_device(data);
    ordered<<<1, 5>>>(device);
    CHECK(cudaDeviceSynchronize());
    lanes<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    many<<<1, 1>>>(-1, 1ll << 40, 0.125);
    CHECK(cudaDeviceSynchronize());
    printf("from the host: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
