// SPDX-License-Identifier: Apache-2.0
// `lockstep run --import FILE`: pages and tables of a report that --json wrote.
#ifndef LOCKSTEP_CLI_SAVED_H
#define LOCKSTEP_CLI_SAVED_H

#include "sim/cli/session.h"

// The exit code.
int saved_show(Session *session);

#endif
