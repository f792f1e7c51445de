// SPDX-License-Identifier: Apache-2.0
// Lockstep's own implementations of NVIDIA's libraries, in CUDA C++: isa/cuda/library/curand and
// its neighbors. Each one is built like a program (without main()) when a program first uses it,
// kept in the same cache, and loaded before the programs that use it.
#ifndef LOCKSTEP_PROGRAM_TOOLKIT_H
#define LOCKSTEP_PROGRAM_TOOLKIT_H

#include "sim/program/build.h"
#include "sim/runtime/symbols.h"

// The names by which -l knows these libraries and CUDA's runtime; NULL behind the last one.
const char *toolkit_name(uint32_t index);

// Whether -l with this name means one of them, so that the linker is not to look for it.
bool toolkit_has(const char *name);

// Notes which of them the shared object with these symbols uses.
void toolkit_note_uses(Build *build, const SymbolFile *symbols);

// The names of the libraries that the program uses, one a line, and back.
void toolkit_list(const Build *build, Text *list);
void toolkit_read_list(Build *build, const char *list);

// Builds the libraries that the program uses, into the program.
bool toolkit_build(const Build *build, Program *program);

// The only unit of a library's build, whose symbols are apart from all names of files. True.
bool toolkit_read(Build *build);

// Include folders, without those of an installed CUDA toolkit: ours replace them.
ProgramList toolkit_leave_out(ProgramList folders, Arena *arena);

// For CudaOptions.find in the build of a library: the parts of its source, which count as user code
// and not as headers of the compiler's, so that their kernels are made. The context is not used.
bool toolkit_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes);

#endif
