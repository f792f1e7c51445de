// SPDX-License-Identifier: Apache-2.0
// Shortcuts change nothing: random loads and stores under every generation's rules leave the same
// bytes, counts and faults with them (worker_hasten) and without. Where the lanes of an access lie
// is read from a table, in which patterns come back, move, change by a lane, or are new.
#include "tests/unit/sim_warp/kernel.h"

#define THREADS      80u // two full warps and a half
#define BLOCKS       60u
#define ACCESSES     6u
#define SHARED_BYTES 4096u
#define SPACE_BYTES  8192u
#define TABLE_WORDS  (BLOCKS * ACCESSES * THREADS)

static uint64_t state = 1;

static uint32_t next_random(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

// One access of the kernel.
typedef struct Access {
    uint32_t element_bytes, vector;
    bool is_store, is_shared, is_signed, is_guarded;
} Access;

typedef struct Program {
    Access accesses[ACCESSES];
    uint32_t table[TABLE_WORDS];
    uint32_t condition[THREADS]; // of guards
    bool has_fault;
} Program;

static uint32_t width_of(const Access *access)
{
    return access->element_bytes * access->vector;
}

static void make_access(Access *access)
{
    static const uint8_t shapes[][2] = {{1, 1}, {2, 1}, {4, 1}, {4, 1}, {4, 2},
                                        {4, 4}, {8, 1}, {8, 2}, {2, 4}, {1, 2}};
    uint32_t shape = next_random(10);
    *access = (Access){.element_bytes = shapes[shape][0],
                       .vector = shapes[shape][1],
                       .is_store = next_random(2) == 0,
                       .is_shared = next_random(2) == 0,
                       .is_signed = next_random(2) == 0,
                       .is_guarded = next_random(3) == 0};
}

// In elements of the access.
static uint32_t place_of(uint32_t kind, uint32_t thread, uint32_t stride)
{
    uint32_t lane = thread % 32;
    switch (kind) {
    case 0: return lane;
    case 1: return 0;
    case 2: return lane / 16 * stride;
    case 3: return lane % 16 + lane / 16 * stride;
    case 4: return lane * stride % 64;
    case 5: return lane ^ (stride & 31);
    case 6: return next_random(64);
    default: return lane % 16 == 3 ? stride : lane;
    }
}

static void make_table(Program *program)
{
    uint32_t kinds[ACCESSES], strides[ACCESSES];
    for (uint32_t i = 0; i < ACCESSES; i++) {
        kinds[i] = next_random(8);
        strides[i] = next_random(40);
    }
    for (uint32_t row = 0; row < BLOCKS * ACCESSES; row++) {
        uint32_t i = row % ACCESSES, width = width_of(&program->accesses[i]);
        if (next_random(4) == 0) {
            kinds[i] = next_random(8);
            strides[i] = next_random(40);
        }
        uint32_t base = next_random(SHARED_BYTES / width - 64);
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            uint32_t place = base + place_of(kinds[i], thread, strides[i]);
            program->table[row * THREADS + thread] = place * width;
        }
    }
    if (program->has_fault) { // beyond the end, or not aligned
        uint32_t row = next_random(BLOCKS * ACCESSES), thread = next_random(THREADS);
        program->table[row * THREADS + thread] += next_random(2) == 0 ? SPACE_BYTES : 1;
    }
}

static void make_program(Program *program, bool has_fault)
{
    program->has_fault = has_fault;
    for (uint32_t i = 0; i < ACCESSES; i++) {
        make_access(&program->accesses[i]);
    }
    make_table(program);
    uint32_t odds = 1 + next_random(4);
    for (uint32_t thread = 0; thread < THREADS; thread++) {
        program->condition[thread] = next_random(odds) == 0;
    }
}

typedef struct Constants {
    Row table, condition, space, results; // addresses
    Row zero, one, four, threads, block_words, factor;
} Constants;

static Constants make_constants(Kernel *k, uint64_t table, uint64_t condition, uint64_t space)
{
    return (Constants){.table = kernel_u64(k, table),
                       .condition = kernel_u64(k, condition),
                       .space = kernel_u64(k, space),
                       .results = kernel_u64(k, space + SPACE_BYTES),
                       .zero = kernel_u32(k, 0),
                       .one = kernel_u32(k, 1),
                       .four = kernel_u32(k, 4),
                       .threads = kernel_u32(k, THREADS),
                       .block_words = kernel_u32(k, ACCESSES * THREADS),
                       .factor = kernel_u32(k, 0x9e3779b1u)};
}

// Loads or stores the word `data` at base + 4 * index.
static void add_word(Kernel *k, MicroKind kind, Row data, Row base, Row index, Row four,
                     int64_t offset)
{
    kernel_lane(k, "mad.wide.u32", 4, index, four, base);
    kernel_memory(k, kind, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, data, 4, offset)->flags |=
        MICRO_WIDE_ADDRESS;
}

// Rows: 0 thread, 1 block, 2 condition, 4/5 an address, 6 an offset, 7 an index, 8 to 15 data.
static void add_access(Kernel *k, const Access *access, uint32_t number, const Constants *with)
{
    kernel_lane(k, "mad.lo.u32", 7, 1, with->block_words, 0);
    add_word(k, MICRO_LOAD, 6, with->table, 7, with->four, number * THREADS * 4);
    if (!access->is_shared) {
        kernel_lane(k, "mad.wide.u32", 4, 6, with->one, with->space);
    }
    if (access->is_guarded) {
        kernel_guard(k, 1, number % 2 != 0);
    }
    Micro *micro = kernel_memory(k, access->is_store ? MICRO_STORE : MICRO_LOAD,
                                 access->is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                                 PTX_TYPE_U32, width_of(access), 8, access->is_shared ? 6 : 4, 0);
    micro->vector = (uint8_t)access->vector;
    micro->flags |= access->is_shared ? 0 : MICRO_WIDE_ADDRESS;
    micro->flags |= access->is_signed ? MICRO_SIGNED : 0;
    for (uint32_t i = 0; i < access->vector; i++) {
        micro->data[i] = (Row)(8 + 2 * i);
    }
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "add.u32", 8, 8, 0, ROW_NONE);
}

// Data are mixed after each access, so that each one counts; the second half runs in some lanes.
static void add_code(Kernel *k, const Program *program, uint64_t table, uint64_t condition,
                     uint64_t space)
{
    Constants with = make_constants(k, table, condition, space);
    kernel_special(k, PTX_SPECIAL_TID_X, 0);
    kernel_special(k, PTX_SPECIAL_CTAID_X, 1);
    add_word(k, MICRO_LOAD, 2, with.condition, 0, with.four, 0);
    kernel_setp(k, "setp.ne.u32", 1, 2, with.zero);
    for (Row row = 8; row < 16; row++) {
        kernel_lane(k, "mad.lo.u32", row, row == 8 ? 0 : (Row)(row - 1), with.factor, 1);
    }
    Micro *branch = NULL;
    for (uint32_t i = 0; i < ACCESSES; i++) {
        if (i == ACCESSES / 2) {
            kernel_guard(k, 1, false);
            branch = kernel_branch(k, 0, 0);
            kernel_guard(k, PREDICATE_NONE, false);
        }
        add_access(k, &program->accesses[i], i, &with);
    }
    branch->target = branch->reconverge = kernel_pc(k);
    kernel_lane(k, "mad.lo.u32", 7, 1, with.threads, 0);
    add_word(k, MICRO_STORE, 8, with.results, 7, with.four, 0);
    kernel_add(k, MICRO_EXIT);
}

typedef struct Result {
    uint8_t bytes[SPACE_BYTES + BLOCKS * THREADS * 4];
    ExecutionCount executed[KERNEL_CODE_MAX];
    AccessCount accesses[KERNEL_CODE_MAX];
    Fault fault;
} Result;

static void run_program(const Program *program, uint32_t rules, bool is_hasty, Result *result)
{
    Kernel *k = kernel_create(90, THREADS);
    k->gpu.shared_rule = (SharedRule)(rules % SHARED_RULE_COUNT);
    k->gpu.coalesce_rule = (CoalesceRule)(rules % COALESCE_RULE_COUNT);
    k->launch.shared_bytes = SHARED_BYTES;
    k->launch.grid[0] = BLOCKS;
    uint64_t table = kernel_buffer(k, "table", sizeof program->table);
    uint64_t condition = kernel_buffer(k, "condition", sizeof program->condition);
    uint64_t space = kernel_buffer(k, "space", sizeof result->bytes);
    device_memory_write(k->launch.memory, table, program->table, sizeof program->table);
    device_memory_write(k->launch.memory, condition, program->condition, sizeof program->condition);
    add_code(k, program, table, condition, space);
    if (is_hasty) {
        worker_hasten(&k->worker, kernel_pc(k));
    }
    kernel_run(k);
    worker_settle(&k->worker, kernel_pc(k));
    device_memory_read(k->launch.memory, space, result->bytes, sizeof result->bytes);
    memcpy(result->executed, k->executed, sizeof result->executed);
    memcpy(result->accesses, k->accesses, sizeof result->accesses);
    result->fault = k->fault;
    kernel_destroy(k);
}

static bool is_same_fault(const Fault *a, const Fault *b)
{
    return a->kind == b->kind && a->pc == b->pc && a->lanes == b->lanes &&
           a->address == b->address && a->block[0] == b->block[0] && a->thread[0] == b->thread[0] &&
           strcmp(a->detail, b->detail) == 0;
}

static uint32_t count_differences(uint32_t programs, bool has_fault)
{
    Program *program = calloc(1, sizeof *program);
    Result *plain = calloc(2, sizeof *plain), *hasty = plain + 1;
    uint32_t different = 0, faults = 0;
    for (uint32_t i = 0; i < programs; i++) {
        make_program(program, has_fault);
        run_program(program, i, false, plain);
        run_program(program, i, true, hasty);
        bool is_same = memcmp(plain->bytes, hasty->bytes, sizeof plain->bytes) == 0 &&
                       memcmp(plain->executed, hasty->executed, sizeof plain->executed) == 0 &&
                       memcmp(plain->accesses, hasty->accesses, sizeof plain->accesses) == 0 &&
                       is_same_fault(&plain->fault, &hasty->fault);
        different += !is_same;
        faults += plain->fault.kind != FAULT_NONE;
    }
    free(program);
    free(plain);
    EXPECT_EQ(faults > programs / 4, has_fault);
    return different;
}

TEST(shortcuts_leave_the_same_bytes_and_counts)
{
    EXPECT_EQ(count_differences(150, false), 0);
}

TEST(shortcuts_leave_the_same_faults)
{
    EXPECT_EQ(count_differences(60, true), 0);
}

// A micro-op whose patterns never come back is looked up only now and then; it counts as well.
TEST(patterns_that_never_come_back_are_counted)
{
    Program *program = calloc(1, sizeof *program);
    Result *plain = calloc(2, sizeof *plain), *hasty = plain + 1;
    make_program(program, false);
    for (uint32_t i = 0; i < ACCESSES; i++) {
        program->accesses[i] = (Access){.element_bytes = 4, .vector = 1, .is_shared = i % 2 == 0};
    }
    for (uint32_t i = 0; i < TABLE_WORDS; i++) {
        program->table[i] = next_random(SHARED_BYTES / 4) * 4;
    }
    for (uint32_t rules = 0; rules < 8; rules++) {
        run_program(program, rules, false, plain);
        run_program(program, rules, true, hasty);
        EXPECT(memcmp(plain->bytes, hasty->bytes, sizeof plain->bytes) == 0);
        EXPECT(memcmp(plain->accesses, hasty->accesses, sizeof plain->accesses) == 0);
    }
    free(program);
    free(plain);
}
