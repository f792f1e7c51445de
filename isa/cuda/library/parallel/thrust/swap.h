// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/policy.h>

namespace thrust
{
template <class T> __host__ __device__ void swap(T &a, T &b)
{
    T old = a;
    a = b;
    b = old;
}
} // namespace thrust
#include <thrust/copy.h>

#include <thrust/detail/all.h>
