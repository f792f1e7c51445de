// SPDX-License-Identifier: Apache-2.0
// Read before a CUDA file that becomes part of a program: tells the runtime where the object lies
// before the program's own constructors run, which may launch kernels. __ehdr_start is the linker's
// name for the object's first byte.
#pragma once
extern "C" {
extern const char __ehdr_start[] __attribute__((__visibility__("hidden")));
void __lockstepObjectIsAt(const void *base);
}
__attribute__((__constructor__(101))) static void __lockstep_object_is_here()
{
    __lockstepObjectIsAt(__ehdr_start);
}
