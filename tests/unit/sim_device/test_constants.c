// SPDX-License-Identifier: Apache-2.0
// Constant rows: parameters extended to their row, addresses, and special registers of a launch.
#include "sim/device/constants.h"

#include "tests/test.h"

#include <stdalign.h>

static alignas(64) uint32_t rows[8][LANE_COUNT];

static const uint8_t parameters[16] = {0xfe, 0xff, 0xff, 0xff, 0x80, 0x81, 0x00, 0x00,
                                       1,    2,    3,    4,    5,    6,    7,    8};

// Fills one constant of a launch of 6x4x2 blocks in clusters of 2x1x1, 32x2x1 threads.
static bool fill(MachineConstant constant, Text *refusal)
{
    MachineProgram program = {.constants = &constant, .constant_count = 1, .constant_rows = 2};
    Gpu gpu = {.warps_per_sm = 64, .sm_count = 132, .shared_reserved_bytes = 1024};
    Launch launch = {.gpu = &gpu,
                     .program = &program,
                     .parameters = parameters,
                     .parameter_bytes = sizeof(parameters),
                     .grid = {6, 4, 2},
                     .block = {32, 2, 1},
                     .cluster = {2, 1, 1},
                     .dynamic_shared_bytes = 100};
    Occupancy occupancy = {.shared_per_block = 2048};
    Placement placement = {0};
    ConstantSources sources = {.launch = &launch,
                               .placement = &placement,
                               .occupancy = &occupancy,
                               .launch_id = 7,
                               .grid_workspace = 0x123456789a,
                               .is_explicit_cluster = true};
    memset(rows, 0xee, sizeof(rows));
    return constants_fill(&sources, rows[0], refusal);
}

static uint32_t value_32(MachineConstant constant)
{
    Text refusal = {0};
    EXPECT(fill(constant, &refusal));
    for (int lane = 1; lane < LANE_COUNT; lane++) {
        EXPECT_EQ(rows[constant.row][lane], rows[constant.row][0]);
    }
    text_destroy(&refusal);
    return rows[constant.row][0];
}

static uint64_t value_64(MachineConstant constant)
{
    Text refusal = {0};
    uint64_t lanes[LANE_COUNT];
    constant.is_64 = true;
    EXPECT(fill(constant, &refusal));
    memcpy(lanes, rows[constant.row], sizeof(lanes));
    for (int lane = 1; lane < LANE_COUNT; lane++) {
        EXPECT_EQ(lanes[lane], lanes[0]);
    }
    text_destroy(&refusal);
    return lanes[0];
}

static MachineConstant parameter(uint64_t at, uint8_t width_bytes, bool is_signed)
{
    return (MachineConstant){.kind = CONSTANT_PARAMETER,
                             .bits = at,
                             .width_bytes = width_bytes,
                             .is_signed = is_signed,
                             .row = 2};
}

static uint32_t special(PtxSpecial which)
{
    return value_32((MachineConstant){.kind = CONSTANT_SPECIAL, .special = which});
}

TEST(parameters_are_extended_to_their_row)
{
    EXPECT_EQ(value_32(parameter(4, 1, false)), 0x80);
    EXPECT_EQ(value_32(parameter(4, 1, true)), 0xffffff80);
    EXPECT_EQ(value_32(parameter(4, 2, false)), 0x8180);
    EXPECT_EQ(value_32(parameter(4, 2, true)), 0xffff8180);
    EXPECT_EQ(value_32(parameter(0, 4, true)), 0xfffffffe);
    EXPECT_EQ(value_64(parameter(0, 4, true)), 0xfffffffffffffffe);
    EXPECT_EQ(value_64(parameter(0, 4, false)), 0xfffffffe);
    EXPECT_EQ(value_64(parameter(8, 8, true)), 0x0807060504030201);
}

TEST(bytes_past_the_parameters_are_zero)
{
    EXPECT_EQ(value_64(parameter(12, 8, false)), 0x08070605);
}

TEST(literals_fill_all_lanes)
{
    MachineConstant constant = {.kind = CONSTANT_LITERAL, .bits = 0x123456789abcdef0, .row = 4};
    EXPECT_EQ(value_32(constant), 0x9abcdef0);
    EXPECT_EQ(value_64(constant), 0x123456789abcdef0);
}

TEST(special_registers_of_the_launch)
{
    EXPECT_EQ(special(PTX_SPECIAL_NTID_X), 32);
    EXPECT_EQ(special(PTX_SPECIAL_NTID_Y), 2);
    EXPECT_EQ(special(PTX_SPECIAL_NTID_Z), 1);
    EXPECT_EQ(special(PTX_SPECIAL_NCTAID_X), 6);
    EXPECT_EQ(special(PTX_SPECIAL_NCTAID_Y), 4);
    EXPECT_EQ(special(PTX_SPECIAL_NCTAID_Z), 2);
    EXPECT_EQ(special(PTX_SPECIAL_NCLUSTERID_X), 3);
    EXPECT_EQ(special(PTX_SPECIAL_CLUSTER_NCTAID_X), 2);
    EXPECT_EQ(special(PTX_SPECIAL_CLUSTER_NCTARANK), 2);
    EXPECT_EQ(special(PTX_SPECIAL_IS_EXPLICIT_CLUSTER), 0xffffffff);
    EXPECT_EQ(special(PTX_SPECIAL_NWARPID), 64);
    EXPECT_EQ(special(PTX_SPECIAL_NSMID), 132);
    EXPECT_EQ(special(PTX_SPECIAL_GRIDID), 7);
    EXPECT_EQ(special(PTX_SPECIAL_ENVREG1), 0x12); // the grid's workspace, high and low
    EXPECT_EQ(special(PTX_SPECIAL_ENVREG2), 0x3456789a);
    EXPECT_EQ(special(PTX_SPECIAL_DYNAMIC_SMEM_SIZE), 100);
    EXPECT_EQ(special(PTX_SPECIAL_TOTAL_SMEM_SIZE), 1024);
    EXPECT_EQ(special(PTX_SPECIAL_AGGR_SMEM_SIZE), 2048);
}

TEST(what_differs_between_threads_is_no_constant)
{
    Text refusal = {0};
    EXPECT(
        !fill((MachineConstant){.kind = CONSTANT_SPECIAL, .special = PTX_SPECIAL_PM0}, &refusal));
    EXPECT_TEXT(text_string(&refusal), "special register %pm0 is not supported");
    text_destroy(&refusal);
}

TEST(a_device_address_does_not_fit_into_32_bits)
{
    PtxVariable variable = {.name = "table"};
    PlacedVariable placed = {&variable, DEVICE_MEMORY_BASE};
    Placement placement = {.variables = &placed, .count = 1};
    MachineConstant constant = {
        .kind = CONSTANT_VARIABLE, .variable = &variable, .bits = 8, .is_64 = true};
    MachineProgram program = {.constants = &constant, .constant_count = 1, .constant_rows = 2};
    Launch launch = {.program = &program};
    ConstantSources sources = {.launch = &launch, .placement = &placement};
    Text refusal = {0};
    uint64_t lane;
    EXPECT(constants_fill(&sources, rows[0], &refusal));
    memcpy(&lane, &rows[1][30], sizeof(lane)); // of two rows, the last 64 bits
    EXPECT_EQ(lane, DEVICE_MEMORY_BASE + 8);
    constant.is_64 = false;
    EXPECT(!constants_fill(&sources, rows[0], &refusal));
    EXPECT(strstr(text_string(&refusal), "the address of 'table' is used as a 32-bit value") !=
           NULL);
    text_destroy(&refusal);
}
