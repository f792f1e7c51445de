// SPDX-License-Identifier: Apache-2.0
// Refusals: by name, with the line, what the GPU lacks and from when on it exists.
#include "tests/unit/isa_machine/lowering.h"

typedef struct Case {
    const char *body;
    uint32_t below, from; // refused at `below`, accepted at `from`
    const char *message;
} Case;

static const Case cases[] = {
    {"mov.u32 %r1, %tid.x; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; st.global.u32 [counter], %r2;",
     21, 30, "warp shuffle: not available on compute capability 2.1, needs 3.0"},
    {"red.global.add.u32 [counter], 1;", 10, 11, "global atomics"},
    {"red.shared.add.u32 [tile], 1;", 11, 12, "shared atomics"},
    {"red.global.add.f32 [counter], 0f3F800000;", 13, 20, "float atomic add"},
    {"ld.const.f64 %d1, [table]; add.f64 %d2, %d1, %d1; st.global.f64 [counter], %d2;", 12, 13,
     "double precision: not available on compute capability 1.2, needs 1.3"},
    {"mov.u32 %r1, %tid.x; redux.sync.add.s32 %r2, %r1, -1; st.global.u32 [counter], %r2;", 75, 80,
     "warp reduction"},
    {"ld.param.u64 %rd1, [p]; cp.async.ca.shared.global [tile], [%rd1], 4;", 75, 80,
     "asynchronous copies"},
    {"barrier.cluster.arrive; barrier.cluster.wait;", 89, 90, "thread block clusters"},
    {"ld.param.u64 %rd1, [p]; ld.u32 %r1, [%rd1]; st.global.u32 [counter], %r1;", 13, 20,
     "generic addresses"},
    {"ld.const.b16 %h1, [table]; add.f16 %h2, %h1, %h1; st.global.b16 [counter], %h2;", 52, 53,
     "half-precision arithmetic"},
    {"mov.u32 %r1, %tid.x; match.any.sync.b32 %r2, %r1, -1; st.global.u32 [counter], %r2;", 61, 70,
     "warp match"},
};

TEST(what_a_gpu_lacks_is_refused_and_what_it_has_is_not)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Lowered old = lower_body(cases[i].body, cases[i].below);
        EXPECT(old.program == NULL);
        if (!EXPECT(mentions(&old.messages, cases[i].message))) {
            fprintf(stderr, "    %s\n", text_string(&old.messages));
        }
        lowered_free(&old);
        Lowered young = lower_body(cases[i].body, cases[i].from);
        if (!EXPECT(young.program != NULL)) {
            fprintf(stderr, "    %s\n", text_string(&young.messages));
        }
        lowered_free(&young);
    }
}

TEST(refusals_name_file_and_line)
{
    Lowered t = lower_body("\n\nredux.sync.add.s32 %r2, %r1, -1;", 30);
    EXPECT(mentions(&t.messages, "test.ptx:13:"));
    EXPECT(mentions(&t.messages, "redux.sync.add.s32"));
    lowered_free(&t);
}

TEST(all_refusals_of_a_kernel_are_told_at_once)
{
    Lowered t = lower_body("redux.sync.add.s32 %r2, %r1, -1; match.any.sync.b32 %r2, %r1, -1;", 30);
    EXPECT_EQ(t.diagnostics.error_count, 2);
    lowered_free(&t);
}

TEST(only_generic_addresses_of_32_bits_are_refused)
{
    static const char text[] =
        ".version 3.2\n.target sm_20\n.address_size 32\n.global .u32 g;\n"
        ".visible .entry k() { .reg .b32 %%r<3>; mov.u32 %%r1, g;\n%s [%%r1], %%r1; ret; }\n";
    Text named = {0}, generic = {0};
    text_printf(&named, text, "st.global.u32");
    text_printf(&generic, text, "st.u32");
    Lowered t = lower_module(text_string(&named), (MachineTarget){.compute_capability = 20});
    EXPECT(t.program != NULL);
    lowered_free(&t);
    t = lower_module(text_string(&generic), (MachineTarget){.compute_capability = 20});
    EXPECT(t.program == NULL && mentions(&t.messages, "generic addresses of 32 bits"));
    lowered_free(&t);
    text_destroy(&named);
    text_destroy(&generic);
}

TEST(doubles_that_are_to_become_floats_are_refused)
{
    Lowered t = lower_module(".version 1.4\n.target sm_10, map_f64_to_f32\n.global .f64 g;\n"
                             ".entry k() { .reg .f64 %d; ld.global.f64 %d, [g]; exit; }\n",
                             (MachineTarget){.compute_capability = 20});
    EXPECT(t.program == NULL && mentions(&t.messages, "map_f64_to_f32"));
    lowered_free(&t);
}

TEST(what_the_module_does_not_support_is_refused_where_it_is_reached)
{
    static const char text[] =
        ".version 9.0\n.target sm_90\n.address_size 64\n.func aliased();\n.func f() { ret; }\n"
        ".alias aliased, f;\n.func g() { tex.a2dms.x; ret; }\n"
        ".visible .entry a() { call aliased; ret; }\n.visible .entry b() { call g; ret; }\n"
        ".visible .entry c() { call f; ret; }\n"
        ".visible .entry d() { tex.2dms.x; ret; }\n";
    static const char *const messages[] = {NULL, "(multi-sample textures, ", NULL, "multi-sample"};
    Diagnostics none = {0};
    PtxModule *module = ptx_parse(text, sizeof text - 1, "test.ptx", &none);
    for (uint32_t i = 0; EXPECT(module != NULL) && i < 4; i++) {
        const char name[] = {(char)('a' + i), 0};
        Diagnostics found = {0};
        MachineProgram *program = machine_lower(module, ptx_find_function(module, name),
                                                (MachineTarget){.compute_capability = 90}, &found);
        EXPECT_EQ(found.error_count, messages[i] == NULL ? 0 : 1);
        EXPECT((program != NULL) == (messages[i] == NULL));
        EXPECT(messages[i] == NULL ||
               (found.count == 1 && strstr(found.items[0].message, messages[i]) != NULL));
        machine_destroy(program);
        diagnostics_clear(&found);
    }
    ptx_destroy(module);
}

TEST(calls_of_unknown_functions_are_refused_by_name)
{
    Lowered t =
        lower_module(".version 9.0\n.target sm_90\n.address_size 64\n"
                     ".extern .func (.param .b32 r) cudaLaunchDevice(.param .b64 f);\n"
                     ".visible .entry k() { .reg .b32 %r<3>; { .param .b64 a; .param .b32 b;\n"
                     "st.param.b64 [a], 0; call.uni (b), cudaLaunchDevice, (a); } ret; }\n",
                     (MachineTarget){.compute_capability = 90});
    EXPECT(t.program == NULL && mentions(&t.messages, "cudaLaunchDevice"));
    lowered_free(&t);
}
