// SPDX-License-Identifier: Apache-2.0
__global__ void kernel(int *x)
{
    x[0] = undeclared_on_the_device;
}

int main()
{
    kernel<<<1, 1>>>(nullptr);
    return 0;
}
