// SPDX-License-Identifier: Apache-2.0
// Every arithmetic instruction under every rounding and modifier, parsed, lowered and executed,
// gives what an H200 gave for the same PTX text on the same 512 inputs (traces/h200/lanes.bin; made
// by tests/hardware/lane_vectors): bit for bit, the approximate functions too.
#include "tests/execution/instructions.h"
#include "tests/hardware/lane_vectors/lane_ptx.h"
#include "tests/hardware/lane_vectors/recording.h"

#define KERNELS_PER_MODULE 200
#define POOL_BYTES         (VECTOR_COUNT * sizeof(uint64_t))

static Recording recording;

typedef struct Replay {
    Variant variants[KERNELS_PER_MODULE]; // of the next module
    uint32_t count;
    uint32_t differences;
} Replay;

static char *module_text(const Replay *replay, size_t *size_bytes)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, size_bytes);
    if (file == NULL) {
        return NULL;
    }
    fputs(LANE_PTX_HEADER, file);
    for (uint32_t i = 0; i < replay->count; i++) {
        lane_ptx_kernel(&replay->variants[i], i, file);
    }
    fclose(file);
    return text;
}

static void write_operands(const Machine *machine, const Variant *variant, const uint64_t pools[5])
{
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    for (uint32_t at = 0; at < 4 && types[at] != LANE_TYPE_NONE; at++) {
        uint64_t inputs[VECTOR_COUNT];
        for (uint32_t i = 0; i < VECTOR_COUNT; i++) {
            inputs[i] = vector_input(types[at], at, variant_is_unary(variant), i);
        }
        lockstep_write(machine->device, pools[at], inputs, sizeof inputs);
    }
}

static uint64_t meaningful(const Record *record, uint64_t result)
{
    return record->bytes == 0 ? result & 1 : record->bytes == 4 ? result & UINT32_MAX : result;
}

static uint32_t count_differences(const Variant *variant, const Record *record,
                                  const uint64_t results[VECTOR_COUNT])
{
    uint32_t differences = 0;
    for (uint32_t i = 0; i < VECTOR_COUNT; i++) {
        uint64_t ours = meaningful(record, results[i]), theirs = record_result(record, i);
        if (ours != theirs && differences++ == 0) {
            fprintf(stderr, "%s of input %u gives 0x%" PRIx64 ", the H200 0x%" PRIx64 "\n",
                    variant->name, i, ours, theirs);
        }
    }
    return differences;
}

static void replay_kernel(Replay *replay, const Machine *machine, const uint64_t pools[5],
                          uint32_t number)
{
    static uint64_t results[VECTOR_COUNT];
    const Variant *variant = &replay->variants[number];
    Record *record = recording_find(&recording, variant);
    if (record == NULL) {
        fprintf(stderr, "%s is not in the recording\n", variant->name);
        return;
    }
    char name[16];
    Arguments arguments = {0};
    for (uint32_t at = 0; at < 5; at++) {
        argument_u64(&arguments, pools[at]);
    }
    snprintf(name, sizeof name, "k%u", number);
    write_operands(machine, variant, pools);
    LockstepStatus status = machine_launch(machine, name, 1, VECTOR_COUNT, &arguments);
    if (!machine_expect(machine, status, variant->name) ||
        !machine_read(machine, pools[4], results, sizeof results)) {
        return;
    }
    note_last_launch(machine);
    record->is_replayed = true;
    replay->differences += count_differences(variant, record, results);
}

static void replay_module(Replay *replay)
{
    size_t size_bytes = 0;
    char *text = module_text(replay, &size_bytes);
    LockstepOptions options = {.gpu = "h200", .threads = 1};
    Machine machine;
    if (EXPECT(text != NULL) &&
        machine_open_with(&machine, &options, text, size_bytes, "lanes.ptx")) {
        uint64_t pools[5];
        for (uint32_t at = 0; at < 5; at++) {
            pools[at] = machine_buffer(&machine, "pool", NULL, POOL_BYTES);
        }
        for (uint32_t i = 0; i < replay->count; i++) {
            replay_kernel(replay, &machine, pools, i);
        }
    }
    machine_close(&machine);
    free(text);
    replay->count = 0;
}

// Why PTX with this instruction is refused, or NULL.
static const char *refusal_of(const Variant *variant)
{
    static const char *const refusals[] = {
#define OPCODE(name, text, refusal) refusal,
#include "isa/ptx/opcode.def"

#include <inttypes.h>
#undef OPCODE
    };
    size_t length = strcspn(variant->spelling, ".");
    for (uint32_t opcode = 0; opcode < PTX_OPCODE_COUNT; opcode++) {
        const char *name = ptx_opcode_name((PtxOpcode)opcode);
        if (strlen(name) == length && memcmp(name, variant->spelling, length) == 0) {
            return refusals[opcode];
        }
    }
    return NULL;
}

// What is left out is refused by name and not computed somehow.
static void expect_refused(Replay *replay, const Variant *variant, const char *why)
{
    replay->variants[0] = *variant;
    replay->count = 1;
    size_t size_bytes = 0;
    char *text = module_text(replay, &size_bytes);
    LockstepOptions options = {.gpu = "h200", .threads = 1};
    LockstepDevice *device = NULL;
    LockstepModule *module = NULL;
    EXPECT_EQ(lockstep_device_create(&options, &device), LOCKSTEP_OK);
    LockstepStatus status = lockstep_module_load(device, text, size_bytes, "lanes.ptx", &module);
    if (status == LOCKSTEP_OK) {
        unsigned char parameters[40] = {0};
        LockstepLaunch launch = {
            .kernel = "k0", .parameters = parameters, .parameter_bytes = sizeof parameters};
        status = lockstep_launch(device, module, &launch);
    }
    EXPECT(status == LOCKSTEP_ERROR_INPUT || status == LOCKSTEP_ERROR_LAUNCH);
    EXPECT(strstr(lockstep_messages(device), variant->spelling) != NULL);
    EXPECT(strstr(lockstep_messages(device), why) != NULL);
    lockstep_device_destroy(device);
    free(text);
    replay->count = 0;
}

static void visit_refused(const Variant *variant, void *context)
{
    const char *why = refusal_of(variant);
    Record *record = why == NULL ? NULL : recording_find(&recording, variant);
    if (record != NULL) {
        expect_refused(context, variant, why);
        record->is_replayed = true;
    }
}

static void visit(const Variant *variant, void *context)
{
    Replay *replay = context;
    if (refusal_of(variant) != NULL) {
        return;
    }
    replay->variants[replay->count++] = *variant;
    if (replay->count == KERNELS_PER_MODULE) {
        replay_module(replay);
    }
}

TEST(instructions_give_the_bits_of_an_h200)
{
    static Replay replay;
    if (!recording_load(&recording)) {
        return;
    }
    vectors_each(visit, &replay);
    replay_module(&replay);
    EXPECT_EQ(replay.differences, 0);
    vectors_each(visit_refused, &replay);
    for (uint32_t i = 0; i < recording.count; i++) {
        const Record *record = &recording.records[i];
        if (!EXPECT(record->is_replayed)) {
            fprintf(stderr, "not run:  %.*s\n", (int)record->name_length, record->name);
        }
    }
}

// The NaN outside of a tensor makes a product and its addend nothing; all bits are compared with an
// H200's by the program test fma_oob.
TEST(products_outside_of_a_tensor)
{
    static Out out;
    // clang-format off
    const char *body =
        "mov.b32 %r12, 0x3c007ff7;\nmov.b32 %r13, 0x40004000;\nmov.b32 %r14, 0x3c003c00;\n"
        "fma.rn.oob.f16x2 %r15, %r12, %r13, %r14;\n" KEEP(0, "%r15")
        "fma.rn.oob.relu.bf16x2 %r16, %r13, %r12, %r14;\n" KEEP(4, "%r16")
        "mov.b16 %h1, 0xfff7;\nmov.b16 %h2, 0x4000;\nfma.rn.oob.relu.f16 %h3, %h2, %h2, %h2;\n"
        "fma.rn.oob.bf16 %h4, %h2, %h1, %h2;\nmov.b32 %r17, {%h3, %h4};\n" KEEP(8, "%r17");
    // clang-format on
    if (body_run(body, out)) {
        EXPECT_WORD(out, 0, 0, 0x42000000); // 2 * 1 + 1 = 3
        EXPECT_WORD(out, 0, 1, 0x3cc00000); // 3 * 0.0078125
        EXPECT_WORD(out, 0, 2, 0x00004600); // 2 * 2 + 2 = 6
    }
}

TEST(moves_of_whole_vectors)
{
    static Out out;
    // clang-format off
    const char *body =
        ".reg .v4 .b32 %v; .reg .v2 .f64 %w;\n"
        "mov.v4.u32 %v, %ctaid;\nmov.v4.u32 {%r12, %r13, _, %r14}, %tid;\n"
        "add.u32 %r15, %v.x, %r12;\nadd.u32 %r15, %r15, %r14;\n" KEEP(0, "%r15")
        "mov.v4.b32 %v, {%r10, %r11, 7, %r10};\nmov.v2.b32 {%r10, %r11}, {%r11, %r10};\n"
        KEEP(4, "%r10") KEEP(8, "%r11") KEEP(12, "%v.z")
        "mov.v2.f64 %w, {0d3FF0000000000000, 0d4000000000000000};\n"
        "mov.v2.f64 {%fd1, %fd2}, %w;\nst.global.v2.f64 [%rd3+16], {%fd2, %fd1};\n";
    // clang-format on
    if (body_run(body, out)) {
        for (uint32_t i = 0; i < 32; i++) {
            EXPECT_WORD(out, i, 0, i);
            EXPECT_WORD(out, i, 1, sample(i + 2048));
            EXPECT_WORD(out, i, 2, sample(i));
            EXPECT_WORD(out, i, 3, 7);
            EXPECT_WORD(out, i, 5, 0x40000000);
            EXPECT_WORD(out, i, 7, 0x3ff00000);
        }
    }
}

INSTRUCTIONS_MAIN()
