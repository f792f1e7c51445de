// SPDX-License-Identifier: Apache-2.0
// The steps of a build, in the order in which they are taken. Only sim/program includes this.
#ifndef LOCKSTEP_PROGRAM_BUILD_H
#define LOCKSTEP_PROGRAM_BUILD_H

#include "sim/program/process.h"
#include "sim/program/program.h"

typedef enum Language { LANGUAGE_CUDA, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_OBJECT } Language;

typedef struct BuildUnit {
    const char *path;
    Language language;
    const char *name;   // the FILE symbol of its object: the file's name, or a number before it
    const char *object; // path
    const char *ptx;    // CUDA only
    size_t ptx_bytes;
    ProgramList templates; // of its kernels, qualified: as our compiler lists them
    ProgramList instances; // of these that its host code uses
    bool is_compiled;      // messages about its device code were given
} BuildUnit;

typedef struct Build {
    const ProgramOptions *options;
    Arena *arena;
    Text *messages;
    const char *cxx, *cc, *nvcc; // paths; cc and nvcc NULL unless needed
    const char *workspace;
    const char *headers; // folder
    BuildUnit *units;
    uint32_t unit_count;
    const char **files; // that the program depends on, besides its sources
    uint32_t file_count, file_room;
    int signal; // that interrupted the build; 0: none
} Build;

// "lockstep: error: ..." into the messages. False.
bool build_error(Build *build, const char *format, ...) TEXT_PRINTF(2, 3);
void build_depends_on(Build *build, const char *file);

// As process_run; remembers the signal that interrupted it.
int build_run(Build *build, const Command *command, const char *output);

// The C or C++ compiler, with the arguments that CC and CXX may hold.
void build_add_compiler(const Build *build, Command *command, Language language);

// -I, -D, -std
void build_add_options(const Build *build, Command *command, Language language);

// The text of a unit in CUDA, with lambdas for the device lifted out (lambda.h). NULL: said why.
const char *build_text(Build *build, const BuildUnit *unit, size_t *size_bytes, bool *is_lifted);

// Adds the file with this text to a compiler's command. False: said why.
bool build_add_source(Build *build, Command *command, const BuildUnit *unit);

// The unit's PTX. instantiations: kernel templates that host code uses. Says what is wrong once:
// the first time.
bool build_device(Build *build, BuildUnit *unit, ProgramList instantiations);

// The unit's object.
bool build_host(Build *build, BuildUnit *unit);

// What the unit's object uses of its kernel templates: "reduce<256u>".
ProgramList build_instances(Build *build, const BuildUnit *unit);

// All objects become WORKSPACE/program.so. Refused when there is no main().
bool build_link(Build *build);

#endif
