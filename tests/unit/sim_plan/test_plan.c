// SPDX-License-Identifier: Apache-2.0
// The launch language: dimensions, launches as text, arguments by name and in order, and what is
// said of wrong ones.
#include "sim/plan/plan.h"

#include "sim/plan/expression.h"
#include "tests/test.h"

static const char ptx[] = ".version 7.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry scale(.param .u64 out, .param .u32 count)\n"
                          "{\n    ret;\n}\n"
                          ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)\n"
                          "{\n    ret;\n}\n"
                          "// name k_param_0 in 4 []\n"
                          "// name k_param_1 n 4 -\n";

// Reads one launch of `scale`; returns what was said.
static Text messages_of(const PlanRequest *request, Plan *plan)
{
    Diagnostics diagnostics = {0};
    Text messages = {0};
    PtxModule *module = ptx_parse(ptx, sizeof ptx - 1, "scale.ptx", &diagnostics);
    if (EXPECT(module != NULL)) {
        bool is_good = plan_read(request, module, plan);
        EXPECT_EQ(is_good, plan->messages.size_bytes == 0);
        text_put(&messages, text_string(&plan->messages));
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    return messages;
}

static void expect_message(const char *launch, const char *wanted)
{
    const char *buffers[] = {"out=f32[64]:iota"};
    PlanRequest request = {.buffers = {buffers, 1}, .launches = {&launch, 1}};
    Plan plan = {0};
    Text messages = messages_of(&request, &plan);
    EXPECT_TEXT(text_string(&messages), wanted);
    text_destroy(&messages);
    plan_clear(&plan);
}

TEST(dimensions_are_one_to_three_expressions_from_one_on)
{
    uint32_t size[3];
    EXPECT(dimensions_read("(4000/32, 8)", size));
    EXPECT_EQ(size[0], 125);
    EXPECT_EQ(size[1], 8);
    EXPECT_EQ(size[2], 1);
    EXPECT(dimensions_read("2x3x4", size));
    EXPECT_EQ(size[2], 4);
    EXPECT(!dimensions_read("0", size));
    EXPECT(!dimensions_read("1,2,3,4", size));
    EXPECT(!dimensions_read("", size));
}

TEST(a_launch_is_read_as_cuda_writes_it)
{
    const char *buffers[] = {"out=f32[64]:iota"},
               *launches[] = {"scale<<<2, (16, 2), 48>>>(out+8, 64)"};
    PlanRequest request = {
        .buffers = {buffers, 1}, .launches = {launches, 1}, .cluster = {2, 1, 1}};
    Plan plan = {0};
    Text messages = messages_of(&request, &plan);
    EXPECT_TEXT(text_string(&messages), "");
    if (EXPECT_EQ(plan.launch_count, 1)) {
        const PlannedLaunch *launch = &plan.launches[0];
        EXPECT_EQ(launch->grid[0], 2);
        EXPECT_EQ(launch->block[1], 2);
        EXPECT_EQ(launch->cluster[0], 2);
        EXPECT_EQ(launch->shared_bytes, 48);
        EXPECT_EQ(launch->pointer_count, 1);
        EXPECT_EQ(launch->pointers[0].addend_bytes, 32);
        EXPECT_EQ(launch->parameters[8], 64);
    }
    text_destroy(&messages);
    plan_clear(&plan);
}

TEST(what_is_wrong_with_a_launch_is_said)
{
    expect_message("scale<<<1, 32>>>(out)", "scale(u64, u32) expects 2 arguments, got 1\n");
    expect_message(
        "scale<<<1>>>(out, 1)",
        "'<<<1>>>' is not of the form <<<grid, block>>> or <<<grid, block, bytes>>>, with "
        "grid and block as 1024 or (32, 8)\n");
    expect_message("scales<<<1, 32>>>(out, 1)",
                   "scale.ptx has no kernel 'scales' (known: scale, k)\n");
}

TEST(arguments_go_by_name_and_a_mistyped_name_is_refused)
{
    const char *arguments[] = {"count=7", "out=f32[4]"}, *wrong[] = {"count=7", "uot=f32[4]"};
    PlanRequest request = {
        .kernel = "scale", .arguments = {arguments, 2}, .grid = {1, 1, 1}, .block = {32, 1, 1}};
    Plan plan = {0};
    Text messages = messages_of(&request, &plan);
    EXPECT_TEXT(text_string(&messages), "");
    EXPECT_EQ(plan.launches[0].parameters[8], 7);
    text_destroy(&messages);
    plan_clear(&plan);
    plan = (Plan){0};
    request.arguments.at = wrong;
    messages = messages_of(&request, &plan);
    EXPECT_TEXT(text_string(&messages),
                "scale(u64, u32) has no parameter 'uot'; did you mean 'out'?\n");
    text_destroy(&messages);
    plan_clear(&plan);
}

TEST(parameters_have_the_names_of_the_source_and_of_the_ptx)
{
    static const struct {
        const char *arguments[2], *message;
    } cases[] = {
        {{"n=7", "in=f32[4]"}, ""},
        {{"k_param_1=7", "in=f32[4]"}, ""},
        {{"x=f32[4]", "7"}, ""}, // a buffer's own name
        {{"inn=f32[4]", "n=7"}, "k(u64, u32) has no parameter 'inn'; did you mean 'in'?\n"},
        {{"in=f32[4]", "size=7"}, "k(u64, u32) has no parameter 'size'\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PlanRequest request = {.kernel = "k",
                               .arguments = {cases[i].arguments, 2},
                               .grid = {1, 1, 1},
                               .block = {32, 1, 1}};
        Plan plan = {0};
        Text messages = messages_of(&request, &plan);
        EXPECT_TEXT(text_string(&messages), cases[i].message);
        EXPECT(cases[i].message[0] != 0 || plan.launches[0].parameters[8] == 7);
        text_destroy(&messages);
        plan_clear(&plan);
    }
}
