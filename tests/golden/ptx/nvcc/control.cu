// SPDX-License-Identifier: Apache-2.0
// Control flow: switches, loops, early exits, nested branches, predicated inline assembly.
__global__ void control(int *a, int n)
{
    int i = threadIdx.x, x = a[i];
    switch (x) {
    case 0: x = n; break;
    case 1: x *= 3; break;
    case 2: x = x / n;
    case 3: x++; break;
    case 4: x = 17; break;
    case 5: x = a[x]; break;
    default: x = -x;
    }
    for (int k = 0; k < n; k++) {
        if (a[k] == x) break;
        if (a[k] < 0) continue;
        do { x += a[k]; } while (x < k);
    }
#pragma unroll 1
    while (x > 100) x >>= 1;
    if (x == 5) return;
    asm volatile("{ .reg .pred p; .reg .b32 t; setp.gt.s32 p, %1, 3; @p add.s32 t, %1, 1;"
                 " @!p mov.b32 t, 0; mov.b32 %0, t; }" : "=r"(x) : "r"(x));
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 3; @p st.global.u32 [%1], %0; }" ::"r"(x), "l"(a));
    a[i] = x > 7 && n < 3 || a[n] ? x : min(max(x, 3), n);
}
