// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_reduce.cuh>
