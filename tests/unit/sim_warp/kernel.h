// SPDX-License-Identifier: Apache-2.0
// Kernels written as micro-ops by hand, to test the executor without PTX and lowering. Rows and
// predicates are numbered by the test; constant rows are made by kernel_u32 and kernel_u64.
#ifndef LOCKSTEP_TESTS_SM_KERNEL_H
#define LOCKSTEP_TESTS_SM_KERNEL_H

#include "sim/warp/block.h"
#include "tests/test.h"

#include <stdalign.h>
#include <stdlib.h>

#define KERNEL_CODE_MAX     512
#define KERNEL_CONSTANT_MAX 256

typedef struct Kernel {
    Micro code[KERNEL_CODE_MAX];
    MachineFunction functions[4];
    MachineSpecialRow specials[16];
    MachineCall calls[8];
    MachineProgram program;
    alignas(64) uint32_t constants[KERNEL_CONSTANT_MAX][32];
    Gpu gpu;
    Launch launch;
    ExecutionCount executed[KERNEL_CODE_MAX];
    AccessCount accesses[KERNEL_CODE_MAX];
    Worker worker;
    Block *block;
    BlockStatus status;
    Fault fault;
    Predicate guard; // of the micro-ops added next
    bool is_guard_negated;
} Kernel;

// A kernel for a GPU of this compute capability, one block of `threads` threads.
static inline Kernel *kernel_create(uint32_t compute_capability, uint32_t threads)
{
    Kernel *k = aligned_alloc(64, (sizeof(Kernel) + 63) / 64 * 64);
    memset(k, 0, sizeof *k);
    k->gpu.compute_capability = compute_capability;
    k->gpu.is_independent_scheduling = compute_capability >= 70;
    k->gpu.sm_count = 4;
    k->gpu.warps_per_sm = 64;
    k->gpu.shared_rule = SHARED_MAXWELL;
    k->gpu.coalesce_rule = COALESCE_SECTORS;
    k->gpu.is_global_l1_cached = 1;
    k->functions[0].row_count = 64;
    k->functions[0].predicate_count = 16;
    k->functions[0].specials = k->specials;
    k->program.code = k->code;
    k->program.functions = k->functions;
    k->program.function_count = 1;
    k->program.calls = k->calls;
    k->launch.gpu = &k->gpu;
    k->launch.program = &k->program;
    k->launch.lanes = lane_table_host();
    k->launch.constants = k->constants[0];
    k->launch.memory = device_memory_create(UINT64_C(1) << 30);
    device_memory_fill(k->launch.memory, 0);
    k->launch.stack_limit_bytes = 4096;
    k->gpu.local_bytes_per_thread = 4096;
    k->launch.print_bytes = 1 << 20;
    for (int axis = 0; axis < 3; axis++) {
        k->launch.grid[axis] = k->launch.block[axis] = k->launch.cluster[axis] = 1;
    }
    k->launch.block[0] = threads;
    k->worker.executed = k->executed;
    k->worker.accesses = k->accesses;
    k->guard = PREDICATE_NONE;
    return k;
}

static inline void kernel_destroy(Kernel *k)
{
    worker_settle(&k->worker, k->program.code_count);
    block_destroy(k->block);
    device_memory_destroy(k->launch.memory);
    free(k);
}

static inline Row kernel_u32(Kernel *k, uint32_t value)
{
    Row row = (Row)k->program.constant_rows++;
    for (int lane = 0; lane < 32; lane++) {
        k->constants[row][lane] = value;
    }
    return row | ROW_CONSTANT;
}

static inline Row kernel_u64(Kernel *k, uint64_t value)
{
    k->program.constant_rows = (k->program.constant_rows + 1) & ~1u;
    Row row = (Row)k->program.constant_rows;
    k->program.constant_rows += 2;
    for (int lane = 0; lane < 32; lane++) {
        memcpy((uint8_t *)k->constants[row] + 8 * lane, &value, 8);
    }
    return row | ROW_CONSTANT;
}

static inline void kernel_special(Kernel *k, PtxSpecial special, Row row)
{
    k->specials[k->functions[0].special_count++] = (MachineSpecialRow){special, row};
}

// Adds a micro-op with nothing set but its guard; returns it to be filled in.
static inline Micro *kernel_add(Kernel *k, MicroKind kind)
{
    Micro *micro = &k->code[k->program.code_count++];
    *micro = (Micro){.kind = (uint8_t)kind,
                     .vector = 1,
                     .guard = k->guard,
                     .d = ROW_NONE,
                     .d2 = ROW_NONE,
                     .a = ROW_NONE,
                     .b = ROW_NONE,
                     .c = ROW_NONE,
                     .e = ROW_NONE,
                     .data = {ROW_NONE, ROW_NONE, ROW_NONE, ROW_NONE},
                     .issues = 1,
                     .reconverge = PC_EXIT};
    micro->flags = k->is_guard_negated ? MICRO_GUARD_NEGATED : 0;
    micro->ptx_line = k->program.code_count;
    return micro;
}

static inline uint32_t kernel_pc(const Kernel *k)
{
    return k->program.code_count;
}

// The micro-ops added next run where the predicate holds (PREDICATE_NONE: always).
static inline void kernel_guard(Kernel *k, int predicate, bool is_negated)
{
    k->guard = (Predicate)predicate;
    k->is_guard_negated = is_negated;
}

static inline void kernel_lane(Kernel *k, const char *key, Row d, Row a, Row b, Row c)
{
    LaneOp op = lane_find(key);
    if (op == LANE_OP_COUNT) {
        fprintf(stderr, "no lane function %s\n", key);
        abort();
    }
    Micro *micro = kernel_add(k, MICRO_LANE);
    micro->function = (uint16_t)op;
    micro->d = d;
    micro->a = a;
    micro->b = b;
    micro->c = c;
}

static inline void kernel_setp(Kernel *k, const char *key, Row predicate, Row a, Row b)
{
    kernel_lane(k, key, predicate, a, b, ROW_NONE);
    k->code[kernel_pc(k) - 1].kind = MICRO_SETP;
}

static inline Micro *kernel_branch(Kernel *k, uint32_t target, uint32_t reconverge)
{
    Micro *micro = kernel_add(k, MICRO_BRANCH);
    micro->target = target;
    micro->reconverge = reconverge;
    return micro;
}

static inline Micro *kernel_memory(Kernel *k, MicroKind kind, PtxSpace space, PtxType type,
                                   uint32_t width_bytes, Row data, Row a, int64_t offset)
{
    Micro *micro = kernel_add(k, kind);
    micro->space = (uint8_t)space;
    micro->type = (uint8_t)type;
    micro->width_bytes = (uint8_t)width_bytes;
    micro->data[0] = data;
    micro->a = a;
    micro->offset = offset;
    return micro;
}

// Row d (64 bits) = base + width * row a.
static inline void kernel_address(Kernel *k, Row d, uint64_t base, Row a, uint32_t width)
{
    kernel_lane(k, "mad.wide.u32", d, a, kernel_u32(k, width), kernel_u64(k, base));
}

// Stores row `data` of each thread to out[tid]; row 62 is scratch.
static inline void kernel_store_result(Kernel *k, uint64_t out, Row tid, Row data)
{
    kernel_address(k, 62, out, tid, 4);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, data, 62, 0)->flags |=
        MICRO_WIDE_ADDRESS;
}

static inline uint64_t kernel_buffer(Kernel *k, const char *name, uint64_t size_bytes)
{
    return device_memory_allocate(k->launch.memory, size_bytes, MEMORY_OF_USER, name);
}

static inline uint32_t kernel_read(const Kernel *k, uint64_t base, uint32_t index)
{
    uint32_t value = 0xdeadbeef;
    device_memory_read(k->launch.memory, base + 4ull * index, &value, 4);
    return value;
}

// Runs all blocks, one after the other, to their end or to the first fault.
static inline BlockStatus kernel_run(Kernel *k)
{
    k->functions[0].end_pc = k->program.code_count;
    if (k->block == NULL) {
        k->block = block_create(&k->launch);
    }
    uint64_t blocks = (uint64_t)k->launch.grid[0] * k->launch.grid[1] * k->launch.grid[2];
    for (uint64_t i = 0; i < blocks; i++) {
        block_start(k->block, i);
        k->status = block_run(k->block, &k->worker, true);
        k->fault = *block_fault(k->block);
        if (k->status != BLOCK_DONE) {
            break;
        }
    }
    return k->status;
}

#endif
