// SPDX-License-Identifier: Apache-2.0
// Latency of arithmetic, of branches and of calls: one warp, each instruction waiting for the one
// before it. Loads are in memory_latency.cu.
#include "operations.h"

template <typename Operation>
__global__ void chain(Clock *cycles, typename Operation::Value *result, typename Operation::Value y,
                      typename Operation::Value z)
{
    typename Operation::Value x = y * (typename Operation::Value)threadIdx.x;
    cycles[threadIdx.x] =
        time_chain(x, [=](typename Operation::Value &value) { Operation::step(value, y, z); });
    result[threadIdx.x] = x;
}

template <typename Operation> static double latency()
{
    typedef typename Operation::Value Value;
    Buffer<Clock> cycles(32);
    Buffer<Value> result(32);
    chain<Operation><<<1, 32>>>(cycles.data, result.data, (Value)3, (Value)5);
    double latency = (double)cycles.fetch()[0] / CHAIN_STEPS;
    row("latency", text("op=%s instructions=%d", Operation::label(), Operation::instructions),
        latency, "cycles");
    return latency;
}

// A loop of one iteration after another, each 16 dependent additions on one of two sides of a
// branch (too many to become predicated instructions); lanes below `split` take the first side.
__global__ void branch(Clock *cycles, float *result, int rounds, int split, float y)
{
    float x = (float)threadIdx.x;
    Clock begin = 0;
#pragma unroll 1
    for (int round = -2; round < rounds; round++) {
        if (round == 0)
            begin = clock_now();
        if ((int)threadIdx.x < split) {
#pragma unroll
            for (int i = 0; i < 16; i++)
                asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        } else {
#pragma unroll
            for (int i = 0; i < 16; i++)
                asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        }
        __syncwarp();
    }
    cycles[threadIdx.x] = clock_now() - begin;
    result[threadIdx.x] = x;
}

// The same 16 additions without the choice: what the loop itself costs.
__global__ void plain_loop(Clock *cycles, float *result, int rounds, int length, float y)
{
    float x = (float)threadIdx.x;
    Clock begin = 0;
#pragma unroll 1
    for (int round = -2; round < rounds; round++) {
        if (round == 0)
            begin = clock_now();
        if (length == 1) {
            asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        } else {
#pragma unroll
            for (int i = 0; i < 16; i++)
                asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        }
    }
    cycles[threadIdx.x] = clock_now() - begin;
    result[threadIdx.x] = x;
}

template <unsigned VALUE> __device__ __noinline__ unsigned callee(unsigned x)
{
    asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "n"(VALUE));
    return x;
}

// So many that the compiler does not choose among them with branches.
__device__ unsigned (*callees[8])(unsigned) = {callee<1>, callee<2>, callee<3>, callee<4>,
                                               callee<5>, callee<6>, callee<7>, callee<8>};

// A call and return, each argument the result before; through a pointer, or to a known function.
__global__ void call(Clock *cycles, unsigned *result, int rounds, int which, bool is_indirect)
{
    unsigned (*function)(unsigned) = callees[which];
    unsigned x = threadIdx.x;
    Clock begin = 0;
#pragma unroll 1
    for (int round = -2; round < rounds; round++) {
        if (round == 0)
            begin = clock_now();
        x = is_indirect ? function(x) : callee<1>(x);
    }
    cycles[threadIdx.x] = clock_now() - begin;
    result[threadIdx.x] = x;
}

// Two clocks read one after the other.
__global__ void clock_pair(Clock *cycles)
{
    Clock first = clock_now();
    Clock second = clock_now();
    cycles[threadIdx.x] = second - first;
}

static void measure_branches()
{
    int rounds = machine.is_quick ? 4 : 256;
    Buffer<Clock> cycles(32);
    Buffer<float> result(32);
    Buffer<unsigned> counts(32);
    clock_pair<<<1, 32>>>(cycles.data);
    clock_pair<<<1, 32>>>(cycles.data);
    row("clock_pair", "between=nothing", (double)cycles.fetch()[0], "cycles");
    for (int length : {1, 16}) {
        plain_loop<<<1, 32>>>(cycles.data, result.data, rounds, length, 1.0f);
        row("loop_iteration", text("dependent_adds=%d", length), (double)cycles.fetch()[0] / rounds,
            "cycles");
    }
    for (int split : {32, 0, 16, 1, 31}) {
        branch<<<1, 32>>>(cycles.data, result.data, rounds, split, 1.0f);
        row("branch_iteration", text("dependent_operations=16 lanes_first=%d", split),
            (double)cycles.fetch()[0] / rounds, "cycles");
    }
    for (int is_indirect : {0, 1}) {
        call<<<1, 32>>>(cycles.data, counts.data, rounds, 1, is_indirect != 0);
        row("call_iteration", text("indirect=%d", is_indirect), (double)cycles.fetch()[0] / rounds,
            "cycles");
    }
}

void measure_latency()
{
    key("lat_alu", latency<FloatFma>(), "cycles");
    key("lat_int_mul", latency<IntMultiply>(), "cycles");
    key("lat_int_mad", latency<IntMad>(), "cycles");
    key("lat_fp64", latency<DoubleFma>(), "cycles");
    key("lat_sfu", latency<Exponential>(), "cycles");
#define OPERATION(name, label, type, letter, instructions, assembly) latency<name>();
#include "operations.def"
#undef OPERATION
    measure_branches();
}
