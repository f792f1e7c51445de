// SPDX-License-Identifier: Apache-2.0
// What structure.ptx says, in CUDA C++: an argument whose members have several types.
struct Mixed {
    float scale;
    int offset;
    double bias;
    short steps[3];
};

__global__ void structure(Mixed mixed, double *out)
{
    int t = threadIdx.x;
    out[t] = mixed.scale * (t + mixed.offset) + mixed.bias + mixed.steps[t % 3];
}
