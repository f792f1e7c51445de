// SPDX-License-Identifier: Apache-2.0
// Carry chains and bit-field instructions from inline assembly.
__global__ void carry(unsigned *a)
{
    unsigned lo, hi, x = a[0], y = a[1];
    asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %2, 0;" : "=r"(lo), "=r"(hi) : "r"(x), "r"(y));
    asm("mad.lo.cc.u32 %0, %1, %2, %0;\n\tmadc.hi.u32 %3, %1, %2, 0;" : "+r"(lo), "+r"(x), "+r"(y), "=r"(hi));
    asm("sub.cc.u32 %0, %0, %1; subc.cc.u32 %2, %2, 0; subc.u32 %2, %2, 1;" : "+r"(lo), "+r"(x), "+r"(hi));
    asm("bfe.u32 %0, %1, 3, 5;" : "=r"(x) : "r"(x));
    asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(y) : "r"(x), "r"(y));
    asm("bfind.u32 %0, %1;" : "=r"(lo) : "r"(lo));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(hi) : "r"(x), "r"(y), "r"(hi));
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(x) : "r"(x), "r"(y));
    asm("{ .reg .u32 t1; mul24.lo.u32 t1, %1, %2; sad.u32 %0, t1, %1, %2; }" : "=r"(y) : "r"(x), "r"(y));
    asm("shf.r.wrap.b32 %0, %1, %2, 7; popc.b32 %0, %0;" : "=r"(x) : "r"(x), "r"(y));
    a[2] = lo + hi + x + y;
}
