// SPDX-License-Identifier: Apache-2.0
// The library of the built-in compiler; host code may convert, too.
#pragma once
#pragma clang force_cuda_host_device begin
#include <device_library/cuda_fp16.h>
#pragma clang force_cuda_host_device end
