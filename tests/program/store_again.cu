// SPDX-License-Identifier: Apache-2.0
// A word that is stored twice before its neighbor: the wide store of both has the later value.
#include <cstdio>

__global__ void local(int *out, int a, int b) {
    asm volatile("{ .local .align 8 .b8 frame[8]; .reg .b64 p; .reg .b32 x, y;\n"
                 "mov.u64 p, frame; st.local.u32 [frame], %1; st.local.u32 [frame], %2;\n"
                 "st.local.u32 [frame+4], %1; ld.local.u32 x, [p]; ld.local.u32 y, [p+4];\n"
                 "mad.lo.s32 %0, x, 10, y; }"
                 : "=r"(out[0])
                 : "r"(a), "r"(b));
}

__global__ void shared(int *out, int a, int b) {
    __shared__ __align__(16) volatile int words[4];
    int *plain = const_cast<int *>(words);
    plain[2] = a;
    plain[0] = a;
    asm volatile("" ::: "memory");
    plain[0] = b;
    plain[1] = a;
    plain[3] = b;
    asm volatile("" ::: "memory");
    plain[2] = b;
    out[1] = words[0] * 1000 + words[1] * 100 + words[2] * 10 + words[3];
}

int main() {
    int *out;
    cudaMallocManaged(&out, 8);
    local<<<1, 1>>>(out, 3, 5);
    shared<<<1, 1>>>(out, 3, 5);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    return out[0] != 53 || out[1] != 5355;
}
