// SPDX-License-Identifier: Apache-2.0
#include <string>
__global__ void k(char *a)
{
    std::string name = "kernel";
    a[0] = name[0];
}
