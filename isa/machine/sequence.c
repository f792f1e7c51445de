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
#define SEQUENCE(name, is_ftz, alu, fma, xu, cbu, adu, uniform)                                    \
    {#name,                                                                                        \
     is_ftz,                                                                                       \
     {[PIPE_ALU] = alu,                                                                            \
      [PIPE_FMA] = fma,                                                                            \
      [PIPE_XU] = xu,                                                                              \
      [PIPE_CBU] = cbu,                                                                            \
      [PIPE_ADU] = adu,                                                                            \
      [PIPE_UNIFORM] = uniform}},
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

bool sequence_is_long(const Micro *micro)
{
    return micro->kind == MICRO_LANE && micro->issues > 1;
}

bool sequence_has_pipes(uint32_t compute_capability)
{
    return compute_capability >= 70;
}

static uint32_t count_words(const char *text)
{
    uint32_t count = *text != '\0';
    for (; *text != '\0'; text++) {
        count += *text == ' ';
    }
    return count;
}

const char *sequence_code(const Micro *micro, uint32_t compute_capability)
{
    static const struct {
        LaneOp function;
        const char *turing, *hopper;
    } codes[] = {
#define SEQUENCE_CODE(function, turing, hopper) {LANE_##function, turing, hopper},
#include "isa/machine/sequence_code.def"
#undef SEQUENCE_CODE
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *code = compute_capability == 75   ? codes[i].turing
                           : compute_capability == 90 ? codes[i].hopper
                                                      : "";
        if (micro->kind == MICRO_LANE && micro->function == codes[i].function &&
            (micro->flags & MICRO_FTZ) == 0 && micro->issues > 0 &&
            count_words(code) == micro->issues) {
            return code;
        }
    }
    return NULL;
}

const char *sequence_source(uint32_t compute_capability)
{
    return compute_capability >= 70
               ? "counted in the code of ptxas 13.0, on the path that ordinary operands take"
           : compute_capability >= 50
               ? "estimated: published for some instructions, else as on later GPUs"
           : compute_capability >= 20
               ? "estimated: from the CUDA C Programming Guide 5.5, else as on later GPUs"
               : "estimated: from latencies measured on GT200 (Wong et al., ISPASS 2010)";
}

const char *sequence_pipe_name(MachinePipe pipe)
{
    static const char *const names[PIPE_COUNT] = {
#define PIPE(name, text, doc) #name,
#include "isa/machine/pipe.def"
#undef PIPE
    };
    return names[pipe];
}

void sequence_put(const Micro *micro, uint32_t compute_capability, Text *out)
{
    text_printf(out, "%u machine instructions", micro->issues);
    if (!sequence_has_pipes(compute_capability)) {
        return;
    }
    const char *before = ": ";
    for (uint32_t pipe = 0; pipe < PIPE_COUNT; pipe++) {
        uint32_t count = micro_issues_on(micro, (MachinePipe)pipe);
        if (count > 0) {
            text_printf(out, "%s%u %s", before, count, sequence_pipe_name((MachinePipe)pipe));
            before = ", ";
        }
    }
}
