// SPDX-License-Identifier: Apache-2.0
// multimem in every form, on two pieces of memory that are bound to one multicast object.
#include "tests/execution/instructions.h"

#include "sim/device/query.h"
#include "sim/memory/multicast.h"

#include <math.h>

// The first member is `in`, the second one 8192 bytes further on in it; lane i's 16 bytes are at
// 16 i. <0>: the instruction, at %rd20; %r20 to %r23 (%rd30, %rd31; %h20 to %h27; %b0 to %b3) are
// its registers, which hold the lane's words of in + 4096 before; <1> joins registers to %r20 ...
static const char body[] = ".reg .b8 %b0, %b1, %b2, %b3;\nmov.u64 %rd20, 0x600000000000;\n"
                           "mul.wide.u32 %rd5, %r1, 16;\nadd.s64 %rd20, %rd20, %rd5;\n"
                           "add.s64 %rd6, %rd1, %rd5;\n"
                           "ld.global.v4.u32 {%r20, %r21, %r22, %r23}, [%rd6+4096];\n"
                           "<0>\n<1>\n"
                           "st.global.v4.u32 [%rd3], {%r20, %r21, %r22, %r23};\n"
                           "ld.global.v4.u32 {%r24, %r25, %r26, %r27}, [%rd6];\n"
                           "st.global.v4.u32 [%rd3+16], {%r24, %r25, %r26, %r27};\n";

enum { SECOND = 8192, BASE_WORDS = IN_WORDS };
#define BASE UINT64_C(0x600000000000)

// Runs with members of these words; `out` has what the registers hold, and the first member.
static bool run(const char *instruction, const char *joined, const char *gpu, int target,
                const uint32_t *in, Out out)
{
    const Program program = {
        .body = body, .parts = PARTS(instruction, joined), .gpu = gpu, .target = target};
    LockstepOptions options = {.gpu = gpu, .threads = 1};
    Machine machine;
    bool is_well = false;
    char *text = program_text(&program);
    memset(out, 0, sizeof(Out));
    if (EXPECT(text != NULL) &&
        machine_open_with(&machine, &options, text, strlen(text), "test.ptx")) {
        Arguments arguments = {0};
        uint64_t first = machine_buffer(&machine, "in", in, BASE_WORDS * sizeof *in);
        uint64_t device_out = machine_buffer(&machine, "out", NULL, 32 * OUT_WORDS * 4);
        argument_u64(&arguments, first);
        argument_u64(&arguments, device_out);
        uint8_t *bytes = device_region(machine.device, first)->bytes;
        MulticastObject object = {.size_bytes = 512, .device_count = 2, .devices = 3};
        const MulticastMember members[2] = {{0, 512, first, bytes, 0},
                                            {0, 512, first + SECOND, bytes + SECOND, 1}};
        EXPECT(multicast_bind(&object, &members[0]) && multicast_bind(&object, &members[1]));
        EXPECT(!multicast_bind(&object, &members[0]));
        const MulticastView view = {
            .base = BASE, .size_bytes = 512, .object = &object, .guests = 1};
        device_memory_add_multicast(device_addresses(machine.device), &view);
        LockstepLaunch launch = {.kernel = "k",
                                 .grid = {1, 1, 1},
                                 .block = {32, 1, 1},
                                 .parameters = arguments.bytes,
                                 .parameter_bytes = arguments.size_bytes};
        LockstepStatus status = lockstep_launch(machine.device, machine.module, &launch);
        is_well = EXPECT_EQ(status, LOCKSTEP_OK);
        if (!is_well) {
            fprintf(stderr, "%s: %s", instruction, lockstep_messages(machine.device));
        }
        note_last_launch(&machine);
        lockstep_read(machine.device, device_out, out, 32 * OUT_WORDS * 4);
        EXPECT(device_memory_remove_multicast(device_addresses(machine.device), BASE));
        multicast_clear(&object);
    }
    machine_close(&machine);
    free(text);
    return is_well;
}

// How an instruction names its registers, and how they become %r20 to %r23 again.
typedef struct Registers {
    const char *list, *split, *joined;
    uint32_t words; // that they hold
} Registers;

static const Registers w1 = {"%r20", "", "", 1}, w2 = {"{%r20, %r21}", "", "", 2},
                       w4 = {"{%r20, %r21, %r22, %r23}", "", "", 4},
                       f2 = {"{%f20, %f21}", "mov.b32 %f20, %r20;\nmov.b32 %f21, %r21;\n",
                             "mov.b32 %r20, %f20;\nmov.b32 %r21, %f21;\n", 2},
                       d1 = {"%rd30", "mov.b64 %rd30, {%r20, %r21};\n",
                             "mov.b64 {%r20, %r21}, %rd30;\n", 2},
                       h2 = {"{%h20, %h21}", "mov.b32 {%h20, %h21}, %r20;\n",
                             "mov.b32 %r20, {%h20, %h21};\n", 1},
                       h8 = {"{%h20, %h21, %h22, %h23, %h24, %h25, %h26, %h27}",
                             "mov.b32 {%h20, %h21}, %r20;\nmov.b32 {%h22, %h23}, %r21;\n"
                             "mov.b32 {%h24, %h25}, %r22;\nmov.b32 {%h26, %h27}, %r23;\n",
                             "mov.b32 %r20, {%h20, %h21};\nmov.b32 %r21, {%h22, %h23};\n"
                             "mov.b32 %r22, {%h24, %h25};\nmov.b32 %r23, {%h26, %h27};\n",
                             4},
                       b4 = {"{%b0, %b1, %b2, %b3}", "mov.b32 {%b0, %b1, %b2, %b3}, %r20;\n",
                             "mov.b32 %r20, {%b0, %b1, %b2, %b3};\n", 1};

typedef uint32_t Combine(uint32_t a, uint32_t b);

static uint32_t add_int(uint32_t a, uint32_t b)
{
    return a + b;
}

static uint32_t max_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}

static uint32_t xor_bits(uint32_t a, uint32_t b)
{
    return a ^ b;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t add_float(uint32_t a, uint32_t b)
{
    return bits_of(float_of(a) + float_of(b));
}

// Halves that are small whole numbers, so that all sums are exact: n as f16 or bf16.
static uint32_t half_of(uint32_t n, bool is_bfloat)
{
    uint32_t bits = bits_of((float)n);
    return n == 0 ? 0 : is_bfloat ? bits >> 16 : (bits >> 13 & 0x3ff) | ((bits >> 23) - 112) << 10;
}

static uint32_t number_of(uint32_t half, bool is_bfloat)
{
    uint32_t bits = is_bfloat ? half << 16 : (half & 0x3ff) << 13 | ((half >> 10) + 112) << 23;
    return half == 0 ? 0 : (uint32_t)float_of(bits);
}

static uint32_t add_halves(uint32_t a, uint32_t b, bool is_bfloat, bool is_max)
{
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 32; shift += 16) {
        uint32_t x = number_of(a >> shift & 0xffff, is_bfloat);
        uint32_t y = number_of(b >> shift & 0xffff, is_bfloat);
        result |= half_of(is_max ? (x > y ? x : y) : x + y, is_bfloat) << shift;
    }
    return result;
}

static uint32_t add_f16(uint32_t a, uint32_t b)
{
    return add_halves(a, b, false, false);
}

static uint32_t max_f16(uint32_t a, uint32_t b)
{
    return add_halves(a, b, false, true);
}

static uint32_t add_bf16(uint32_t a, uint32_t b)
{
    return add_halves(a, b, true, false);
}

// Bytes 0x38 (1), 0x40 (2) and 0x48 (4) of e4m3; those of e5m2 are 0x3c, 0x40 and 0x44.
static uint32_t max_bytes(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        uint32_t x = a >> shift & 0xff, y = b >> shift & 0xff;
        result |= (x > y ? x : y) << shift;
    }
    return result;
}

typedef enum Content { WORDS, FLOATS, F16S, BF16S, E4M3S, E5M2S } Content;

static uint32_t content(Content what, uint32_t i)
{
    uint32_t n = sample(i), low = n % 64, high = (n >> 8) % 64;
    switch (what) {
    case FLOATS: return bits_of((float)(n % 1000));
    case F16S: return half_of(low, false) | half_of(high, false) << 16;
    case BF16S: return half_of(low, true) | half_of(high, true) << 16;
    case E4M3S: return 0x38404838u + (n % 2) * 0x08u;
    case E5M2S: return 0x3c40443cu + (n % 2) * 0x04u;
    default: return n;
    }
}

typedef struct Case {
    const char *name; // without .ld_reduce, .st, .red
    const Registers *registers;
    Content what;
    Combine *combine; // NULL: of stores
} Case;

static const char *target_of(const Case *it)
{
    return it->what == E4M3S || it->what == E5M2S ? "b200" : "h200";
}

// ld_reduce: the members' words combined. st, red: the register's word, alone or with the member's.
static void check(const char *kind, const char *order, const Case *it)
{
    static uint32_t in[IN_WORDS];
    static Out out;
    char instruction[512];
    bool is_load = strcmp(kind, "ld_reduce") == 0;
    const Registers *registers = it->registers;
    for (uint32_t i = 0; i < IN_WORDS; i++) {
        in[i] = content(it->what, i);
    }
    snprintf(instruction, sizeof instruction,
             is_load ? "%smultimem.%s%s%s %s, [%%rd20];" : "%smultimem.%s%s%s [%%rd20], %s;",
             registers->split, kind, order, it->name, registers->list);
    if (!run(instruction, registers->joined, target_of(it),
             strcmp(target_of(it), "b200") == 0 ? 100 : 90, in, out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        for (uint32_t word = 0; word < registers->words; word++) {
            uint32_t first = in[lane * 4 + word], second = in[SECOND / 4 + lane * 4 + word];
            uint32_t given = in[1024 + lane * 4 + word];
            uint32_t stored = it->combine == NULL ? given : it->combine(first, given);
            if (is_load) {
                EXPECT_WORD(out, lane, word, it->combine(first, second));
            }
            EXPECT_WORD(out, lane, 4 + word, is_load ? first : stored);
        }
    }
}

static uint32_t add_words(uint32_t a, uint32_t b) // of 64 bits, each below 2^31
{
    return a + b;
}

TEST(loads_combine_the_members)
{
    static const char *const orders[] = {"", ".weak.global", ".relaxed.gpu.global", ".acquire.sys"};
    const Case cases[] = {
        {".add.u32", &w1, WORDS, add_int},
        {".max.s32", &w1, WORDS, max_signed},
        {".xor.b64", &d1, WORDS, xor_bits},
        {".add.v2.f32", &f2, FLOATS, add_float},
        {".add.v4.f16x2", &w4, F16S, add_f16},
        {".add.acc::f32.bf16x2", &w1, BF16S, add_bf16},
        {".max.v8.f16", &h8, F16S, max_f16},
        {".add.acc::f32.v2.f16", &h2, F16S, add_f16},
        {".max.v2.e4m3x4", &w2, E4M3S, max_bytes},
        {".max.v2.e5m2x2", &h2, E5M2S, max_bytes},
        {".max.v4.e4m3", &b4, E4M3S, max_bytes},
        {".max.acc::f16.v8.e4m3x2", &h8, E4M3S, max_bytes},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t j = 0; j < sizeof orders / sizeof *orders; j++) {
            check("ld_reduce", orders[j], &cases[i]);
        }
    }
}

TEST(stores_reach_each_member)
{
    static const char *const orders[] = {"", ".weak.global", ".relaxed.gpu.global", ".release.sys"};
    const Case cases[] = {
        {".b32", &w1, WORDS, NULL},       {".u64", &d1, WORDS, NULL},
        {".v4.f16x2", &w4, F16S, NULL},   {".v8.bf16", &h8, BF16S, NULL},
        {".v2.f32", &f2, FLOATS, NULL},   {".v4.e5m2x4", &w4, E5M2S, NULL},
        {".v2.e4m3x2", &h2, E4M3S, NULL}, {".v4.e4m3", &b4, E4M3S, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t j = 0; j < sizeof orders / sizeof *orders; j++) {
            check("st", orders[j], &cases[i]);
        }
    }
}

TEST(reductions_change_each_member)
{
    static const char *const orders[] = {"", ".global", ".relaxed.cta.global", ".release.sys"};
    const Case cases[] = {
        {".add.u32", &w1, WORDS, add_words}, {".max.s32", &w1, WORDS, max_signed},
        {".xor.b64", &d1, WORDS, xor_bits},  {".add.v2.f32", &f2, FLOATS, add_float},
        {".add.f16x2", &w1, F16S, add_f16},  {".add.v8.bf16", &h8, BF16S, add_bf16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t j = 0; j < sizeof orders / sizeof *orders; j++) {
            check("red", orders[j], &cases[i]);
        }
    }
}

// Sums of e4m3: 1 + 2 = 3; with one digit less than they need, the sum is rounded.
TEST(sums_of_narrow_floats_are_rounded)
{
    static uint32_t in[IN_WORDS];
    static Out out;
    for (uint32_t i = 0; i < IN_WORDS; i++) { // 1, 16, 448, -1 and 2, 1, 448, 1
        in[i] = i < SECOND / 4 ? 0xb87e5838u : 0x387e3840u;
    }
    if (run("multimem.ld_reduce.add.e4m3x4 %r20, [%rd20];", "", "b200", 100, in, out)) {
        EXPECT_WORD(out, 3, 0, 0x007e5844u); // 3, 17 to 16, the largest, 0
    }
}

INSTRUCTIONS_MAIN()
