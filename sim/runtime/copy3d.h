// SPDX-License-Identifier: Apache-2.0
// A copy as cudaMemcpy3DParms describes it.
#ifndef LOCKSTEP_RUNTIME_COPY3D_H
#define LOCKSTEP_RUNTIME_COPY3D_H

#include "sim/runtime/operation.h"

cudaError_t copy3d_box(Runtime *runtime, const struct cudaMemcpy3DParms *from, CopyBox *box);

#endif
