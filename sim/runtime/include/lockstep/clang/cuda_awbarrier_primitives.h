// SPDX-License-Identifier: Apache-2.0
// For device code: the library of the built-in compiler.
#pragma once
#include <device_library/cuda_awbarrier_primitives.h>
