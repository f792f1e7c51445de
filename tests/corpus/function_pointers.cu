// SPDX-License-Identifier: Apache-2.0
// Function pointers on the device: tables in constant and device memory, pointers fetched by the host and
// passed to a kernel, callbacks, pointers to members, arrays of them indexed per thread.
#include "corpus.h"

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return (int)((unsigned)a * (unsigned)b); }
__device__ int larger(int a, int b) { return a > b ? a : b; }
__device__ __noinline__ int rotate(int a, int b)
{
    return (int)((unsigned)a << (b & 15) | (unsigned)a >> (32 - (b & 15) & 31));
}

__device__ Operation table[5] = {add, subtract, multiply, larger, rotate};
__device__ Operation chosen = larger;
__constant__ Operation constant_table[2] = {subtract, multiply};

__global__ void by_table(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[i % 5](a[i], b[i]) + constant_table[i & 1](b[i], a[i]);
}

__global__ void by_argument(Operation operation, const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (*operation)(a[i], b[i]);
}

__device__ void apply(int *data, int count, int (*f)(int, void *), void *context)
{
    for (int i = 0; i < count; i++)
        data[i] = f(data[i], context);
}

struct Accumulator {
    int total, calls;
};

__device__ int running(int x, void *context)
{
    Accumulator *accumulator = (Accumulator *)context;
    accumulator->total += x;
    accumulator->calls++;
    return accumulator->total;
}
__device__ int negated(int x, void *) { return -x; }

__global__ void callbacks(int *data, int *totals, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Accumulator accumulator = {i, 0};
    apply(data + i * each, each, i % 3 ? running : negated, &accumulator);
    totals[i] = accumulator.total * 4 + accumulator.calls;
}

struct Machine {
    int state;
    __device__ void up(int k) { state += k; }
    __device__ void flip(int k) { state ^= k; }
    typedef void (Machine::*Step)(int);
};

__global__ void members(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Machine machine = {in[i]};
    Machine::Step step = i & 1 ? &Machine::up : &Machine::flip;
    (machine.*step)(77);
    Machine *pointer = &machine;
    (pointer->*(&Machine::flip))(3);
    int Machine::*field = &Machine::state;
    out[i] = machine.*field;
}

template <Operation F> __global__ void by_template(const int *a, const int *b, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = F(a[i], b[i]);
}

int main()
{
    const int n = 8000;
    Random random(141);
    std::vector<int> a(n), b(n);
    for (int i = 0; i < n; i++) {
        a[i] = (int)(random.next() % 100000) - 50000;
        b[i] = (int)(random.next() % 100000) - 50000;
    }
    int *da = to_device(a), *db = to_device(b), *dout = on_device<int>(n);
    by_table<<<(n + 127) / 128, 128>>>(da, db, dout, n);
    print_hash("table", dout, n);
    Operation host[5], one;
    CHECK(cudaMemcpyFromSymbol(host, table, sizeof host));
    CHECK(cudaMemcpyFromSymbol(&one, chosen, sizeof one));
    printf("the same function: %d, different ones: %d\n", one == host[3], host[0] != host[1]);
    for (int k = 0; k < 5; k++) {
        by_argument<<<(n + 255) / 256, 256>>>(host[k], da, db, dout, n);
        print_hash("argument", dout, n);
    }
    by_template<multiply><<<(n + 255) / 256, 256>>>(da, db, dout, n);
    print_hash("template", dout, n);
    members<<<(n + 255) / 256, 256>>>(da, dout, n);
    auto result = to_host(dout, n);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += result[i] != ((i & 1 ? a[i] + 77 : a[i] ^ 77) ^ 3);
    printf("wrong members: %d\n", wrong);
    print_hash("members", result);
    int *totals = on_device<int>(512);
    callbacks<<<4, 128>>>(da, totals, 15);
    print_hash("callbacks", da, 512 * 15);
    print_hash("totals", totals, 512);
    return 0;
}
