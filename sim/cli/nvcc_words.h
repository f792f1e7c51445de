// SPDX-License-Identifier: Apache-2.0
// Files of options, as build systems write them where a command line would be long: "@FILE" of
// compilers, --options-file of nvcc.
#ifndef LOCKSTEP_CLI_NVCC_WORDS_H
#define LOCKSTEP_CLI_NVCC_WORDS_H

#include "sim/program/process.h"

#include <stdbool.h>

// Adds the words of a file, which end at blanks and line ends; quotes keep blanks, and a backslash
// any character. False with errno set when it cannot be read.
bool nvcc_words_read(const char *path, Command *words);

#endif
