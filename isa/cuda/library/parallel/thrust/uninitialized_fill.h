// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/fill.h>

#include <thrust/detail/all.h>
