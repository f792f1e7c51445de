//+
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
__constant__ float w[16];
__global__ void __launch_bounds__(256, 2) k(const float *__restrict__ a, float4 *o, int n) {
    extern __shared__ int s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { s[threadIdx.x] = a[i]; }
    __syncthreads();
    auto block = cg::this_thread_block(); block.sync();
    float v = __shfl_down_sync(0xffffffff, a[i], 16) + w[i & 15];
    atomicAdd(&o[0].x, v); o[i] = make_float4(sqrtf(v), __expf(v), fminf(v, 1), __popc(i));
    printf("%d %f %s\n", i, v, "x");
    #pragma unroll 4
    for (int j = 0; j < n; j++) o[j].y += __ldg(a + j);
    half h = __float2half(v); o[i].z = __half2float(h); assert(i >= 0);
}
