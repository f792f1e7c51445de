// SPDX-License-Identifier: Apache-2.0
// Modules that were compiled separately become one.
#include "parse.h"

#include "isa/ptx/link.h"

typedef struct Linking {
    PtxModule *modules[2];
    PtxLinked linked;
    Diagnostics diagnostics;
    Text messages;
    bool is_good;
} Linking;

static bool is_provided(const char *name)
{
    return strcmp(name, "vprintf") == 0;
}

static Linking link_texts(const char *first, const char *second)
{
    Linking l = {0};
    l.modules[0] = ptx_parse(first, strlen(first), "a.cu", &l.diagnostics);
    l.modules[1] = ptx_parse(second, strlen(second), "b.cu", &l.diagnostics);
    if (EXPECT(l.modules[0] != NULL && l.modules[1] != NULL)) {
        l.is_good = ptx_link(l.modules, 2, is_provided, &l.linked, &l.diagnostics);
    }
    diagnostics_print(&l.diagnostics, false, &l.messages);
    return l;
}

static void end_linking(Linking *l)
{
    ptx_linked_clear(&l->linked);
    text_destroy(&l->messages);
    diagnostics_clear(&l->diagnostics);
    ptx_destroy(l->modules[0]);
    ptx_destroy(l->modules[1]);
}

static void expect_messages(const char *first, const char *second, const char *wanted)
{
    Linking l = link_texts(first, second);
    EXPECT(!l.is_good);
    EXPECT_TEXT(text_string(&l.messages), wanted);
    end_linking(&l);
}

static const char caller[] =
    HEADER ".file 1 \"a.cu\"\n"
           ".extern .func (.param .b32 r) f(.param .b32 p);\n"
           ".extern .global .align 4 .b8 shared_value[];\n"
           ".global .align 4 .u32 own = 1;\n"
           ".weak .func (.param .b32 r) both(.param .b32 p)\n{\n    ret;\n}\n"
           ".entry k(.param .u64 p)\n{\n    .reg .b32 %r<3>;\n    .loc 1 5 3\n    {\n"
           "    .param .b32 x;\n    .param .b32 y;\n    st.param.b32 [x], 1;\n"
           "    call.uni (y), f, (x);\n    }\n"
           "    ld.global.u32 %r1, [shared_value];\n    ld.global.u32 %r2, [own];\n    ret;\n}\n"
           "// name own own 4 -\n// name k_param_0 p 4 []\n";

static const char definer[] =
    HEADER ".file 1 \"b.cu\"\n"
           ".visible .global .align 4 .u32 shared_value = 7;\n"
           ".global .align 4 .u32 own = 2;\n"
           ".weak .func (.param .b32 r) both(.param .b32 p)\n{\n    ret;\n}\n"
           ".visible .func (.param .b32 r) f(.param .b32 p)\n{\n    .reg .b32 %r<2>;\n"
           "    .loc 1 9 1\n    ld.global.u32 %r1, [own];\n    ret;\n}\n"
           ".entry k(.param .u64 p)\n{\n    ret;\n}\n"
           "// name own own 4 -\n// name k_param_0 q 4 []\n";

TEST(names_are_resolved_and_local_ones_kept_apart)
{
    Linking l = link_texts(caller, definer);
    if (!EXPECT(l.is_good)) {
        EXPECT_TEXT(text_string(&l.messages), "");
        end_linking(&l);
        return;
    }
    PtxModule *module = ptx_parse(l.linked.ptx, l.linked.ptx_bytes, "linked", &l.diagnostics);
    if (EXPECT(module != NULL)) {
        const PtxFunction *f = ptx_find_function(module, "f"), *k = ptx_find_function(module, "k");
        const PtxVariable *value = ptx_find_variable(module, "shared_value");
        EXPECT(f->has_body && k->has_body && ptx_find_function(module, "k$2")->has_body);
        EXPECT(!value->is_extern && value->initial[0] == 7);
        EXPECT(ptx_find_variable(module, "own")->initial[0] == 1);
        EXPECT(ptx_find_variable(module, "own$2")->initial[0] == 2);
        EXPECT_TEXT(f->instructions[0].operands[1].variable->name, "own$2");
        // .loc lines keep their files.
        const PtxLocation *at = &module->locations[f->instructions[0].location];
        EXPECT_TEXT(ptx_file_name(module, at->file), "b.cu");
        EXPECT(at->line == 9);
        ptx_destroy(module);
    }
    EXPECT(strstr(l.linked.ptx, "// name own own 4 -\n// name k_param_0 p") != NULL);
    EXPECT(strstr(l.linked.ptx, "// name own$2 own 4 -\n// name k$2_param_0 q") != NULL);
    EXPECT(l.linked.local_count == 4);
    end_linking(&l);
}

TEST(what_compilers_call_static_is_local)
{
    Linking l = link_texts(
        HEADER
        ".global .u32 __nv_static_12__1a_4_a_cu_x_t;\n"
        ".extern .global .u32 _ZL1t;\n.visible .global .u32 _ZL1t__static__12ab;\n"
        ".entry k()\n{\n    .reg .b32 %r<2>;\n    ld.global.u32 %r1, [_ZL1t];\n    ret;\n}\n",
        HEADER ".visible .global .u32 _ZL1t__static__34cd;\n.visible .global .u32 t;\n");
    EXPECT_TEXT(text_string(&l.messages), "");
    if (EXPECT(l.is_good)) {
        EXPECT(strstr(l.linked.ptx, ".u32 t$1;") != NULL);
        EXPECT(strstr(l.linked.ptx, "[_ZL1t];") != NULL);
        EXPECT(strstr(l.linked.ptx, ".u32 _ZL1t$2;") != NULL);
        EXPECT(l.linked.local_count == 4); // the kernel, too
    }
    end_linking(&l);
}

TEST(what_cannot_be_linked_is_said_with_both_places)
{
    expect_messages(HEADER ".visible .func f()\n{\n    ret;\n}\n.visible .global .u32 x;\n",
                    HEADER ".file 1 \"b.cu\"\n.visible .func f()\n{\n    .loc 1 4 2\n    ret;\n}\n"
                           ".visible .global .u32 x;\n",
                    "b.cu:4: error: 'f' is defined in two files of device code\n"
                    "a.cu: note: 'f' is defined here\n"
                    "b.cu: error: 'x' is defined in two files of device code\n"
                    "a.cu: note: 'x' is defined here\n");
    expect_messages(
        caller, HEADER ".extern .func vprintf(.param .b64 p, .param .b64 q);\n",
        "a.cu:5: error: 'f' is used, but no file defines it in device code\n"
        "a.cu:5: error: 'shared_value' is used, but no file defines it in device code\n");
    expect_messages(HEADER ".extern .const .u32 x;\n.extern .global .u32 y;\n.extern .func z();\n"
                           ".extern .global .u32 w[3];\n",
                    HEADER ".visible .global .u32 x;\n.visible .func y()\n{\n    ret;\n}\n"
                           ".visible .func z(.param .b32 p)\n{\n    ret;\n}\n"
                           ".visible .global .u32 w[4];\n",
                    "a.cu: error: 'w' is declared with another size\n"
                    "b.cu: note: 'w' is defined here\n"
                    "a.cu: error: 'x' is declared in another memory space (__device__, "
                    "__constant__)\nb.cu: note: 'x' is defined here\n"
                    "a.cu: error: 'y' is declared as a function in one file and as a variable in "
                    "another\nb.cu: note: 'y' is defined here\n"
                    "a.cu: error: 'z' is declared with another result or other parameters\n"
                    "b.cu: note: 'z' is defined here\n");
}
