// SPDX-License-Identifier: Apache-2.0
// The plan that the options ask for.
#ifndef LOCKSTEP_CLI_PLAN_REQUEST_H
#define LOCKSTEP_CLI_PLAN_REQUEST_H

#include "sim/cli/options.h"
#include "sim/plan/plan.h"

// Fills in the plan from -k, --grid, --arg, --buffer, --launch and what goes with them. False, with
// messages, when something is wrong.
bool plan_request(const Options *options, const PtxModule *module, Plan *plan);

#endif
