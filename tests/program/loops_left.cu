// SPDX-License-Identifier: Apache-2.0
// Loops whose step is a value, which is negative here, and which end otherwise than by their test:
// a compiler that divides the distance by the step would run them wrongly. The numbers in check()
// follow from the code: it counts 5, 4, ..., 0 and sees -1.
#include <cstdio>

struct Result {
    int rounds, seen, written;
};

__device__ __noinline__ void leave_below_zero(Result *r, int i)
{
    if (i < 0) {
        r->seen = i;
        asm volatile("exit;");
    }
}

__global__ void by_break(Result *r, int start, int end, int step)
{
    int rounds = 0;
    for (int i = start; i < end; i += step) {
        if (i < 0) {
            r->seen = i;
            break;
        }
        r->written = ++rounds;
    }
    r->rounds = rounds;
}

__global__ void by_exit(Result *r, int start, int end, int step)
{
    int rounds = 0;
    for (int i = start; i < end; i += step) {
        if (i < 0) {
            r->seen = i;
            asm volatile("exit;");
        }
        r->written = ++rounds;
    }
    r->rounds = rounds;
}

__global__ void by_call(Result *r, int start, int end, int step)
{
    int rounds = 0;
    for (int i = start; i < end; i += step) {
        leave_below_zero(r, i);
        r->written = ++rounds;
    }
    r->rounds = rounds;
}

__global__ void by_long_counter(Result *r, long long start, long long end, long long step)
{
    int rounds = 0;
    for (long long i = start; i < end; i += step) {
        leave_below_zero(r, (int)i);
        r->written = ++rounds;
    }
    r->rounds = rounds;
}

__global__ void by_trap(Result *r, int start, int end, int step)
{
    int rounds = 0;
    for (int i = start; i < end; i += step) {
        if (i < 0) {
            r->seen = i;
            __trap();
        }
        r->written = ++rounds;
    }
    r->rounds = rounds;
}

// A loop that does nothing but store runs as often as it should, whatever the step.
__global__ void to_its_end(int *out, int start, int end, int step)
{
    for (int i = start; i < end; i += step) {
        out[i] += i;
    }
}

static int wrong;

static void check(const char *name, const Result *r, int rounds)
{
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess || r->rounds != rounds || r->seen != -1 || r->written != 6) {
        printf("%s: %d %d %d, %s\n", name, r->rounds, r->seen, r->written,
               cudaGetErrorString(error));
        wrong++;
    }
}

static void check_ends(int *out, int size)
{
    for (int step = 1; step <= 9; step++) {
        for (int end = 0; end <= size; end++) {
            for (int i = 0; i < size; i++) {
                out[i] = 0;
            }
            to_its_end<<<1, 1>>>(out, 3, end, step);
            cudaDeviceSynchronize();
            for (int i = 0; i < size; i++) {
                bool is_hit = i >= 3 && i < end && (i - 3) % step == 0;
                wrong += out[i] != (is_hit ? i : 0);
            }
        }
    }
}

int main()
{
    Result *r;
    int *out;
    cudaMallocManaged(&r, 6 * sizeof *r);
    cudaMallocManaged(&out, 32 * sizeof *out);
    check_ends(out, 32);
    by_break<<<1, 1>>>(r, 5, 10, -1);
    check("break", r, 6);
    by_exit<<<1, 1>>>(r + 1, 5, 10, -1);
    check("exit", r + 1, 0);
    by_call<<<1, 1>>>(r + 2, 5, 10, -1);
    check("call", r + 2, 0);
    by_long_counter<<<1, 1>>>(r + 3, 5, 10, -1);
    check("long counter", r + 3, 0);
    by_trap<<<1, 1>>>(r, 5, 10, -1);
    cudaError_t error = cudaDeviceSynchronize();
    wrong += error != cudaErrorLaunchFailure;
    printf("%d wrong, after the trap: %s\n", wrong, cudaGetErrorString(error));
}
