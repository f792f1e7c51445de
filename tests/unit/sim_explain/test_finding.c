// SPDX-License-Identifier: Apache-2.0
// A finding gets its fix from the worst recorded execution of its access.
#include "sim/explain/finding.h"
#include "tests/test.h"

enum { STEPS = 3 };

typedef struct Scene {
    PtxFile file;
    PtxLocation locations[2];
    PtxModule module;
    Micro code[1];
    MachineProgram program;
    RecordedStep steps[STEPS];
    RecordedAccess accesses[2];
    RecordedWarp warp;
    RecordedBlock block;
    Recording recording;
    LaunchRecord record;
    ReportLaunch launch;
} Scene;

static void add_access(Scene *scene, uint32_t index, uint32_t stride)
{
    StepAccess *access = &scene->accesses[index].access;
    *access = (StepAccess){.is_shared = true, .width_bytes = 4, .lanes = UINT32_MAX};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access->address[lane] = (uint64_t)lane * stride;
    }
    scene->steps[index] = (RecordedStep){.access = index};
}

// A column of 32 words' distance after a row, in the source at 14:9; then a step without access.
static void set_up(Scene *scene)
{
    *scene = (Scene){0};
    scene->file = (PtxFile){1, "turn.cu"};
    scene->locations[1] = (PtxLocation){.file = 1, .line = 14, .column = 9};
    scene->module = (PtxModule){.file = "turn.ptx",
                                .files = &scene->file,
                                .file_count = 1,
                                .locations = scene->locations,
                                .location_count = 2};
    scene->code[0] = (Micro){.kind = MICRO_LOAD,
                             .space = PTX_SPACE_SHARED,
                             .location = 1,
                             .guard = PREDICATE_NONE,
                             .d = ROW_NONE,
                             .width_bytes = 4};
    scene->program =
        (MachineProgram){.module = &scene->module, .code = scene->code, .code_count = 1};
    add_access(scene, 0, 4);
    add_access(scene, 1, 128);
    scene->steps[2].access = RECORDED_NONE;
    scene->warp.number = 3;
    scene->block.index = 5;
    scene->recording = (Recording){.steps = scene->steps,
                                   .step_count = STEPS,
                                   .accesses = scene->accesses,
                                   .access_count = 2,
                                   .warps = &scene->warp,
                                   .warp_count = 1,
                                   .blocks = &scene->block,
                                   .block_count = 1};
    scene->record = (LaunchRecord){
        .gpu = gpu_preset("h200"), .program = &scene->program, .recording = &scene->recording};
    scene->launch.record = &scene->record;
}

static Finding finding_at(FindingKind kind, uint32_t line, uint32_t column)
{
    return (Finding){.kind = kind, .position = {"turn.cu", line, column}};
}

TEST(the_worst_execution_is_fixed)
{
    Scene scene;
    FindingFix fix;
    Text text = {0};
    set_up(&scene);
    Finding finding = finding_at(FINDING_BANK_CONFLICT, 14, 9);
    EXPECT(explain_finding(&scene.launch, &finding, &fix));
    EXPECT_EQ(fix.step, 1u);
    EXPECT_EQ(fix.fixes.cost.count, 32u);
    EXPECT(explain_finding_text(&scene.launch, &finding, &text));
    EXPECT_TEXT(text_string(&text), "recomputed for warp 3 of block 5: 1 wavefront instead of 32: "
                                    "pad the rows by one word");
    text_destroy(&text);
}

TEST(other_places_other_memories_and_launches_without_recording_have_no_fix)
{
    Scene scene;
    FindingFix fix;
    set_up(&scene);
    Finding elsewhere = finding_at(FINDING_BANK_CONFLICT, 15, 9);
    Finding column = finding_at(FINDING_BANK_CONFLICT, 14, 10);
    Finding global = finding_at(FINDING_UNCOALESCED, 14, 9);
    Finding atomic = finding_at(FINDING_ATOMIC_CONTENTION, 14, 9);
    Finding launch = finding_at(FINDING_SMALL_GRID, 14, 9);
    EXPECT(!explain_finding(&scene.launch, &elsewhere, &fix));
    EXPECT(!explain_finding(&scene.launch, &column, &fix));
    EXPECT(!explain_finding(&scene.launch, &global, &fix));
    EXPECT(!explain_finding(&scene.launch, &atomic, &fix));
    EXPECT(!explain_finding(&scene.launch, &launch, &fix));
    scene.record.recording = NULL;
    Finding finding = finding_at(FINDING_BANK_CONFLICT, 14, 9);
    EXPECT(!explain_finding(&scene.launch, &finding, &fix));
}
