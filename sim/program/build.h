// SPDX-License-Identifier: Apache-2.0
// The steps of a build, in their order. Only sim/program includes this.
#ifndef LOCKSTEP_PROGRAM_BUILD_H
#define LOCKSTEP_PROGRAM_BUILD_H

#include "isa/base/diagnostics.h"
#include "sim/program/hash.h"
#include "sim/program/process.h"
#include "sim/program/program.h"

typedef enum Language { LANGUAGE_CUDA, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_OBJECT } Language;

// What compiles a .cu file's host code: the system's C++ compiler, once it is rewritten, or clang
// as it is, which takes NVIDIA's own libraries of headers (library.h).
typedef enum HostCompiler { HOST_UNDECIDED, HOST_SYSTEM, HOST_CLANG } HostCompiler;

typedef struct BuildUnit {
    const char *path;
    const ProgramOptions *options; // its own; NULL: the program's
    const char *text;              // of a unit that is in no file; else NULL
    Language language;
    const char *name;   // the FILE symbol of its object: the file's name, or a number before it
    const char *object; // path
    const char *ptx;    // CUDA only
    size_t ptx_bytes;
    HostCompiler host;
    bool changes_meaning;   // rewrite_host
    const char *compiler;   // of its device code where it is not ours; else NULL
    bool is_refused_by_all; // CudaResult.is_refused_by_all
    bool holds_instances;   // ptx has the instances of kernel templates that host code uses
    ProgramList templates;  // of its kernels, qualified: as our compiler lists them
    ProgramList instances;  // of these that its host code uses
} BuildUnit;

// The halves of a build that are kept apart.
typedef enum BuildStage { STAGE_HOST, STAGE_DEVICE, STAGE_COUNT } BuildStage;

typedef struct Build {
    const ProgramOptions *options;
    Arena *arena;
    Text *messages;
    const char *cxx, *cc, *clang, *nvcc; // paths; all but cxx NULL when there is none or no need
    const char *workspace;
    const char *headers; // folder
    BuildUnit *units;
    uint32_t unit_count;
    const char **files; // that the program depends on, besides its sources
    uint32_t file_count, file_room;
    uint32_t toolkits;             // a bit for each of toolkit.def that the program uses
    bool is_silent;                // an attempt: what compilers say goes nowhere
    bool is_uncacheable;           // it depends on a file whose name the cache cannot keep
    Diagnostics said[STAGE_COUNT]; // warnings and notes, each once
    int signal;                    // that interrupted the build; 0: none
} Build;

// "lockstep: error: ..." into the messages. False.
bool build_error(Build *build, const char *format, ...) TEXT_PRINTF(2, 3);

// What a compiler said, into the messages; warnings are remembered for the cache. What was said
// before is left out.
void build_tell(Build *build, BuildStage stage, const Diagnostics *diagnostics);

void build_depends_on(Build *build, const char *file);
// Has a compiler write the rule `x: file file \ file` to the file `list`; reads it: the program
// depends on these.
void build_add_dependencies(Command *command, const char *list);
void build_read_dependencies(Build *build, const char *list);

// As process_run; remembers the signal that interrupted it.
int build_run(Build *build, const Command *command, const char *output);

// Finds the compilers that the options may come to. False, with a message, if one that is needed is
// missing.
bool build_find_tools(Build *build);

// The C or C++ compiler, with the arguments that CC and CXX may hold.
void build_add_compiler(const Build *build, Command *command, Language language);

// "COMPILER refused FILE", or how else it ended. False.
bool build_refused(Build *build, const char *compiler, const char *path, int code);

// -std
void build_add_standard(const Build *build, Command *command, Language language);

// -I, -D, -std
void build_add_options(const Build *build, Command *command, Language language);

// The text of a unit as it was written; NULL: it cannot be read.
const char *build_unit_text(Build *build, const BuildUnit *unit, size_t *size_bytes);

// The text of a unit in CUDA, with lambdas for the device lifted out (lambda.h). NULL: said why.
const char *build_text(Build *build, const BuildUnit *unit, size_t *size_bytes, bool *is_lifted);

// Adds the file with this text to a compiler's command. False: said why.
bool build_add_source(Build *build, Command *command, const BuildUnit *unit);

// The unit's PTX. instantiations: kernel templates that host code uses.
bool build_device(Build *build, BuildUnit *unit, ProgramList instantiations);
// Whether clang can compile both halves if our compiler cannot: of a file with Thrust, CUB or
// libcu++.
bool build_may_change_host(Build *build, const BuildUnit *unit);
// Says what else would compile a file that our compiler or the host's refused with our own Thrust.
void build_tell_other_library(Build *build, const BuildUnit *unit);

// Both halves of a source file. If Lockstep's own Thrust or CUB does not do for it, clang tries
// with NVIDIA's.
bool build_halves(Build *build, BuildUnit *unit);

// The unit's object.
bool build_host(Build *build, BuildUnit *unit);

// What the unit's object uses of its kernel templates: "reduce<256u>".
ProgramList build_instances(Build *build, const BuildUnit *unit);

// Makes something of the unit under its own options.
bool build_unit(Build *build, BuildUnit *unit, bool (*make)(Build *build, BuildUnit *unit));

// As compiled by another compiler than ours, of those that are installed. Its name; NULL: none took
// the unit.
const char *build_device_instead(Build *build, BuildUnit *unit);

// Whether the unit's device code is linked with others'.
bool build_is_relocatable(const Build *build, const BuildUnit *unit);

// Compiles the device code of all that is linked by the same compiler, since each passes classes to
// functions in its own way.
bool build_agree(Build *build);

// The units of device code that the runtime loads: those that are to be linked become one.
bool build_link_device(Build *build, Program *program);

// Whether they can become one: what is defined twice is told before the host's linker tells it.
bool build_check_device_link(Build *build);

// All objects become WORKSPACE/program.so. Refused when there is no main().
bool build_link(Build *build);

#endif
