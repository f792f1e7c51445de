// SPDX-License-Identifier: Apache-2.0
// Registration: host code that clang compiled says itself, before main(), which kernel and which
// variable of which source file its pointers mean. Its calls are those that clang documents for
// CUDA's runtime (clang/lib/CodeGen/CGCUDANV.cpp); the image that it registers is not device code
// but the name of the unit that has it, so that one host half serves device code for every GPU.
#ifndef LOCKSTEP_RUNTIME_REGISTER_H
#define LOCKSTEP_RUNTIME_REGISTER_H

#include "sim/runtime/symbols.h"

// What an image begins with; the name of the unit (runtime_add_unit) and a zero byte follow.
#define REGISTER_MARK "Lockstep unit "

// Runs the registrations of an object that is being loaded, before its own constructors, which may
// launch kernels: clang lets them run first. The second time each has no effect.
void register_object(const SymbolFile *symbols, uint64_t base);

#endif
