// SPDX-License-Identifier: Apache-2.0
// The names of nvcuda::wmma that host code may mention. Its fragments exist in device code only.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda
{
namespace wmma
{
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision
{
struct tf32;
}
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
template <class Use, int m, int n, int k, class T, class Layout = void> class fragment;
} // namespace wmma
} // namespace nvcuda
