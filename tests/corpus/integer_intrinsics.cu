// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics, each beside a plain formula on the host: counts of bits, reversals, funnel shifts,
// byte permutations, high products, sums of absolute differences, dot products of bytes, averages.
#include "corpus.h"

#define OUTPUTS 32

__global__ void intrinsics(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
    unsigned long long w = (unsigned long long)a << 32 | b;
    unsigned *o = out + (size_t)i * OUTPUTS;
    *o++ = __popc(a), *o++ = __popcll(w);
    *o++ = __clz(a), *o++ = __clzll(w), *o++ = __ffs(a), *o++ = __ffsll(w);
    *o++ = __brev(a), *o++ = (unsigned)(__brevll(w) >> 7);
    *o++ = __funnelshift_l(a, b, c), *o++ = __funnelshift_r(a, b, c);
    *o++ = __funnelshift_lc(a, b, c & 63), *o++ = __funnelshift_rc(a, b, c & 63);
    *o++ = __byte_perm(a, b, c & 0x7777), *o++ = __byte_perm(a, b, 0x9abc);
    *o++ = __mulhi((int)a, (int)b), *o++ = __umulhi(a, b);
    *o++ = __mul24((int)a, (int)b), *o++ = __umul24(a, b);
    *o++ = __sad((int)a, (int)b, c), *o++ = __usad(a, b, c);
    *o++ = __dp4a((int)a, (int)b, (int)c), *o++ = __dp4a(a, b, c);
    *o++ = __dp2a_lo((int)a, (int)b, (int)c), *o++ = __dp2a_hi(a, b, c);
    *o++ = __hadd((int)a, (int)b), *o++ = __rhadd((int)a, (int)b), *o++ = __uhadd(a, b), *o++ = __urhadd(a, b);
    *o++ = min((int)a, (int)b) ^ max(a, c), *o++ = abs((int)(a | 1));
    *o++ = (unsigned)(llabs((long long)w | 1) >> 8), *o++ = (unsigned)(umin(a, b) + umax(b, c));
}

static int bits(unsigned long long v)
{
    int count = 0;
    for (; v; v &= v - 1)
        count++;
    return count;
}
static unsigned reverse(unsigned v)
{
    unsigned r = 0;
    for (int i = 0; i < 32; i++)
        r |= (v >> i & 1) << (31 - i);
    return r;
}
static unsigned byte_of(unsigned a, unsigned b, unsigned selector)
{
    unsigned byte = ((selector & 7) < 4 ? a >> 8 * (selector & 3) : b >> 8 * (selector & 3)) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}
static unsigned permute(unsigned a, unsigned b, unsigned s)
{
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r |= byte_of(a, b, s >> 4 * i) << 8 * i;
    return r;
}

int main()
{
    const int n = 4096;
    Random random(191);
    std::vector<unsigned> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (random.next() << 8 ^ random.next()) >> random.next() % 9;
    in[7] = 0, in[100] = 0xffffffffu, in[101] = 0x80000000u, in[300] = 1;
    unsigned *din = to_device(in), *dout = on_device<unsigned>(n * OUTPUTS);
    intrinsics<<<n / 128, 128>>>(din, dout, n);
    auto out = to_host(dout, n * OUTPUTS);
    int wrong[8] = {0};
    for (int i = 0; i < n; i++) {
        unsigned a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
        unsigned long long w = (unsigned long long)a << 32 | b;
        const unsigned *o = &out[i * OUTPUTS];
        wrong[0] += o[0] != (unsigned)bits(a) || o[1] != (unsigned)bits(w);
        wrong[1] += o[6] != reverse(a);
        wrong[2] += o[8] != (unsigned)((((unsigned long long)b << 32 | a) << (c & 31)) >> 32);
        wrong[3] += o[9] != (unsigned)(((unsigned long long)b << 32 | a) >> (c & 31));
        wrong[4] += o[12] != permute(a, b, c & 0x7777);
        wrong[5] += o[13] != permute(a, b, 0x1234); // three bits each
        wrong[6] += o[15] != (unsigned)((unsigned long long)a * b >> 32);
        int dot = (int)c;
        for (int k = 0; k < 32; k += 8)
            dot = (int)((unsigned)dot + (unsigned)((signed char)(a >> k) * (signed char)(b >> k)));
        wrong[7] += o[20] != (unsigned)dot;
    }
    for (int k = 0; k < 8; k++)
        printf("%d ", wrong[k]);
    printf("wrong\n");
    for (int k = 0; k < OUTPUTS; k++) {
        std::vector<unsigned> column(n);
        for (int i = 0; i < n; i++)
            column[i] = out[i * OUTPUTS + k];
        char name[16];
        snprintf(name, sizeof name, "%d", k);
        print_hash(name, column);
    }
    return 0;
}
