// SPDX-License-Identifier: Apache-2.0
// Every CUDA file knows the device part of this header already: lockstep_device.h.
#pragma once
#define __cuda_cuda_h__
#define CUDA_VERSION 13000
