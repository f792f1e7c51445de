// SPDX-License-Identifier: Apache-2.0
// The names of files in the PTX of compilers that were called with other names than the user's.
#ifndef LOCKSTEP_PROGRAM_FILE_NAMES_H
#define LOCKSTEP_PROGRAM_FILE_NAMES_H

#include "sim/program/build.h"

// A name below `from` (a path, absolute) becomes the same below `to`; "": a relative one.
typedef struct FilePrefix {
    const char *from, *to;
} FilePrefix;

// Changes the names in the .file directives of the unit's PTX, by each prefix in turn.
void build_rename_files(Build *build, BuildUnit *unit, const FilePrefix *prefixes, uint32_t count);

// The prefix that makes names below the current folder relative, if the unit's own is.
FilePrefix build_prefix_of_start(Build *build, const BuildUnit *unit);

#endif
