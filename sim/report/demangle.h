// SPDX-License-Identifier: Apache-2.0
// Kernel names as reports write them.
#ifndef LOCKSTEP_REPORT_DEMANGLE_H
#define LOCKSTEP_REPORT_DEMANGLE_H

#include "isa/base/demangle.h"

#endif
