// SPDX-License-Identifier: Apache-2.0
// Where rules of the optimizer begin and end: the last value that a rule takes, and the first one that it must not.

// A comparison that the limits of a launch decide is a constant; the next one is not.
extern "C" __global__ void __launch_bounds__(256) launch_limits(int *out)
{
    out[0] = threadIdx.x < 256u;
    out[1] = threadIdx.x < 255u;
    out[2] = threadIdx.z < 64u;
    out[3] = threadIdx.z < 63u;
    out[4] = blockDim.y <= 256u;
    out[5] = blockDim.y <= 255u;
    out[6] = blockDim.z <= 64u;
    out[7] = blockDim.z <= 63u;
    out[8] = gridDim.x <= 0x7fffffffu;
    out[9] = gridDim.x <= 0x7ffffffeu;
    out[10] = gridDim.y <= 65535u;
    out[11] = gridDim.z <= 65535u;
    out[12] = gridDim.z <= 65534u;
    out[13] = blockIdx.y <= 65535u;
    out[14] = blockIdx.z <= 65534u;
}

extern "C" __global__ void any_block(int *out)
{
    out[0] = threadIdx.y < 1024u;
    out[1] = threadIdx.y < 1023u;
}

// A division by a power of two is a product where the reciprocal is a normal number.
extern "C" __global__ void reciprocals(float *f, double *d)
{
    f[0] /= 0x1p125f;
    f[1] /= 0x1p126f;
    f[2] /= 0x1p-126f;
    f[3] /= 0x1p-127f;
    f[4] /= 3.0f;
    d[0] /= 0x1p1021;
    d[1] /= 0x1p1022;
    d[2] /= 0x1p-1022;
    d[3] /= 0x1p-1023;
}

// Both halves of an int, stored together or not.
extern "C" __global__ void halves(short2 *out, const int *in)
{
    int x = in[0], y = in[1];
    out[0] = make_short2((short)x, (short)(x >> 16));
    out[1] = make_short2((short)x, (short)(x >> 15));
    out[2] = make_short2((short)x, (short)(y >> 16));
}

// Parts of a structure, copied and read: those that overlap the wanted bytes, and only those.
struct Parts {
    char a, b;
    short c;
    int d;
    long long e;
    float f[3];
};

extern "C" __global__ void parts(const Parts *in, Parts *out, int *rest)
{
    Parts whole = in[0];
    out[1] = whole;
    Parts changed = whole;
    changed.c = 7;
    changed.f[1] = 2.0f;
    out[2] = changed;
    rest[0] = changed.b + changed.d;
    *(short *)rest = *(const short *)&whole.a;
}

// Locals that are read as a whole and in pieces, of sizes that a register has and others.
extern "C" __global__ void pieces(const int *in, int *out)
{
    union {
        long long whole;
        int halves[2];
        char bytes[8];
    } eight = {in[0]};
    union {
        int words[3];
        char bytes[12];
    } twelve = {{in[1], in[2], in[3]}};
    eight.halves[1] = in[4];
    out[0] = eight.bytes[in[5] & 7];
    out[1] = (int)(eight.whole >> 20);
    twelve.bytes[5] = (char)in[6];
    out[2] = twelve.words[1] + twelve.words[2];
}

// What a condition says of a value inside its branch, at both ends of the range.
extern "C" __global__ void implied(int *out, unsigned x, int y)
{
    if (x < 5u) {
        out[0] = x == 0;
        out[1] = x == 4;
        out[2] = x == 5;
    } else {
        out[3] = x == 5;
        out[4] = x == 4;
        out[5] = x == 0xffffffffu;
    }
    if (y <= 5) {
        out[6] = y == -0x7fffffff - 1;
        out[7] = y == 5;
        out[8] = y == 6;
    } else {
        out[9] = y == 0x7fffffff;
        out[10] = y == 6;
        out[11] = y == 5;
    }
}

// A shift back and forth is the value where it lost nothing; a value divided by itself is 1.
extern "C" __global__ void undone(int *out, int x, int n, unsigned u)
{
    out[0] = (x << n) >> n;
    out[1] = (int)((unsigned)(x << n) >> n);
    out[2] = (int)(u << n >> n);
    out[3] = (int)(u >> n << n);
    out[4] = x / x;
    out[5] = x % x;
    out[6] = (int)(u / u + u % u);
}

// Counters that go down, with and without the right to wrap; a stride that fits an int, and one that does not.
extern "C" __global__ void counters(int *out, const int *in, int n, int m)
{
    int sum = 0;
    for (int i = n; i >= m; i -= 2)
        sum += in[i];
    for (int i = n; i >= m; i = (int)((unsigned)i - 2u))
        sum += in[i];
    for (int i = n; i > m; i = (int)((unsigned)i - 1u))
        sum += in[i];
    out[0] = sum;
}

struct Large {
    int data[1 << 18];
};

extern "C" __global__ void strides(int *out, const Large *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i * 511LL].data[0];
    for (int i = 0; i < n; i++)
        sum += in[i * 4096LL].data[0];
    out[0] = sum;
}

// Neighbors in memory do not touch; what overlaps by a byte does.
extern "C" __global__ void neighbors(int *p, char *out, int x, int y)
{
    p[0] = x;
    p[1] = y;
    p[2] = p[0];
    p[5] = x;
    p[4] = y;
    p[6] = p[5];
    p[8] = x;
    *(short *)((char *)p + 30) = (short)y;
    p[9] = p[8];
    *(int *)((char *)p + 34) = y;
    p[10] = p[8];
}

// The absolute value, by each comparison that chooses it, and the first ones that do not.
extern "C" __global__ void absolute(int *out, int x)
{
    out[0] = x < 0 ? -x : x;
    out[1] = x < 1 ? -x : x;
    out[2] = x < 2 ? -x : x;
    out[3] = x < -1 ? -x : x;
    out[4] = x > 0 ? x : -x;
    out[5] = x > -1 ? x : -x;
    out[6] = x > -2 ? x : -x;
    out[7] = x > 1 ? x : -x;
    out[8] = x > 0 ? -x : x;
}

// A comparison of a shifted value is one of the value; a mask that keeps all of a byte is none.
extern "C" __global__ void masks(int *out, unsigned char *bytes, unsigned u, int x)
{
    out[0] = u >> 4 > 5u;
    out[1] = u >> 4 > 0x0ffffffeu;
    out[2] = u >> 4 > 0x0fffffffu;
    out[3] = u >> 4 < 1u;
    out[4] = u >> 4 == 0u;
    out[5] = u >> 4 != 3u;
    out[6] = u >> 31 > 0u;
    bytes[0] = (unsigned char)(x & 0x1ff);
    bytes[1] = (unsigned char)(x & 0xff);
    bytes[2] = (unsigned char)(x & 0x7f);
    bytes[3] = (unsigned char)(x & 0x17f);
}

// Sums of both sides that share an operand on different sides become one; differences do not.
extern "C" __global__ void crossed(int *out, int x, int y, int z, int c)
{
    if (c > x)
        out[0] = x + y;
    else
        out[0] = y + z;
    if (c > y)
        out[1] = x - y;
    else
        out[1] = y - z;
    if (c > z)
        out[2] = x - y;
    else
        out[2] = z - y;
}

// A choice between 1 and 0 is the condition.
extern "C" __global__ void truths(int *out, long long *wide, int x)
{
    out[0] = x > 3 ? 1 : 0;
    out[1] = x > 3 ? 0 : 1;
    out[2] = x > 3 ? 2 : 0;
    wide[0] = x > 4 ? 1 : 0;
    wide[1] = x > 4 ? 0 : 1;
}

// Comparisons of equal and different floats that are known.
extern "C" __global__ void float_constants(int *out)
{
    float a = 1.5f, b = 1.5f, c = 2.5f;
    double d = 1.5, e = 1.5;
    out[0] = a > b;
    out[1] = a >= b;
    out[2] = a < b;
    out[3] = a <= b;
    out[4] = c > a;
    out[5] = a > c;
    out[6] = d > e;
}

// What is copied away was read, though no load reads it.
struct Row
{
    int a[24];
};
extern "C" __global__ void row_copy(Row *out, int x, int y)
{
    Row row;
    row.a[0] = x;
    row.a[23] = y;
    *out = row;
}

// The second test is known where x > 3; the value on that way is the first side's.
extern "C" __global__ void threaded(int *out, int x, int y, int z)
{
    int value;
    bool is_done;
    if (x > 3) {
        value = y * 3;
        is_done = true;
        asm volatile("bar.sync 0;");
    } else {
        value = y ^ 5;
        is_done = z > 9;
        asm volatile("bar.sync 1;");
    }
    if (!is_done) {
        value = out[3];
        asm volatile("bar.sync 2;");
    }
    out[0] = value;
}

// Loops that start below what the guard in front says of their bound.
extern "C" __global__ void guarded_loops(int *out, int n, unsigned m)
{
    if (n > 7) {
        int i = 3;
        do
            out[i] -= i * n;
        while (++i < n);
    }
    if (m > 7) {
        unsigned i = 3;
        do
            out[i] -= i * n;
        while (++i < m);
    }
}

// A request is bounded by the code that it makes, not by the rounds.
extern "C" __global__ void requested(int *out, const int *in)
{
#pragma unroll 4
    for (int i = 0; i < 4096; i++)
        out[i] = in[i] * in[i + 1] - in[i + 2];
}

// Neighbors below a pointer do not meet either.
extern "C" __global__ void below(int *p, int *out)
{
    int a = p[-2];
    p[-3] = 5;
    out[0] = a + p[-2];
}

// Only halves that go back to their places are one word.
extern "C" __global__ void short_pairs(unsigned *out, const ushort2 *in)
{
    ushort2 kept = in[threadIdx.x], turned = in[threadIdx.x + 32];
    out[0] = kept.x | kept.y << 16;
    out[1] = turned.y | turned.x << 16;
}
