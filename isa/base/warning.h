// SPDX-License-Identifier: Apache-2.0
// The warnings of the compiler that have a name, with which their messages end: "... [name]".
#ifndef LOCKSTEP_BASE_WARNING_H
#define LOCKSTEP_BASE_WARNING_H

typedef enum WarningKind {
#define WARNING(id, name, doc) WARNING_##id,
#include "isa/base/warning.def"
#undef WARNING
    WARNING_COUNT
} WarningKind;

typedef struct WarningInfo {
    const char *name; // "missing-barrier"
    const char *doc;
} WarningInfo;

extern const WarningInfo warning_info[WARNING_COUNT];

#endif
