// SPDX-License-Identifier: Apache-2.0
// --use_fast_math, --ftz, --prec-div and --prec-sqrt: which bits they change, for normal numbers and denormals.
#include <cstdio>

__global__ void evaluate(const float *in, float *out)
{
    float a = in[threadIdx.x], b = in[threadIdx.x + 1];
    float *to = out + threadIdx.x * 16;
    to[0] = a / b;
    to[1] = sqrtf(a);
    to[2] = 1.0f / b;
    to[3] = sinf(a);
    to[4] = cosf(a);
    to[5] = expf(a);
    to[6] = logf(b);
    to[7] = powf(b, a);
    to[8] = a * 0.25f;
    to[9] = a - b;
    to[10] = fminf(a, b);
    to[11] = fabsf(a) + (a == 0 ? 1 : 0);
    to[12] = (float)(a * 1e30);
    to[13] = tanf(a) + tanhf(b);
    to[14] = log2f(b) + log10f(b) + exp10f(a);
    to[15] = rsqrtf(b) + exp2f(a) + floorf(b);
}

int main()
{
    const float values[] = {1.7f, 3.1f, 1e-40f, 0.3f, 7.5f, 2e-38f, 1.5e-38f, 11.0f, 0.02f};
    float *in, *out;
    cudaMallocManaged(&in, sizeof values);
    cudaMallocManaged(&out, 8 * 16 * sizeof(float));
    for (int i = 0; i < 9; i++)
        in[i] = values[i];
    evaluate<<<1, 8>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++) {
        for (int k = 0; k < 8; k++)
            printf("%08x ", __builtin_bit_cast(unsigned, out[k * 16 + i]));
        printf("\n");
    }
    return 0;
}
