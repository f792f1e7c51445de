// SPDX-License-Identifier: Apache-2.0
// A library of NVIDIA's that Lockstep does not have.
#include <thrust/device_vector.h>
int main() { thrust::device_vector<int> v(4); }
