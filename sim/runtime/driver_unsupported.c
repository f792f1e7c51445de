// SPDX-License-Identifier: Apache-2.0
// Functions of the driver API that Lockstep does not model: sharing with other processes and other
// APIs, parts of a device, checkpoints and dumps of the machine's state.
#include "sim/runtime/driver.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" // all of them

#define LOCKSTEP_CU_REFUSED(name, parameters)                                                      \
    CUresult name parameters                                                                       \
    {                                                                                              \
        return DRIVER_CALL(false, runtime_refuse(#name));                                          \
    }
#include "sim/runtime/include/driver_refused.def"
#undef LOCKSTEP_CU_REFUSED
