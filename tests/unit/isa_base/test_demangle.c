// SPDX-License-Identifier: Apache-2.0
// Kernel names: mangled as nvcc mangles them, expected as ncu prints them.
#include "isa/base/demangle.h"
#include "tests/test.h"

static void expect_form(const char *name, DemangleForm form, const char *wanted, bool is_good)
{
    Text text = {0};
    EXPECT_EQ(demangle(name, form, &text), is_good);
    EXPECT_TEXT(text_string(&text), wanted);
    text_destroy(&text);
}

static void expect_full(const char *name, const char *wanted)
{
    expect_form(name, DEMANGLE_FULL, wanted, true);
}

TEST(pointers_and_builtin_types)
{
    expect_full("_Z9transposePfPKfi", "transpose(float *, const float *, int)");
    expect_full("_Z5emptyv", "empty()");
    expect_full("_Z1fjhtmyxlabd",
                "f(unsigned int, unsigned char, unsigned short, unsigned long, "
                "unsigned long long, long long, long, signed char, bool, double)");
    expect_full("_Z1fPPfRKi", "f(float **, const int &)");
    expect_full("_Z1fPVKi", "f(const volatile int *)");
    expect_full("_Z1fPKPKf", "f(const float *const *)");
}

TEST(repeated_types_are_substitutions)
{
    expect_full("_Z3addPKfS0_Pfi", "add(const float *, const float *, float *, int)");
    expect_full("_Z4swapPfS_", "swap(float *, float *)");
}

TEST(templates_carry_their_result_and_typed_values)
{
    expect_full("_Z15reduce_unrolledILj256EEvPKiPi",
                "void reduce_unrolled<(unsigned int)256>(const int *, int *)");
    expect_full("_Z4copyIfEvPT_PKS0_i", "void copy<float>(T1 *, const T1 *, int)");
    expect_full("_Z1kILb1ELin3EEvv", "void k<(bool)1, (int)-3>()");
    expect_full("_Z1kIfdEvT_T0_", "void k<float, double>(T1, T2)");
}

TEST(short_and_base_forms_leave_out_types)
{
    expect_form("_Z15reduce_unrolledILj256EEvPKiPi", DEMANGLE_SHORT, "reduce_unrolled<256>", true);
    expect_form("_Z15reduce_unrolledILj256EEvPKiPi", DEMANGLE_BASE, "reduce_unrolled", true);
    expect_form("_Z9transposePfPKfi", DEMANGLE_SHORT, "transpose", true);
    expect_form("_ZN2ns4copyIfEEvPT_", DEMANGLE_BASE, "ns::copy", true);
}

TEST(namespaces_and_named_types)
{
    expect_full("_ZN2ns3addEPfS0_", "ns::add(float *, float *)");
    expect_full("_ZN2ns3addE6float4P6__half", "ns::add(float4, __half *)");
    expect_full("_Z1f3VecIfLi3EE", "f(Vec<float, (int)3>)");
    expect_full("_ZN12_GLOBAL__N_11fEi", "<unnamed>::f(int)");
    expect_full("_ZN2ns1fENS_1SE", "ns::f(ns::S)");
}

TEST(packs_stand_among_the_other_arguments)
{
    expect_full("_Z3sumIJisxEEvPiDpT_", "void sum<int, short, long long>(int *, T1...)");
    expect_full("_Z3sumIfJEEvT_DpT0_", "void sum<float>(T1, T2...)");
}

TEST(functions_are_arguments_by_their_address)
{
    expect_full("_Z10sort_blockIxXadL_Z13by_last_digitIxEbT_S1_EEEvPS1_i",
                "void sort_block<long long, &by_last_digit<long long>>(T1 *, int)");
    expect_full("_Z5applyIXadL_Z3addffEEEvPf", "void apply<&add>(float *)");
    expect_form("_Z5applyIXadL_Z3addff", DEMANGLE_FULL, "_Z5applyIXadL_Z3addff", false);
}

TEST(other_names_stay_as_they_are)
{
    expect_form("transpose", DEMANGLE_FULL, "transpose", false);
    expect_form("_Z1fPFviE", DEMANGLE_FULL, "_Z1fPFviE", false);
    expect_form("_Z", DEMANGLE_FULL, "_Z", false);
    expect_form("_Z99x", DEMANGLE_FULL, "_Z99x", false);
    expect_form("_Z1fS_", DEMANGLE_FULL, "_Z1fS_", false);
    expect_form("_Z1kILj", DEMANGLE_FULL, "_Z1kILj", false);
    expect_form("", DEMANGLE_BASE, "", false);
}

TEST(deep_nesting_is_refused_not_followed)
{
    char name[1024] = "_Z1f";
    memset(name + 4, 'P', 1000);
    expect_form(name, DEMANGLE_FULL, name, false);
}
