// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *x, int) { x[0] = 1; } int here = undeclared_here;
int main() { int *x = nullptr; k<<<1, undeclared_one>>>(x, 1); k<<<1, 1>>>(x, undeclared_two); undeclared_three(); }
