// SPDX-License-Identifier: Apache-2.0
// Which headers in angle brackets the host's C++ compiler has. The compiler is not asked: the
// languages' own headers are known by name, and others are looked up where compilers look.
#ifndef LOCKSTEP_PROGRAM_HOST_HEADER_H
#define LOCKSTEP_PROGRAM_HOST_HEADER_H

#include <stdbool.h>

// For CudaOptions.has_host_header.
bool host_has_header(const char *name);

#endif
