// SPDX-License-Identifier: Apache-2.0
// Memory that host code allocates holds zeros, also where other memory was before, and so do the
// stack and a block's shared memory; an allocator of the program's own is called as ever.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef OWN
static int calls;

void *operator new(size_t size_bytes)
{
    calls++;
    return memset(malloc(size_bytes), 7, size_bytes);
}

void operator delete(void *bytes) noexcept
{
    free(bytes);
}

void operator delete(void *bytes, size_t) noexcept
{
    free(bytes);
}
#endif

struct Row {
    int at[12];
};

static bool holds(const void *bytes, size_t size_bytes, int value)
{
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < size_bytes; i++) {
        if (at[i] != value) {
            return false;
        }
    }
    return true;
}

__global__ void look(int *seen)
{
    __shared__ int shared[1024];
    int volatile *at = shared;
    atomicOr(seen, at[threadIdx.x]);
}

static bool stack_holds_zeros()
{
    unsigned char bytes[4096];
    unsigned char *volatile at = bytes;
    return holds(at, sizeof bytes, 0);
}

int main()
{
    printf("%d\n", stack_holds_zeros());
    int *seen, value = 1;
    cudaMalloc(&seen, sizeof(int));
    look<<<2, 1024>>>(seen);
    cudaMemcpy(&value, seen, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    int *volatile first = (int *)malloc(4096), *volatile second = new int[1024];
    Row *volatile third = new Row;
    memset(first, 255, 4096);
    memset(second, 255, 4096);
    memset(third, 255, sizeof(Row));
    free(first);
    delete[] second;
    delete third;
    first = (int *)malloc(4096);
    second = new int[1024];
    third = new Row;
#ifdef OWN
    printf("%d calls, %d %d\n", calls, holds(second, 4096, 7), holds(third, sizeof(Row), 7));
#else
    printf("%d %d %d\n", holds(first, 4096, 0), holds(second, 4096, 0),
           holds(third, sizeof(Row), 0));
    int caught = 0;
    try {
        size_t volatile much = (size_t)1 << 62;
        second = new int[much / 4];
    } catch (const std::bad_alloc &) {
        caught = 1;
    }
    printf("%d %d\n", caught, malloc(0) != nullptr && ::operator new(0) != nullptr);
#endif
    return 0;
}
