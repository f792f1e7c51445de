// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma of the built-in compiler's library. Its functions are device code only.
#pragma once
#include <device_library/mma.h>
