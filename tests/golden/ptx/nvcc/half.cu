// SPDX-License-Identifier: Apache-2.0
// Half precision and bfloat16, single and packed.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void halves(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, float *f)
{
    int i = threadIdx.x;
    __half x = __hfma(h[i], h[i + 1], h[i + 2]);
    x = __hadd(x, __hmul(h[i], __float2half(f[i])));
    h[i] = __hlt(x, h[i]) ? hexp(x) : __hneg(__habs(x));
    h2[i] = __hfma2(h2[i], __floats2half2_rn(f[i], f[i + 1]), __hmax2(h2[i], h2[i + 1]));
    b[i] = __hadd(__hmul(b[i], b[i + 1]), __float2bfloat16(f[i]));
    b2[i] = __hfma2(b2[i], b2[i + 1], __floats2bfloat162_rn(f[i], f[i + 1]));
    f[i] = __half2float(h[i]) + __low2float(h2[i]) + __bfloat162float(b[i]) + __half2int_rz(x);
    atomicAdd(h2 + 5, h2[i]);
}
