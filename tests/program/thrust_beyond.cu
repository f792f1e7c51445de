// SPDX-License-Identifier: Apache-2.0
// A detail of NVIDIA's Thrust that Lockstep's own lacks: clang compiles the file, or a note says what
// would.
#include <thrust/device_vector.h>

#include <cstdio>

int main()
{
    printf("%zu\n", sizeof(thrust::detail::normal_iterator<int *>));
}
