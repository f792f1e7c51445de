// SPDX-License-Identifier: Apache-2.0
// Which targets have an instruction that only one architecture or family has, by the rows of
// target.def.
#ifndef LOCKSTEP_PTX_VERIFY_TARGET_H
#define LOCKSTEP_PTX_VERIFY_TARGET_H

#include "isa/base/text.h"
#include "isa/ptx/ptx.h"

// The rows of target.def for these suffixes, as bits.
typedef uint64_t TargetRules;
TargetRules target_rules_of(const PtxInstruction *instruction);

// Whether the module's target has an instruction with these rules. If not, says which targets have
// it: "requires .target sm_90a (the module has sm_90); compile with -arch=sm_90a".
bool target_has(const PtxModule *module, TargetRules rules, Text *message);

#endif
