// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/policy.h>

#include <thrust/detail/all.h>
