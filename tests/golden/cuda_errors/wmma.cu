// SPDX-License-Identifier: Apache-2.0
#include <mma.h>
using namespace nvcuda;
__global__ void k(half *a, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> f;
    wmma::load_matrix_sync(f, a, 16);
    c[0] = f.x[0];
}
