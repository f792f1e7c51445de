// SPDX-License-Identifier: Apache-2.0
// Surface instructions: loads, stores and their modes outside.
#include "sim/device/record.h"
#include "tests/unit/sim_device/texture_rig.h"

// Loads one word at the coordinates of a surface of floats 0, 1, 2, ...
static void expect_surface(const char *geometry, LockstepTexture texture, uint32_t first,
                           uint32_t second, uint32_t third, float wanted)
{
    char instruction[128];
    snprintf(instruction, sizeof(instruction), "suld.b.%s.b32.trap {%%r2}, [%%rd1, %s];", geometry,
             strstr(geometry, "3d") != NULL || strstr(geometry, "a2d") != NULL
                 ? "{%r2, %r3, %r4, %r5}"
             : strcmp(geometry, "1d") == 0 ? "{%r2}"
                                           : "{%r2, %r3}");
    Rig rig;
    rig_open(&rig, instruction);
    texture = numbers(&rig, texture.shape, texture.width, texture.height, texture.depth);
    texture.is_surface = true;
    at_integers(&rig, 0, (int32_t)first, (int32_t)second, (int32_t)third, 0);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, wanted);
    rig_close(&rig);
}

TEST(surface_geometries)
{
    LockstepTexture t = {.shape = LOCKSTEP_TEXTURE_1D, .width = 8, .height = 1, .depth = 1};
    expect_surface("1d", t, 12, 0, 0, 3);
    t = (LockstepTexture){.shape = LOCKSTEP_TEXTURE_2D, .width = 8, .height = 4, .depth = 1};
    expect_surface("2d", t, 12, 2, 0, 19);
    t = (LockstepTexture){.shape = LOCKSTEP_TEXTURE_3D, .width = 8, .height = 4, .depth = 2};
    expect_surface("3d", t, 12, 2, 1, 51);
    t = (LockstepTexture){
        .shape = LOCKSTEP_TEXTURE_1D_LAYERED, .width = 8, .height = 1, .depth = 3};
    expect_surface("a1d", t, 2, 12, 0, 19);
    t = (LockstepTexture){
        .shape = LOCKSTEP_TEXTURE_2D_LAYERED, .width = 8, .height = 4, .depth = 3};
    expect_surface("a2d", t, 2, 12, 1, 64 + 8 + 3);
    t = (LockstepTexture){.shape = LOCKSTEP_TEXTURE_CUBE, .width = 4, .height = 4, .depth = 6};
    expect_surface("a2d", t, 5, 4, 3, 80 + 12 + 1);
}

TEST(surface_reference_reads_what_is_bound_to_it)
{
    Rig rig;
    rig_open_for(&rig, "gtx480", "", ".global .surfref image;",
                 "suld.b.2d.b32.trap {%r2}, [image, {%r2, %r3}];");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    EXPECT_EQ(lockstep_texture_bind(rig.machine.device, rig.machine.module, "image", &surface),
              LOCKSTEP_OK);
    at_integers(&rig, 0, 12, 2, 0, 0);
    rig_run(&rig, 0, 1);
    expect_float(&rig, 0, 0, 19);
    lockstep_module_unload(rig.machine.device, rig.machine.module);
    rig_close(&rig);
}

TEST(surface_store_changes_memory)
{
    Rig rig;
    rig_open(&rig, "sust.b.2d.v2.b32.trap [%rd1, {%r2, %r3}], {%r4, %r5};");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    surface.is_surface = true;
    at_integers(&rig, 0, 8, 1, 77, 78);
    at_integers(&rig, 1, 24, 3, 79, 80);
    rig_run(&rig, made(&rig, &surface), 2);
    uint32_t words[32];
    machine_read(&rig.machine, surface.address, words, sizeof(words));
    EXPECT_EQ(words[9], bits(9));
    EXPECT_EQ(words[10], 77);
    EXPECT_EQ(words[11], 78);
    EXPECT_EQ(words[12], bits(12));
    EXPECT_EQ(words[30], 79);
    EXPECT_EQ(words[31], 80);
    rig_close(&rig);
}

TEST(surface_modes_outside)
{
    Rig rig;
    rig_open(&rig, "suld.b.2d.b32.zero {%r4}, [%rd1, {%r2, %r3}];\n"
                   "suld.b.2d.b32.clamp {%r5}, [%rd1, {%r2, %r3}];");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    surface.is_surface = true;
    at_integers(&rig, 0, 32, 1, 5, 5);
    at_integers(&rig, 1, 4, -1, 5, 5);
    at_integers(&rig, 2, 4, 1, 5, 5);
    rig_run(&rig, made(&rig, &surface), 3);
    EXPECT_EQ(rig.result[0][2], 0);
    expect_float(&rig, 0, 3, 15);
    EXPECT_EQ(rig.result[1][2], 0);
    expect_float(&rig, 1, 3, 1);
    expect_float(&rig, 2, 2, 9);
    rig_close(&rig);
}

// Of the load and the store of a rig's kernel.
static AccessCount counted(Rig *rig, MachineSurface kind)
{
    const LockstepReport *report = lockstep_report(rig->machine.device);
    const LaunchRecord *record = report->records[report->count - 1];
    AccessCount sum = {0};
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        const Micro *micro = &record->program->code[pc];
        if (micro->kind == MICRO_SURFACE && surface_kind(micro->target) == kind) {
            sum.surface_requests += record->accesses[pc].surface_requests;
            sum.surface_sectors += record->accesses[pc].surface_sectors;
            sum.surface_l2_sectors += record->accesses[pc].surface_l2_sectors;
        }
    }
    return sum;
}

TEST(surface_accesses_count_requests_and_sectors)
{
    Rig rig;
    rig_open(&rig, "suld.b.2d.b32.zero {%r6}, [%rd1, {%r2, %r3}];\n"
                   "sust.b.2d.b32.zero [%rd1, {%r2, %r3}], {%r6};");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_2D, 16, 4, 1);
    surface.is_surface = true;
    for (uint32_t lane = 0; lane < 32; lane++) { // two rows of 16 words, and one lane outside
        at_integers(&rig, lane, (int32_t)(lane % 16 * 4), lane == 31 ? -1 : (int32_t)lane / 16, 0,
                    0);
    }
    rig_run(&rig, made(&rig, &surface), 32);
    for (MachineSurface kind = SURFACE_LOAD; kind <= SURFACE_STORE; kind++) {
        AccessCount count = counted(&rig, kind);
        EXPECT_EQ(count.surface_requests, 4);
        EXPECT_EQ(count.surface_sectors, 8);
        EXPECT_EQ(count.surface_l2_sectors, 4); // each has the words of both rows
    }
    rig_close(&rig);
}

TEST(surface_store_outside_is_dropped_with_zero_and_stops_with_trap)
{
    Rig rig;
    rig_open(&rig, "sust.b.1d.b32.zero [%rd1, {%r2}], {%r4};\n"
                   "sust.b.1d.b32.trap [%rd1, {%r2}], {%r5};");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_1D, 8, 1, 1);
    surface.is_surface = true;
    at_integers(&rig, 0, 4, 0, 70, 71);
    at_integers(&rig, 1, 32, 0, 72, 73);
    expect_fault(&rig, made(&rig, &surface), 2, "byte 32, row 0, slice 0 lies outside");
    EXPECT(strstr(lockstep_messages(rig.machine.device), "thread (1,0,0)") != NULL);
    uint32_t words[8];
    machine_read(&rig.machine, surface.address, words, sizeof(words));
    EXPECT_EQ(words[1], 70); // of the first store; the second one was not performed in any lane
    EXPECT_EQ(words[7], bits(7));
    rig_close(&rig);
}

TEST(surface_access_must_be_aligned)
{
    Rig rig;
    rig_open(&rig, "suld.b.1d.b32.trap {%r2}, [%rd1, {%r2}];");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_1D, 8, 1, 1);
    surface.is_surface = true;
    at_integers(&rig, 0, 6, 0, 0, 0);
    expect_fault(&rig, made(&rig, &surface), 1, "must be a multiple of 4 bytes");
    rig_close(&rig);
}

TEST(a_gpu_of_cc_1_has_no_surfaces)
{
    Rig rig;
    rig_open_for(&rig, "8800gtx", "", "", "");
    LockstepTexture surface = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    surface.is_surface = true;
    expect_refusal(&rig, surface, "has no surfaces; they need cc 2.0");
    rig_close(&rig);
}
