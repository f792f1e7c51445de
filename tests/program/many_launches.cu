// SPDX-License-Identifier: Apache-2.0
// Nothing is kept of a launch when nobody wants a report: memory does not grow with launches.
#include <cstdio>
#include <sys/resource.h>

__global__ void tiny(int *out)
{
    *out += 1;
}

static long most_memory(int *out, int launches)
{
    for (int i = 0; i < launches; i++) {
        tiny<<<1, 1>>>(out);
        if (i % 64 == 0)
            cudaDeviceSynchronize();
    }
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss; // KB
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    *out = 0;
    long before = most_memory(out, 2000), after = most_memory(out, 20000);
    printf("%d launches: memory %s\n", *out, after - before < 4096 ? "does not grow" : "grows");
    return 0;
}
