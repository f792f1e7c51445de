// SPDX-License-Identifier: Apache-2.0
// nvcc's command line, as words of `lockstep run`.
#ifndef LOCKSTEP_CLI_NVCC_LINE_H
#define LOCKSTEP_CLI_NVCC_LINE_H

#include "sim/cli/cli.h"
#include "sim/cli/compile.h"
#include "sim/program/process.h"

typedef enum NvccGoal {
    NVCC_PROGRAM,
    NVCC_OBJECT,
    NVCC_DEVICE_LINK, // an object that adds nothing
    NVCC_PTX,
    NVCC_RULE, // what make is to know
    NVCC_ARCHIVE,
    NVCC_VERSION,
    NVCC_HELP,
    NVCC_SHIM
} NvccGoal;

typedef struct NvccLine {
    Arena *arena;
    const Style *style;
    NvccGoal goal;
    const char *output;    // -o, or the folder of --shim; NULL: not given
    const char *ending;    // of a PTX file's name
    bool is_run;           // the program is run once it is made
    bool writes_rule;      // besides, into a file
    bool has_header_rules; // an empty rule for each header: it may be deleted
    const char *rule_file, *rule_target;
    const char *level;         // of -O
    Architecture architecture; // that device code is compiled for; 0: not given
    bool has_several;          // are given, or any: the GPU's own
    bool is_relocatable;       // -rdc=true, -dc
    bool is_shared;            // -shared: an archive, if it is not device code that is linked
    bool is_verbose, is_dry;   // -v, -dryrun
    bool forwards_unknown;     // options that nvcc does not have, to the compiler of host code
    // Words of `lockstep run`, each an option with its value. Folders are absolute.
    Command host, device, link;
    Command files;   // as given
    Command ignored; // options that change nothing here
} NvccLine;

// Reads the words into a line that has its arena and style. False: said why.
bool nvcc_line_read(NvccLine *line, const char *const *words, uint32_t count);

// The path from the root on, as the file system has it now if it is there.
const char *nvcc_absolute(const char *path, Arena *arena);

#endif
