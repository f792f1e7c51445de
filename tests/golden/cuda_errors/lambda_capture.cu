// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *a, int n)
{
    auto f = [](int x) { return x + n; };
    a[0] = f(3);
}
