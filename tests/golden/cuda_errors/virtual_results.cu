// SPDX-License-Identifier: Apache-2.0
struct First {
    int first;
};
struct Second {
    int second;
};
struct Both : First, Second {};

struct Maker {
    __device__ virtual First *first() { return 0; }
    __device__ virtual Second *second() { return 0; }
    __device__ virtual Second &reference() { return *second(); }
    __device__ virtual int number() { return 1; }
};
struct BothMaker : Maker {
    Both both;
    __device__ Both *first() override { return &both; } // fine: at the start
    __device__ Both *second() override { return &both; } // would have to be moved
    __device__ Both &reference() override { return both; } // this one too
    __device__ float number() override { return 1; } // wrong
};

__global__ void use(int *out)
{
    BothMaker maker;
    Maker *base = &maker;
    out[0] = base->first()->first + base->second()->second + base->reference().second;
}
