// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/iterator/counting_input_iterator.cuh>
