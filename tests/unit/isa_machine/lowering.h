// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of isa/machine: lower a piece of PTX, look at the program or at its listing.
#ifndef LOCKSTEP_TESTS_LOWERING_H
#define LOCKSTEP_TESTS_LOWERING_H

#include "isa/machine/program.h"
#include "tests/test.h"

#include <stdlib.h>

typedef struct Lowered {
    PtxModule *module;
    MachineProgram *program; // NULL: refused
    Diagnostics diagnostics;
    Text listing, messages;
} Lowered;

// Lowers the first kernel of a whole module.
static inline Lowered lower_module(const char *ptx, MachineTarget target)
{
    Lowered lowered = {.diagnostics = {.limit = 20}};
    lowered.module = ptx_parse(ptx, strlen(ptx), "test.ptx", &lowered.diagnostics);
    for (uint32_t i = 0; lowered.module != NULL && i < lowered.module->function_count; i++) {
        const PtxFunction *function = lowered.module->functions[i];
        if (function->is_entry) {
            lowered.program = machine_lower(lowered.module, function, target, &lowered.diagnostics);
            break;
        }
    }
    if (lowered.program != NULL) {
        machine_print(lowered.program, &lowered.listing);
    }
    diagnostics_print(&lowered.diagnostics, false, &lowered.messages);
    return lowered;
}

static inline void lowered_free(Lowered *lowered)
{
    machine_destroy(lowered->program);
    if (lowered->module != NULL) {
        ptx_destroy(lowered->module);
    }
    diagnostics_clear(&lowered->diagnostics);
    text_destroy(&lowered->listing);
    text_destroy(&lowered->messages);
}

#define KERNEL_HEAD                                                                                \
    ".version 9.0\n.target sm_90a\n.address_size 64\n"                                             \
    ".visible .global .align 4 .u32 counter;\n"                                                    \
    ".const .align 4 .b8 table[64];\n"
#define KERNEL_ENTRY                                                                               \
    ".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n, .param .f32 x)\n{\n"           \
    ".reg .pred %p<20>; .reg .b16 %h<20>; .reg .b32 %r<40>; .reg .b64 %rd<40>;\n"                  \
    ".reg .f32 %f<40>; .reg .f64 %d<20>;\n"                                                        \
    ".shared .align 16 .b8 tile[1024];\n"

// Lowers a kernel k(p, q, n, x) with the given body; registers %p %h %r %rd %f %d, shared
// tile[1024].
static inline Lowered lower_body(const char *body, uint32_t compute_capability)
{
    Text text = {0};
    text_printf(&text, "%s%s%s\nret;\n}\n", KERNEL_HEAD, KERNEL_ENTRY, body);
    Lowered lowered =
        lower_module(text_string(&text), (MachineTarget){.compute_capability = compute_capability});
    text_destroy(&text);
    return lowered;
}

// The first micro-op of a kind at or after pc; NULL if there is none.
static inline const Micro *find_from(const MachineProgram *program, MicroKind kind, uint32_t pc)
{
    for (; program != NULL && pc < program->code_count; pc++) {
        if (program->code[pc].kind == kind) {
            return &program->code[pc];
        }
    }
    return NULL;
}

static inline const Micro *find_kind(const MachineProgram *program, MicroKind kind)
{
    return find_from(program, kind, 0);
}

static inline const Micro *find_lane(const MachineProgram *program, LaneOp function)
{
    for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
        if (program->code[pc].kind == MICRO_LANE && program->code[pc].function == function) {
            return &program->code[pc];
        }
    }
    return NULL;
}

static inline uint32_t count_kind(const MachineProgram *program, MicroKind kind)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
        count += program->code[pc].kind == kind;
    }
    return count;
}

static inline uint32_t count_lane(const MachineProgram *program, LaneOp function)
{
    uint32_t count = 0;
    for (uint32_t pc = 0; program != NULL && pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        count += micro->kind == MICRO_LANE && micro->function == function;
    }
    return count;
}

// The constant behind a row; NULL when the row is none.
static inline const MachineConstant *constant_at(const MachineProgram *program, Row row)
{
    for (uint32_t i = 0; row != ROW_NONE && (row & ROW_CONSTANT) && i < program->constant_count;
         i++) {
        if (program->constants[i].row == (row & ~ROW_CONSTANT)) {
            return &program->constants[i];
        }
    }
    return NULL;
}

static inline bool is_literal(const MachineProgram *program, Row row, uint64_t bits)
{
    const MachineConstant *constant = constant_at(program, row);
    return constant != NULL && constant->kind == CONSTANT_LITERAL && constant->bits == bits;
}

static inline bool mentions(const Text *text, const char *part)
{
    return strstr(text_string(text), part) != NULL;
}

#endif
