// SPDX-License-Identifier: Apache-2.0
// Every CUDA file knows the device part of this header already: lockstep_device.h.
#pragma once
#define __CUDA_PROFILER_API_H__
