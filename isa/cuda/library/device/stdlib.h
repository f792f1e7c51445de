// SPDX-License-Identifier: Apache-2.0
// Of the C library only malloc and free exist on the device; lockstep_device.h has them.
#pragma once
