// SPDX-License-Identifier: Apache-2.0
// ld and st: every type in every space, alone and in vectors, and every spelling of caching, order
// and policy, which changes no value. Each thread moves its own bytes in and out again.
#include "tests/execution/instructions.h"

typedef struct MemoryType {
    const char *name;
    uint32_t bytes;
    bool is_signed;
} MemoryType;

static const MemoryType types[] = {
    {"u8", 1, false},  {"s8", 1, true},   {"b8", 1, false},  {"u16", 2, false}, {"s16", 2, true},
    {"b16", 2, false}, {"u32", 4, false}, {"s32", 4, true},  {"b32", 4, false}, {"f32", 4, false},
    {"u64", 8, false}, {"s64", 8, true},  {"b64", 8, false}, {"f64", 8, false},
};
#define TYPE_COUNT (sizeof types / sizeof types[0])

// -- loads: word t * 8 + 1024 of `in` on, widened to 64 bits

// `bytes` bytes of thread t's place in `in`, element i.
static uint64_t element_of(uint32_t thread, uint32_t index, const MemoryType *type)
{
    uint64_t value = 0;
    for (uint32_t at = 0; at < type->bytes; at++) {
        uint32_t byte = index * type->bytes + at;
        uint64_t bits = sample(1024 + thread * 8 + byte / 4) >> (byte % 4 * 8) & 0xff;
        value |= bits << (at * 8);
    }
    if (type->is_signed && type->bytes < 8 && value >> (type->bytes * 8 - 1)) {
        value |= UINT64_MAX << (type->bytes * 8);
    }
    return value;
}

// The register that a type is loaded to: 64 bits where PTX lets it be wider.
static const char *wide_register(const MemoryType *type)
{
    return type->name[0] != 'f' ? "%rd" : type->bytes == 8 ? "%fd" : "%f";
}

static void expect_loaded(const MemoryType *type, uint32_t vector, uint32_t threads, Out out)
{
    bool is_f32 = type->name[0] == 'f' && type->bytes == 4;
    for (uint32_t t = 0; t < threads; t++) {
        for (uint32_t i = 0; i < vector; i++) {
            uint64_t wanted = element_of(t, i, type);
            EXPECT_WORD(out, t, i * 2, wanted);
            EXPECT_WORD(out, t, i * 2 + 1, is_f32 ? 0 : wanted >> 32);
        }
    }
}

// The registers 20.. of a list: "%rd20" or "{%rd20, %rd21}".
static const char *register_list(char text[64], const char *base, uint32_t vector)
{
    int at = snprintf(text, 64, "%s%s20", vector > 1 ? "{" : "", base);
    for (uint32_t i = 1; i < vector; i++) {
        at += snprintf(text + at, (size_t)(64 - at), ", %s%u", base, 20 + i);
    }
    snprintf(text + at, (size_t)(64 - at), "%s", vector > 1 ? "}" : "");
    return text;
}

static const char *vector_suffix(uint32_t vector)
{
    return vector == 4 ? ".v4" : vector == 2 ? ".v2" : "";
}

#define PLACE_IN                                                                                   \
    "mul.wide.u32 %rd5, %r2, 32;\nadd.s64 %rd5, %rd5, %rd1;\nadd.s64 %rd5, %rd5, 4096;\n"

// `move` loads <0>: vector and type, <1>: registers, from what %rd5 points to in global memory.
static void load(const char *head, const char *move, const MemoryType *type, uint32_t vector,
                 uint32_t threads, const char *space)
{
    static Out out;
    char suffix[16], list[64], body[4096];
    snprintf(suffix, sizeof suffix, "%s.%s", vector_suffix(vector), type->name);
    const char *base = wide_register(type);
    int at = snprintf(body, sizeof body, "%s%s", PLACE_IN, move);
    for (uint32_t i = 0; i < vector; i++) {
        at += snprintf(body + at, sizeof body - (size_t)at, "st.global.%s [%%rd3+%u], %s%u;\n",
                       base[1] == 'f' ? type->name : "b64", i * 8, base, 20 + i);
    }
    const Program program = {.head = head,
                             .body = body,
                             .threads = threads,
                             .parts = PARTS(suffix, register_list(list, base, vector), space)};
    if (program_run(&program, out)) {
        expect_loaded(type, vector, threads, out);
    }
}

// Copies 32 bytes of this thread from global memory to [%rd6] or [%r12], in 64-bit parts.
#define COPY_IN(store)                                                                             \
    "ld.global.v2.b64 {%rd10, %rd11}, [%rd5];\nld.global.v2.b64 {%rd12, %rd13}, [%rd5+16];\n"      \
    "st." store "], %rd10;\nst." store "+8], %rd11;\nst." store "+16], %rd12;\nst." store          \
    "+24], %rd13;\n"

static void load_everywhere(const MemoryType *type, uint32_t vector)
{
    load("", "ld.global<0> <1>, [%rd5];\n", type, vector, 45, "");
    load("", "cvta.global.u64 %rd7, %rd5;\nld<0> <1>, [%rd7];\n", type, vector, 32, "");
    load("", "ld.global.nc<0> <1>, [%rd5];\n", type, vector, 32, "");
    load("", "ldu.global<0> <1>, [%rd5];\n", type, vector, 32, "");
    load(".shared .align 16 .b8 s[2048];",
         "mov.u32 %r12, s;\nmad.lo.u32 %r12, %r1, 32, %r12;\n" COPY_IN(
             "shared.b64 [%r12") "ld.shared<0> <1>, [%r12];\n",
         type, vector, 45, "");
    load("",
         ".local .align 16 .b8 l[64];\nmov.u64 %rd6, l;\nadd.s64 %rd6, %rd6, 16;\n" COPY_IN(
             "local.b64 [%rd6") "ld.local<0> <1>, [l+16];\n",
         type, vector, 45, "");
}

TEST(loads_of_every_type_from_every_space)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        for (uint32_t vector = 1; vector <= 4; vector *= 2) {
            if (vector * types[i].bytes <= 16) {
                load_everywhere(&types[i], vector);
            }
        }
    }
}

TEST(loads_of_every_spelling_give_the_same)
{
    static const char *const spellings[] = {
        "ld.weak.global<0> <1>, [%rd5];",
        "ld.global.ca<0> <1>, [%rd5];",
        "ld.global.cg<0> <1>, [%rd5];",
        "ld.global.cs<0> <1>, [%rd5];",
        "ld.global.lu<0> <1>, [%rd5];",
        "ld.global.cv<0> <1>, [%rd5];",
        "ld.global.L1::evict_last.L2::128B<0> <1>, [%rd5];",
        "ld.global.L1::no_allocate<0> <1>, [%rd5];",
        "ld.weak.global.ca.L2::128B<0> <1>, [%rd5];",
        "ld.weak.global.L1::evict_first.L2::cache_hint.L2::64B<0> <1>, [%rd5], %rd9;",
        "ld.global.cg.L2::cache_hint<0> <1>, [%rd5], %rd9;",
        "ld.volatile.global<0> <1>, [%rd5];",
        "ld.relaxed.gpu.global<0> <1>, [%rd5];",
        "ld.relaxed.sys.global.L1::evict_last<0> <1>, [%rd5];",
        "ld.acquire.cluster.global<0> <1>, [%rd5];",
        "ld.acquire.cta.global.L2::cache_hint<0> <1>, [%rd5], %rd9;",
        "ld.global.ca.nc<0> <1>, [%rd5];",
        "ld.global.cg.nc.L2::64B<0> <1>, [%rd5];",
        "ld.global.nc.L1::no_allocate.L2::256B<0> <1>, [%rd5];",
        "ld.global.nc.L1::evict_first.L2::cache_hint<0> <1>, [%rd5], %rd9;",
        "ld.global.cs.nc.L2::cache_hint<0> <1>, [%rd5], %rd9;",
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char move[256];
        snprintf(move, sizeof move, "createpolicy.fractional.L2::evict_last.b64 %%rd9, 0.5;\n%s\n",
                 spellings[i]);
        load("", move, &types[i % TYPE_COUNT], 1, 32, "");
        load("", move, &types[1 + i % 6], 2, 32, "");
    }
    load("", "ld.mmio.relaxed.sys.global<0> <1>, [%rd5];\n", &types[7], 1, 32, "");
}

// -- stores: the low bytes of sample(t) and sample(t + 2048), the rest of the place as it was

#define OLD_BYTES 0x5a5a5a5au

static void expect_stored(const MemoryType *type, uint32_t vector, uint32_t threads, Out out)
{
    for (uint32_t t = 0; t < threads; t++) {
        uint8_t bytes[32], found[32];
        memset(bytes, OLD_BYTES & 0xff, sizeof bytes);
        for (uint32_t i = 0; i < vector; i++) {
            uint64_t value = ((uint64_t)sample(t + 2048) << 32 | sample(t)) + i;
            memcpy(bytes + i * type->bytes, &value, type->bytes);
        }
        memcpy(found, out[t], sizeof found);
        EXPECT(memcmp(found, bytes, sizeof bytes) == 0);
    }
}

static void store(const char *head, const char *move, const MemoryType *type, uint32_t vector,
                  uint32_t threads)
{
    static Out out;
    static const char *const start =
        "mov.b64 %rd20, {%r10, %r11};\nadd.s64 %rd21, %rd20, 1;\nadd.s64 %rd22, %rd20, 2;\n"
        "add.s64 %rd23, %rd20, 3;\nmov.b64 %fd20, %rd20;\nmov.b64 %fd21, %rd21;\n"
        "mov.b32 %f20, %r10;\nadd.u32 %r40, %r10, 1;\nmov.b32 %f21, %r40;\n"
        "add.u32 %r40, %r10, 2;\nmov.b32 %f22, %r40;\nadd.u32 %r40, %r10, 3;\n"
        "mov.b32 %f23, %r40;\n"
        "mov.u32 %r41, 0x5a5a5a5a;\nmov.b64 %rd14, {%r41, %r41};\n"
        "st.global.v2.b64 [%rd3], {%rd14, %rd14};\nst.global.v2.b64 [%rd3+16], {%rd14, %rd14};\n";
    char suffix[16], list[64], body[4096];
    snprintf(suffix, sizeof suffix, "%s.%s", vector_suffix(vector), type->name);
    snprintf(body, sizeof body, "%s%s", start, move);
    const Program program = {.head = head,
                             .body = body,
                             .threads = threads,
                             .parts =
                                 PARTS(suffix, register_list(list, wide_register(type), vector))};
    if (program_run(&program, out)) {
        expect_stored(type, vector, threads, out);
    }
}

// Makes the place hold the old bytes, and copies it out again.
#define OLD(space)                                                                                 \
    "st." space "], %rd14;\nst." space "+8], %rd14;\nst." space "+16], %rd14;\nst." space          \
    "+24], %rd14;\n"
#define COPY_OUT(space)                                                                            \
    "ld." space "];\nst.global.b64 [%rd3], %rd15;\nld." space "+8];\n"                             \
    "st.global.b64 [%rd3+8], %rd15;\nld." space "+16];\nst.global.b64 [%rd3+16], %rd15;\n"         \
    "ld." space "+24];\nst.global.b64 [%rd3+24], %rd15;\n"

static void store_everywhere(const MemoryType *type, uint32_t vector)
{
    store("", "st.global<0> [%rd3], <1>;\n", type, vector, 45);
    store("", "cvta.global.u64 %rd7, %rd3;\nst<0> [%rd7], <1>;\n", type, vector, 32);
    store(".shared .align 16 .b8 s[2048];",
          "mov.u32 %r12, s;\nmad.lo.u32 %r12, %r1, 32, %r12;\n" OLD(
              "shared.b64 [%r12") "st.shared<0> [%r12], <1>;\n" COPY_OUT("shared.b64 %rd15, [%r12"),
          type, vector, 45);
    store("",
          ".local .align 16 .b8 l[64];\nmov.u64 %rd6, l;\nadd.s64 %rd6, %rd6, 16;\n" OLD(
              "local.b64 [%rd6") "st.local<0> [l+16], <1>;\n" COPY_OUT("local.b64 %rd15, [%rd6"),
          type, vector, 45);
}

TEST(stores_of_every_type_to_every_space)
{
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        for (uint32_t vector = 1; vector <= 4; vector *= 2) {
            if (vector * types[i].bytes <= 16) {
                store_everywhere(&types[i], vector);
            }
        }
    }
}

TEST(stores_of_every_spelling_do_the_same)
{
    static const char *const spellings[] = {
        "st.weak.global<0> [%rd3], <1>;",
        "st.global.wb<0> [%rd3], <1>;",
        "st.global.cg<0> [%rd3], <1>;",
        "st.global.cs<0> [%rd3], <1>;",
        "st.global.wt<0> [%rd3], <1>;",
        "st.global.L1::evict_first<0> [%rd3], <1>;",
        "st.global.L1::no_allocate.L2::cache_hint<0> [%rd3], <1>, %rd9;",
        "st.weak.global.wb.L2::cache_hint<0> [%rd3], <1>, %rd9;",
        "st.volatile.global<0> [%rd3], <1>;",
        "st.relaxed.gpu.global<0> [%rd3], <1>;",
        "st.release.sys.global.L1::evict_last<0> [%rd3], <1>;",
        "st.release.cluster.global.L2::cache_hint<0> [%rd3], <1>, %rd9;",
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char move[256];
        snprintf(move, sizeof move, "createpolicy.fractional.L2::evict_first.b64 %%rd9;\n%s\n",
                 spellings[i]);
        store("", move, &types[i % TYPE_COUNT], 1, 32);
        store("", move, &types[1 + i % 6], 2, 32);
    }
    store("", "st.mmio.relaxed.sys.global<0> [%rd3], <1>;\n", &types[7], 1, 32);
}

// -- predicated and partial

TEST(a_guard_keeps_lanes_from_memory)
{
    static Out out;
    // the lanes that are off hold an address of nothing
    const char *body =
        "and.b32 %r12, %r5, 3;\nsetp.eq.u32 %p1, %r12, 0;\nmov.u64 %rd7, 0;\n"
        "selp.b64 %rd7, %rd4, %rd7, %p1;\nmov.u32 %r13, 9;\n"
        "@%p1 ld.global.u32 %r13, [%rd7];\n@!%p1 st.global.u32 [%rd3+4], %r5;\n" KEEP(0, "%r13");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            EXPECT_WORD(out, t, 0, t % 4 == 0 ? sample(t) : 9);
            EXPECT_WORD(out, t, 1, t % 4 == 0 ? 0 : t);
        }
    }
}

TEST(hints_change_nothing)
{
    static Out out;
    const char *body =
        "and.b32 %r12, %r5, 1;\nsetp.eq.u32 %p1, %r12, 0;\n@%p1 bra join;\n"
        "prefetch.global.L1 [%rd4];\nprefetch.global.L2 [%rd4];\n"
        "prefetch.global.L2::evict_last [%rd4];\nprefetch.L1 [%rd4];\n"
        "prefetchu.L1 [%rd4];\nand.b64 %rd7, %rd1, -128;\n"
        "applypriority.global.L2::evict_normal [%rd7], 128;\n"
        "createpolicy.range.global.L2::evict_last.L2::evict_unchanged.b64 %rd9, "
        "[%rd1], 256, 512;\ncreatepolicy.cvt.L2.b64 %rd9, %rd9;\njoin:\n" KEEP(0, "%r10");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            EXPECT_WORD(out, t, 0, sample(t));
        }
    }
}

// discard leaves the bytes open: what is stored afterwards is there, and so are the neighbors.
TEST(discard_keeps_neighbors_and_later_stores)
{
    static Out out;
    const Program program = {
        .head = ".global .align 128 .b32 g[96];",
        .threads = 96,
        .body = "mov.u64 %rd5, g;\nmul.wide.u32 %rd6, %r1, 4;\nadd.s64 %rd6, %rd6, %rd5;\n"
                "st.global.u32 [%rd6], %r10;\nbar.sync 0;\nsetp.eq.u32 %p1, %r1, 0;\n"
                "@!%p1 bra behind;\n"
                "discard.global.L2 [g+128], 128;\nbehind:\nbar.sync 0;\n"
                "setp.eq.u32 %p2, %r1, 40;\n@%p2 st.global.u32 [%rd6], 5;\n"
                "ld.global.u32 %r12, [%rd6];\n" KEEP(0, "%r12")};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 96; t++) {
            if (t < 32 || t >= 64) {
                EXPECT_WORD(out, t, 0, sample(t));
            }
        }
        EXPECT_WORD(out, 40, 0, 5);
    }
}

INSTRUCTIONS_MAIN()
