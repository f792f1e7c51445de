// SPDX-License-Identifier: Apache-2.0
// A CUDA program as its author wrote it: source files with a main() of their own are built (device
// code by our compiler, clang or nvcc, host code by the system's C++ compiler into a shared
// object), kept in a cache, loaded into this process and run on the modeled GPU.
//
// This room is an edge of the program: it reads and writes files, starts compilers, and the host
// code that it loads does what it likes.
#ifndef LOCKSTEP_PROGRAM_PROGRAM_H
#define LOCKSTEP_PROGRAM_PROGRAM_H

#include "isa/base/arena.h"
#include "isa/base/diagnostics.h"
#include "isa/base/text.h"
#include "sim/runtime/runtime.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ProgramList {
    const char *const *at;
    uint32_t count;
} ProgramList;

// What compiles device code. AUTOMATIC: ours; where it refuses a file, clang and then nvcc, as far
// as they are installed.
typedef enum DeviceCompiler {
    COMPILER_AUTOMATIC,
    COMPILER_BUILTIN,
    COMPILER_CLANG,
    COMPILER_NVCC
} DeviceCompiler;

typedef struct ProgramOptions ProgramOptions;
struct ProgramOptions {
    ProgramList sources; // .cu, .c, .cpp, .cc, .cxx, and what the linker takes: .o, .a, .so
    ProgramList include_folders, defines, libraries, library_folders;
    ProgramList host_options;    // for the compiler of host code, and for the linker
    ProgramList link_options;    // for the linker alone
    const ProgramOptions *own;   // of each source, to compile it with; NULL: these
    const char *standard;        // "c++17"; NULL: c++17
    const char *level;           // of the host code's optimization; NULL: 1
    uint32_t compute_capability; // that device code is compiled for; 0: 90
    char feature;                // 'a' of sm_90a, 'f' of sm_100f; else 0
    const char *ptx;             // a file with the device code of the only .cu file, in place of
                                 // what a compiler makes of it; NULL: compiled
    DeviceCompiler compiler;
    bool has_no_cache;
    bool is_contraction_off;
    uint8_t relaxed;     // CudaOptions.relaxed
    bool is_colored;     // diagnostics
    bool is_quiet;       // no notes
    bool is_all_cuda;    // C and C++ files, too
    bool is_checked;     // the runtime is told of what host code accesses (sanitize.h)
    bool checks_indices; // CudaOptions.checks_indices
    bool is_part;        // a program without a main() is built, too, to see whether it can be
    bool is_relocatable; // -rdc=true: its device code is linked with the other such sources'
    bool is_library;     // the source is a text of isa/cuda/library, without a main()
};

// What a kernel or variable that is local to a source file is called in device code that several
// were linked to.
typedef struct ProgramLocal {
    const char *file; // the FILE symbol of its host object
    const char *name, *linked;
} ProgramLocal;

typedef struct ProgramUnit {
    const char *name; // the FILE symbol of its host object; of several linked ones: the first's
    const char *ptx;
    size_t ptx_bytes;
    ProgramLocal *locals; // of a linked unit
    uint32_t local_count;
} ProgramUnit;

typedef struct Program {
    Arena arena;
    const char *folder; // holds program.so and the units' PTX
    bool is_temporary;  // the folder goes with the program
    int signal;         // that interrupted the build, for the caller to raise again; 0: none
    ProgramUnit *units;
    uint32_t unit_count;
    Diagnostics warnings; // of the compilers; as said when it was built, also when it was cached
    struct Program *libraries; // that it uses, of those that Lockstep has (toolkit.h)
    uint32_t library_count;
    ProgramList files; // that it includes, if it was built anew
} Program;

// Builds the program, or takes it from the cache. False when there were errors; `messages` says
// which (the host compiler prints its own on stderr). program_clear is due either way.
bool program_build(const ProgramOptions *options, Program *program, Text *messages);
void program_clear(Program *program);

// The strings "INFO:name[value]" in its host code.
ProgramList program_marks(const Program *program, Arena *arena);

typedef int ProgramMain(int count, char **arguments, char **environment);

// Gives the program's device code to the runtime, which must have started, and loads its host code.
// Its main(), or NULL when the host code cannot be loaded; then `messages` says why.
ProgramMain *program_load(Program *program, Text *messages);

// Removes the files of a program that was loaded and is in no cache: they are not needed any more.
void program_forget(Program *program);

// Whether the path names a file that program_build takes; is_cuda: a .cu file.
bool program_is_source(const char *path, bool *is_cuda);

#endif
