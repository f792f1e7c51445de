// SPDX-License-Identifier: Apache-2.0
// With helpers.cu: a plain C++ file that includes the runtime and brings what only CUDA files know.
#include <cuda_runtime.h>

#ifndef __CUDACC__
inline int max(int a, int b)
{
    return a > b ? a : b;
}

inline float rsqrtf(float x)
{
    return 1.0f / x / x;
}
#endif

int greatest(int a, int b)
{
    float4 one = make_float4(1, 2, 3, 4);
    return max(a, b) + (int)one.w + (int)(rsqrtf(0.5f) * 100);
}
