// SPDX-License-Identifier: Apache-2.0
// Translated code, the run loop and single steps do the same: every lane function on difficult
// values, and random programs with branches, loops, guards, shuffles and accesses leave the same
// bytes, counts and faults.
#include "sim/native/native.h"
#include "sim/warp/decode.h"
#include "tests/unit/sim_warp/kernel.h"

#define THREADS      80u // two full warps and a half
#define BLOCKS       4u
#define SHARED_BYTES 4096u
#define SPACE_BYTES  8192u // of global memory that programs read and write
#define DATA_BYTES   (64u * 1024)
#define OUT_BYTES    (BLOCKS * THREADS * 8u * 32u)

static uint64_t state = 1;

static uint32_t next_random(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

// Zeros, ones, infinities, NaNs, the least and largest of everything, and numbers at random.
static uint64_t difficult_value(void)
{
    static const uint32_t words[] = {
        0,          1,          2,          31,         32,         33,         63,
        64,         0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000,
        0xff800000, 0x7fc00001, 0x7f800001, 0xffc12345, 0x00000001, 0x807fffff, 0x00800000,
        0x7f7fffff, 0x4f000000, 0xcf000000, 0x4effffff, 0x40490fdb, 0x0000ffff, 0x00010000,
        0x7ff00000, 0xfff00000, 0x7ff80000, 0x7ff00001, 0xfff80000, 0x3ff00000, 0x000fffff};
    uint32_t count = sizeof words / sizeof *words;
    uint64_t high = next_random(2) == 0 ? words[next_random(count)] : next_random(UINT32_MAX);
    uint64_t low = next_random(2) == 0 ? words[next_random(count)] : next_random(UINT32_MAX);
    return high << 32 | low;
}

typedef struct Result {
    uint8_t out[OUT_BYTES], space[SPACE_BYTES];
    ExecutionCount executed[KERNEL_CODE_MAX];
    AccessCount accesses[KERNEL_CODE_MAX];
    Fault fault;
    uint64_t instructions;
} Result;

// What a test's kernel finds: rows 0 thread, 1 thread of the grid; addresses of data, space, out.
typedef struct Places {
    uint64_t data, space, out;
    Row data_row, space_row, out_row, eight, threads;
} Places;

typedef void (*Writer)(Kernel *k, const Places *places, const void *context);

static Places begin_kernel(Kernel *k, const uint8_t *data)
{
    Places places = {.data = kernel_buffer(k, "data", DATA_BYTES),
                     .space = kernel_buffer(k, "space", SPACE_BYTES),
                     .out = kernel_buffer(k, "out", OUT_BYTES)};
    places.data_row = kernel_u64(k, places.data);
    places.space_row = kernel_u64(k, places.space);
    places.out_row = kernel_u64(k, places.out);
    places.eight = kernel_u32(k, 8);
    places.threads = kernel_u32(k, THREADS);
    device_memory_write(k->launch.memory, places.data, data, DATA_BYTES);
    kernel_special(k, PTX_SPECIAL_TID_X, 0);
    kernel_special(k, PTX_SPECIAL_CTAID_X, 2);
    kernel_lane(k, "mad.lo.u32", 1, 2, places.threads, 0);
    return places;
}

// Each warp to its end, step by step, as a clock does.
static void run_in_steps(Kernel *k)
{
    Step step = {0};
    k->functions[0].end_pc = k->program.code_count;
    k->block = block_create(&k->launch);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        block_start(k->block, i);
        for (uint32_t warp = 0; warp < block_warp_count(k->block); warp++) {
            while (block_warp_is_ready(k->block, warp)) {
                if (!block_step_plain(k->block, &k->worker, warp)) {
                    block_step(k->block, &k->worker, warp, true, &step);
                }
            }
        }
    }
}

typedef enum How { PLAIN, NATIVE, IN_STEPS } How;

// Runs what `write` adds to a kernel; NATIVE: translated after the first warp's first turn.
static void run(Writer write, const void *context, const uint8_t *data, How how, Result *result)
{
    Kernel *k = kernel_create(90, THREADS);
    k->launch.shared_bytes = SHARED_BYTES;
    k->launch.grid[0] = BLOCKS;
    Places places = begin_kernel(k, data);
    write(k, &places, context);
    Operation *operations = calloc(KERNEL_CODE_MAX, sizeof *operations);
    decode_program(&k->launch, operations);
    k->launch.operations = operations;
    bool is_translated = how == NATIVE && native_is_possible(&k->launch);
    k->launch.native = is_translated ? native_create(0) : NULL;
    k->launch.max_block_instructions = 200000;
    if (how == IN_STEPS) {
        worker_know_patterns(&k->worker, kernel_pc(k));
        run_in_steps(k);
    } else {
        worker_hasten(&k->worker, kernel_pc(k));
        kernel_run(k);
    }
    EXPECT_EQ(k->worker.native != NULL, is_translated);
    result->instructions = block_instructions(k->block);
    worker_settle(&k->worker, kernel_pc(k));
    device_memory_read(k->launch.memory, places.out, result->out, OUT_BYTES);
    device_memory_read(k->launch.memory, places.space, result->space, SPACE_BYTES);
    memcpy(result->executed, k->executed, sizeof result->executed);
    memcpy(result->accesses, k->accesses, sizeof result->accesses);
    result->fault = k->fault;
    native_destroy(k->launch.native);
    kernel_destroy(k);
    free(operations);
}

static bool is_same(const Result *a, const Result *b)
{
    return memcmp(a->out, b->out, OUT_BYTES) == 0 && memcmp(a->space, b->space, SPACE_BYTES) == 0 &&
           memcmp(a->executed, b->executed, sizeof a->executed) == 0 &&
           memcmp(a->accesses, b->accesses, sizeof a->accesses) == 0 &&
           a->fault.kind == b->fault.kind && a->fault.pc == b->fault.pc &&
           a->fault.lanes == b->fault.lanes && a->fault.address == b->fault.address &&
           a->instructions == b->instructions;
}

static uint8_t *difficult_data(void)
{
    uint8_t *data = malloc(DATA_BYTES);
    for (uint32_t i = 0; i < DATA_BYTES; i += 8) {
        uint64_t value = difficult_value();
        memcpy(data + i, &value, 8);
    }
    return data;
}

static void add_wide_load(Kernel *k, const Places *places, Row row, uint32_t number)
{
    kernel_lane(k, "mad.wide.u32", 60, 1, places->eight, places->data_row);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_GLOBAL, PTX_TYPE_U64, 8, row, 60,
                  number * BLOCKS * THREADS * 8)
        ->flags |= MICRO_WIDE_ADDRESS;
}

static void add_wide_store(Kernel *k, const Places *places, Row row, uint32_t number)
{
    kernel_lane(k, "mad.wide.u32", 60, 1, places->eight, places->out_row);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_GLOBAL, PTX_TYPE_U64, 8, row, 60,
                  number * BLOCKS * THREADS * 8)
        ->flags |= MICRO_WIDE_ADDRESS;
}

// -- lane functions

static bool is_narrow(LaneType type)
{
    return type != LANE_TYPE_NONE && type != LANE_TYPE_P && !lane_type_is_wide(type);
}

// Operands 0 to 2 are a, b, c, 3 is d: 64 bits in rows 8 to 15, their lower half in 16 to 19, their
// lowest bit as predicates 1 to 4.
static Row operand_row(LaneType type, uint32_t i)
{
    return type == LANE_TYPE_NONE ? ROW_NONE
           : type == LANE_TYPE_P  ? (Row)(1 + i)
           : is_narrow(type)      ? (Row)(16 + i)
                                  : (Row)(8 + 2 * i);
}

enum { FORM_PLAIN, FORM_GUARDED, FORM_IN_PLACE, FORM_CONSTANT, FORM_COUNT };

static void load_operands(Kernel *k, const Places *places, Row one, Row zero)
{
    for (uint32_t i = 0; i < 4; i++) {
        add_wide_load(k, places, (Row)(8 + 2 * i), i);
        kernel_lane(k, "cvt.u32.u64", (Row)(16 + i), (Row)(8 + 2 * i), ROW_NONE, ROW_NONE);
        kernel_lane(k, "and.b32", 20, (Row)(16 + i), one, ROW_NONE);
        kernel_setp(k, "setp.eq.u32", (Row)(1 + i), 20, zero);
    }
}

static void add_lane_function(Kernel *k, LaneOp op, uint32_t form, Row constant32, Row constant64)
{
    const LaneInfo *info = &lane_info[op];
    bool is_in_place = form == FORM_IN_PLACE && info->a != LANE_TYPE_P && info->d != LANE_TYPE_P &&
                       lane_type_is_wide(info->d) == lane_type_is_wide(info->a);
    kernel_guard(k, form == FORM_GUARDED ? 3 : PREDICATE_NONE, form == FORM_GUARDED);
    bool is_comparison = strncmp(info->keys, "setp", 4) == 0;
    Micro *micro = kernel_add(k, is_comparison ? MICRO_SETP : MICRO_LANE);
    micro->function = (uint16_t)op;
    micro->has_paths = true; // where slow_path.def has a row
    micro->a = operand_row(info->a, 0);
    micro->b = operand_row(info->b, form == FORM_IN_PLACE ? 0 : 1);
    micro->c = operand_row(info->c, 2);
    micro->d = operand_row(info->d, is_in_place ? 0 : 3);
    if (form == FORM_CONSTANT && info->b != LANE_TYPE_NONE && info->b != LANE_TYPE_P) {
        micro->b = lane_type_is_wide(info->b) ? constant64 : constant32;
    }
    kernel_guard(k, PREDICATE_NONE, false);
}

// All operands are stored after it, in each form.
static void write_lane(Kernel *k, const Places *places, const void *context)
{
    Row one = kernel_u32(k, 1), zero = kernel_u32(k, 0);
    Row constant32 = kernel_u32(k, 5), constant64 = kernel_u64(k, UINT64_C(0x4008000000000003));
    for (uint32_t form = 0; form < FORM_COUNT; form++) {
        load_operands(k, places, one, zero);
        add_lane_function(k, *(const LaneOp *)context, form, constant32, constant64);
        for (uint32_t i = 0; i < 4; i++) {
            kernel_lane(k, "selp.b32", 20, one, zero, (Row)(1 + i));
            kernel_lane(k, "pack.b64.b32", 22, (Row)(16 + i), 20, ROW_NONE);
            add_wide_store(k, places, (Row)(8 + 2 * i), 8 * form + 2 * i);
            add_wide_store(k, places, 22, 8 * form + 2 * i + 1);
        }
    }
    kernel_add(k, MICRO_EXIT);
}

TEST(lane_functions_give_the_same_bits)
{
    Result *plain = calloc(2, sizeof *plain), *native = plain + 1;
    uint8_t *data = difficult_data();
    for (uint32_t i = 0; i < LANE_OP_COUNT; i++) {
        LaneOp op = (LaneOp)i;
        run(write_lane, &op, data, PLAIN, plain);
        run(write_lane, &op, data, NATIVE, native);
        if (!EXPECT(is_same(plain, native))) {
            fprintf(stderr, "%s\n", lane_info[op].name);
        }
    }
    free(data);
    free(plain);
}

// Doubles of all exponents, as the difficult values seldom are.
static uint8_t *data_of_numbers(void)
{
    uint8_t *data = malloc(DATA_BYTES);
    for (uint32_t i = 0; i < DATA_BYTES / sizeof(uint32_t); i++) {
        bool is_ordinary = next_random(20) != 0;
        uint32_t extreme = next_random(2) == 0 ? 0 : 0x7ff - next_random(3);
        uint32_t exponent = is_ordinary ? 0x3ff - 20 + next_random(40) : extreme;
        uint32_t high = next_random(2) << 31 | exponent << 20 | next_random(1u << 20);
        memcpy(data + i * sizeof high, &high, sizeof high);
    }
    return data;
}

// Most warps of divisions and roots take the short sequence, and some lanes of some do not.
TEST(slow_paths_are_counted_alike)
{
    static const LaneOp ops[] = {LANE_DIV_F32, LANE_RCP_F32,  LANE_SQRT_F32, LANE_DIV_F64,
                                 LANE_RCP_F64, LANE_SQRT_F64, LANE_RSQRT_F64};
    Result *plain = calloc(2, sizeof *plain), *native = plain + 1;
    for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        uint8_t *data = data_of_numbers();
        uint64_t slow = 0;
        run(write_lane, &ops[i], data, PLAIN, plain);
        run(write_lane, &ops[i], data, NATIVE, native);
        EXPECT(is_same(plain, native));
        for (uint32_t pc = 0; pc < KERNEL_CODE_MAX; pc++) {
            slow += plain->accesses[pc].slow_executions;
        }
        EXPECT(slow > 0);
        free(data);
    }
    free(plain);
}

// -- random programs

// Rows 16 to 27 have 32 bits, 28 to 43 64; predicates 1 to 6; 50 to 53 count loops.
#define NARROW_FIRST 16u
#define NARROW_COUNT 12u
#define WIDE_FIRST   28u
#define WIDE_COUNT   8u
#define LOOP_FIRST   50u

typedef struct Author {
    Kernel *k;
    const Places *places;
    uint32_t depth, statements, loops;
    Row one, space_mask, shared_mask;
    bool has_fault;
} Author;

static Row random_row(LaneType type)
{
    return type == LANE_TYPE_NONE ? ROW_NONE
           : type == LANE_TYPE_P  ? (Row)(1 + next_random(6))
           : is_narrow(type)      ? (Row)(NARROW_FIRST + next_random(NARROW_COUNT))
                                  : (Row)(WIDE_FIRST + 2 * next_random(WIDE_COUNT));
}

static void add_random_guard(Kernel *k)
{
    bool is_guarded = next_random(3) == 0;
    kernel_guard(k, is_guarded ? (int)(1 + next_random(6)) : PREDICATE_NONE,
                 is_guarded && next_random(2) == 0);
}

static void add_random_lane(Author *author)
{
    Kernel *k = author->k;
    LaneOp op = (LaneOp)next_random(LANE_OP_COUNT);
    const LaneInfo *info = &lane_info[op];
    add_random_guard(k);
    bool is_comparison = strncmp(info->keys, "setp", 4) == 0;
    Micro *micro = kernel_add(k, is_comparison ? MICRO_SETP : MICRO_LANE);
    micro->function = (uint16_t)op;
    micro->has_paths = true;
    micro->d = random_row(info->d);
    micro->a = random_row(info->a);
    micro->b = random_row(info->b);
    micro->c = random_row(info->c);
    if (is_comparison && next_random(3) == 0) {
        static const PtxSuffix combinations[] = {PTX_DOT_AND, PTX_DOT_OR, PTX_DOT_XOR};
        micro->c = random_row(LANE_TYPE_P);
        micro->combine = (uint16_t)combinations[next_random(3)];
        micro->flags |= next_random(2) == 0 ? MICRO_PREDICATE_NEGATED : 0;
        micro->d2 = next_random(2) == 0 ? ROW_NONE : (Row)(micro->d % 6 + 1);
    }
    if (info->d == LANE_TYPE_F32 && next_random(8) == 0) {
        micro->flags |= MICRO_FTZ;
    }
    kernel_guard(k, PREDICATE_NONE, false);
}

// An access of the space or of shared memory at a place that a row decides, aligned and inside.
static void add_random_access(Author *author)
{
    static const uint8_t shapes[][2] = {{1, 1}, {2, 1}, {4, 1}, {4, 1}, {4, 2}, {4, 4}, {8, 1}};
    Kernel *k = author->k;
    const uint8_t *shape = shapes[next_random(7)];
    uint32_t width = (uint32_t)shape[0] * shape[1];
    bool is_shared = next_random(2) == 0, is_regular = next_random(3) != 0;
    uint32_t size = is_shared ? SHARED_BYTES : SPACE_BYTES;
    Row index = is_regular ? 0 : random_row(LANE_TYPE_U32);
    kernel_lane(k, "and.b32", 44, index, kernel_u32(k, size / width / 2 - 1), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 44, 44, kernel_u32(k, width), ROW_NONE);
    if (!is_shared) {
        kernel_lane(k, "mad.wide.u32", 46, 44, author->one, author->places->space_row);
    }
    add_random_guard(k);
    Micro *micro = kernel_memory(k, next_random(2) == 0 ? MICRO_LOAD : MICRO_STORE,
                                 is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                                 shape[0] == 8 ? PTX_TYPE_U64 : PTX_TYPE_U32, width, ROW_NONE,
                                 is_shared ? 44 : 46, next_random(4) * 16);
    micro->vector = shape[1];
    micro->flags |= is_shared ? 0 : MICRO_WIDE_ADDRESS;
    micro->flags |= next_random(2) == 0 ? MICRO_SIGNED : 0;
    uint32_t first = next_random(NARROW_COUNT);
    for (uint32_t i = 0; i < shape[1]; i++) {
        micro->data[i] = shape[0] == 8 ? random_row(LANE_TYPE_U64)
                                       : (Row)(NARROW_FIRST + (first + i) % NARROW_COUNT);
    }
    if (author->has_fault && next_random(12) == 0) {
        micro->offset += next_random(2) == 0 ? 1 << 20 : 1;
    }
    kernel_guard(k, PREDICATE_NONE, false);
}

// A shuffle, whose segments and distances may be any, or a vote.
static void add_random_exchange(Author *author)
{
    static const PtxSuffix modes[] = {PTX_DOT_UP, PTX_DOT_DOWN, PTX_DOT_BFLY, PTX_DOT_IDX};
    static const PtxSuffix votes[] = {PTX_DOT_BALLOT, PTX_DOT_ALL, PTX_DOT_ANY, PTX_DOT_UNI};
    Kernel *k = author->k;
    bool is_shuffle = next_random(3) != 0;
    Micro *micro = kernel_add(k, is_shuffle ? MICRO_SHUFFLE : MICRO_VOTE);
    micro->function = (uint16_t)(is_shuffle ? modes : votes)[next_random(4)];
    micro->e = kernel_u32(k, UINT32_MAX);
    micro->flags |= MICRO_SYNC;
    if (is_shuffle) {
        bool is_usual = next_random(2) == 0;
        micro->type = PTX_TYPE_B32;
        micro->d = random_row(LANE_TYPE_U32);
        micro->d2 = next_random(2) == 0 ? ROW_NONE : random_row(LANE_TYPE_P);
        micro->a = random_row(LANE_TYPE_U32);
        micro->b = is_usual ? kernel_u32(k, next_random(32)) : random_row(LANE_TYPE_U32);
        micro->c = is_usual ? kernel_u32(k, next_random(1u << 13)) : random_row(LANE_TYPE_U32);
        return;
    }
    micro->d = random_row(micro->function == PTX_DOT_BALLOT ? LANE_TYPE_U32 : LANE_TYPE_P);
    micro->a = random_row(LANE_TYPE_P);
    micro->flags |= next_random(2) == 0 ? MICRO_PREDICATE_NEGATED : 0;
}

static void add_statements(Author *author, uint32_t count);

static void add_condition(Author *author)
{
    Kernel *k = author->k;
    kernel_guard(k, (int)(1 + next_random(6)), next_random(2) == 0);
    uint32_t pc = kernel_pc(k);
    kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    add_statements(author, 1 + next_random(4));
    if (next_random(2) == 0) {
        uint32_t end = kernel_pc(k);
        kernel_branch(k, 0, 0);
        k->code[pc].target = kernel_pc(k);
        add_statements(author, 1 + next_random(4));
        k->code[end].target = k->code[end].reconverge = k->code[pc].reconverge = kernel_pc(k);
    } else {
        k->code[pc].target = k->code[pc].reconverge = kernel_pc(k);
    }
}

// Two to five times, or as often as a lane's number says.
static void add_loop(Author *author)
{
    Kernel *k = author->k;
    Row counter = (Row)(LOOP_FIRST + author->loops++ % 4), limit = kernel_u32(k, 3);
    bool is_divergent = next_random(2) == 0;
    kernel_lane(k, "and.b32", counter, is_divergent ? 0 : author->one, limit, ROW_NONE);
    uint32_t start = kernel_pc(k);
    add_statements(author, 1 + next_random(5));
    kernel_lane(k, "add.u32", counter, counter, author->one, ROW_NONE);
    kernel_setp(k, "setp.le.u32", 7, counter, limit);
    kernel_guard(k, 7, false);
    kernel_branch(k, start, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
}

static void add_statements(Author *author, uint32_t count)
{
    for (uint32_t i = 0; i < count && author->statements > 0; i++) {
        author->statements--;
        uint32_t kind = next_random(12);
        if (kind == 0 && author->depth < 3) {
            author->depth++;
            add_condition(author);
            author->depth--;
        } else if (kind == 1 && author->depth < 2 && author->loops < 4) {
            author->depth++;
            add_loop(author);
            author->depth--;
        } else if (kind < 5) {
            add_random_access(author);
        } else if (kind == 6 && author->depth == 0) {
            add_random_exchange(author);
        } else if (kind == 5) {
            Micro *micro = kernel_add(author->k, MICRO_LANE4);
            micro->function = LANE4_LOP3;
            micro->d = random_row(LANE_TYPE_U32);
            micro->a = random_row(LANE_TYPE_U32);
            micro->b = random_row(LANE_TYPE_U32);
            micro->c = random_row(LANE_TYPE_U32);
            micro->e = kernel_u32(author->k, next_random(256));
        } else {
            add_random_lane(author);
        }
    }
}

static void write_program(Kernel *k, const Places *places, const void *context)
{
    const uint64_t *seed = context;
    state = seed[0];
    Author author = {.k = k, .places = places, .statements = 40, .has_fault = seed[1] != 0};
    author.one = kernel_u32(k, 1);
    for (uint32_t i = 0; i < 4; i++) { // as the operands' last bits of other tests
        add_wide_load(k, places, (Row)(8 + 2 * i), i);
    }
    for (Row row = NARROW_FIRST; row < NARROW_FIRST + NARROW_COUNT; row++) {
        kernel_lane(k, "cvt.u32.u64", row, (Row)(8 + 2 * (row % 4)), ROW_NONE, ROW_NONE);
        kernel_lane(k, "add.u32", row, row, row % 3 == 0 ? 0 : 1, ROW_NONE);
    }
    for (uint32_t i = 0; i < WIDE_COUNT; i++) {
        kernel_lane(k, "mov.b64", (Row)(WIDE_FIRST + 2 * i), (Row)(8 + 2 * (i % 4)), ROW_NONE,
                    ROW_NONE);
    }
    for (Row p = 1; p <= 6; p++) {
        kernel_setp(k, "setp.lt.s32", p, (Row)(NARROW_FIRST + p), (Row)(NARROW_FIRST + p + 3));
    }
    add_statements(&author, 40);
    for (uint32_t i = 0; i < NARROW_COUNT / 2; i++) {
        kernel_lane(k, "pack.b64.b32", 48, (Row)(NARROW_FIRST + 2 * i),
                    (Row)(NARROW_FIRST + 2 * i + 1), ROW_NONE);
        add_wide_store(k, places, 48, i);
    }
    for (uint32_t i = 0; i < WIDE_COUNT; i++) {
        add_wide_store(k, places, (Row)(WIDE_FIRST + 2 * i), 8 + i);
    }
    kernel_add(k, MICRO_EXIT);
}

static uint32_t count_differences(uint32_t programs, bool has_fault, How how)
{
    Result *plain = calloc(2, sizeof *plain), *native = plain + 1;
    uint32_t different = 0;
    for (uint32_t i = 0; i < programs; i++) {
        state = i + 1;
        uint8_t *data = difficult_data();
        uint64_t seed[2] = {i * UINT64_C(0x9e3779b97f4a7c15) + 1, has_fault};
        run(write_program, seed, data, PLAIN, plain);
        run(write_program, seed, data, how, native);
        if (!is_same(plain, native)) {
            fprintf(stderr, "program %u differs\n", i);
            different++;
        }
        free(data);
    }
    free(plain);
    return different;
}

TEST(random_programs_leave_the_same)
{
    EXPECT_EQ(count_differences(250, false, NATIVE), 0);
}

TEST(random_programs_leave_the_same_step_by_step)
{
    EXPECT_EQ(count_differences(150, false, IN_STEPS), 0);
}

TEST(random_programs_leave_the_same_faults)
{
    EXPECT_EQ(count_differences(50, true, NATIVE), 0);
}
