// SPDX-License-Identifier: Apache-2.0
// Matrix instructions against what an H200 computed (traces/h200/tensor): every instruction on the
// tiles that were recorded in full, bit by bit. LOCKSTEP_TENSOR_TILES=N (up to 1,310,720) compares
// the digests of that many tiles of every instruction, too; that takes hours for all of them.
#include "tests/execution/instructions.h"
#include "tests/hardware/tensor/tile.h"

#define TRACES      LOCKSTEP_SOURCE_DIR "/traces/h200/tensor/"
#define SEED        0x10c5739u
#define GROUP_TILES 16384 // of a digest; the first digest of an instruction is of 1024
#define GROUPS      80
#define BATCH_TILES 1024
#define WORDS_MAX   32 // registers of a lane's operands

typedef struct Recorded {
    char text[100];
    uint32_t words[4]; // a, b, c, d
    int format[3];
    char selector[4];
    uint32_t tiles;
    long offset; // in tiles.bin
} Recorded;

static int format_named(const char *name)
{
    static const char *const names[] = {"raw", "f16",  "bf16", "tf32", "f32",
                                        "f64", "e4m3", "e5m2", "meta"};
    for (int i = 0; i < 9; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return FORMAT_RAW;
}

static bool row_read(FILE *file, long *offset, Recorded *row)
{
    char line[256], format[3][8];
    if (fgets(line, sizeof line, file) == NULL ||
        sscanf(line, "%99[^,],%u,%u,%u,%u,%7[^,],%7[^,],%7[^,],%3[^,],%u", row->text,
               &row->words[0], &row->words[1], &row->words[2], &row->words[3], format[0], format[1],
               format[2], row->selector, &row->tiles) != 10) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        row->format[i] = format_named(format[i]);
    }
    row->offset = *offset;
    *offset += (long)(row->tiles * 32 * row->words[3] * sizeof(uint32_t));
    return true;
}

static bool is_wide(const Recorded *row)
{
    return row->format[0] == FORMAT_F64;
}

static bool is_sparse(const Recorded *row)
{
    return row->selector[0] != '-';
}

// {%x0, %x1, ...}
static void put_list(char *text, size_t size, char name, uint32_t count)
{
    size_t at = (size_t)snprintf(text, size, "{");
    for (uint32_t i = 0; i < count; i++) {
        at += (size_t)snprintf(text + at, size - at, "%s%%%c%u", i == 0 ? "" : ", ", name, i);
    }
    snprintf(text + at, size - at, "}");
}

static size_t put_accesses(char *text, size_t size, bool is_load, char name, const char *type,
                           uint32_t bytes, uint32_t count, uint32_t first)
{
    size_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t byte = first + i * bytes;
        at +=
            (size_t)(is_load ? snprintf(text + at, size - at, "ld.global.%s %%%c%u, [%%rd1+%u];\n",
                                        type, name, i, byte)
                             : snprintf(text + at, size - at, "st.global.%s [%%rd2+%u], %%%c%u;\n",
                                        type, byte, name, i));
    }
    return at;
}

// A kernel whose block multiplies one tile: the lane's operands from in, its results to out.
static void put_kernel(const Recorded *row, char *text, size_t size)
{
    bool has_float_c = row->format[2] == FORMAT_F32;
    bool has_float_d =
        strstr(row->text, "col.f32.") != NULL || strstr(row->text, "row.f32.") != NULL ||
        strstr(row->text, "k16.f32.") != NULL || strstr(row->text, "k8.f32.") != NULL;
    uint32_t bytes = is_wide(row) ? 8 : 4, sum = 0;
    const char *type = is_wide(row) ? "f64" : "b32";
    const char *types[4] = {type, type, has_float_c ? "f32" : type, has_float_d ? "f32" : type};
    char lists[4][200], metadata[16] = "";
    for (uint32_t i = 0; i < 4; i++) {
        put_list(lists[i], sizeof lists[i], "abcd"[i], row -> words[i] * 4 / bytes);
        sum += i < 3 ? row->words[i] * 4 : 0;
    }
    sum += is_sparse(row) ? 4 : 0;
    size_t at = (size_t)snprintf(
        text, size,
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param "
        ".u64 out)\n{\n.reg .%s %%a<16>, %%b<16>; .reg .%s %%c<16>; .reg .%s %%d<16>;\n"
        ".reg .b32 %%r<4>; .reg .b64 %%rd<4>;\nld.param.u64 %%rd1, [in];\nld.param.u64 %%rd2, "
        "[out];\nmov.u32 %%r1, %%ctaid.x;\nmov.u32 %%r2, %%tid.x;\nmad.lo.u32 %%r1, %%r1, 32, "
        "%%r2;\nmul.wide.u32 %%rd3, %%r1, %u;\nadd.s64 %%rd1, %%rd1, %%rd3;\nmul.wide.u32 %%rd3, "
        "%%r1, %u;\nadd.s64 %%rd2, %%rd2, %%rd3;\n",
        type, types[2], types[3], sum, row->words[3] * 4);
    uint32_t first = 0;
    for (uint32_t i = 0; i < 3; i++) {
        at += put_accesses(text + at, size - at, true, "abc"[i], types[i], bytes,
                           row -> words[i] * 4 / bytes, first);
        first += row->words[i] * 4;
    }
    if (is_sparse(row)) {
        at += (size_t)snprintf(text + at, size - at, "ld.global.b32 %%r3, [%%rd1+%u];\n", first);
        snprintf(metadata, sizeof metadata, ", %%r3, %s", row->selector);
    }
    at += (size_t)snprintf(text + at, size - at, "%s %s, %s, %s, %s%s;\n", row->text, lists[3],
                           lists[0], lists[1], lists[2], metadata);
    at += put_accesses(text + at, size - at, false, 'd', types[3], bytes, row->words[3] * 4 / bytes,
                       0);
    snprintf(text + at, size - at, "ret;\n}\n");
}

// Multiplies tiles first to first + count; d has words[3] words for each lane of each tile.
static bool multiply(const Machine *machine, const Recorded *row, uint32_t first, uint32_t count,
                     uint32_t *d)
{
    uint32_t each = row->words[0] + row->words[1] + row->words[2] + is_sparse(row);
    uint32_t *in = malloc((size_t)count * 32 * each * sizeof *in), *to = in;
    if (!EXPECT(in != NULL)) {
        return false;
    }
    for (uint32_t tile = first; tile < first + count; tile++) {
        for (int lane = 0; lane < 32; lane++) {
            for (int operand = 0; operand < 3; operand++) {
                for (uint32_t i = 0; i < row->words[operand]; i++) {
                    *to++ = tile_word(SEED, tile, row->format[operand], operand, lane, (int)i);
                }
            }
            if (is_sparse(row)) {
                *to++ = tile_word(SEED, tile, FORMAT_META, 3, lane, 0);
            }
        }
    }
    size_t bytes = (size_t)count * 32 * row->words[3] * sizeof *d;
    Arguments arguments = {0};
    uint64_t device_in = machine_buffer(machine, "in", in, (size_t)count * 32 * each * sizeof *in);
    uint64_t device_out = machine_buffer(machine, "out", NULL, bytes);
    argument_u64(&arguments, device_in);
    argument_u64(&arguments, device_out);
    LockstepLaunch launch = {.kernel = "k",
                             .grid = {count, 1, 1},
                             .block = {32, 1, 1},
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes};
    bool is_done = machine_expect(
        machine, lockstep_launch(machine->device, machine->module, &launch), row->text);
    lockstep_read(machine->device, device_out, d, bytes);
    lockstep_free(machine->device, device_in);
    lockstep_free(machine->device, device_out);
    free(in);
    return is_done;
}

// How many words differ; shows the first.
static uint32_t differences(const Recorded *row, const uint32_t *d, const uint32_t *wanted)
{
    uint32_t count = 0, each = row->words[3];
    for (uint32_t i = 0; i < row->tiles * 32 * each; i++) {
        if (d[i] != wanted[i] && count++ == 0) {
            uint64_t tile = i / each / 32, hash = tile_mix(SEED + tile);
            fprintf(stderr, "    %s: tile %u (style %d), lane %u, register %u: %08x, not %08x\n",
                    row->text, (unsigned)tile, (int)(hash >> 40) % STYLE_COUNT, i / each % 32,
                    i % each, d[i], wanted[i]);
        }
    }
    return count;
}

static bool digests_agree(const Machine *machine, const Recorded *row, uint32_t number,
                          uint32_t tiles)
{
    static uint64_t wanted[1 + GROUPS];
    uint32_t *d = malloc((size_t)BATCH_TILES * 32 * row->words[3] * sizeof *d);
    FILE *file = fopen(TRACES "digests.bin", "rb");
    bool is_read = d != NULL && file != NULL &&
                   fseek(file, (long)(number * sizeof wanted), SEEK_SET) == 0 &&
                   fread(wanted, sizeof wanted, 1, file) == 1;
    uint64_t sum = 0;
    bool agrees = EXPECT(is_read);
    for (uint32_t tile = 0; agrees && tile < tiles; tile += BATCH_TILES) {
        agrees = multiply(machine, row, tile, BATCH_TILES, d);
        for (uint32_t i = 0; i < BATCH_TILES * 32 * row->words[3]; i++) {
            uint32_t lane = i / row->words[3];
            sum += tile_digest(tile + lane / 32, (int)(lane % 32), (int)(i % row->words[3]), d[i]);
        }
        bool is_end = (tile + BATCH_TILES) % GROUP_TILES == 0;
        agrees = agrees && (tile > 0 || EXPECT_EQ(sum, wanted[0])) &&
                 (!is_end || EXPECT_EQ(sum, wanted[1 + tile / GROUP_TILES]));
        sum = is_end ? 0 : sum;
        if (!agrees) {
            fprintf(stderr, "    of the tiles below %u\n", tile + BATCH_TILES);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    free(d);
    return agrees;
}

static bool row_agrees(const Recorded *row, uint32_t number, FILE *tiles)
{
    static char text[16384];
    size_t bytes = (size_t)row->tiles * 32 * row->words[3] * sizeof(uint32_t);
    uint32_t *d = malloc(bytes), *wanted = malloc(bytes);
    Machine machine;
    put_kernel(row, text, sizeof text);
    bool agrees = EXPECT(d != NULL && wanted != NULL) && machine_open(&machine, "h200", 1, text) &&
                  EXPECT(fseek(tiles, row->offset, SEEK_SET) == 0) &&
                  EXPECT_EQ(fread(wanted, 1, bytes, tiles), bytes) &&
                  multiply(&machine, row, 0, row->tiles, d);
    note_last_launch(&machine);
    // The H200 has no tensor cores for it, and the order of its sums is known only nearly.
    bool is_exact = strcmp(row->text, "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16") != 0;
    agrees = agrees && EXPECT(differences(row, d, wanted) <= (is_exact ? 0u : 1u));
    const char *more = getenv("LOCKSTEP_TENSOR_TILES");
    if (agrees && is_exact && more != NULL) {
        agrees = digests_agree(&machine, row, number, (uint32_t)strtoul(more, NULL, 10));
    }
    machine_close(&machine);
    free(d);
    free(wanted);
    return agrees;
}

TEST(mma_gives_the_bits_of_an_h200)
{
    FILE *rows = fopen(TRACES "rows.csv", "r"), *tiles = fopen(TRACES "tiles.bin", "rb");
    const char *only = getenv("LOCKSTEP_TENSOR_ONLY");
    char head[256];
    Recorded row;
    long offset = 0;
    if (!EXPECT(rows != NULL && tiles != NULL && fgets(head, sizeof head, rows) != NULL)) {
        return;
    }
    for (uint32_t i = 0; row_read(rows, &offset, &row); i++) {
        bool is_meant = only == NULL || strstr(row.text, only) != NULL;
        if (is_meant && !row_agrees(&row, i, tiles)) {
            fprintf(stderr, "    row %u: %s, selector %s\n", i, row.text, row.selector);
        }
    }
    fclose(rows);
    fclose(tiles);
}

// -- which lane holds what: wmma.load against the recorded places, wmma.store back

typedef struct Layout {
    char matrix, layout[4], shape[16], type[8]; // "row", "m16n16k16", "f16"
    uint32_t registers, bits, rows, columns;    // 32-bit registers
} Layout;

#define ELEMENTS_MAX 1024
static uint16_t layout_table[32 * ELEMENTS_MAX];

static bool layout_read(FILE *list, FILE *places, Layout *layout)
{
    char line[128];
    if (fgets(line, sizeof line, list) == NULL ||
        sscanf(line, "wmma.load.%c.%3s.%15[^.].%7[^,],%u,%u,%u,%u", &layout->matrix, layout->layout,
               layout->shape, layout->type, &layout->registers, &layout->bits, &layout->rows,
               &layout->columns) != 8) {
        return false;
    }
    uint32_t each = layout->registers * 32 / (layout->bits < 32 ? layout->bits : 32);
    return EXPECT(each <= ELEMENTS_MAX) &&
           EXPECT_EQ(fread(layout_table, sizeof *layout_table, 32 * each, places), 32 * each);
}

static void put_layout_kernel(const Layout *layout, char *text, size_t size)
{
    bool is_wide = layout->bits == 64;
    const char *type = is_wide ? "f64" : "b32", *kind = layout->type;
    bool is_float = strcmp(kind, "f32") == 0;
    uint32_t count = layout->registers / (is_wide ? 2 : 1);
    uint32_t stride = strcmp(layout->layout, "row") == 0 ? layout->columns : layout->rows;
    char list[200];
    put_list(list, sizeof list, 'a', count);
    size_t at = (size_t)snprintf(
        text, size,
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param "
        ".u64 out, .param .u64 back)\n{\n.reg .%s %%a<8>; .reg .b32 %%r<4>; .reg .b64 %%rd<5>;\n"
        "ld.param.u64 %%rd1, [in];\nld.param.u64 %%rd2, [out];\nld.param.u64 %%rd4, [back];\n"
        "mov.u32 %%r1, %%tid.x;\nmul.wide.u32 %%rd3, %%r1, %u;\nadd.s64 %%rd2, %%rd2, %%rd3;\n"
        "mov.u32 %%r2, %u;\nwmma.load.%c.sync.aligned.%s.%s.global.%s %s, [%%rd1], %%r2;\n",
        is_float ? "f32" : type, layout->registers * 4, stride, layout->matrix, layout->layout,
        layout->shape, kind, list);
    if (layout->matrix == 'c') {
        at += (size_t)snprintf(text + at, size - at,
                               "wmma.store.d.sync.aligned.%s.%s.%s [%%rd4], %s, %u;\n",
                               layout->layout, layout->shape, kind, list, stride);
    }
    at += put_accesses(text + at, size - at, false, 'a', is_float ? "f32" : type, is_wide ? 8 : 4,
                       count, 0);
    snprintf(text + at, size - at, "ret;\n}\n");
}

// Bits `at` to `at` + count of memory.
static uint32_t bits_at(const uint32_t *words, uint32_t at, uint32_t count)
{
    uint32_t bits = words[at / 32] >> at % 32;
    return count == 32 ? bits : bits & ((1u << count) - 1);
}

static void check_layout(const Layout *layout)
{
    static char text[4096];
    static uint32_t in[2048], out[32 * 16], back[2048];
    uint32_t words = layout->rows * layout->columns * layout->bits / 32;
    uint32_t part = layout->bits < 32 ? layout->bits : 32, each = layout->registers * 32 / part;
    Machine machine;
    for (uint32_t i = 0; i < words; i++) {
        in[i] = sample(i);
    }
    put_layout_kernel(layout, text, sizeof text);
    if (!machine_open(&machine, "h200", 1, text)) {
        return;
    }
    Arguments arguments = {0};
    uint64_t device_out = machine_buffer(&machine, "out", NULL, sizeof out);
    uint64_t device_back = machine_buffer(&machine, "back", NULL, words * sizeof *back);
    argument_u64(&arguments, machine_buffer(&machine, "in", in, words * sizeof *in));
    argument_u64(&arguments, device_out);
    argument_u64(&arguments, device_back);
    LockstepLaunch launch = {.kernel = "k",
                             .grid = {1, 1, 1},
                             .block = {32, 1, 1},
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes};
    machine_expect(&machine, lockstep_launch(machine.device, machine.module, &launch), text);
    lockstep_read(machine.device, device_out, out, sizeof out);
    lockstep_read(machine.device, device_back, back, words * sizeof *back);
    note_last_launch(&machine);
    for (uint32_t i = 0; i < 32 * each; i++) {
        uint32_t lane = i / each, e = i % each;
        uint32_t found = bits_at(out + lane * layout->registers, e * part, part);
        uint32_t high = layout->bits == 64 ? e % 2 * 32 : 0;
        uint32_t wanted = bits_at(in, layout_table[i] * layout->bits + high, part);
        if (!EXPECT_EQ(found, wanted)) {
            fprintf(stderr, "    lane %u, element %u of:\n%s\n", lane, e, text);
            break;
        }
    }
    EXPECT(layout->matrix != 'c' || memcmp(in, back, words * sizeof *in) == 0);
    machine_close(&machine);
}

TEST(wmma_fragments_lie_in_lanes_as_in_an_h200)
{
    FILE *list = fopen(TRACES "layouts.csv", "r"), *places = fopen(TRACES "layouts.bin", "rb");
    char head[128];
    Layout layout;
    uint32_t count = 0;
    if (!EXPECT(list != NULL && places != NULL && fgets(head, sizeof head, list) != NULL)) {
        return;
    }
    for (; layout_read(list, places, &layout); count++) {
        check_layout(&layout);
    }
    EXPECT_EQ(count, 74);
    fclose(list);
    fclose(places);
}

// Four bits of each of the four words of a line are common.
TEST(wmma_counts_common_bits)
{
    static Out out;
    if (body_run("mov.b32 %r12, 0x0f0f;\nmov.b32 %r13, 0x00ff;\nmov.b32 %r14, 5;\n"
                 "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r15, %r16}, "
                 "{%r12}, {%r13}, {%r14, %r14};\n" KEEP(0, "%r15") KEEP(4, "%r16"),
                 out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, lane, 0, 5 + 4 * 4);
            EXPECT_WORD(out, lane, 1, 5 + 4 * 4);
        }
    }
}

// Sixteen products of ones, and two.
TEST(mma_of_sixteen_8_bit_floats)
{
    static Out out;
    if (body_run("mov.b32 %r12, 0x38383838;\nmov.b32 %r13, 0x40004000;\n"
                 "mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16 {%r14, %r15}, {%r12, %r12}, "
                 "{%r12}, {%r13, %r13};\n" KEEP(0, "%r14") KEEP(4, "%r15"),
                 out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, lane, 0, 0x4c804c80);
            EXPECT_WORD(out, lane, 1, 0x4c804c80);
        }
    }
}

// In selector 1 of m16n8k32, lanes 2 and 3 of each group have the metadata: the first two of each
// four elements, then the last two. b is 1 in even rows and 2 in odd ones along k.
TEST(a_sparse_mma_takes_what_its_metadata_choose)
{
    static Out out;
    const Program program = {
        .body = "and.b32 %r12, %r5, 1;\nsetp.eq.u32 %p1, %r12, 0;\n"
                "selp.b32 %r13, 0x44444444, 0xdddddddd, %p1;\nand.b32 %r12, %r5, 2;\n"
                "setp.eq.u32 %p2, %r12, 0;\nselp.b32 %r13, 0x99999999, %r13, %p2;\n"
                "mov.b32 %r14, 0x01000001;\nmov.b32 %r15, 0x02010201;\nmov.b32 %r16, 7;\n"
                "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r20, %r21, %r22, %r23}, "
                "{%r14, %r14}, {%r15, %r15}, {%r16, %r16, %r16, %r16}, %r13, 1;\n" KEEP(0, "%r20")
                    KEEP(4, "%r22")};
    if (program_run(&program, out)) {
        for (uint32_t lane = 0; lane < 32; lane++) { // eight pairs: 1 * 1 + 0 * 2 and 0 * 1 + 1 * 2
            EXPECT_WORD(out, lane, 0, 7 + 4 * (1 + 2));
            EXPECT_WORD(out, lane, 1, 7 + 4 * (2 + 2));
        }
    }
}

TEST(a_sparsity_selector_is_checked)
{
    static Out out;
    const Program program = {
        .body = "mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.u8.s32 {%r20, %r21, %r22, %r23}, "
                "{%r1, %r1, %r1, %r1}, {%r1, %r1, %r1, %r1}, {%r1, %r1, %r1, %r1}, %r1, 1;\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_LAUNCH);
}

TEST(mma_needs_all_lanes)
{
    static Out out;
    const Program program = {
        .body = "setp.lt.u32 %p1, %r1, 16;\n@%p1 mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
                "{%r14, %r15}, {%r10, %r10}, {%r10}, {%r11, %r11};\n" KEEP(0, "%r14")};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_FAULT);
}

INSTRUCTIONS_MAIN()
