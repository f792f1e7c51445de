// SPDX-License-Identifier: Apache-2.0
// The compiler's own PTX is damaged between emission and its check.
#include "isa/cuda/output.h"

#include "isa/cuda/emit/emit.h"
#include "isa/cuda/ir/fault.h"
#include "isa/cuda/syntax/syntax.h"
#include "tests/test.h"

static const char program[] =
    "__device__ __attribute__((noinline)) int helper(int x) { return x * 7; }\n"
    "__attribute__((global)) void first(int *o) { *o = 1; }\n"
    "__attribute__((global)) void second(int *o) {\n"
    "    if (*o > 5)\n"
    "        *o = 2;\n"
    "}\n"
    "__attribute__((global)) void third(int *o) { *o = helper(*o); }\n";

typedef struct Case {
    Arena arena;
    Diagnostics diagnostics;
    IrModule *module;
    Text ptx;
} Case;

static void emit(Case *c)
{
    EmitOptions options = {.compute_capability = 90, .target = "sm_90"};
    text_destroy(&c->ptx);
    emit_module(c->module, &options, &c->ptx);
}

static void start(Case *c, const char *text)
{
    static const char *const defines[] = {"__device__=__attribute__((device))"};
    SourceOptions source = {.defines = defines, .define_count = 1};
    SyntaxOptions syntax = {.compute_capability = 90};
    *c = (Case){.arena = {0}};
    Source *tokens =
        source_preprocess(&c->arena, "a.cu", text, strlen(text), &source, &c->diagnostics);
    Tree *tree = syntax_check(&c->arena, tokens, &syntax, &c->diagnostics);
    c->module = ir_generate(&c->arena, tree, 90, false, false, &c->diagnostics);
    EXPECT_EQ(c->diagnostics.error_count, 0);
    emit(c);
}

static void finish(Case *c)
{
    text_destroy(&c->ptx);
    diagnostics_clear(&c->diagnostics);
    arena_clear(&c->arena);
}

// Writes an instruction that does not exist over the first one called `name` after `where`.
static void damage(Case *c, const char *where, const char *name)
{
    char *at = strstr(strstr(c->ptx.at, where), name);
    memset(at, 'z', strlen(name));
}

static bool has_kernel(const Case *c, const char *name)
{
    char head[64];
    snprintf(head, sizeof head, ".visible .entry %s(", name);
    return strstr(text_string(&c->ptx), head) != NULL;
}

static const char *messages(Case *c)
{
    Text text = {0};
    diagnostics_print(&c->diagnostics, false, &text);
    const char *kept = arena_text(&c->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return kept;
}

TEST(good_output_is_good)
{
    Case c;
    start(&c, program);
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_GOOD);
    EXPECT_EQ(c.diagnostics.error_count, 0);
    finish(&c);
}

TEST(a_kernel_made_badly_is_an_internal_error_at_its_line_and_the_others_stay)
{
    Case c;
    start(&c, program);
    damage(&c, ".visible .entry _Z6secondPi(", "setp.");
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_LESS);
    EXPECT(strstr(messages(&c), "a.cu:4:9: error: internal error in 'second'") != NULL);
    EXPECT(strstr(messages(&c), "note: this is a mistake in Lockstep") != NULL);
    EXPECT(strstr(messages(&c), "kernel 'second' is left out") != NULL);
    EXPECT(strstr(messages(&c), "kernel 'first' is left out") == NULL);
    fault_spread(c.module);
    emit(&c);
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_GOOD);
    EXPECT(has_kernel(&c, "_Z5firstPi") && has_kernel(&c, "_Z5thirdPi"));
    EXPECT(!has_kernel(&c, "_Z6secondPi"));
    finish(&c);
}

TEST(what_calls_a_function_made_badly_is_left_out_too)
{
    Case c;
    start(&c, program);
    damage(&c,
           ".func  (.param .b32 func_retval0) _Z6helperi(\n\t.param .b32 _Z6helperi_param_0\n)\n{",
           "mul.");
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_LESS);
    fault_spread(c.module);
    EXPECT(strstr(messages(&c), "kernel 'third' is left out") != NULL);
    emit(&c);
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_GOOD);
    EXPECT(has_kernel(&c, "_Z5firstPi") && has_kernel(&c, "_Z6secondPi"));
    EXPECT(!has_kernel(&c, "_Z5thirdPi") && strstr(text_string(&c.ptx), "helper") == NULL);
    finish(&c);
}

TEST(a_fault_in_no_function_refuses_the_module)
{
    Case c;
    start(&c, program);
    damage(&c, ".version", ".target");
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_BAD);
    EXPECT(strstr(messages(&c), "error: internal error when its PTX was checked") != NULL);
    finish(&c);
}

TEST(mistakes_in_the_programs_inline_assembly_are_not_ours)
{
    Case c;
    start(&c, "__attribute__((global)) void kernel(int *o) {\n"
              "    asm volatile(\"spin.s32 1, 2;\");\n}\n");
    EXPECT_EQ(output_check(c.module, &c.ptx), OUTPUT_BAD);
    EXPECT(strstr(messages(&c), "a.cu:2:5: error: inline assembly makes invalid PTX of 'kernel'") !=
           NULL);
    EXPECT(strstr(messages(&c), "internal error") == NULL);
    finish(&c);
}
