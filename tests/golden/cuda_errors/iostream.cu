// SPDX-License-Identifier: Apache-2.0
#include <iostream>
using namespace std;
__global__ void k(float *a)
{
    std::cout << a[0] << std::endl;
    cout << "done";
}
