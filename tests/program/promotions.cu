// SPDX-License-Identifier: Apache-2.0
// Arithmetic on bit-fields: a narrow one is an int, whatever type it was declared with. The host
// computes the same functions.
#include <cstdio>

struct Packed {
    unsigned low : 5;
    int middle : 11;
    unsigned long long wide : 40, few : 20;
    unsigned full : 32;
    bool flag : 1;
};

__host__ __device__ void run(int *o, Packed r)
{
    o[0] = r.low >= -132, o[1] = r.low - 40 < 0, o[2] = r.full > -1, o[3] = (~r.low) < 0;
    o[4] = (-r.low) / 2, o[5] = (r.low << 30) >> 30, o[6] = (r.few - 40) / 2 < 0;
    o[7] = sizeof(+r.wide) * 10 + sizeof(+r.few), o[8] = (r.middle - 5) / 2, o[9] = (r.wide - 9) >> 60;
    o[10] = (r.low++, r.low - 20) < 0, o[11] = (r.low = 3) > -1, o[12] = r.low++ > -1;
    o[13] = (r.low += 1) > -1, o[14] = (r.flag ? r.low : -5) / 2, o[15] = (r.flag - 2) / 2;
}

__global__ void kernel(int *o, Packed r) { run(o, r); }

int main()
{
    int *device, host[16], wrong = 0;
    Packed r = {7, -3, 5, 9, 6, true};
    cudaMallocManaged(&device, sizeof host);
    kernel<<<1, 1>>>(device, r);
    cudaDeviceSynchronize();
    run(host, r);
    for (int i = 0; i < 16; i++) {
        if (device[i] != host[i]) {
            printf("value %d: %d, not %d\n", i, device[i], host[i]);
            wrong++;
        }
    }
    printf("%d wrong\n", wrong);
}
