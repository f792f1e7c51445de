// SPDX-License-Identifier: Apache-2.0
// `lockstep view --watch`: the page is made again whenever a source is saved, and served to the
// browser, which loads it again. Each page is made in a child process: a program that crashes or
// never ends costs nothing but its page, and a long session keeps nothing of earlier ones.
#ifndef LOCKSTEP_CLI_WATCH_H
#define LOCKSTEP_CLI_WATCH_H

#include "sim/cli/options.h"

// Makes pages by `make`, which writes the file of --output, until Ctrl-C. The exit code.
int watch_run(Options *options, int (*make)(Options *options));

// Makes one page and opens it. The exit code of `make`.
int watch_open_once(Options *options, int (*make)(Options *options));

#endif
