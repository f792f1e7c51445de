// SPDX-License-Identifier: Apache-2.0
// One entity, two mangled names: what has internal linkage is mangled by host compilers after the
// Itanium ABI, and by compilers of device code in their own ways.
#ifndef LOCKSTEP_RUNTIME_NAME_H
#define LOCKSTEP_RUNTIME_NAME_H

#include <stdbool.h>

// Whether the host's symbol and the device's can be the same function or variable: they are equal
// but for
//   the L that GCC puts before names of internal linkage (_ZL3setPi, _ZN1nL1bE);
//   _Z and the length of a name without parameters (nvcc: a static variable is `offset`);
//   nvcc's component _INTERNAL_hash_file for the file;
//   letters beyond ASCII (nvcc: _u00e4);
//   the names of unnamed namespaces (_GLOBAL__N_1; nvcc: _GLOBAL__N__hash_file).
bool name_is_same(const char *host, const char *device);

// Whether both are instances, of the same arguments, of function templates of one name. nvcc and
// g++ do not write the expressions in a signature (enable_if) in one way, so that the whole names
// of one function can differ; but overloads may have name and arguments alike.
bool name_is_same_instance(const char *host, const char *device);

#endif
