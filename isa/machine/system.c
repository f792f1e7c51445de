// SPDX-License-Identifier: Apache-2.0
// The functions that the driver provides to kernels, by name: system.def.
#include "isa/machine/program.h"

#include <string.h>

const SystemInfo system_info[SYSTEM_CALL_COUNT] = {
#define SYSTEM(id, name, compute_capability, written_bytes)                                        \
    [SYSTEM_##id] = {name, compute_capability, written_bytes},
#define OTHER_NAME(id, name)
#include "isa/machine/system.def"
#undef OTHER_NAME
#undef SYSTEM
};

typedef struct OtherName {
    const char *name;
    MachineSystemCall call;
} OtherName;

static const OtherName other_names[] = {
#define SYSTEM(id, ...)
#define OTHER_NAME(id, name) {name, SYSTEM_##id},
#include "isa/machine/system.def"
#undef OTHER_NAME
#undef SYSTEM
};

MachineSystemCall system_find(const char *name)
{
    for (uint32_t i = 0; i < SYSTEM_CALL_COUNT; i++) {
        if (strcmp(system_info[i].name, name) == 0) {
            return (MachineSystemCall)i;
        }
    }
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++) {
        if (strcmp(other_names[i].name, name) == 0) {
            return other_names[i].call;
        }
    }
    return SYSTEM_CALL_COUNT;
}

bool system_provides(const char *name)
{
    return system_find(name) != SYSTEM_CALL_COUNT || strncmp(name, "cuda", 4) == 0 ||
           strncmp(name, "__cuda", 6) == 0 || strncmp(name, "__cxa_", 6) == 0;
}
