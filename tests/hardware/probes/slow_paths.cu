// SPDX-License-Identifier: Apache-2.0
// What do divisions, reciprocals and square roots take whose operands the short sequence of machine instructions does not cover,
// so that it calls a subroutine? Rows of the output, in the order of the launches:
//   class,OPERATION,A,B,LANES,CYCLES   one warp, of which LANES have operands A and B, the others ordinary ones; cycles of each of
//                                      8 operations, one after another. Another one comes before, untimed: 9 are executed.
//   mixed,OPERATION,SEED,,32,CYCLES    the same; the lanes have operands of classes that the seed decides (mixed_class)
//   once,OPERATION,A,B,32,             one operation in a kernel that has no other: ptxas moves no operands before the call
//   sweep,OPERATION,STEP,MANTISSA A,MANTISSA B,EXPONENT A: EXPONENT B=CYCLES ...
//                                      one thread; cycles of one operation for all pairs of exponent fields, where they change
// With an argument, each class is launched once, without the sweeps: for ncu. slow_paths.py puts both together.
#include <cstdio>
#include <cstring>

enum { ROUNDS = 8, MIXED_SEEDS = 12 };

#define OP(NAME, T, C, TEXT)                                                                                               \
    struct NAME {                                                                                                          \
        typedef T Type;                                                                                                    \
        static const char *text() { return TEXT; }                                                                         \
        static __device__ T run(T a, T b) { T r; asm volatile(TEXT : "=" C(r) : C(a), C(b)); return r; }                   \
    };
OP(DivF, float, "f", "div.rn.f32 %0, %1, %2;")
OP(DivFtz, float, "f", "div.rn.ftz.f32 %0, %1, %2;")
OP(RcpF, float, "f", "rcp.rn.f32 %0, %2;")
OP(RcpFtz, float, "f", "rcp.rn.ftz.f32 %0, %2;")
OP(SqrtF, float, "f", "sqrt.rn.f32 %0, %2;")
OP(SqrtFtz, float, "f", "sqrt.rn.ftz.f32 %0, %2;")
OP(DivFull, float, "f", "div.full.f32 %0, %1, %2;")
OP(RsqrtF, float, "f", "rsqrt.approx.f32 %0, %2;")
OP(DivD, double, "d", "div.rn.f64 %0, %1, %2;")
OP(RcpD, double, "d", "rcp.rn.f64 %0, %2;")
OP(SqrtD, double, "d", "sqrt.rn.f64 %0, %2;")
OP(RsqrtD, double, "d", "rsqrt.approx.f64 %0, %2;")
OP(DivZeroF, float, "f", "div.rz.f32 %0, %1, %2;")
OP(DivUpD, double, "d", "div.rp.f64 %0, %1, %2;")

template <class Op> __global__ void run(typename Op::Type special, typename Op::Type other, int lanes, unsigned *cycles,
                                        typename Op::Type *result, const typename Op::Type *normal)
{
    typedef typename Op::Type T;
    T a = normal[threadIdx.x], b = normal[32 + threadIdx.x];
    if ((int)threadIdx.x < lanes) {
        a = special;
        b = other;
    }
    T r = Op::run(a, b);
    unsigned begin, end;
    if (r == (T)77.125) begin = 1;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
#pragma unroll
    for (int i = 0; i < ROUNDS; i++) {
        r = Op::run(a, b);
        if (r == (T)77.125) result[1 + i] = r; // waits for it
    }
    asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
    result[32 + threadIdx.x] = r;
    if (threadIdx.x == 0) *cycles = end - begin;
}

template <class Op> __global__ void once(typename Op::Type a, typename Op::Type b, typename Op::Type *result)
{
    result[threadIdx.x] = Op::run(a, b);
}

static bool is_counted; // by ncu
static void *memory;
static unsigned *cycles;

template <class T> struct Class {
    const char *name;
    T value;
};

enum { CLASSES = 8 };
template <class T> static const Class<T> *classes_of()
{
    bool d = sizeof(T) == 8;
    const double denormal = d ? 4e-310 : 4e-40, tiny = d ? 4e-300 : 4e-37, huge = d ? 4e300 : 2e38;
    static const Class<T> classes[CLASSES] = {
        {"1.5", (T)1.5}, {"0", 0}, {"denormal", (T)denormal}, {"tiny", (T)tiny},
        {"huge", (T)huge}, {"infinity", (T)(1.0 / 0.0)}, {"nan", (T)(0.0 / 0.0)}, {"-3", (T)-3}};
    return classes;
}

static int name_bytes(const char *text)
{
    return (int)(strchr(text, ' ') - text);
}

// The class of an operand (a: 0, b: 1) of a lane.
static unsigned mixed_class(unsigned seed, unsigned lane, unsigned operand)
{
    unsigned x = (seed * 64 + lane * 2 + operand + 1) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return x >> 13 & (seed % 2 == 0 ? 1 : 7); // 1.5 and 0, or all
}

template <class Op> double launch(typename Op::Type a, typename Op::Type b, int lanes, const typename Op::Type *others)
{
    typedef typename Op::Type T;
    for (int i = 0; i < (is_counted ? 1 : 2); i++) run<Op><<<1, 32>>>(a, b, lanes, cycles, (T *)memory, others);
    unsigned time;
    cudaMemcpy(&time, cycles, sizeof time, cudaMemcpyDeviceToHost);
    return time / (double)ROUNDS;
}

template <class Op> void classes()
{
    typedef typename Op::Type T;
    const char *text = Op::text();
    const bool two = strstr(text, "div") != NULL;
    const Class<T> *c = classes_of<T>();
    T operands[64], *others;
    for (int i = 0; i < 64; i++) operands[i] = 1 + i / (T)37;
    cudaMalloc(&others, sizeof operands);
    cudaMemcpy(others, operands, sizeof operands, cudaMemcpyHostToDevice);
    for (int x = 0; x < (two ? CLASSES : 1); x++)
        for (int y = 0; y < CLASSES; y++)
            for (int lanes = 1; lanes <= 32; lanes += 31)
                printf("class,%.*s,%s,%s,%d,%.2f\n", name_bytes(text), text, two ? c[x].name : "", c[y].name, lanes,
                       launch<Op>(c[x].value, c[y].value, lanes, others));
    for (unsigned seed = 0; seed < MIXED_SEEDS; seed++) {
        for (unsigned i = 0; i < 64; i++) operands[i] = c[mixed_class(seed, i % 32, i / 32)].value;
        cudaMemcpy(others, operands, sizeof operands, cudaMemcpyHostToDevice);
        printf("mixed,%.*s,%u,,32,%.2f\n", name_bytes(text), text, seed, launch<Op>(0, 0, 0, others));
    }
    for (int x = 0; x < 2; x++) {
        once<Op><<<1, 32>>>(c[x].value, c[x == 0 ? 7 : 1].value, (T *)memory);
        cudaDeviceSynchronize();
        printf("once,%.*s,%s,%s,32,\n", name_bytes(text), text, two ? c[x].name : "", c[x == 0 ? 7 : 1].name);
    }
    cudaFree(others);
}

// The fastest of three.
template <class Op> __global__ void sweep(int step, unsigned short *cycles, unsigned long long mantissa_a, unsigned long long mantissa_b)
{
    typedef typename Op::Type T;
    const int bits = sizeof(T) == 4 ? 8 : 11, count = (1 << bits) / step;
    int ea = blockIdx.x * step;
    for (int e = 0; e < count; e++) {
        T a, b;
        if (sizeof(T) == 4) {
            unsigned x = (unsigned)ea << 23 | (unsigned)mantissa_a, y = (unsigned)(e * step) << 23 | (unsigned)mantissa_b;
            memcpy(&a, &x, 4);
            memcpy(&b, &y, 4);
        } else {
            unsigned long long x = (unsigned long long)ea << 52 | mantissa_a, y = (unsigned long long)(e * step) << 52 | mantissa_b;
            memcpy(&a, &x, 8);
            memcpy(&b, &y, 8);
        }
        unsigned best = ~0u;
#pragma unroll 1
        for (int i = 0; i < 3; i++) {
            unsigned begin, end;
            asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
            T r = Op::run(a, b);
            if (r == (T)77.125) cycles[0] = 1;
            asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
            best = min(best, end - begin);
        }
        cycles[blockIdx.x * count + e] = best;
    }
}

template <class Op> void sweeps(int step, unsigned long long ma, unsigned long long mb)
{
    static unsigned short t[256 * 256];
    const int count = (sizeof(typename Op::Type) == 4 ? 256 : 2048) / step;
    const char *text = Op::text();
    unsigned short *times;
    cudaMalloc(&times, sizeof t);
    sweep<Op><<<count, 1>>>(step, times, ma, mb);
    cudaMemcpy(t, times, sizeof t, cudaMemcpyDeviceToHost);
    for (int a = 0; a < count; a++) {
        printf("sweep,%.*s,%d,%llx,%llx,%d:", name_bytes(text), text, step, ma, mb, a * step);
        for (int b = 0; b < count; b++)
            if (b == 0 || t[a * count + b] != t[a * count + b - 1]) printf(" %d=%u", b * step, t[a * count + b]);
        printf("\n");
    }
    cudaFree(times);
}

int main(int argc, char **)
{
    is_counted = argc > 1;
    cudaMalloc(&memory, 4096);
    cudaMalloc(&cycles, 4);
    classes<DivF>(), classes<DivFtz>(), classes<RcpF>(), classes<RcpFtz>(), classes<SqrtF>(), classes<SqrtFtz>();
    classes<DivFull>(), classes<RsqrtF>(), classes<DivD>(), classes<RcpD>(), classes<SqrtD>();
    classes<RsqrtD>(), classes<DivZeroF>(), classes<DivUpD>();
    if (!is_counted) {
        sweeps<DivF>(1, 0, 0), sweeps<DivF>(1, 0x7fffff, 0x400000), sweeps<DivFtz>(1, 0, 0);
        sweeps<DivD>(8, 0, 0), sweeps<DivD>(8, 0xfffffffffffffull, 0x8000000000000ull);
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
