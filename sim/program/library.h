// SPDX-License-Identifier: Apache-2.0
// NVIDIA's libraries that a .cu file or a header of the program's own includes (library.def), found
// by the #include lines before any compiler reads them.
#ifndef LOCKSTEP_PROGRAM_LIBRARY_H
#define LOCKSTEP_PROGRAM_LIBRARY_H

#include "sim/program/build.h"

typedef struct LibraryUse {
    const char *header; // "thrust/sort.h"; NULL: none
    const char *name;
    const char *package; // of its headers; NULL: it is more than headers
    const char *file;    // where it is included
    uint32_t line;
    bool is_found; // they all are, along -I or where systems install headers
    bool is_users; // one of them is along -I
    bool is_own;   // Lockstep has all such headers that are included
} LibraryUse;

// The first use that no compiler can handle; if there is none, the first use of a library of
// headers.
LibraryUse library_use(Build *build, const BuildUnit *unit);

// "FILE:LINE: error: <HEADER>: ..." into the messages. False.
bool library_error(Build *build, const LibraryUse *use, const char *format, ...) TEXT_PRINTF(3, 4);

#endif
