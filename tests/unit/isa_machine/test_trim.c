// SPDX-License-Identifier: Apache-2.0
// Vector loads of which only what is read is loaded (trim.c).
#include "tests/unit/isa_machine/lowering.h"

// "offset:bytes" of the loads from memory that lanes address, in their order.
static void print_loads(const Lowered *t, Text *out)
{
    for (uint32_t pc = 0; t->program != NULL && pc < t->program->code_count; pc++) {
        const Micro *micro = &t->program->code[pc];
        if (micro->kind == MICRO_LOAD) {
            text_printf(out, "%s%d:%u", out->size_bytes > 0 ? " " : "", (int)micro->offset,
                        micro->width_bytes);
        }
    }
}

// Loads with the load and stores the components in the mask `read`.
static void loads_of(const char *load, const char *prefix, uint32_t count, uint32_t read,
                     uint32_t capability, Text *out)
{
    Text body = {0};
    text_printf(&body, "ld.param.u64 %%rd1, [p]; mov.u32 %%r9, %%tid.x; shl.b32 %%r10, %%r9, 4;"
                       "mov.u32 %%r11, tile; add.u32 %%r12, %%r11, %%r10; cvt.u64.u32 %%rd2, %%r10;"
                       "mov.u64 %%rd3, table; add.u64 %%rd4, %%rd3, %%rd2;");
    text_printf(&body, "%s;", load);
    for (uint32_t i = 0; i < count; i++) {
        if ((read >> i & 1) != 0) {
            text_printf(&body, "st.global.%s [%%rd1+%u], %%%s%u;",
                        strcmp(prefix, "h") == 0 ? "u16" : "u32", 16 * i, prefix, i + 1);
        }
    }
    Lowered t = lower_body(text_string(&body), capability);
    print_loads(&t, out);
    lowered_free(&t);
    text_destroy(&body);
}

// The rows of traces/h200/probes/vector_loads.txt.
TEST(of_vectors_only_what_is_read_is_loaded)
{
    static const char *const words[16] = {
        [1] = "0:4",     [2] = "4:4",  [3] = "0:8",   [4] = "8:4",      [5] = "0:4 8:4",
        [6] = "4:4 8:4", [7] = "0:16", [8] = "12:4",  [9] = "0:4 12:4", [10] = "4:4 12:4",
        [11] = "0:16",   [12] = "8:8", [13] = "0:16", [14] = "0:16",    [15] = "0:16"};
    static const char *const halves[16] = {
        [1] = "0:2",  [2] = "2:2",  [3] = "0:4",  [4] = "4:2",  [5] = "0:8",
        [6] = "0:8",  [7] = "0:8",  [8] = "6:2",  [9] = "0:8",  [10] = "0:8",
        [11] = "0:8", [12] = "4:4", [13] = "0:8", [14] = "0:8", [15] = "0:8"};
    static const char *const constants[16] = {
        [1] = "0:4",       [2] = "4:4",     [3] = "0:8",      [4] = "8:4",      [5] = "0:4 8:4",
        [6] = "4:4 8:4",   [7] = "0:8 8:4", [8] = "12:4",     [9] = "0:4 12:4", [10] = "4:4 12:4",
        [11] = "0:8 12:4", [12] = "8:8",    [13] = "0:4 8:8", [14] = "4:4 8:8", [15] = "0:8 8:8"};
    static const struct {
        const char *load, *prefix;
        uint32_t count;
        const char *const *expected; // NULL: the whole vector
        const char *whole;
    } cases[] = {
        {"ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]", "r", 4, words, NULL},
        {"ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]", "r", 4, words, NULL},
        {"ld.global.ca.L2::128B.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]", "r", 4, words, NULL},
        {"ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r12]", "r", 4, words, NULL},
        {"ld.const.v4.u32 {%r1, %r2, %r3, %r4}, [%rd4]", "r", 4, constants, NULL},
        {"ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%rd1]", "h", 4, halves, NULL},
        {"ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%rd1]", "h", 4, NULL, "0:4"},
        {"ld.volatile.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]", "r", 4, NULL, "0:16"},
        {"ld.global.v2.u32 {%r1, %r2}, [%rd1]", "r", 2, words, NULL},
        {"ld.shared.v2.u32 {%r1, %r2}, [%r12]", "r", 2, words, NULL},
        {"ld.global.v2.u16 {%h1, %h2}, [%rd1]", "h", 2, halves, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint32_t read = 1; read < 1u << cases[i].count; read++) {
            for (uint32_t capability = 75; capability <= 90; capability += 15) {
                Text found = {0};
                loads_of(cases[i].load, cases[i].prefix, cases[i].count, read, capability, &found);
                const char *expected =
                    cases[i].expected == NULL ? cases[i].whole : cases[i].expected[read];
                EXPECT_TEXT(text_string(&found), expected);
                text_destroy(&found);
            }
        }
    }
}

TEST(a_load_that_overwrites_its_address_is_one)
{
    Text found = {0};
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; mov.u32 %r1, tile;"
                           "ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r1];"
                           "st.global.v2.u32 [%rd1], {%r1, %r3};",
                           90);
    print_loads(&t, &found);
    EXPECT_TEXT(text_string(&found), "0:16");
    lowered_free(&t);
    text_destroy(&found);
}
