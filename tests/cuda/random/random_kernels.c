// SPDX-License-Identifier: Apache-2.0
// Writes a file of random kernels: random_kernels SEED KERNELS [parallel] > x.cu. Without
// `parallel` each thread works for itself, and the file is also a C++ program that computes the
// same on the host (random_host.h).
//
// No kernel has undefined behavior, and none has a race, so that every right compiler gives the
// same bytes:
// * every variable has a value from the start; indices are remainders; divisors are positive;
//   shifts are masked;
// * arithmetic on any value is done in unsigned types; int arithmetic that must not wrap is done
//   on values whose distance from 0 is known (`Small`);
// * no expression reads what it also writes, other than in sequence;
// * a counter that nothing else writes decides when a loop ends;
// * real numbers are cut to a range before they become integers, and a not-a-number is stored as
//   one value;
// * threads meet only where all of a block come, and the atomics commute.
// What is left to the implementation is the same in g++, nvcc and here: two's complement,
// arithmetic right shifts, the layout of bit-fields. Compile without contraction: which product of
// a * b + c * d is fused is the compiler's choice.
#include "tests/cuda/random/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Random random_state;

static char pool[1 << 20]; // of one statement
static size_t pool_size;

uint32_t below(uint32_t limit)
{
    random_state.state += UINT64_C(0x9e3779b97f4a7c15); // splitmix64
    uint64_t z = random_state.state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) % limit);
}

bool one_in(uint32_t count)
{
    return below(count) == 0;
}

const char *pick_text(const char *const *texts, uint32_t count)
{
    return texts[below(count)];
}

const char *say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *at = pool + pool_size;
    int size = vsnprintf(at, sizeof pool - pool_size, format, arguments);
    va_end(arguments);
    if (size < 0 || (size_t)size >= sizeof pool - pool_size) {
        fprintf(stderr, "random_kernels: a statement is too long\n");
        exit(2);
    }
    pool_size += (size_t)size + 1;
    return at;
}

uint32_t say_mark(void)
{
    return (uint32_t)pool_size;
}

void say_release(uint32_t mark)
{
    pool_size = mark;
}

void put(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool is_outer = format[0] == '#';
    printf("%*s", is_outer ? 0 : (int)(4 * random_state.indent), "");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

static const char prelude[] =
    "#ifdef __CUDACC__\n"
    "#define BOTH __host__ __device__\n"
    "#define KERNEL extern \"C\" __global__\n"
    "#define PRAGMA(text) _Pragma(#text)\n"
    "#define UNROLL(count) PRAGMA(unroll count)\n"
    "#else\n"
    "#include \"random_host.h\"\n"
    "#endif\n"
    "\n"
    "struct Record {\n"
    "    int a;\n"
    "    float b;\n"
    "    unsigned low : 5;\n"
    "    int middle : 11;\n"
    "    signed sign : 3;\n"
    "    bool flag : 1;\n"
    "    short c[2];\n"
    "    BOTH void add(long long x) { a ^= (int)x; low += (unsigned)x; c[1] = (short)(x >> 16); }\n"
    "    BOTH static Record mix(int x, short y)\n"
    "    {\n"
    "        return {x ^ y, 0.5f, (unsigned)(x & 31), y >> 5, 1, y > 0, {y, 3}};\n"
    "    }\n"
    "};\n"
    "\n"
    "union Mixed {\n"
    "    unsigned word;\n"
    "    unsigned char bytes[4];\n"
    "};\n"
    "\n"
    "template <int N> BOTH unsigned twist(unsigned x) { return (x << N) ^ (x >> (32 - N)); }\n"
    "template <typename T> BOTH T lesser(T a, T b) { return a < b ? a : b; }\n"
    "template <typename T> BOTH T greater(T a, T b) { return a > b ? a : b; }\n"
    "template <typename T> BOTH T size(T x) { return x < 0 ? -x : x; }\n"
    "BOTH float root(float x) { return sqrtf(size(x)); }\n"
    "BOTH double cut(double x) { return x > -30000 ? x < 30000 ? x : 77 : -5; }\n"
    "BOTH unsigned bits(float x)\n"
    "{\n"
    "    return x != x ? 0x7fffffffu : (unsigned)__float_as_int(x);\n"
    "}\n";

static void locals(void)
{
    static const struct {
        const char *type, *name;
    } rows[] = {{"signed char", "c"}, {"unsigned char", "uc"},
                {"short", "s"},       {"unsigned short", "us"},
                {"int", "i"},         {"unsigned", "u"},
                {"long long", "l"},   {"unsigned long long", "ul"}};
    put("const int table[8] = {3, -1, %s, 40, 0, (int)t, 1000000, -77};", constant());
    put("int array[6] = {in[t %% 256u], 1, 2}, grid[2][3] = {{(int)t, 5}, {in[(t + 4) %% 256u]}};");
    put("Record r = {(int)t, fin[t %% 256u], t & 31u, -9, -2, true, {(short)in[(t + 1) %% 256u], "
        "7}};");
    put("Record other = Record::mix(in[t %% 200u], 5);");
    put("Mixed mixed = {t * 0x9e3779b9u};");
    for (uint32_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        for (uint32_t i = 0; i < 3; i++) {
            put("%s %s%u = (%s)(in[(t + %u) %% 256u] * %sll);", rows[row].type, rows[row].name, i,
                rows[row].type, below(256), PICK("1", "1", "3", "-1", "1000003"));
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        put("float f%u = fin[(t + %u) %% 256u];", i, below(256));
        put("double d%u = fin[(t + %u) %% 256u] * 1.25;", i, below(256));
        put("bool b%u = in[(t + %u) %% 256u] > %u;", i, below(256), below(100));
    }
    put("int *pi = &i%u;", below(3));
    put("unsigned *pu = &u%u;", below(3));
    put("unsigned char *pc = mixed.bytes;");
}

static const char *const results[] = {
    "(unsigned)i0 + u0",
    "(unsigned)i1 ^ u1",
    "(unsigned)i2 - u2",
    "(unsigned)(l0 ^ (l0 >> 32))",
    "(unsigned)(l1 + (l2 >> 7))",
    "(unsigned)(ul0 ^ ul1 >> 32)",
    "(unsigned)(ul2 >> 5)",
    "bits(f0) ^ bits(f1) * 3",
    "bits(f2)",
    "bits((float)d0)",
    "bits((float)d1) + bits((float)d2)",
    "(unsigned)(c0 + c1 * 3 + c2 * 5 + uc0 * 7 + uc1 * 11 + uc2 * 13)",
    "(unsigned)(s0 + s1 * 3 + s2 * 5 + us0 * 7 + us1 * 11 + us2 * 13) * 8 + b0 * 4 + b1 * 2 + b2",
    ("(r.a ^ r.low ^ (unsigned)r.middle << 6 ^ (unsigned)r.sign << 20 ^ (unsigned)r.flag << 25) ^ "
     "bits(r.b)"),
    "(unsigned)(r.c[0] + r.c[1] * 3 + other.a) ^ mixed.word",
    "sum"};

static void sum_up(void)
{
    put("unsigned sum = (unsigned)(*pi) ^ *pu ^ *pc;");
    put("for (int n = 0; n < 6; n++) sum = sum * 31 + (unsigned)array[n] + (unsigned)grid[n / 3][n "
        "%% 3];");
}

static void helper(uint32_t number)
{
    Random *g = &random_state;
    g->indent = 0;
    put("\n%s static unsigned helper%u(const int *in, const float *fin, unsigned t, int x, "
        "unsigned y, double z)\n{",
        PICK("BOTH", "BOTH __noinline__"), number);
    g->indent = 1;
    locals();
    put("i0 = x; u0 = y; d0 = z;");
    g->is_uniform = false;
    g->rounds = 30;
    statements(1, 1 + below(3));
    sum_up();
    put("return sum ^ (unsigned)i0 ^ u0 ^ bits((float)d0);");
    g->indent = 0;
    put("}");
}

static void kernel(uint32_t number)
{
    Random *g = &random_state;
    uint32_t count = below(2);
    g->helpers = 0;
    g->counter_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        helper(number * 2 + i);
    }
    g->first_helper = number * 2;
    g->helpers = count;
    put("\nKERNEL void kernel%u(const int *in, const float *fin, unsigned *out)\n{", number);
    g->indent = 1;
    put("unsigned t = blockIdx.x * blockDim.x + threadIdx.x;");
    if (g->is_parallel) {
        put("__shared__ int shared[64];");
    }
    locals();
    g->is_uniform = true;
    g->rounds = 1;
    statements(1 + below(3), 3 + below(6));
    sum_up();
    put("unsigned *mine = out + t * 16u;");
    for (uint32_t i = 0; i < 16; i++) {
        put("mine[%u] = %s;", i, results[i]);
    }
    g->indent = 0;
    put("}");
}

int main(int argc, char **argv)
{
    random_state.state = argc > 1 ? strtoull(argv[1], NULL, 0) * UINT64_C(0x632be59bd9b4e019) : 1;
    uint32_t kernels = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
    random_state.is_parallel = argc > 3 && strcmp(argv[3], "parallel") == 0;
    put("%s", prelude);
    for (uint32_t i = 0; i < kernels; i++) {
        kernel(i);
    }
    random_state.indent = 0;
    put("\n// loops: %u", random_state.loops);
    put("\n#ifndef __CUDACC__\nKernel *const kernels[] = {");
    for (uint32_t i = 0; i < kernels; i++) {
        put("    kernel%u,", i);
    }
    put("};\n\nint main() { return random_main(kernels, sizeof kernels / sizeof *kernels); "
        "}\n#endif");
    return 0;
}
