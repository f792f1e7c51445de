// SPDX-License-Identifier: Apache-2.0
// For tests of single instructions: small PTX programs that run through the whole pipeline, each
// thread leaving eight words. What a launch executed is noted by row of form.def; the last test of
// a file writes the notes where test_instruction_coverage.c finds them.
#ifndef LOCKSTEP_TESTS_INSTRUCTIONS_H
#define LOCKSTEP_TESTS_INSTRUCTIONS_H

#include "isa/ptx/form.h"
#include "sim/device/record.h"
#include "tests/machine.h"

#include <inttypes.h>

#define FORM_MAX     1024  // rows of form.def
#define LINE_MAX     65536 // lines of a program
#define THREAD_MAX   2048
#define OUT_WORDS    8
#define IN_WORDS     4096
#define BODY_ROOM    32768
#define NOTES_FOLDER LOCKSTEP_BINARY_DIR "/executed"

// A kernel: `body` stands after
//   %rd1 = in: IN_WORDS words, word i is sample(i)      %rd2 = out: OUT_WORDS words a thread
//   %r1 = %tid.x      %r2 = the thread's number in the grid      %rd3 = out + its place
//   %r10 = sample(%r2)   %r11 = sample(%r2 + 2048)   %r5 = %laneid
// with %p<20> %h<30> (16 bits) %r<60> %rd<60> %f<30> %fd<30> declared.
typedef struct Program {
    const char *head; // at module level: functions and variables; or NULL
    const char *body;
    const char *const *parts; // what <0>, <1>, ... in the body stand for, or NULL: see PARTS
    uint32_t blocks, threads; // 0 counts as 1 and 32
    uint32_t cluster;         // blocks of a cluster; 0: none
    uint32_t shared_bytes;    // dynamic
    const char *gpu;          // NULL: h200
    const char *gpu_text;     // of a .gpu file instead, or NULL
    int target;               // 0: .target sm_90
} Program;

typedef uint32_t Out[THREAD_MAX][OUT_WORDS];

// Stores register `reg` in the thread's place at this byte, a multiple of 4 (8).
#define KEEP(byte, reg)   "st.global.b32 [%rd3+" #byte "], " reg ";\n"
#define KEEP64(byte, reg) "st.global.b64 [%rd3+" #byte "], " reg ";\n"

// Stores 1 where the predicate holds, else 0.
#define KEEP_PREDICATE(byte, p) "selp.u32 %r59, 1, 0, " p ";\n" KEEP(byte, "%r59")

static bool form_is_executed[FORM_MAX];

// Input word i.
static inline uint32_t sample(uint32_t i)
{
    uint32_t x = (i + 1) * 0x9e3779b9u;
    x = (x ^ x >> 15) * 0x85ebca6bu;
    return x ^ x >> 13;
}

// What leaves no micro-op of its own when its value flows into others.
static inline bool is_copy(PtxOpcode opcode)
{
    return opcode == PTX_MOV || opcode == PTX_CREATEPOLICY;
}

// Notes the forms of all instructions that have an executed micro-op on their line, and of copies
// that flowed into others.
static inline void note_record(const LaunchRecord *record)
{
    static bool is_executed[LINE_MAX], is_lowered[LINE_MAX];
    if (record->program == NULL) {
        return;
    }
    memset(is_executed, 0, sizeof is_executed);
    memset(is_lowered, 0, sizeof is_lowered);
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        uint32_t line = record->program->code[pc].ptx_line % LINE_MAX;
        bool is_fault = record->status == LOCKSTEP_ERROR_FAULT && record->fault.pc == pc;
        is_lowered[line] = true;
        is_executed[line] |= is_fault || record->executed[pc].executed > 0;
    }
    for (uint32_t f = 0; f < record->program->function_count; f++) {
        const PtxFunction *function = record->program->functions[f].ptx;
        for (uint32_t i = 0; i < function->instruction_count; i++) {
            const PtxInstruction *instruction = &function->instructions[i];
            uint32_t line = instruction->line % LINE_MAX;
            form_is_executed[instruction->form] |=
                is_executed[line] || (is_copy(instruction->opcode) && !is_lowered[line]);
        }
    }
}

static inline void note_last_launch(const Machine *machine)
{
    const LockstepReport *report = lockstep_report(machine->device);
    if (report != NULL && report->count > 0) {
        note_record(report->records[report->count - 1]);
    }
}

// NOTES_FOLDER/<name of the test's file>: how many rows form.def has, then those that were
// executed.
static inline void notes_write(const char *source)
{
    const char *name = strrchr(source, '/') == NULL ? source : strrchr(source, '/') + 1;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", NOTES_FOLDER, name);
    FILE *file = fopen(path, "w");
    if (!EXPECT(file != NULL)) {
        fprintf(stderr, "cannot write %s\n", path);
        return;
    }
    uint32_t count = 0;
    fprintf(file, "%u\n", form_row_count());
    for (uint32_t row = 0; row < FORM_MAX; row++) {
        if (form_is_executed[row]) {
            fprintf(file, "%u\n", row);
            count++;
        }
    }
    EXPECT(count > 0);
    EXPECT_EQ(fclose(file), 0);
}

// Writes the template with <0>, <1>, ... replaced by these texts.
static inline void text_fill(char *out, size_t size, const char *template, const char *const *parts)
{
    size_t at = 0;
    for (const char *from = template; *from != '\0' && at + 1 < size;) {
        if (from[0] == '<' && from[1] >= '0' && from[1] <= '9' && from[2] == '>') {
            int length = snprintf(out + at, size - at, "%s", parts[from[1] - '0']);
            at += (size_t)length < size - at ? (size_t)length : size - at - 1;
            from += 3;
        } else {
            out[at++] = *from++;
        }
    }
    out[at] = '\0';
}

#define PARTS(...) ((const char *const[]){__VA_ARGS__})

// A number as text; valid for seven more calls.
static inline const char *decimal(uint32_t value)
{
    static char texts[8][12];
    static uint32_t next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof texts[0], "%" PRIu32, value);
    return text;
}

static inline char *program_text(const Program *program)
{
    static const char frame[] =
        ".version 9.0\n.target sm_%d%s\n.address_size 64\n%s\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .pred %%p<20>; .reg .b16 %%h<30>; .reg .b32 %%r<60>; .reg .b64 %%rd<60>;\n"
        ".reg .f32 %%f<30>; .reg .f64 %%fd<30>;\n"
        "ld.param.u64 %%rd1, [in];\nld.param.u64 %%rd2, [out];\nmov.u32 %%r1, %%tid.x;\n"
        "mov.u32 %%r3, %%ctaid.x;\nmov.u32 %%r4, %%ntid.x;\n"
        "mad.lo.u32 %%r2, %%r3, %%r4, %%r1;\nmul.wide.u32 %%rd3, %%r2, 32;\n"
        "add.s64 %%rd3, %%rd3, %%rd2;\nmov.u32 %%r5, %%laneid;\n"
        "mul.wide.u32 %%rd4, %%r2, 4;\nadd.s64 %%rd4, %%rd4, %%rd1;\n"
        "ld.global.u32 %%r10, [%%rd4];\nld.global.u32 %%r11, [%%rd4+8192];\n%s\nret;\n}\n";
    const char *head = program->head == NULL ? "" : program->head;
    static char body[BODY_ROOM];
    text_fill(body, sizeof body, program->body, program->parts);
    size_t room = sizeof frame + strlen(head) + strlen(body) + 64;
    char *text = malloc(room);
    if (text != NULL) {
        int target = program->target == 0 ? 90 : program->target;
        snprintf(text, room, frame, target, target >= 90 ? "a" : "", head, body);
    }
    return text;
}

static inline LockstepStatus program_launch(const Program *program, const Machine *machine, Out out)
{
    static uint32_t in[IN_WORDS];
    uint32_t blocks = program->blocks == 0 ? 1 : program->blocks;
    uint32_t threads = program->threads == 0 ? 32 : program->threads;
    for (uint32_t i = 0; i < IN_WORDS; i++) {
        in[i] = sample(i);
    }
    Arguments arguments = {0};
    uint64_t size_bytes = (uint64_t)blocks * threads * OUT_WORDS * sizeof(uint32_t);
    argument_u64(&arguments, machine_buffer(machine, "in", in, sizeof in));
    uint64_t device_out = machine_buffer(machine, "out", NULL, size_bytes);
    argument_u64(&arguments, device_out);
    LockstepLaunch launch = {.kernel = "k",
                             .grid = {blocks, 1, 1},
                             .block = {threads, 1, 1},
                             .cluster = {program->cluster, 1, 1},
                             .dynamic_shared_bytes = program->shared_bytes,
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes};
    if (program->cluster == 0) {
        launch.cluster[0] = launch.cluster[1] = launch.cluster[2] = 0;
    }
    LockstepStatus status = lockstep_launch(machine->device, machine->module, &launch);
    if (status != LOCKSTEP_OK) {
        fprintf(stderr, "%s", lockstep_messages(machine->device));
    }
    note_last_launch(machine);
    lockstep_read(machine->device, device_out, out, size_bytes);
    return status;
}

// Runs the program on one host thread; the status is the caller's to judge.
static inline LockstepStatus program_try(const Program *program, Out out)
{
    Machine machine;
    LockstepStatus status = LOCKSTEP_ERROR_INPUT;
    char *text = program_text(program);
    memset(out, 0, sizeof(Out));
    LockstepOptions options = {.gpu = program->gpu == NULL ? "h200" : program->gpu,
                               .gpu_text = program->gpu_text,
                               .gpu_file_name = "test.gpu",
                               .threads = 1};
    if (EXPECT(text != NULL) &&
        machine_open_with(&machine, &options, text, strlen(text), "test.ptx")) {
        status = program_launch(program, &machine, out);
    }
    machine_close(&machine);
    free(text);
    return status;
}

// Runs a program that has to end well; false: it did not.
static inline bool program_run(const Program *program, Out out)
{
    return EXPECT_EQ(program_try(program, out), LOCKSTEP_OK);
}

// One warp of 32 threads that executes this.
static inline bool body_run(const char *body, Out out)
{
    return program_run(&(Program){.body = body}, out);
}

static inline bool word_equal(const Out out, uint32_t thread, uint32_t word, uint32_t wanted,
                              const char *file, int line)
{
    char what[64];
    snprintf(what, sizeof what, "word %u of thread %u", word, thread);
    return test_equal_u64(out[thread][word], wanted, file, line, what);
}

#define EXPECT_WORD(out, thread, word, wanted)                                                     \
    word_equal((const uint32_t(*)[OUT_WORDS])(out), (thread), (word), (uint32_t)(wanted),          \
               __FILE__, __LINE__)

#define INSTRUCTIONS_MAIN()                                                                        \
    TEST(what_was_executed_is_noted)                                                               \
    {                                                                                              \
        notes_write(__FILE__);                                                                     \
    }

#endif
