// SPDX-License-Identifier: Apache-2.0
// Read before the list of what a program's objects without -fPIC use of shared libraries
// (sim/program/direct.c): each has a place in the object, which stands for it until it is bound.
#pragma once
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct LockstepDirect {
    const char *name;
    const void *place;  // in the object
    const void *target; // in the library
} LockstepDirect;
extern "C" {
extern const char __ehdr_start[] __attribute__((__visibility__("hidden")));
const char *__lockstepBindDirect(const void *base, const LockstepDirect *list, size_t count);
}
static void __lockstep_bind_direct(LockstepDirect *list, size_t count)
{
    const char *name = "";
    size_t i = 0;
    for (; i < count; i++) {
        list[i].target = dlsym(RTLD_DEFAULT, name = list[i].name);
        if (list[i].target == NULL) {
            break;
        }
    }
    if (i == count && (name = __lockstepBindDirect(__ehdr_start, list, count)) == NULL) {
        return;
    }
    fprintf(
        stderr,
        "lockstep: error: objects that are not position-independent use '%s', which %s: compile "
        "them with -fPIC\n",
        name, i < count ? "no library has" : "cannot be reached from them");
    _Exit(EXIT_FAILURE);
}
