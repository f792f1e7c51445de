// SPDX-License-Identifier: Apache-2.0
// Accesses beyond all memory are named after the pointer they were meant for, not after what
// happens to lie near.
struct View {
    int n;
    float *data;
};

__global__ void stray(float *out, const float *in, View view, int which)
{
    int i = threadIdx.x;
    switch (which) {
    case 1: out[i - 1] = 1; break;
    case 2: view.data[i + view.n] = 2; break;
    case 3: out[i] = in[i - 64]; break;
    default: out[(size_t)i * 1000000000] = 1;
    }
}

int main(int count, char **)
{
    float *out, *in, *data;
    cudaMalloc(&out, 256);
    cudaMalloc(&in, 256);
    cudaMalloc(&data, 256);
    stray<<<1, 32>>>(out, in, View{100, data}, count - 1);
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
