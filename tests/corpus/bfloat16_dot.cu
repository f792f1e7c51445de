// SPDX-License-Identifier: Apache-2.0
// bfloat16: dot products accumulated in float, packed pairs, conversions with rounding, fused operations.
#include "corpus.h"
#include <cuda_bf16.h>

typedef __nv_bfloat16 bf16;
typedef __nv_bfloat162 bf162;

__global__ void round_to_bf16(const float *in, bf16 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float2bfloat16(in[i]);
}

// One row a warp.
__global__ void row_dots(const bf162 *a, const bf162 *b, float *out, int pairs)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int k = lane; k < pairs; k += 32) {
        bf162 x = a[row * pairs + k], y = b[k];
        sum = fmaf(__bfloat162float(x.x), __bfloat162float(y.x), sum);
        sum = fmaf(__high2float(x), __high2float(y), sum);
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        out[row] = sum;
}

__global__ void operations(const bf16 *x, bf16 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bf16 a = x[i], b = x[(i + 1) % n];
    bf16 *o = out + i * 8;
    o[0] = __hadd(a, b);
    o[1] = __hsub(a, b);
    o[2] = __hmul(a, b);
    o[3] = __hfma(a, b, a);
    o[4] = __hgt(a, b) ? __hmax(a, b) : __hneg(b);
    bf162 p = __halves2bfloat162(a, b);
    p = __hfma2(p, __float2bfloat162_rn(0.75f), __floats2bfloat162_rn(1.0f, -2.0f));
    o[5] = __low2bfloat16(p);
    o[6] = p.y;
    o[7] = __ushort_as_bfloat16((unsigned short)(__bfloat16_as_ushort(a) + 1));
}

int main()
{
    const int rows = 128, columns = 512, n = rows * columns;
    Random random(311);
    std::vector<float> a(n), b(columns);
    for (float &x : a)
        x = random.uniform() * 2 - 1;
    for (float &x : b)
        x = random.uniform();
    float *fa = to_device(a), *fb = to_device(b), *dots = on_device<float>(rows);
    bf16 *ba = on_device<bf16>(n), *bb = on_device<bf16>(columns), *out = on_device<bf16>(columns * 8);
    round_to_bf16<<<(n + 255) / 256, 256>>>(fa, ba, n);
    round_to_bf16<<<2, 256>>>(fb, bb, columns);
    print_hash("rounded", ba, n);
    row_dots<<<rows / 4, 128>>>((const bf162 *)ba, (const bf162 *)bb, dots, columns / 2);
    auto result = to_host(dots, rows);
    double worst = 0;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int k = 0; k < columns; k++)
            sum += (double)a[r * columns + k] * b[k];
        double error = sum > result[r] ? sum - result[r] : result[r] - sum;
        worst = error > worst ? error : worst;
    }
    printf("worst error below 0.1: %d\n", worst < 0.1);
    print_hash("dots", result);
    operations<<<2, 256>>>(bb, out, columns);
    print_hash("operations", out, columns * 8);
    return 0;
}
