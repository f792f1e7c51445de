// SPDX-License-Identifier: Apache-2.0
// What a cache entry has in addition to program.so: for each unit the PTX, the instances of its
// templates and the compilers' messages. Numbered files: 0.ptx, 1.ptx, ...
#ifndef LOCKSTEP_PROGRAM_KEEP_H
#define LOCKSTEP_PROGRAM_KEEP_H

#include "sim/program/build.h"

// The key of the host's half of a program, without the headers that it includes.
Hash keep_host_key(const Build *build);
// Of its device code, besides.
Hash keep_device_key(const Build *build, Hash host);

// The host's half: instances and messages, beside program.so.
bool keep_write_host(const Build *build, const char *folder);
bool keep_read_host(Build *build, const char *folder);

// Device code: PTX and messages.
bool keep_write_device(const Build *build, const char *folder);
bool keep_read_device(Build *build, const char *folder);

#endif
