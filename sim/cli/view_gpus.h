// SPDX-License-Identifier: Apache-2.0
// `lockstep view --gpu a,b`: the program runs on each GPU, and one page shows the runs side by
// side.
#ifndef LOCKSTEP_CLI_VIEW_GPUS_H
#define LOCKSTEP_CLI_VIEW_GPUS_H

#include "sim/cli/options.h"

// Whether --gpu names several.
bool view_has_gpus(const Options *options);

// Makes a page for each GPU by `make`, each in a process of its own, because a process has one CUDA
// runtime, and joins them in the file of --output, which must be given. The exit code: the first
// that is not CLI_DONE.
int view_on_each(Options *options, int (*make)(Options *options));

#endif
