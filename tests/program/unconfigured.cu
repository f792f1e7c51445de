// SPDX-License-Identifier: Apache-2.0
#include <iostream>
__global__ void init(int *x) { x[0] = 1; }
void reference(int *x) { x[0] = 2; }
int main()
{
    int *x   = nullptr;
    reference(x),   init(x);
    init<<<1>>>(x);
    init<<<1, 1, 0, 0, 0>>>(x);
}
