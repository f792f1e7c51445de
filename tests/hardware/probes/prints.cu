// SPDX-License-Identifier: Apache-2.0
// What does a call of printf execute, by the length of its format, its arguments, its lanes, its warps, and how often it is called?
#include <cstdio>

#define FORMAT_16 "0123456789abcde\n"
#define FORMAT_64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n"

__global__ void nothing(int lanes) {
    if (threadIdx.x % 32 < lanes && lanes < 0) printf("-\n");
}
__global__ void format_2(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("-\n");
}
__global__ void format_16(int lanes) {
    if (threadIdx.x % 32 < lanes) printf(FORMAT_16);
}
__global__ void format_17(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("-" FORMAT_16);
}
__global__ void format_64(int lanes) {
    if (threadIdx.x % 32 < lanes) printf(FORMAT_64);
}
__global__ void format_256(int lanes) {
    if (threadIdx.x % 32 < lanes) printf(FORMAT_64 FORMAT_64 FORMAT_64 FORMAT_64);
}
__global__ void argument_1(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%d\n", threadIdx.x);
}
__global__ void argument_1_long(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%lld\n", (long long)threadIdx.x);
}
__global__ void argument_1_double(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%f\n", (double)threadIdx.x);
}
__global__ void argument_1_hex_wide(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%08x\n", threadIdx.x);
}
__global__ void arguments_2(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%d %d\n", threadIdx.x, lanes);
}
__global__ void arguments_4(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%d %d %d %d\n", threadIdx.x, lanes, 3, 4);
}
__global__ void arguments_8(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%d %d %d %d %d %d %d %d\n", threadIdx.x, lanes, 3, 4, 5, 6, 7, 8);
}
__global__ void string_4(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%s\n", lanes > 0 ? "abcd" : "ABCD");
}
__global__ void string_64(int lanes) {
    if (threadIdx.x % 32 < lanes) printf("%s", lanes > 0 ? FORMAT_64 : "");
}
__global__ void calls(int lanes, int count) {
    for (int i = 0; i < count; i++)
        if (threadIdx.x % 32 < lanes) printf("%d\n", i);
}
__global__ void divergent(int lanes) {
    for (int i = 0; i < 32; i++)
        if (threadIdx.x % 32 == i && i < lanes) printf("%d\n", i);
}

int main() {
    for (auto kernel : {nothing, format_2, format_16, format_17, format_64, format_256, argument_1, argument_1_long, argument_1_double,
                        argument_1_hex_wide, arguments_2, arguments_4, arguments_8, string_4, string_64}) {
        kernel<<<1, 32>>>(1);
        kernel<<<1, 32>>>(32);
    }
    for (int lanes : {2, 4, 8, 16}) argument_1<<<1, 32>>>(lanes);
    for (int warps : {2, 4, 8, 32}) argument_1<<<1, 32 * warps>>>(32);
    for (int warps : {2, 4, 8, 32}) argument_1<<<1, 32 * warps>>>(1);
    for (int blocks : {2, 8, 32, 132}) argument_1<<<blocks, 32>>>(32);
    for (int count : {2, 4, 16, 64}) calls<<<1, 32>>>(1, count);
    for (int count : {2, 4, 16, 64}) calls<<<1, 32>>>(32, count);
    divergent<<<1, 32>>>(2);
    divergent<<<1, 32>>>(8);
    divergent<<<1, 32>>>(32);
    return cudaDeviceSynchronize();
}
