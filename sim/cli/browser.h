// SPDX-License-Identifier: Apache-2.0
// The user's browser: $BROWSER, xdg-open or open, started without a shell and not waited for.
#ifndef LOCKSTEP_CLI_BROWSER_H
#define LOCKSTEP_CLI_BROWSER_H

#include "sim/cli/cli.h"

// Opens an address or a file. Without a browser, or where there is no display, a note says what to
// open by hand.
void browser_open(const Style *style, const char *address);

#endif
