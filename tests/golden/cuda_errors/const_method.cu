// SPDX-License-Identifier: Apache-2.0
struct Counter {
    int n;
    __device__ void step() const { n++; }
    __device__ void reset() { n = 0; }
};
__global__ void k(const Counter *c)
{
    c->reset();
    c->step();
}
