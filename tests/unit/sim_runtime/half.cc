// SPDX-License-Identifier: Apache-2.0
// The host's half against the compiler's _Float16: every half as a float, and floats of all sizes
// rounded. Exit status 0: all the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

int main()
{
    unsigned wrong = 0;
    for (unsigned bits = 0; bits < 65536; bits++) {
        unsigned short half = (unsigned short)bits;
        _Float16 reference;
        std::memcpy(&reference, &half, sizeof(half));
        float found = (float)__ushort_as_half(half), wanted = (float)reference;
        wrong += found == wanted || (found != found && wanted != wanted) ? 0 : 1;
    }
    unsigned random = 1;
    for (int i = 0; i < 1000000; i++) {
        random = random * 1664525u + 1013904223u;
        unsigned bits = (i & 1) != 0 ? (random & 0x87ffffffu) | 0x38000000u : random;
        float value;
        std::memcpy(&value, &bits, sizeof(value));
        _Float16 reference = (_Float16)value;
        unsigned short wanted;
        std::memcpy(&wanted, &reference, sizeof(wanted));
        wrong += value != value || __half_as_ushort(__half(value)) == wanted ? 0 : 1;
    }
    // Ties go to the even neighbor: 1 + 2^-8 and 1 + 3 * 2^-8 in bfloat16.
    wrong += (float)__nv_bfloat16(1.00390625f) == 1.0f ? 0 : 1;
    wrong += (float)__nv_bfloat16(1.01171875f) == 1.015625f ? 0 : 1;
    return wrong == 0 ? 0 : 1;
}
