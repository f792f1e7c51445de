// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cooperative_groups.h>
#include <mma.h>
namespace cg = cooperative_groups;
using namespace nvcuda;

namespace mine {
__device__ int counter;
struct Shape {
    static __device__ int area() { return 1; }
    enum { big };
};
}

__global__ void misspelt(float *x)
{
    wmma::fragmnt<wmma::accumulator, 16, 16, 16, float> a;
    x[0] = std::mxa(1.0f, 2.0f);
    cg::thread_blok block = cg::this_thread_block();
    mine::countr = mine::Shape::aera() + mine::Shape::bgi;
    std::map<int, int> of_the_host;
}
