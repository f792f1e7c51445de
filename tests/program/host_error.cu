// SPDX-License-Identifier: Apache-2.0
__global__ void kernel(int *x)
{
    x[0] = 1;
}

int main()
{
    kernel<<<1,
             1>>>(nullptr);
    return undeclared_on_the_host;
}
