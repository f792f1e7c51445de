// SPDX-License-Identifier: Apache-2.0
// Copies by tensor map along the rows of images (im2col::w, im2col::w::128), and copies whose
// mbarriers are in one block of a pair (.cta_group::2).
#include "tests/execution/instructions.h"
#include "tests/execution/tile_map.h"

enum { CHANNELS = 4, WIDTH = 5, HEIGHT = 2, IMAGES = 40, ROWS_MAX = 160 };

static TensorMap map_of(TensorWide wide, uint16_t pixels)
{
    return (TensorMap){.stride = {4, 16, 16 * WIDTH, 16 * WIDTH * HEIGHT},
                       .last = {CHANNELS - 1, WIDTH - 1, HEIGHT - 1, IMAGES - 1},
                       .box = {CHANNELS, pixels},
                       .step = {1, 1, 1, 1},
                       .type = TENSOR_U32,
                       .rank = 4,
                       .span_bytes = 16,
                       .is_im2col = true,
                       .wide = (uint8_t)wide};
}

typedef struct Wide {
    const char *mode, *to, *rest; // what follows in the name
    const char *operands;         // and behind halo and offset
    int column, row, image;       // where the tile begins
    uint16_t halo, offset;
} Wide;

// Row t of the tile, in thread t. Thread 0 waits for as many bytes as the tile has rows.
static bool load_rows(const TensorMap *map, const Wide *wide, uint32_t rows, Out out)
{
    static char head[2048];
    char begin[256], bytes[16];
    tile_map_declare_room(map, 16 * ROWS_MAX, head, sizeof head);
    snprintf(bytes, sizeof bytes, "%u", 16 * rows);
    snprintf(begin, sizeof begin,
             "mov.u32 %%r25, %d;\nmov.u32 %%r26, %d;\nmov.u32 %%r27, %d;\nmov.u16 %%h2, %u;\n"
             "mov.u16 %%h3, %u;\n",
             wide->column, wide->row, wide->image, wide->halo, wide->offset);
    const Program program = {
        .head = head,
        .gpu = "b200",
        .target = 100,
        .cluster = 1,
        .threads = ROWS_MAX,
        .body = "<0>mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\nmov.u16 %h1, 1;\n"
                "mov.u64 %rd9, 0;\nmov.u32 %r22, 0;\nmad.lo.u32 %r23, %r1, 16, %r20;\n"
                "st.shared.v4.u32 [%r23], {%r22, %r22, %r22, %r22};\nfence.proxy.async;\n"
                "setp.ne.u32 %p1, %r1, 0;\nbar.sync 0;\n@%p1 bra ready;\n"
                "st.global.u64 [" TILE_MAP_ADDRESS "], %rd1;\nmbarrier.init.shared.b64 [%r21], 1;\n"
                "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], <1>;\nfence.proxy.async;\n"
                "cp.async.bulk.prefetch.tensor.4d.L2.global.<2> [%rd20, {%r22, %r25, %r26, %r27}], "
                "{%h2, %h3};\ncp.async.bulk.prefetch.tensor.4d.L2.global.<2>.L2::cache_hint "
                "[%rd20, {%r22, %r25, %r26, %r27}], {%h2, %h3}, %rd9;\n"
                "cp.async.bulk.tensor.4d.<3>.global.<2>.mbarrier::complete_tx::bytes<4> [%r20], "
                "[%rd20, {%r22, %r25, %r26, %r27}], [%r21], {%h2, %h3}<5>;\n"
                "ready:\nbar.sync 0;\nwait:\n"
                "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\n"
                "ld.shared.v4.u32 {%r30, %r31, %r32, %r33}, [%r23];\n"
                "st.global.v4.u32 [%rd3], {%r30, %r31, %r32, %r33};\n",
        .parts = PARTS(begin, bytes, wide->mode, wide->to, wide->rest, wide->operands)};
    return program_run(&program, out);
}

// Row t is pixel `pixels[t]` of the walk along W, image after image.
static void expect_walk(const TensorMap *map, const Wide *wide, const uint32_t *pixels,
                        uint32_t rows, Out out)
{
    for (uint32_t t = 0; t < ROWS_MAX; t++) {
        int column = wide->column, image = wide->image, end = WIDTH - 1 + map->upper[0];
        for (uint32_t i = 0; t < rows && i < pixels[t]; i++) {
            column += map->step[1];
            image += column > end;
            column = column > end ? map->lower[0] : column;
        }
        int at = column + wide->offset;
        bool is_inside = t < rows && at >= 0 && at < WIDTH && image < IMAGES && wide->row >= 0 &&
                         wide->row < HEIGHT;
        uint32_t first = (uint32_t)(((image * HEIGHT + wide->row) * WIDTH + at) * CHANNELS);
        for (uint32_t c = 0; c < CHANNELS; c++) {
            EXPECT_WORD(out, t, c, is_inside ? sample(first + c) : 0);
        }
    }
}

static void walk(const TensorMap *map, const Wide *wide, uint32_t pixels)
{
    static Out out;
    uint32_t at[ROWS_MAX], rows = pixels + wide->halo;
    for (uint32_t t = 0; t < rows; t++) {
        at[t] = t;
    }
    if (load_rows(map, wide, rows, out)) {
        expect_walk(map, wide, at, rows, out);
    }
}

TEST(pixels_follow_each_other_along_w_and_through_images)
{
    TensorMap map = map_of(TENSOR_WIDE, 13);
    const Wide plain = {"im2col::w", "shared::cluster", "", "", 2, 1, 7, 0, 0};
    walk(&map, &plain, 13);
    const Wide last = {"im2col::w", "shared::cta", ".L2::cache_hint", ", %rd9", 0, 0, 39, 0, 0};
    walk(&map, &last, 13);
    const Wide below = {"im2col::w", "shared::cta", "", "", 0, -1, 0, 2, 0}; // all outside
    walk(&map, &below, 13);
}

// As for a filter of three columns with a border of one.
TEST(halo_and_offset_move_along_w)
{
    TensorMap map = map_of(TENSOR_WIDE, 11);
    map.lower[0] = map.upper[0] = -1;
    const Wide first = {
        "im2col::w", "shared::cluster", ".L2::cache_hint", ", %rd9", -1, 1, 3, 2, 0};
    walk(&map, &first, 11);
    map.step[1] = 2;
    const Wide second = {
        "im2col::w", "shared::cluster", ".multicast::cluster", ", %h1", -1, 0, 5, 1, 1};
    walk(&map, &second, 11);
    const Wide left = {"im2col::w",
                       "shared::cluster",
                       ".multicast::cluster.L2::cache_hint",
                       ", %h1, %rd9",
                       -3,
                       0,
                       5,
                       0,
                       1}; // begins left of the box
    walk(&map, &left, 11);
}

// After 128 pixels, the halos of the four parts: the first pixel of each, then the second.
TEST(four_parts_of_32_pixels_have_halos_of_their_own)
{
    static Out out;
    uint32_t at[ROWS_MAX];
    TensorMap map = map_of(TENSOR_WIDE_128, 128);
    const Wide wide = {"im2col::w::128", "shared::cta", "", "", 1, 1, 4, 2, 0};
    for (uint32_t t = 0; t < 128; t++) {
        at[t] = t;
    }
    for (uint32_t part = 0; part < 4; part++) {
        at[128 + part] = 32 * (part + 1);
        at[132 + part] = 32 * (part + 1) + 1;
    }
    if (load_rows(&map, &wide, 136, out)) {
        expect_walk(&map, &wide, at, 136, out);
    }
}

static LockstepStatus try_load(const TensorMap *map, const char *mode, int column, int halo)
{
    static Out out;
    static char head[2048];
    char begin[128];
    tile_map_declare_room(map, 16 * ROWS_MAX, head, sizeof head);
    snprintf(begin, sizeof begin, "mov.u32 %%r25, %d;\nmov.u16 %%h2, %d;\n", column, halo);
    const Program program = {
        .head = head,
        .gpu = "b200",
        .target = 100,
        .body = "<0>mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\nmov.u16 %h3, 0;\n"
                "mov.u32 %r22, 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra done;\n"
                "st.global.u64 [" TILE_MAP_ADDRESS "], %rd1;\nmbarrier.init.shared.b64 [%r21], 1;\n"
                "fence.proxy.async;\n"
                "cp.async.bulk.tensor.4d.shared::cta.global.<1>.mbarrier::complete_tx::bytes "
                "[%r20], [%rd20, {%r22, %r25, %r22, %r22}], [%r21], {%h2, %h3};\ndone:\n",
        .parts = PARTS(begin, mode)};
    return program_try(&program, out);
}

TEST(copies_along_w_need_a_map_of_their_mode_and_small_halos)
{
    TensorMap map = map_of(TENSOR_WIDE, 8), fixed = map_of(TENSOR_WIDE_128, 128);
    EXPECT_EQ(try_load(&map, "im2col::w", 0, 2), LOCKSTEP_OK);
    EXPECT_EQ(try_load(&map, "im2col::w::128", 0, 2), LOCKSTEP_ERROR_FAULT);
    EXPECT_EQ(try_load(&map, "im2col::w", 5, 0), LOCKSTEP_ERROR_FAULT); // right of the box
    EXPECT_EQ(try_load(&map, "im2col::w", 0, 512), LOCKSTEP_ERROR_FAULT);
    EXPECT_EQ(try_load(&fixed, "im2col::w::128", 0, 7), LOCKSTEP_OK);
    EXPECT_EQ(try_load(&fixed, "im2col::w::128", 0, 32), LOCKSTEP_ERROR_FAULT);
}

// -- pairs of blocks

// Both blocks get words 0 to 31, by copies of the blocks whose rank is at least `first`; the
// mbarrier of block `owner` hears of both tiles.
static void copy_to_pair(const char *instruction, uint32_t first, uint32_t owner)
{
    static Out out;
    static char head[2048];
    char ranks[128];
    TensorMap map = {.stride = {4},
                     .last = {63},
                     .box = {32},
                     .step = {1},
                     .type = TENSOR_U32,
                     .rank = 1,
                     .span_bytes = 16};
    tile_map_declare(&map, head, sizeof head);
    snprintf(ranks, sizeof ranks, "mov.u32 %%r24, %u;\nmov.u32 %%r25, %u;\n", first, owner);
    const Program program = {
        .head = head,
        .gpu = "b200",
        .target = 100,
        .blocks = 2,
        .cluster = 2,
        .body = "<0>mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\nmov.u16 %h1, 3;\n"
                "mov.u64 %rd9, 0;\nmov.u32 %r22, 0;\nmov.u32 %r26, %cluster_ctarank;\n"
                "mapa.shared::cluster.u32 %r27, %r21, %r25;\nmad.lo.u32 %r23, %r1, 4, %r20;\n"
                "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\n"
                "st.global.u64 [" TILE_MAP_ADDRESS "], %rd1;\nmbarrier.init.shared.b64 [%r21], 1;\n"
                "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 256;\nfence.proxy.async;\n"
                "ready:\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                "setp.lt.u32 %p2, %r26, %r24;\nor.pred %p1, %p1, %p2;\n@%p1 bra issued;\n<1>\n"
                "issued:\nsetp.ne.u32 %p3, %r26, %r25;\n@%p3 bra waited;\nwait:\n"
                "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\n"
                "waited:\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                "ld.shared.u32 %r28, [%r23];\n" KEEP(0, "%r28"),
        .parts = PARTS(ranks, instruction)};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 64; t++) {
            EXPECT_WORD(out, t, 0, sample(t % 32));
        }
    }
}

#define PAIR(to) "cp.async.bulk.tensor.1d." to ".global.tile.mbarrier::complete_tx::bytes"

TEST(one_block_of_a_pair_hears_of_both_tiles)
{
    for (uint32_t owner = 0; owner < 2; owner++) {
        copy_to_pair(PAIR("shared::cluster") ".cta_group::2 [%r20], [%rd20, {%r22}], [%r27];", 0,
                     owner);
        copy_to_pair(PAIR("shared::cta") ".cta_group::2 [%r20], [%rd20, {%r22}], [%r27];", 0,
                     owner);
        copy_to_pair(PAIR("shared::cluster") ".multicast::cluster.cta_group::2 [%r20], "
                                             "[%rd20, {%r22}], [%r27], %h1;",
                     1, owner);
    }
    copy_to_pair(PAIR("shared::cluster") ".multicast::cluster.cta_group::2.L2::cache_hint [%r20], "
                                         "[%rd20, {%r22}], [%r21], %h1, %rd9;",
                 1, 1);
}

INSTRUCTIONS_MAIN()
