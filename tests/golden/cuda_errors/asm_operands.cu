// SPDX-License-Identifier: Apache-2.0
__global__ void k(unsigned *a, double d)
{
    unsigned x;
    asm("mov.u32 %0, %r1;" : "=r"(x));
    asm("mov.u32 %0, %[lane];" : "=r"(x));
    asm("mov.u32 %0, %laneid;" : "=r"(x)); // is right
    asm("add.u32 %0, %1, %2;" : "=r"(x) : "r"(x));
    asm("mov.u32 %0, %1;" : "=r"(x) : "f"(d));
    asm("mov.u32 %0, %1;" : "=z"(x) : "r"(a[1]));
    asm("mov.u32 %0, %1;" : "r"(x) : "r"(a[1]));
    asm("mov.u32 %0, 1;" : "=r"(3));
    a[0] = x;
}
