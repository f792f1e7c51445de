// SPDX-License-Identifier: Apache-2.0
// Writes a CUDA file of random kernels: random_cuda SEED KERNELS > x.cu. The kernels are free of
// undefined behavior and of races, so that every right compiler gives the same bytes: integers
// wrap in unsigned types, shifts are masked, divisors are not zero, conversions from float are in
// range, barriers and shuffles stand where all threads come. Not-a-numbers are stored as one value,
// since their bits are nobody's promise. Compile with --fmad=false: which product of a * b + c * d
// is fused is the compiler's choice.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INTS = 4, UNSIGNEDS = 4, LONGS = 3, FLOATS = 4, DOUBLES = 2, SMALLS = 3, DEPTH = 4 };

typedef struct Generator {
    uint64_t state;
    uint32_t indent;
    uint32_t loops;  // names of loop variables given out
    bool is_uniform; // all threads of the block come here
    uint32_t loop_depth;
} Generator;

static uint32_t below(Generator *g, uint32_t limit)
{
    g->state += UINT64_C(0x9e3779b97f4a7c15); // splitmix64
    uint64_t z = g->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) % limit);
}

static void line(const Generator *g)
{
    printf("%*s", (int)(4 * g->indent), "");
}

static void integer(Generator *g, uint32_t depth);
static void real(Generator *g, uint32_t depth);
static void condition(Generator *g, uint32_t depth);

static void leaf_integer(Generator *g)
{
    switch (below(g, 12)) {
    case 0: printf("%d", (int)below(g, 2000) - 1000); break;
    case 1: printf("0x%xu", below(g, UINT32_MAX)); break;
    case 2: printf("threadIdx.x"); break;
    case 3: printf("blockIdx.x"); break;
    case 4: printf("s%u", below(g, SMALLS)); break;
    case 5: printf("in[(t * %uu + %uu) %% 256u]", below(g, 64), below(g, 256)); break;
    case 6: printf("p.a"); break;
    case 7: printf("array[(unsigned)i%u %% 6u]", below(g, INTS)); break;
    case 8:
    case 9: printf("u%u", below(g, UNSIGNEDS)); break;
    default: printf("i%u", below(g, INTS)); break;
    }
}

// Any arithmetic goes through unsigned, where wrap-around is defined.
static void integer(Generator *g, uint32_t depth)
{
    static const char *const binary[] = {"+", "-", "*", "&", "|", "^"};
    if (depth == 0) {
        leaf_integer(g);
        return;
    }
    switch (below(g, 15)) {
    case 0:
        printf("((unsigned)(");
        integer(g, depth - 1);
        printf(") << (");
        integer(g, depth - 1);
        printf(" & 31))");
        return;
    case 1:
        printf("(%s(", below(g, 2) == 0 ? "(int)" : "(unsigned)");
        integer(g, depth - 1);
        printf(") >> (");
        integer(g, depth - 1);
        printf(" & 31))");
        return;
    case 2:
        printf("((unsigned)(");
        integer(g, depth - 1);
        printf(") %c ((unsigned)(", below(g, 2) == 0 ? '/' : '%');
        integer(g, depth - 1);
        printf(") | 1u))");
        return;
    case 3:
        printf("((int)(");
        integer(g, depth - 1);
        printf(") %c %d)", below(g, 2) == 0 ? '/' : '%', (int)below(g, 100) + 2);
        return;
    case 4:
        printf("(");
        condition(g, depth - 1);
        printf(" ? (unsigned)(");
        integer(g, depth - 1);
        printf(") : (unsigned)(");
        integer(g, depth - 1);
        printf("))");
        return;
    case 5:
        printf("(unsigned)%s((int)(", below(g, 2) == 0 ? "min" : "max");
        integer(g, depth - 1);
        printf("), (int)(");
        integer(g, depth - 1);
        printf("))");
        return;
    case 6:
        printf("__popc(");
        integer(g, depth - 1);
        printf(")");
        return;
    case 7:
        printf("(unsigned)twist<%u>(", below(g, 31) + 1);
        integer(g, depth - 1);
        printf(")");
        return;
    case 8:
        printf("(int)fminf(fmaxf(");
        real(g, depth - 1);
        printf(", -100000.0f), 100000.0f)");
        return;
    case 9: printf("(unsigned)(l%u >> %u)", below(g, LONGS), below(g, 33)); return;
    case 10:
        printf("(%s)(", below(g, 2) == 0 ? "unsigned char" : "short");
        integer(g, depth - 1);
        printf(")");
        return;
    case 11:
        printf("~(unsigned)(");
        integer(g, depth - 1);
        printf(")");
        return;
    default:
        printf("((unsigned)(");
        integer(g, depth - 1);
        printf(") %s (unsigned)(", binary[below(g, 6)]);
        integer(g, depth - 1);
        printf("))");
        return;
    }
}

static void real(Generator *g, uint32_t depth)
{
    static const char *const binary[] = {"+", "-", "*"};
    if (depth == 0) {
        switch (below(g, 5)) {
        case 0: printf("%.3ff", (double)((int)below(g, 20000) - 10000) / 128.0); break;
        case 1: printf("fin[(t * %uu + %uu) %% 256u]", below(g, 64), below(g, 256)); break;
        case 2: printf("p.b"); break;
        default: printf("f%u", below(g, FLOATS)); break;
        }
        return;
    }
    switch (below(g, 10)) {
    case 0:
        printf("(");
        real(g, depth - 1);
        printf(" / (fabsf(");
        real(g, depth - 1);
        printf(") + 0.5f))");
        return;
    case 1:
        printf("sqrtf(fabsf(");
        real(g, depth - 1);
        printf("))");
        return;
    case 2:
        printf("%s(", below(g, 2) == 0 ? "fminf" : "fmaxf");
        real(g, depth - 1);
        printf(", ");
        real(g, depth - 1);
        printf(")");
        return;
    case 3:
        printf("(");
        condition(g, depth - 1);
        printf(" ? ");
        real(g, depth - 1);
        printf(" : ");
        real(g, depth - 1);
        printf(")");
        return;
    case 4:
        printf("(float)(int)(");
        integer(g, depth - 1);
        printf(")");
        return;
    case 5: printf("(float)d%u", below(g, DOUBLES)); return;
    case 6:
        printf("blend(");
        real(g, depth - 1);
        printf(", ");
        real(g, depth - 1);
        printf(")");
        return;
    default:
        printf("(");
        real(g, depth - 1);
        printf(" %s ", binary[below(g, 3)]);
        real(g, depth - 1);
        printf(")");
        return;
    }
}

static void condition(Generator *g, uint32_t depth)
{
    static const char *const compare[] = {"<", "<=", ">", ">=", "==", "!="};
    uint32_t inner = depth == 0 ? 0 : depth - 1;
    switch (below(g, depth == 0 ? 3 : 6)) {
    case 0:
    case 1:
        printf("((%s)(", below(g, 2) == 0 ? "int" : "unsigned");
        integer(g, inner);
        printf(") %s (%s)(", compare[below(g, 6)], below(g, 2) == 0 ? "int" : "unsigned char");
        integer(g, inner);
        printf("))");
        return;
    case 2:
        printf("(");
        real(g, inner);
        printf(" %s ", compare[below(g, 6)]);
        real(g, inner);
        printf(")");
        return;
    case 3:
        printf("!");
        condition(g, inner);
        return;
    default:
        printf("(");
        condition(g, inner);
        printf(" %s ", below(g, 2) == 0 ? "&&" : "||");
        condition(g, inner);
        printf(")");
        return;
    }
}

static void assignment(Generator *g)
{
    static const char *const compound[] = {"=", "+=", "-=", "*=", "&=", "|=", "^="};
    line(g);
    switch (below(g, 10)) {
    case 0:
        printf("f%u = ", below(g, FLOATS));
        real(g, DEPTH - 1);
        break;
    case 1:
        printf("f%u %s ", below(g, FLOATS), below(g, 2) == 0 ? "+=" : "-=");
        real(g, 2);
        break;
    case 2:
        printf("l%u = (long long)((unsigned long long)l%u * %uu + (unsigned)(", below(g, LONGS),
               below(g, LONGS), below(g, 100000));
        integer(g, 2);
        printf("))");
        break;
    case 3:
        printf("d%u = (double)(", below(g, DOUBLES));
        real(g, 2);
        printf(") * 0.75 + d%u", below(g, DOUBLES));
        break;
    case 4:
        printf("s%u = ", below(g, SMALLS));
        integer(g, 2);
        break;
    case 5:
        printf("array[(unsigned)(");
        integer(g, 1);
        printf(") %% 6u] = (int)(");
        integer(g, 2);
        printf(")");
        break;
    case 6:
        printf("%s = (int)(", below(g, 2) == 0 ? "p.a" : "p.c[1]");
        integer(g, 2);
        printf(")");
        break;
    case 7:
        printf("i%u = (int)(", below(g, INTS));
        integer(g, DEPTH);
        printf(")");
        break;
    default:
        printf("u%u %s ", below(g, UNSIGNEDS), compound[below(g, 7)]);
        integer(g, DEPTH - 1);
        break;
    }
    printf(";\n");
}

static void block(Generator *g, uint32_t depth, uint32_t statements);

static void branch(Generator *g, uint32_t depth)
{
    bool was_uniform = g->is_uniform;
    g->is_uniform = false;
    line(g);
    printf("if (");
    condition(g, 2);
    printf(") {\n");
    block(g, depth - 1, 1 + below(g, 3));
    line(g);
    if (below(g, 2) == 0) {
        printf("} else {\n");
        block(g, depth - 1, 1 + below(g, 3));
        line(g);
    }
    printf("}\n");
    g->is_uniform = was_uniform;
}

// Loops end: the bound is a constant, or the remainder of a value. It is not `u & 7`: nvcc 13.0
// sums up an outer counter in three bits where four are needed, and then runs such a loop too often
// (its own code with -G, and ours, do not).
static void loop(Generator *g, uint32_t depth)
{
    bool was_uniform = g->is_uniform;
    uint32_t name = g->loops++;
    line(g);
    if (below(g, 2) == 0) {
        printf("for (int n%u = 0; n%u < %u; n%u++) {\n", name, name, below(g, 12), name);
    } else {
        g->is_uniform = false;
        printf("for (int n%u = (int)(u%u %% 6u); n%u > 0; n%u--) {\n", name, below(g, UNSIGNEDS),
               name, name);
    }
    g->loop_depth++;
    block(g, depth - 1, 1 + below(g, 3));
    g->indent++;
    line(g);
    printf("u%u += n%u;\n", below(g, UNSIGNEDS), name);
    if (below(g, 3) == 0) {
        line(g);
        printf("if (");
        condition(g, 1);
        printf(")\n");
        line(g);
        // A loop with a way out is not uniform; what follows in it was made before, so keep to
        // `continue` as the last statement, or `break` where nobody waits.
        printf("    %s;\n", g->is_uniform ? "continue" : "break");
    }
    g->indent--;
    g->loop_depth--;
    g->is_uniform = was_uniform;
    line(g);
    printf("}\n");
}

static void choice(Generator *g, uint32_t depth)
{
    bool was_uniform = g->is_uniform;
    g->is_uniform = false;
    line(g);
    printf("switch ((unsigned)(");
    integer(g, 1);
    printf(") %% 5u) {\n");
    for (uint32_t label = 0; label < 4; label++) {
        line(g);
        printf("case %u:\n", label);
        block(g, depth - 1, 1);
        if (below(g, 4) > 0) {
            line(g);
            printf("    break;\n");
        }
    }
    line(g);
    printf("default:\n");
    block(g, depth - 1, 1);
    line(g);
    printf("}\n");
    g->is_uniform = was_uniform;
}

// Threads hand values to each other.
static void exchange(Generator *g)
{
    static const char *const shuffle[] = {"__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync",
                                          "__shfl_sync"};
    line(g);
    switch (below(g, 4)) {
    case 0:
        printf("i%u = %s(0xffffffffu, i%u, %u);\n", below(g, INTS), shuffle[below(g, 4)],
               below(g, INTS), below(g, 32));
        break;
    case 1:
        printf("f%u = %s(0xffffffffu, f%u, %u);\n", below(g, FLOATS), shuffle[below(g, 4)],
               below(g, FLOATS), below(g, 32));
        break;
    case 2:
        printf("u%u ^= __ballot_sync(0xffffffffu, ", below(g, UNSIGNEDS));
        condition(g, 1);
        printf(");\n");
        break;
    default:
        printf("shared[threadIdx.x] = i%u;\n", below(g, INTS));
        line(g);
        printf("__syncthreads();\n");
        line(g);
        printf("i%u = shared[(threadIdx.x + %uu) %% 64u];\n", below(g, INTS), below(g, 64));
        line(g);
        printf("__syncthreads();\n");
        break;
    }
}

static void statement(Generator *g, uint32_t depth)
{
    uint32_t kind = below(g, 12);
    if (g->is_uniform && kind < 2) {
        exchange(g);
    } else if (depth > 0 && kind < 5) {
        branch(g, depth);
    } else if (depth > 0 && kind < 7 && g->loop_depth < 2) {
        loop(g, depth);
    } else if (depth > 0 && kind == 7) {
        choice(g, depth);
    } else {
        assignment(g);
    }
}

static void block(Generator *g, uint32_t depth, uint32_t statements)
{
    g->indent++;
    for (uint32_t i = 0; i < statements; i++) {
        statement(g, depth);
    }
    g->indent--;
}

static void kernel(Generator *g, uint32_t number)
{
    printf("\nextern \"C\" __global__ void kernel%u(const int *in, const float *fin, unsigned "
           "*out)\n{\n",
           number);
    printf("    __shared__ int shared[64];\n");
    printf("    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;\n");
    printf("    Pair p = {(int)t, fin[t %% 256u], {in[(t + 1) %% 256u], 7}};\n");
    printf("    int array[6] = {in[t %% 256u], 1, 2};\n");
    for (uint32_t i = 0; i < INTS; i++) {
        printf("    int i%u = in[(t + %u) %% 256u];\n", i, i * 17);
    }
    for (uint32_t i = 0; i < UNSIGNEDS; i++) {
        printf("    unsigned u%u = t * %uu;\n", i, below(g, 100000));
    }
    for (uint32_t i = 0; i < LONGS; i++) {
        printf("    long long l%u = (long long)in[(t + %u) %% 256u] * %d;\n", i, i,
               (int)below(g, 100000) - 50000);
    }
    for (uint32_t i = 0; i < FLOATS; i++) {
        printf("    float f%u = fin[(t + %u) %% 256u];\n", i, i * 3);
    }
    for (uint32_t i = 0; i < DOUBLES; i++) {
        printf("    double d%u = fin[(t + %u) %% 256u] * 1.5;\n", i, i + 40);
    }
    printf("    short s0 = (short)in[t %% 256u];\n    unsigned char s1 = (unsigned char)t;\n"
           "    signed char s2 = (signed char)in[(t + 9) %% 256u];\n");
    g->is_uniform = true;
    block(g, 3, 4 + below(g, 8));
    printf("    unsigned *mine = out + t * 16u;\n");
    for (uint32_t i = 0; i < INTS; i++) {
        printf("    mine[%u] = (unsigned)i%u + u%u;\n", i, i, i);
    }
    for (uint32_t i = 0; i < FLOATS; i++) {
        printf("    mine[%u] = bits(f%u);\n", 4 + i, i);
    }
    printf("    mine[8] = (unsigned)l0;\n    mine[9] = (unsigned)(l1 >> 32);\n"
           "    mine[10] = (unsigned)(l2 ^ (l2 >> 32));\n    mine[11] = bits((float)d0);\n"
           "    mine[12] = bits((float)d1);\n    mine[13] = (unsigned)(s0 + s1 * 3 + s2 * 5);\n"
           "    mine[14] = (unsigned)(p.a + p.c[0] + p.c[1]) ^ bits(p.b);\n    unsigned sum = 0;\n"
           "    for (int n = 0; n < 6; n++)\n        sum = sum * 31 + (unsigned)array[n];\n"
           "    mine[15] = sum;\n}\n");
}

int main(int argc, char **argv)
{
    Generator g = {.state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1};
    uint32_t kernels = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
    printf("struct Pair {\n    int a;\n    float b;\n    int c[2];\n};\n\n"
           "__device__ unsigned bits(float x)\n{\n    return x != x ? 0x7fffffffu : "
           "(unsigned)__float_as_int(x);\n}\n\n"
           "template <int N> __device__ unsigned twist(unsigned x)\n{\n"
           "    return (x << N) ^ (x >> (32 - N));\n}\n\n"
           "__device__ __noinline__ float blend(float a, float b)\n{\n"
           "    return a < b ? a * 0.25f : b - 1.0f;\n}\n");
    for (uint32_t i = 0; i < kernels; i++) {
        kernel(&g, i);
    }
    return 0;
}
