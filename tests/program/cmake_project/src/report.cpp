// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>
#include <iostream>

void report(float dot, int count, int architecture)
{
#ifdef NDEBUG
    const char *build = "release";
#else
    const char *build = "debug";
#endif
    std::cout << build << ": " << dot << " of " << count << ", " << architecture << ", "
              << cudaGetErrorString(cudaGetLastError()) << std::endl;
}
