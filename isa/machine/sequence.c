// SPDX-License-Identifier: Apache-2.0
// The pipes on which the machine instructions of one micro-op run.
#include "isa/machine/sequence.h"

#include <string.h>

typedef struct Sequence {
    const char *name;
    bool is_ftz;
    uint8_t issues[PIPE_COUNT]; // not counting the pipe that carries the work
} Sequence;

static const Sequence sequences[] = {
#define SEQUENCE(name, is_ftz, alu, fma, xu, cbu, adu)                                             \
    {#name,                                                                                        \
     is_ftz,                                                                                       \
     {[PIPE_ALU] = alu, [PIPE_FMA] = fma, [PIPE_XU] = xu, [PIPE_CBU] = cbu, [PIPE_ADU] = adu}},
#include "isa/machine/sequence.def"
#undef SEQUENCE
};

uint8_t sequence_find(const char *name, bool is_ftz)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (sequences[i].is_ftz == is_ftz && strcmp(sequences[i].name, name) == 0) {
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

uint32_t micro_issues_on(const Micro *micro, MachinePipe pipe)
{
    if (micro->sequence == 0) {
        return micro->pipe == pipe ? micro->issues : 0;
    }
    const uint8_t *beside = sequences[micro->sequence - 1].issues;
    uint32_t left = micro->issues;
    for (uint32_t other = 0; other < PIPE_COUNT; other++) { // never more than the op has
        uint32_t there = other == micro->pipe ? 0 : beside[other] < left ? beside[other] : left;
        if (other == pipe && other != micro->pipe) {
            return there;
        }
        left -= there;
    }
    return left;
}
