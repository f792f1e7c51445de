// SPDX-License-Identifier: Apache-2.0
// Source locations: which .loc is in force, and how calls that were inlined chain.
#include "parse.h"

TEST(the_last_loc_holds_until_the_next)
{
    Parsed p = ptx_parse_body(
        "mov.u32 %r1, 0; .loc 1 10 3\nmov.u32 %r1, 1; mov.u32 %r1, 2; .loc 2 20 5\nret;");
    const PtxInstruction *at = p.module->functions[0]->instructions;
    EXPECT_EQ(at[0].location, 0);
    EXPECT_EQ(at[1].location, at[2].location);
    EXPECT_EQ(p.module->locations[at[2].location].line, 10);
    EXPECT_EQ(p.module->locations[at[3].location].file, 2);
    EXPECT_EQ(p.module->locations[at[3].location].column, 5);
    forget(&p);
}

TEST(a_location_does_not_reach_the_next_function)
{
    Parsed p = parse(".entry a() { .loc 1 1 1\nret; } .entry b() { ret; }");
    EXPECT_EQ(p.module->functions[1]->instructions[0].location, 0);
    forget(&p);
}

TEST(inlined_locations_chain_to_the_call_sites)
{
    Parsed p =
        parse(".entry k() { .loc 1 10 3\n.loc 1 4 7, function_name $L__s0, inlined_at 1 10 3\n"
              ".loc 2 8 9, function_name $L__s1+4, inlined_at 1 4 7\nret; }\n"
              ".file 2 \"b.h\"\n.section .debug_str { $L__s0: .b8 111,117,116,0\n$L__s1: .b8 "
              "1,2,3,4,105,110\n.b8 0 }");
    const PtxLocation *all = p.module->locations;
    const PtxLocation *inner = &all[p.module->functions[0]->instructions[0].location];
    EXPECT_TEXT(inner->inlined_function, "in");
    EXPECT_TEXT(ptx_file_name(p.module, inner->file), "b.h");
    EXPECT(ptx_file_name(p.module, 7) == NULL);
    const PtxLocation *middle = &all[inner->inlined_at];
    EXPECT_EQ(middle->line, 4);
    EXPECT_TEXT(middle->inlined_function, "out");
    EXPECT_EQ(all[middle->inlined_at].line, 10);
    EXPECT_EQ(all[middle->inlined_at].inlined_at, 0);
    EXPECT(all[middle->inlined_at].inlined_function == NULL);
    forget(&p);
}
