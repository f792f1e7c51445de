// SPDX-License-Identifier: Apache-2.0
// Wrong calls of the runtime by the host: sizes, directions, what was given back, errors that nobody asks for.
#include "check.h"

__constant__ int table[4];
__global__ void nothing(int *p)
{
}

// expect invalid-free
static void free_twice_wrong()
{
    int *p;
    cudaMalloc(&p, 256);
    cudaFree(p);
    cudaFree(p);
}
static void free_twice_right()
{
    int *p;
    cudaMalloc(&p, 256);
    cudaFree(p);
    cudaFree(nullptr);
}

// expect invalid-free
static void free_inside_wrong()
{
    cudaFree(out + 4);
}
static void free_inside_right()
{
    int *p;
    cudaMalloc(&p, 256);
    cudaFree(p + 4 - 4);
}

// expect host-bounds
static void copy_past_end_wrong()
{
    static int numbers[2 * WORDS];
    cudaMemcpy(out + WORDS / 2, numbers, WORDS * sizeof(int), cudaMemcpyHostToDevice);
}
static void copy_past_end_right()
{
    static int numbers[2 * WORDS];
    cudaMemcpy(out + WORDS / 2, numbers, WORDS / 2 * sizeof(int), cudaMemcpyHostToDevice);
}

// expect host-bounds
static void copy_freed_wrong()
{
    int numbers[8] = {};
    cudaMemcpy(freed, numbers, sizeof numbers, cudaMemcpyHostToDevice);
}
static void copy_freed_right()
{
    int numbers[8] = {};
    cudaMemcpy(out, numbers, sizeof numbers, cudaMemcpyHostToDevice);
}

// expect host-bounds
static void memset_wrong()
{
    cudaMemset(out, 0, WORDS * sizeof(int) + 1);
}
static void memset_right()
{
    cudaMemset(out, 0, WORDS * sizeof(int));
}

// expect host-bounds
static void rows_wrong()
{
    static int numbers[WORDS];
    cudaMemcpy2D(out, 512, numbers, 256, 256, WORDS / 128 + 1, cudaMemcpyHostToDevice);
}
static void rows_right()
{
    static int numbers[WORDS];
    cudaMemcpy2D(out, 512, numbers, 256, 256, WORDS / 128, cudaMemcpyHostToDevice);
}

// expect call-error
static void symbol_wrong()
{
    int numbers[8] = {};
    cudaMemcpyToSymbol(table, numbers, sizeof numbers);
}
static void symbol_right()
{
    int numbers[4] = {};
    cudaMemcpyToSymbol(table, numbers, sizeof numbers);
}

// expect uninit-copy
static void half_filled_wrong()
{
    int *p, numbers[64];
    cudaMalloc(&p, sizeof numbers);
    cudaMemset(p, 0, sizeof numbers / 2);
    cudaMemcpy(numbers, p, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(p);
}
static void half_filled_right()
{
    int *p, numbers[64];
    cudaMalloc(&p, sizeof numbers);
    cudaMemset(p, 0, sizeof numbers);
    cudaMemcpy(numbers, p, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(p);
}

// expect uninit-copy
static void copied_on_wrong() // uninitialized bytes that go from one allocation to the next
{
    int *p, numbers[64];
    cudaMalloc(&p, sizeof numbers);
    cudaMemcpy(p, fresh, sizeof numbers, cudaMemcpyDeviceToDevice);
    cudaMemcpy(numbers, p, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(p);
}
static void copied_on_right()
{
    int *p, numbers[64];
    cudaMalloc(&p, sizeof numbers);
    cudaMemcpy(p, in, sizeof numbers, cudaMemcpyDeviceToDevice);
    cudaMemcpy(numbers, p, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(p);
}

// expect call-error
static void direction_wrong()
{
    int numbers[8] = {};
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyHostToDevice);
}
static void direction_right()
{
    int numbers[8] = {};
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDefault);
}

// expect call-error
static void destroyed_stream_wrong()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    cudaStreamSynchronize(stream);
}
static void destroyed_stream_right()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}

// expect call-error
static void destroyed_event_wrong()
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventDestroy(event);
    cudaEventRecord(event);
}
static void destroyed_event_right()
{
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event);
    cudaEventDestroy(event);
}

// expect launch-error
static void launch_wrong() // too many threads, and nobody asks
{
    nothing<<<1, 2048>>>(out);
    cudaMemset(out, 0, 4);
}
static void launch_right()
{
    nothing<<<1, 2048>>>(out);
    if (cudaGetLastError() != cudaSuccess) {
        nothing<<<2, 1024>>>(out);
    }
}

// expect call-error
static void too_much_wrong()
{
    int *p;
    cudaMalloc(&p, (size_t)1 << 60);
}
static void too_much_right()
{
    int *p;
    if (cudaMalloc(&p, (size_t)1 << 60) != cudaSuccess) {
        cudaGetLastError();
    }
}

// expect invalid-free
static void host_memory_wrong()
{
    int *p = (int *)malloc(64);
    cudaFree(p);
    free(p);
}
static void host_memory_right()
{
    int *p;
    cudaMallocHost(&p, 64);
    cudaFreeHost(p);
}

// expect leak
static void leak_wrong()
{
    int *p;
    cudaMalloc(&p, 64);
}
static void leak_right()
{
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(p);
}

// As RUN, but nobody asks for errors.
#define CALL(number, ...)                                                                          \
    if (selected < 0 || selected == (number)) {                                                    \
        prepare();                                                                                 \
        __VA_ARGS__;                                                                               \
        cudaFree(out);                                                                             \
        cudaFree(in);                                                                              \
        cudaFree(fresh);                                                                           \
        cudaDeviceReset();                                                                         \
    }

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (free_twice_wrong()));
    RUN(1, (free_twice_right()));
    RUN(2, (free_inside_wrong()));
    RUN(3, (free_inside_right()));
    RUN(4, (copy_past_end_wrong()));
    RUN(5, (copy_past_end_right()));
    RUN(6, (copy_freed_wrong()));
    RUN(7, (copy_freed_right()));
    RUN(8, (memset_wrong()));
    RUN(9, (memset_right()));
    RUN(10, (rows_wrong()));
    RUN(11, (rows_right()));
    CALL(12, (symbol_wrong()));
    CALL(13, (symbol_right()));
    RUN(14, (half_filled_wrong()));
    RUN(15, (half_filled_right()));
    RUN(16, (copied_on_wrong()));
    RUN(17, (copied_on_right()));
    CALL(18, (direction_wrong()));
    CALL(19, (direction_right()));
    CALL(20, (destroyed_stream_wrong()));
    CALL(21, (destroyed_stream_right()));
    CALL(22, (destroyed_event_wrong()));
    CALL(23, (destroyed_event_right()));
    CALL(24, (launch_wrong()));
    CALL(25, (launch_right()));
    CALL(26, (too_much_wrong()));
    CALL(27, (too_much_right()));
    RUN(28, (host_memory_wrong()));
    RUN(29, (host_memory_right()));
    selected = selected < 0 || selected == 30 ? 30 : selected; // leaks are told at the end: no reset before it
    if (selected == 30) {
        leak_wrong();
        leak_right();
    }
}
