// SPDX-License-Identifier: Apache-2.0
// Which variables the compiler says registers hold, after optimization.
#include "isa/base/source_variable.h"
#include "isa/cuda/emit/emit.h"
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/syntax/syntax.h"
#include "isa/ptx/ptx.h"
#include "tests/test.h"

#include <string.h>

typedef struct Case {
    Arena arena;
    Diagnostics diagnostics;
    Text ptx;
} Case;

static void start(Case *c, const char *text)
{
    static const char *const defines[] = {"__device__=__attribute__((device))",
                                          "__global__=__attribute__((global))"};
    SourceOptions source = {.defines = defines, .define_count = 2};
    SyntaxOptions syntax = {.compute_capability = 90};
    EmitOptions emit = {.compute_capability = 90, .target = "sm_90"};
    OptimizeOptions optimize = {.level = 2, .is_checked = true};
    *c = (Case){.arena = {0}};
    Source *tokens =
        source_preprocess(&c->arena, "a.cu", text, strlen(text), &source, &c->diagnostics);
    Tree *tree = syntax_check(&c->arena, tokens, &syntax, &c->diagnostics);
    IrModule *module = ir_generate(&c->arena, tree, 90, false, false, &c->diagnostics);
    EXPECT_EQ(c->diagnostics.error_count, 0);
    optimize_module(module, &optimize);
    emit_module(module, &emit, &c->ptx);
}

static void finish(Case *c)
{
    text_destroy(&c->ptx);
    diagnostics_clear(&c->diagnostics);
    arena_clear(&c->arena);
}

static bool find_variable(const Case *c, const char *name, SourceVariable *found)
{
    const char *at = text_string(&c->ptx);
    while (source_variable_read(&at, "k", found)) {
        if (found->name_bytes == strlen(name) && memcmp(found->name, name, strlen(name)) == 0) {
            return true;
        }
    }
    return false;
}

// Rows of a kind that set the variable.
static uint32_t count_sets(const Case *c, const char *name, SourceSetKind kind)
{
    const char *at = text_string(&c->ptx);
    SourceVariable variable;
    SourceSet set;
    uint32_t count = 0;
    EXPECT(find_variable(c, name, &variable));
    while (source_set_read(&at, "k", &set)) {
        count += set.variable == variable.id && set.kind == kind;
    }
    return count;
}

TEST(a_loop_counter_starts_with_a_constant_and_lies_in_a_register)
{
    Case c;
    start(&c, "extern \"C\" __global__ void k(int *o, int n) {\n"
              "#pragma unroll 1\n"
              "    for (int i = 0; i < n; i++)\n"
              "        o[i] = i * i;\n"
              "}\n");
    SourceVariable variable;
    EXPECT(find_variable(&c, "i", &variable));
    EXPECT_EQ(variable.form, SOURCE_FORM_S32);
    EXPECT_EQ(variable.first_line, 3);
    EXPECT_EQ(variable.end_line, 4);
    EXPECT(count_sets(&c, "i", SOURCE_SET_CONSTANT) >= 1);
    EXPECT(count_sets(&c, "i", SOURCE_SET_REGISTER) >= 1);
    finish(&c);
}

TEST(swapped_variables_take_what_the_others_held)
{
    Case c;
    start(&c, "extern \"C\" __global__ void k(int *o) {\n"
              "    int a = o[0], b = o[1];\n"
              "    int t = a;\n"
              "    a = b;\n"
              "    b = t;\n"
              "    o[2] = a * 2 + b;\n"
              "}\n");
    EXPECT_EQ(count_sets(&c, "a", SOURCE_SET_REGISTER), 1);
    EXPECT_EQ(count_sets(&c, "a", SOURCE_SET_VARIABLE), 1);
    EXPECT_EQ(count_sets(&c, "b", SOURCE_SET_REGISTER), 1);
    EXPECT_EQ(count_sets(&c, "b", SOURCE_SET_VARIABLE), 1);
    EXPECT_EQ(count_sets(&c, "t", SOURCE_SET_VARIABLE), 1);
    finish(&c);
}

TEST(variables_of_inlined_functions_have_their_name)
{
    Case c;
    start(&c, "__device__ int twice(int x) {\n"
              "    int y = x + x;\n"
              "    return y * y;\n"
              "}\n"
              "extern \"C\" __global__ void k(int *o) { o[0] = twice(o[1] + 1); }\n");
    SourceVariable variable;
    EXPECT(find_variable(&c, "y", &variable));
    EXPECT_EQ(variable.function_bytes, 5);
    EXPECT_EQ(memcmp(variable.function, "twice", 5), 0);
    EXPECT(find_variable(&c, "x", &variable));
    EXPECT(count_sets(&c, "x", SOURCE_SET_VARIABLE) >= 1);
    EXPECT_EQ(count_sets(&c, "y", SOURCE_SET_REGISTER), 1);
    finish(&c);
}

TEST(a_value_that_is_not_kept_is_lost)
{
    Case c;
    start(&c, "extern \"C\" __global__ void k(int *o) {\n"
              "    int a = o[0];\n"
              "    o[1] = a;\n"
              "    a = o[2] * 3;\n"
              "}\n");
    EXPECT_EQ(count_sets(&c, "a", SOURCE_SET_REGISTER), 1);
    finish(&c);
}

TEST(members_and_elements_have_paths)
{
    Case c;
    start(&c, "struct P { float x, y; };\n"
              "extern \"C\" __global__ void k(float *o) {\n"
              "    P p = {o[0], o[1]};\n"
              "    float a[2][2] = {{o[2], o[3]}, {o[4], o[5]}};\n"
              "    o[6] = p.x * p.y + a[1][0] * a[0][1];\n"
              "}\n");
    SourceVariable variable;
    EXPECT(find_variable(&c, "p.x", &variable));
    EXPECT(find_variable(&c, "p.y", &variable));
    EXPECT_EQ(variable.form, SOURCE_FORM_F32);
    EXPECT_EQ(count_sets(&c, "a[1][0]", SOURCE_SET_REGISTER), 1);
    finish(&c);
}

// Rows number instructions as the PTX's reader does.
TEST(instructions_are_numbered_as_they_are_read)
{
    Case c;
    start(&c, "extern \"C\" __global__ void k(float *o, int n) {\n"
              "    float sum = 0;\n"
              "    for (int i = 0; i < n; i++) {\n"
              "        asm volatile(\"{ .reg .f32 t; mov.f32 t, %0; }\" :: \"f\"(sum));\n"
              "        if (o[i] > 2)\n"
              "            sum += o[i];\n"
              "    }\n"
              "    float last = o[n] * sum;\n"
              "    o[0] = last;\n"
              "}\n");
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(text_string(&c.ptx), c.ptx.size_bytes, "a.ptx", &diagnostics);
    EXPECT_EQ(diagnostics.error_count, 0);
    const PtxFunction *function = module->functions[0];
    const char *at = text_string(&c.ptx);
    SourceVariable last;
    SourceSet set;
    uint32_t found = 0;
    EXPECT(find_variable(&c, "last", &last));
    while (source_set_read(&at, "k", &set)) {
        EXPECT(set.instruction < function->instruction_count);
        if (set.variable == last.id && set.kind == SOURCE_SET_REGISTER) {
            const PtxInstruction *instruction = &function->instructions[set.instruction];
            EXPECT_EQ(instruction->opcode, PTX_MUL);
            EXPECT_EQ(strncmp(instruction->operands[0].reg->name, set.name, set.name_bytes), 0);
            found++;
        }
    }
    EXPECT_EQ(found, 1);
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    finish(&c);
}

static bool find_memory(const Case *c, const char *name, SourceMemory *found)
{
    const char *at = text_string(&c->ptx);
    while (source_memory_read(&at, "k", found)) {
        if (found->variable.name_bytes == strlen(name) &&
            memcmp(found->variable.name, name, strlen(name)) == 0) {
            return true;
        }
    }
    return false;
}

TEST(scalars_in_local_memory_have_an_offset_a_size_and_the_strides_of_their_dimensions)
{
    Case c;
    start(&c, "struct P { char tag; short at[3]; union { int i; float f; }; };\n"
              "extern \"C\" __global__ void k(int *o, int n) {\n"
              "    P p[2][4];\n"
              "    double d[5];\n"
              "    for (int i = 0; i < n; i++) {\n"
              "        p[i & 1][i & 3].at[n % 3] = i;\n"
              "        p[n & 1][i & 3].tag = i;\n"
              "        d[i % 5] = i;\n"
              "    }\n"
              "    o[0] = p[n & 1][n & 3].at[o[1]] + p[0][n & 3].tag + (int)d[n];\n"
              "}\n");
    SourceMemory at, tag, d;
    EXPECT(find_memory(&c, "p[][].at[]", &at) && find_memory(&c, "p[][].tag", &tag));
    EXPECT(at.variable.form == SOURCE_FORM_S32 && tag.variable.form == SOURCE_FORM_CHAR);
    EXPECT_EQ(at.offset_bytes - tag.offset_bytes, 2);
    EXPECT_EQ(at.size_bytes, 2);
    EXPECT_EQ(tag.size_bytes, 1);
    EXPECT_EQ(at.dimension_count, 3);
    EXPECT(at.count[0] == 2 && at.count[1] == 4 && at.count[2] == 3);
    EXPECT(at.stride_bytes[0] == 48 && at.stride_bytes[1] == 12 && at.stride_bytes[2] == 2);
    EXPECT_EQ(tag.dimension_count, 2);
    EXPECT_EQ(at.variable.whole, tag.variable.whole);
    EXPECT_EQ(at.variable.first_line, 3);
    EXPECT(find_memory(&c, "d[]", &d) && d.variable.form == SOURCE_FORM_F64);
    EXPECT_EQ(d.size_bytes, 8);
    finish(&c);
}
