// SPDX-License-Identifier: Apache-2.0
// tcgen05: copies from shared to tensor memory and shifts of rows, of single blocks and of pairs;
// fragments of 16 lanes, packed and not; commits to several blocks; and what pairs may not do.
#include "tests/execution/instructions.h"

#include <math.h>

#define WORDS 4096u // of shared memory: 128 lines of 128 bytes
#define APART 1000u // words of `in` between the blocks' data

static uint32_t shared_word(uint32_t block, uint32_t index)
{
    return sample((index + block * APART) % IN_WORDS);
}

// --- programs

static const char *sync_of(uint32_t blocks)
{
    return blocks == 2 ? "tcgen05.fence::before_thread_sync;\nbarrier.cluster.arrive.aligned;\n"
                         "barrier.cluster.wait.aligned;\ntcgen05.fence::after_thread_sync;\n"
                       : "bar.sync 0;\n";
}

// %r40: the first column; %r41: with the warp's lanes; %r24: 16 KB; %rd7: their descriptor, lines
// of 128 bytes, swizzled; %p2: thread 0 of the first block.
static void write_start(uint32_t blocks, Text *out)
{
    text_printf(out,
                "mov.u32 %%r50, %s;\nmov.u32 %%r24, matrices;\nmov.u32 %%r29, barrier;\n"
                "setp.lt.u32 %%p10, %%r1, 32;\n@!%%p10 bra allocated;\n"
                "tcgen05.alloc.cta_group::%u.sync.aligned.shared::cta.b32 [place], 64;\n"
                "allocated:\nsetp.eq.u32 %%p2, %%r1, 0;\n"
                "@%%p2 mbarrier.init.shared.b64 [%%r29], 1;\nbar.sync 0;\n"
                "ld.shared.b32 %%r40, [place];\n",
                blocks == 2 ? "%cluster_ctarank" : "0", blocks);
    text_printf(out,
                "shr.u32 %%r41, %%r1, 5;\nshl.b32 %%r41, %%r41, 21;\n"
                "add.u32 %%r41, %%r41, %%r40;\nmov.u32 %%r20, %%r1;\nfill:\n"
                "mad.lo.u32 %%r21, %%r50, %u, %%r20;\nand.b32 %%r21, %%r21, %u;\n"
                "mul.wide.u32 %%rd5, %%r21, 4;\nadd.s64 %%rd5, %%rd5, %%rd1;\n"
                "ld.global.b32 %%r22, [%%rd5];\nshl.b32 %%r23, %%r20, 2;\n"
                "add.u32 %%r23, %%r23, %%r24;\nst.shared.b32 [%%r23], %%r22;\n"
                "add.u32 %%r20, %%r20, 128;\nsetp.lt.u32 %%p1, %%r20, %u;\n@%%p1 bra fill;\n",
                APART, IN_WORDS - 1, WORDS);
    text_put(out, "mov.u32 %r20, 0;\nmul.lo.u32 %r21, %r1, 1000;\nold:\n"
                  "add.u32 %r22, %r21, %r20;\nadd.u32 %r23, %r41, %r20;\n"
                  "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r23], {%r22};\n"
                  "add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p1, %r20, 64;\n@%p1 bra old;\n"
                  "tcgen05.wait::st.sync.aligned;\nfence.proxy.async;\n");
    text_put(out, sync_of(blocks));
    text_printf(
        out,
        "setp.eq.and.u32 %%p2, %%r50, 0, %%p2;\ncvt.u64.u32 %%rd7, %%r24;\n"
        "shr.u64 %%rd7, %%rd7, 4;\nadd.u64 %%rd7, %%rd7, %llu;\n",
        (unsigned long long)((uint64_t)(1024 >> 4) << 32 | UINT64_C(1) << 46 | UINT64_C(2) << 61));
}

#define LOAD_8(column)                                                                             \
    "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37}, "     \
    "[%r41+" #column "];\ntcgen05.wait::ld.sync.aligned;\n"

static void write_end(uint32_t blocks, Text *out)
{
    text_put(out, KEEP(0, "%r30") KEEP(4, "%r31") KEEP(8, "%r32") KEEP(12, "%r33") KEEP(16, "%r34")
                      KEEP(20, "%r35") KEEP(24, "%r36") KEEP(28, "%r37"));
    text_put(out, sync_of(blocks));
    text_printf(out,
                "@!%%p10 bra freed;\ntcgen05.dealloc.cta_group::%u.sync.aligned.b32 %%r40, 64;\n"
                "freed:\n",
                blocks);
}

// The first block's thread 0 does `what` and commits to the mbarriers of all; all wait.
static void write_done(uint32_t blocks, const char *commit, Text *out)
{
    text_put(out, "mov.u16 %h1, 3;\n");
    text_printf(out, "@%%p2 tcgen05.commit.cta_group::%u.mbarrier::arrive::one.%s;\n", blocks,
                commit);
    text_put(out, "waits:\nmbarrier.try_wait.parity.shared.b64 %p5, [%r29], 0;\n"
                  "@!%p5 bra waits;\ntcgen05.fence::after_thread_sync;\n");
}

static bool run_body(uint32_t blocks, const Text *body, Out out)
{
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 8 .b64 barrier;\n"
                               ".shared .align 1024 .b8 matrices[16384];\n",
                       .body = text_string(body),
                       .blocks = blocks,
                       .cluster = blocks == 2 ? 2 : 0,
                       .threads = 128,
                       .gpu = "b200",
                       .target = 100};
    return program_run(&program, out);
}

// --- copies

typedef struct Shape {
    const char *name;
    uint32_t columns; // words of a row
} Shape;

static const Shape shapes[] = {
    {"128x256b", 8},
    {"128x128b", 4},
    {"4x256b", 8},
    {"64x128b.warpx2::02_13", 4},
    {"64x128b.warpx2::01_23", 4},
    {"32x128b.warpx4", 4},
};
enum { SHAPE_4 = 2, SHAPE_02_13, SHAPE_01_23, SHAPE_32 };

// The row that lane `lane` gets; UINT32_MAX: none. (PTX ISA 9.0, "tcgen05.cp")
static uint32_t row_of(uint32_t shape, uint32_t lane)
{
    uint32_t warp = lane / 32;
    switch (shape) {
    case SHAPE_4: return lane % 32 == 31 ? warp : UINT32_MAX; // copied to lane 31
    case SHAPE_02_13: return warp % 2 * 32 + lane % 32;
    case SHAPE_01_23: return warp / 2 * 32 + lane % 32;
    case SHAPE_32: return lane % 32;
    default: return lane;
    }
}

// A word of four bytes, each from `bits` bits of the 16 elements that begin at a piece of 16 bytes.
static uint32_t unpacked(uint32_t block, uint32_t piece, uint32_t word, uint32_t bits)
{
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t at = (word * 4 + i) * bits;
        uint64_t two = shared_word(block, piece * 4 + at / 32) |
                       (uint64_t)shared_word(block, piece * 4 + at / 32 + 1) << 32;
        uint32_t element = (uint32_t)(two >> at % 32) & ((1u << bits) - 1);
        result |= (bits == 4 ? element << 2 : element) << i * 8;
    }
    return result;
}

static uint32_t copied_word(uint32_t block, uint32_t row, uint32_t column, uint32_t bits)
{
    uint32_t piece = (row * 8 + column / 4) ^ row % 8; // of 16 bytes; the swizzle
    return bits == 8 ? shared_word(block, piece * 4 + column % 4)
                     : unpacked(block, piece, column % 4, bits);
}

static void try_copy(uint32_t blocks, uint32_t shape, uint32_t bits)
{
    static Out out;
    Text body = {0};
    write_start(blocks, &body);
    text_printf(&body, "add.u32 %%r43, %%r40, %u;\n", shape == SHAPE_4 ? 31u << 16 | 8 : 8u);
    text_printf(&body, "@%%p2 tcgen05.cp.cta_group::%u.%s%s [%%r43], %%rd7;\n", blocks,
                shapes[shape].name,
                bits == 4   ? ".b8x16.b4x16_p64"
                : bits == 6 ? ".b8x16.b6x16_p32"
                            : "");
    write_done(blocks,
               blocks == 2 ? "shared::cluster.multicast::cluster.b64 [%r29], %h1"
                           : "shared::cluster.b64 [%r29]",
               &body);
    text_put(&body, LOAD_8(8));
    write_end(blocks, &body);
    bool has_run = run_body(blocks, &body, out);
    text_destroy(&body);
    for (uint32_t thread = 0; has_run && thread < 128 * blocks; thread++) {
        uint32_t lane = thread % 128, row = row_of(shape, lane);
        for (uint32_t column = 0; column < 8; column++) {
            bool is_old = row == UINT32_MAX || column >= shapes[shape].columns;
            EXPECT_WORD(out, thread, column,
                        is_old ? 1000 * lane + 8 + column
                               : copied_word(thread / 128, row, column, bits));
        }
    }
}

TEST(copies_of_all_shapes_and_formats)
{
    for (uint32_t blocks = 1; blocks <= 2; blocks++) {
        for (uint32_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
            for (uint32_t bits = 4; bits <= 8; bits += 2) {
                try_copy(blocks, shape, bits);
            }
        }
    }
}

// Rows move down by one, but for the last one of each warp's lanes.
TEST(shifts_of_rows)
{
    static Out out;
    for (uint32_t blocks = 1; blocks <= 2; blocks++) {
        Text body = {0};
        write_start(blocks, &body);
        text_put(&body, "add.u32 %r43, %r40, 4194312;\n"); // lane 64, column 8
        text_printf(&body, "@%%p2 tcgen05.shift.cta_group::%u.down [%%r43];\n", blocks);
        write_done(blocks, blocks == 2 ? "multicast::cluster.b64 [%rd9], %h1" : "b64 [%rd9]",
                   &body);
        text_put(&body, LOAD_8(12));
        write_end(blocks, &body);
        Text whole = {0};
        text_put(&whole, "cvta.shared.u64 %rd9, barrier;\n");
        text_add(&whole, text_string(&body), body.size_bytes);
        bool has_run = run_body(blocks, &whole, out);
        for (uint32_t thread = 0; has_run && thread < 128 * blocks; thread++) {
            uint32_t lane = thread % 128;
            for (uint32_t column = 0; column < 8; column++) {
                bool is_moved = lane >= 64 && lane % 32 != 31 && column < 4;
                EXPECT_WORD(out, thread, column, 1000 * (lane + is_moved) + 12 + column);
            }
        }
        text_destroy(&body);
        text_destroy(&whole);
    }
}

// --- fragments of 16 lanes

TEST(fragments_of_64_bits_and_packed_ones)
{
    static Out out;
    Text body = {0};
    write_start(1, &body);
    text_put(&body, "add.u32 %r42, %r41, 1048578;\n" // 16 lanes below, two columns on
                    "tcgen05.ld.sync.aligned.16x64b.x2.b32 {%r30, %r31}, [%r42];\n"
                    "tcgen05.ld.sync.aligned.16x64b.x2.pack::16b.b32 {%r32, %r33}, [%r41];\n"
                    "tcgen05.ld.sync.aligned.16x128b.x1.pack::16b.b32 {%r34, %r35}, [%r41];\n"
                    "tcgen05.ld.sync.aligned.16x32bx2.x2.pack::16b.b32 {%r36, %r37}, [%r41], 9;\n"
                    "tcgen05.wait::ld.sync.aligned;\n");
    write_end(1, &body);
    bool has_run = run_body(1, &body, out);
    text_destroy(&body);
    for (uint32_t thread = 0; has_run && thread < 128; thread++) {
        uint32_t first = thread / 32 * 32, t = thread % 32, group = t / 4, member = t % 4;
        for (uint32_t i = 0; i < 2; i++) {
            // Threads 0 and 1 have lanes 0 and 8; threads 2 and 3 the next column.
            uint32_t lane = first + group + t % 2 * 8, column = i * 2 + member / 2;
            EXPECT_WORD(out, thread, i, 1000 * (lane + 16) + 2 + column);
            uint32_t pair = 1000 * lane + 2 * column;
            EXPECT_WORD(out, thread, 2 + i, (pair & 0xffff) | (pair + 1) << 16);
            pair = 1000 * (first + group + 8 * i) + 2 * member;
            EXPECT_WORD(out, thread, 4 + i, (pair & 0xffff) | (pair + 1) << 16);
            pair = 1000 * (first + t % 16) + 2 * i + t / 16 * 9;
            EXPECT_WORD(out, thread, 6 + i, (pair & 0xffff) | (pair + 1) << 16);
        }
    }
}

TEST(stores_of_64_bits_and_unpacked_ones)
{
    static Out out;
    Text body = {0};
    write_start(1, &body);
    text_put(&body, "shl.b32 %r20, %r5, 20;\nor.b32 %r21, %r20, 1;\nadd.u32 %r20, %r20, %r5;\n"
                    "tcgen05.st.sync.aligned.16x64b.x2.b32 [%r41], {%r20, %r21};\n"
                    "tcgen05.st.sync.aligned.16x64b.x1.unpack::16b.b32 [%r41+4], {%r20};\n"
                    "tcgen05.wait::st.sync.aligned;\n" LOAD_8(0));
    write_end(1, &body);
    bool has_run = run_body(1, &body, out);
    text_destroy(&body);
    for (uint32_t thread = 0; has_run && thread < 128; thread++) {
        uint32_t t = thread % 32;
        for (uint32_t column = 0; column < 8; column++) {
            uint32_t value = 1000 * thread + column;
            if (t < 16 && column < 4) { // register column / 2
                uint32_t from = t % 8 * 4 + column % 2 * 2 + t / 8;
                value = from << 20 | (column < 2 ? from : 1);
            } else if (t < 16) {
                uint32_t from = t % 8 * 4 + (column - 4) / 2 * 2 + t / 8;
                value = column % 2 == 0 ? from : from << 4;
            }
            EXPECT_WORD(out, thread, column, value);
        }
    }
}

// --- loads that reduce

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Each thread's least or greatest of four columns.
TEST(loads_reduce_what_each_thread_has_loaded)
{
    static Out out;
    Text body = {0};
    write_start(1, &body);
    text_put(&body, "xor.b32 %r20, %r10, %r11;\nand.b32 %r21, %r11, 0xbfffffff;\n"
                    "and.b32 %r22, %r10, 0xbfffffff;\nmov.u32 %r23, 0x7fc00000;\n"
                    "tcgen05.st.sync.aligned.32x32b.x4.b32 [%r41], {%r10, %r11, %r20, %r21};\n"
                    "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r41+8], {%r21, %r22};\n"
                    "tcgen05.st.sync.aligned.32x32b.x2.b32 [%r41+10], {%r23, %r22};\n"
                    "tcgen05.wait::st.sync.aligned;\n");
    text_put(&body,
             "tcgen05.ld.red.sync.aligned.32x32b.x4.min.u32 {%r20, %r21, %r22, %r23}, %r30, "
             "[%r41];\n"
             "tcgen05.ld.red.sync.aligned.32x32b.x4.max.s32 {%r20, %r21, %r22, %r23}, %r31, "
             "[%r41];\n"
             "tcgen05.ld.red.sync.aligned.16x32bx2.x2.max.u32 {%r24, %r25}, %r32, [%r41], 2;\n"
             "tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32 {%r24, %r25}, %r33, [%r41+8];\n"
             "tcgen05.ld.red.sync.aligned.32x32b.x2.max.abs.f32 {%r24, %r25}, %r34, [%r41+8];\n"
             "tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32 {%r24, %r25}, %r35, [%r41+10];\n"
             "tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.NaN.f32 {%r24, %r25}, %r36, "
             "[%r41+10];\n"
             "tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.f32 {%r24, %r25}, %r37, [%r41+8], 0;\n"
             "tcgen05.wait::ld.sync.aligned;\n");
    write_end(1, &body);
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 8 .b64 barrier;\n"
                               ".shared .align 1024 .b8 matrices[16384];\n",
                       .body = text_string(&body),
                       .threads = 128,
                       .gpu_text = "base = b200\ntitle = A GPU of 10.3\n"
                                   "compute_capability = 103\n",
                       .target = 103};
    bool has_run = program_run(&program, out);
    text_destroy(&body);
    for (uint32_t thread = 0; has_run && thread < 128; thread++) {
        uint32_t x = sample(thread), y = sample(thread + 2048), lane = thread % 32;
        uint32_t all[] = {x, y, x ^ y, y & 0xbfffffffu};
        uint32_t least = all[0];
        int32_t greatest = (int32_t)all[0];
        for (uint32_t i = 1; i < 4; i++) {
            least = all[i] < least ? all[i] : least;
            greatest = (int32_t)all[i] > greatest ? (int32_t)all[i] : greatest;
        }
        EXPECT_WORD(out, thread, 0, least);
        EXPECT_WORD(out, thread, 1, (uint32_t)greatest);
        uint32_t of = thread - lane + lane % 16; // the lane, and two of its columns
        uint32_t a = sample(of), b = sample(of + 2048);
        uint32_t two[] = {lane < 16 ? a : a ^ b, lane < 16 ? b : b & 0xbfffffffu};
        EXPECT_WORD(out, thread, 2, two[0] > two[1] ? two[0] : two[1]);
        float p = float_of(y & 0xbfffffffu), q = float_of(x & 0xbfffffffu);
        EXPECT(float_of(out[thread][3]) == fminf(p, q));
        EXPECT(float_of(out[thread][4]) == fmaxf(fabsf(p), fabsf(q)));
        EXPECT(float_of(out[thread][5]) == q); // the other one is no number
        EXPECT(isnan(float_of(out[thread][6])));
        float r = float_of(b & 0xbfffffffu), s = float_of(a & 0xbfffffffu);
        EXPECT(float_of(out[thread][7]) == fminf(r, s));
    }
}

// --- pairs

static void expect_fault(const char *text_of_body, uint32_t cluster, const char *detail)
{
    static Out out;
    Machine machine;
    Program program = {.head = ".shared .align 4 .b32 place;\n",
                       .body = text_of_body,
                       .blocks = 2,
                       .cluster = cluster,
                       .gpu = "b200",
                       .target = 100};
    char *text = program_text(&program);
    if (machine_open(&machine, "b200", 1, text)) {
        EXPECT_EQ(program_launch(&program, &machine, out), LOCKSTEP_ERROR_FAULT);
        const LockstepReport *report = lockstep_report(machine.device);
        const char *found = report->count == 0 ? "" : report->records[0]->fault.detail;
        if (!EXPECT(strstr(found, detail) != NULL)) {
            fprintf(stderr, "found '%s', wanted '%s'\n", found, detail);
        }
    }
    machine_close(&machine);
    free(text);
}

#define ALLOCATE_PAIR(columns)                                                                     \
    "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [place], " columns ";\n"

TEST(pairs_need_two_blocks_that_agree)
{
    expect_fault(ALLOCATE_PAIR("32"), 0, "needs a cluster of an even number of blocks");
    expect_fault(
        "mov.u32 %r20, %cluster_ctarank;\nadd.u32 %r20, %r20, 1;\n"
        "shl.b32 %r20, %r20, 5;\n" ALLOCATE_PAIR("%r20") "barrier.cluster.arrive.aligned;\n"
                                                         "barrier.cluster.wait.aligned;\n",
        2, "the other block of the pair allocates 32");
    expect_fault("mov.u32 %r20, %cluster_ctarank;\nsetp.eq.u32 %p1, %r20, 1;\n"
                 "@%p1 bra ended;\nbarrier.cluster.arrive.aligned;\n"
                 "barrier.cluster.wait.aligned;\ntcgen05.shift.cta_group::2.down [%r20];\n"
                 "ended:\n",
                 2, "the other block of the pair, 1 in the cluster, has ended");
}

// Both blocks get the same columns, whichever asks first, and the second time what is left.
TEST(pairs_allocate_the_same_columns)
{
    static Out out;
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 4 .b32 other;\n",
                       .blocks = 4,
                       .cluster = 4,
                       .gpu = "b200",
                       .target = 100};
    program.body = ALLOCATE_PAIR(
        "64") "tcgen05.alloc.cta_group::2.sync.aligned.b32 [%rd9], 128;\n"
              "ld.shared.b32 %r30, [place];\nld.shared.b32 %r31, [other];\n" KEEP(0, "%r30")
                  KEEP(4, "%r31") "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r31, 128;\n"
                                  "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r30, 64;\n"
                                  "tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\n";
    Text body = {0};
    text_put(&body, "cvta.shared.u64 %rd9, other;\n");
    text_put(&body, program.body);
    program.body = text_string(&body);
    bool has_run = program_run(&program, out);
    for (uint32_t thread = 0; has_run && thread < 128; thread++) {
        EXPECT_WORD(out, thread, 0, 0);
        EXPECT_WORD(out, thread, 1, 64);
    }
    text_destroy(&body);
}

INSTRUCTIONS_MAIN()
