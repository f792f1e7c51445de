// SPDX-License-Identifier: Apache-2.0
// Names as g++ 12 and nvcc 13.0 mangle the same static and unnamed-namespace entities.
#include "sim/runtime/name.h"

#include "tests/test.h"

TEST(internal_linkage_is_mangled_in_two_ways)
{
    EXPECT(name_is_same("_ZL3setPi", "_Z3setPi"));
    EXPECT(name_is_same("_ZN1nL2k1EPi", "_ZN1n2k1EPi"));
    EXPECT(name_is_same("_ZL6offset", "offset"));
    EXPECT(name_is_same("counter", "counter"));
    EXPECT(name_is_same("_ZN1nL1bE", "_ZN31_INTERNAL_a7ac0bb9_5_st_cu_main1n1bE"));
    EXPECT(name_is_same("_ZN12_GLOBAL__N_11cE", "_ZN31_INTERNAL_a7ac0bb9_5_st_cu_main33_GLOBAL__N__"
                                                "a7ac0bb9_5_st_cu_main1cE"));
    EXPECT(name_is_same("_ZN12_GLOBAL__N_12k5INS_1PEEEvPiT_",
                        "_ZN33_GLOBAL__N__a7ac0bb9_5_st_cu_main2k5INS_1PEEEvPiT_"));
    EXPECT(name_is_same("_Z1kPi3\xc3\x84z", "_Z1kPi7_u00c4z"));
    EXPECT(name_is_same("_Z5scaleIfL4Mode1EEvPT_", "_Z5scaleIfL4Mode1EEvPT_"));
}

TEST(other_names_are_others)
{
    EXPECT(!name_is_same("_Z3setPi", "_Z3setPf"));
    EXPECT(!name_is_same("_Z3setPi", "set"));
    EXPECT(!name_is_same("_ZL6offset", "offsets"));
    EXPECT(!name_is_same("_ZN1nL1bE", "_ZN1m1bE"));
    EXPECT(!name_is_same("_ZN12_GLOBAL__N_11cE", "_ZN1cE"));
    EXPECT(!name_is_same("_Z1kILj1EEvv", "_Z1kILj2EEvv"));
    EXPECT(!name_is_same("", "_Z1kv"));
    EXPECT(!name_is_same("_Z1k2\xc3\x84", "_Z1k6_u00c5"));
}

TEST(an_instance_is_known_by_its_arguments)
{
    const char *host =
        "_Z5scaleIfEvPT_NSt9enable_ifIXsrSt17is_floating_pointIS0_E5valueES0_E4typeE";
    EXPECT(name_is_same_instance(
        host, "_Z5scaleIfEvPT_NSt9enable_ifIXsr3std17is_floating_pointIS0_EE5valueES0_E4typeE"));
    EXPECT(!name_is_same_instance(
        host, "_Z5scaleIdEvPT_NSt9enable_ifIXsr3std17is_floating_pointIS0_EE5valueES0_E4typeE"));
    EXPECT(!name_is_same_instance(host, "_Z5shiftIfEvPT_"));
    EXPECT(!name_is_same_instance("_Z3setPi", "_Z3setPf"));
    EXPECT(!name_is_same_instance("set", "set"));
}
