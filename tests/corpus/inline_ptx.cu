// SPDX-License-Identifier: Apache-2.0
// Inline assembly: special registers, lop3, high products, carry chains for 128 and 256 bits, predicates
// in braces, memory clobbers, loads and stores by state space, a loop with labels.
#include "corpus.h"

typedef unsigned long long u64;

__device__ __forceinline__ unsigned lane_id()
{
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ unsigned lane_mask_lt()
{
    unsigned mask;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

template <int TABLE> __device__ __forceinline__ unsigned lop3(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return d;
}

__device__ unsigned mad_high(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

// Early clobbers: a sum is written before the last addend is read.
__device__ void add128(uint4 &a, const uint4 &b)
{
    asm("add.cc.u32 %0, %0, %4;\n\t"
        "addc.cc.u32 %1, %1, %5;\n\t"
        "addc.cc.u32 %2, %2, %6;\n\t"
        "addc.u32 %3, %3, %7;"
        : "+&r"(a.x), "+&r"(a.y), "+&r"(a.z), "+&r"(a.w)
        : "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w));
}

__device__ void subtract128(uint4 &a, const uint4 &b)
{
    asm("sub.cc.u32 %0, %0, %4; subc.cc.u32 %1, %1, %5; subc.cc.u32 %2, %2, %6; subc.u32 %3, %3, %7;"
        : "+&r"(a.x), "+&r"(a.y), "+&r"(a.z), "+&r"(a.w)
        : "r"(b.x), "r"(b.y), "r"(b.z), "r"(b.w));
}

// 64 x 64 -> 128 by halves.
__device__ void multiply64(u64 a, u64 b, u64 &low, u64 &high)
{
    asm("{\n\t"
        ".reg .u32 a0, a1, b0, b1, r0, r1, r2, r3;\n\t"
        "mov.b64 {a0, a1}, %2;\n\t"
        "mov.b64 {b0, b1}, %3;\n\t"
        "mul.lo.u32 r0, a0, b0;\n\t"
        "mul.hi.u32 r1, a0, b0;\n\t"
        "mul.lo.u32 r2, a1, b1;\n\t"
        "mul.hi.u32 r3, a1, b1;\n\t"
        "mad.lo.cc.u32 r1, a0, b1, r1;\n\t"
        "madc.hi.cc.u32 r2, a0, b1, r2;\n\t"
        "addc.u32 r3, r3, 0;\n\t"
        "mad.lo.cc.u32 r1, a1, b0, r1;\n\t"
        "madc.hi.cc.u32 r2, a1, b0, r2;\n\t"
        "addc.u32 r3, r3, 0;\n\t"
        "mov.b64 %0, {r0, r1};\n\t"
        "mov.b64 %1, {r2, r3};\n\t"
        "}"
        : "=l"(low), "=l"(high)
        : "l"(a), "l"(b));
}

__device__ int clamp_positive(int x, int limit)
{
    int result;
    asm("{\n\t"
        " .reg .pred negative, above;\n\t"
        " setp.lt.s32 negative, %1, 0;\n\t"
        " setp.gt.s32 above, %1, %2;\n\t"
        " mov.s32 %0, %1;\n\t"
        " @negative mov.s32 %0, 0;\n\t"
        " @above mov.s32 %0, %2;\n\t"
        "}"
        : "=&r"(result)
        : "r"(x), "r"(limit));
    return result;
}

__device__ unsigned load_nc(const unsigned *p)
{
    unsigned v;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(v) : "l"(p));
    return v;
}

__device__ void store_cs(unsigned *p, unsigned v) { asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }

__device__ float fused(float a, float b, float c)
{
    float d;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
    return d;
}

__device__ double exact(double a, double b)
{
    double d;
    asm("add.rz.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
    return d;
}

__device__ unsigned short narrow(unsigned short a, unsigned short b)
{
    unsigned short c;
    asm("add.u16 %0, %1, %2;" : "=h"(c) : "h"(a), "h"(b));
    return c;
}

__global__ void arithmetic(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = load_nc(in + i), b = load_nc(in + (i + 1) % n), c = in[(i + 2) % n];
    unsigned *o = out + i * 20;
    *o++ = lane_id() + lane_mask_lt();
    *o++ = lop3<0x96>(a, b, c);
    *o++ = lop3<0xe8>(a, b, c);
    *o++ = mad_high(a, b, c);
    uint4 x = make_uint4(a, b, c, ~a), y = make_uint4(~b, ~0u, b, c);
    add128(x, y);
    subtract128(y, x);
    *o++ = x.x, *o++ = x.y, *o++ = x.z, *o++ = x.w;
    *o++ = y.x, *o++ = y.y, *o++ = y.z, *o++ = y.w;
    u64 low, high;
    multiply64((u64)a << 32 | b, (u64)c << 32 | a, low, high);
    *o++ = (unsigned)(low >> 32), *o++ = (unsigned)high;
    *o++ = ((high == __umul64hi((u64)a << 32 | b, (u64)c << 32 | a)) ? 1 : 0) + clamp_positive((int)a, 1 << 20) * 2;
    *o++ = __float_as_uint(fused((float)(a & 0xffff), 0.5f, 3.0f));
    *o++ = (unsigned)(__double_as_longlong(exact((double)a, 1e-9 * b)) >> 3);
    *o++ = narrow((unsigned short)a, (unsigned short)b);
    unsigned bits, shifted;
    asm("bfe.u32 %0, %2, 7, 11;\n\tshf.l.wrap.b32 %1, %2, %3, 9;" : "=r"(bits), "=r"(shifted) : "r"(a), "r"(b));
    *o++ = bits;
    store_cs(o, shifted);
}

__global__ void shared_by_address(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[64];
    unsigned address = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(in[threadIdx.x]) : "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    unsigned other = (unsigned)__cvta_generic_to_shared(&tile[63 - threadIdx.x]), value, count;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(other) : "memory");
    // A loop inside the assembly: how often 7 goes into the low byte.
    asm volatile("{\n\t"
                 ".reg .pred more;\n\t"
                 ".reg .u32 left;\n\t"
                 "mov.u32 %0, 0;\n\t"
                 "and.b32 left, %1, 255;\n"
                 "again:\n\t"
                 "setp.ge.u32 more, left, 7;\n\t"
                 "@!more bra done;\n\t"
                 "sub.u32 left, left, 7;\n\t"
                 "add.u32 %0, %0, 1;\n\t"
                 "bra again;\n"
                 "done:\n\t"
                 "}"
                 : "=&r"(count)
                 : "r"(value));
    out[threadIdx.x] = value ^ count << 24;
}

int main()
{
    const int n = 3000;
    Random random(291);
    std::vector<unsigned> in(n);
    for (auto &x : in)
        x = random.next() << 8 ^ random.next();
    unsigned *din = to_device(in), *dout = on_device<unsigned>(n * 20);
    arithmetic<<<(n + 127) / 128, 128>>>(din, dout, n);
    auto out = to_host(dout, n * 20);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        unsigned a = in[i], b = in[(i + 1) % n], c = in[(i + 2) % n];
        wrong += out[i * 20 + 1] != (a ^ b ^ c) || !(out[i * 20 + 14] & 1);
        wrong += out[i * 20 + 2] != ((a & b) | (b & c) | (a & c));
        typedef unsigned __int128 Wide;
        Wide x = ((Wide)((unsigned long long)~a << 32 | c) << 64) | ((unsigned long long)b << 32 | a);
        Wide y = ((Wide)((unsigned long long)c << 32 | b) << 64) | ((unsigned long long)~0u << 32 | (unsigned)~b);
        x += y;
        y -= x;
        for (int k = 0; k < 4; k++)
            wrong += out[i * 20 + 4 + k] != (unsigned)(x >> 32 * k) || out[i * 20 + 8 + k] != (unsigned)(y >> 32 * k);
    }
    printf("wrong: %d\n", wrong);
    print_hash("arithmetic", out);
    shared_by_address<<<1, 64>>>(din, dout);
    print_hash("shared", dout, 64);
    return 0;
}
