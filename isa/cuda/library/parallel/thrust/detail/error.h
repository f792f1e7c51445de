// SPDX-License-Identifier: Apache-2.0
// Errors of the CUDA runtime as exceptions.
#pragma once
#include <cuda_runtime.h>
#ifndef __CUDA_ARCH__
// Programs rely on the standard headers that come with NVIDIA's.
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>

namespace thrust
{
namespace system
{
using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;

namespace detail
{
class cuda_error_category : public std::error_category
{
  public:
    const char *name() const noexcept override
    {
        return "cuda";
    }
    std::string message(int value) const override
    {
        cudaError_t error = static_cast<cudaError_t>(value);
        return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
    }
};
} // namespace detail

inline const error_category &cuda_category()
{
    static const detail::cuda_error_category category{};
    return category;
}
using std::generic_category;
using std::system_category;

class system_error : public std::runtime_error
{
    error_code error;

  public:
    system_error(error_code e, const std::string &what)
        : std::runtime_error(what + ": " + e.message()), error(e)
    {
    }
    system_error(error_code e) : std::runtime_error(e.message()), error(e)
    {
    }
    system_error(int value, const error_category &category, const std::string &what)
        : system_error(error_code(value, category), what)
    {
    }
    system_error(int value, const error_category &category)
        : system_error(error_code(value, category))
    {
    }
    const error_code &code() const noexcept
    {
        return error;
    }
};

namespace detail
{
class bad_alloc : public std::bad_alloc
{
    std::string text;

  public:
    explicit bad_alloc(const std::string &what) : text("std::bad_alloc: " + what)
    {
    }
    const char *what() const noexcept override
    {
        return text.c_str();
    }
};
} // namespace detail
} // namespace system
using system::error_category;
using system::error_code;
using system::error_condition;
using system::system_error;

namespace detail
{
inline void check(cudaError_t error, const char *what)
{
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw system::detail::bad_alloc(system::cuda_category().message(error));
    }
    if (error != cudaSuccess) {
        cudaGetLastError();
        throw system_error(error, system::cuda_category(), what);
    }
}
} // namespace detail
} // namespace thrust
#endif
