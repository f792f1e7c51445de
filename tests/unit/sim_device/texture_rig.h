// SPDX-License-Identifier: Apache-2.0
// Kernels of one texture or surface instruction: thread i takes its coordinates from in[i] and
// leaves four words in out[i].
#ifndef LOCKSTEP_TESTS_TEXTURE_RIG_H
#define LOCKSTEP_TESTS_TEXTURE_RIG_H

#include "tests/machine.h"

#define LANES 32u

typedef struct Rig {
    Machine machine;
    uint64_t in, out;
    uint32_t coordinate[LANES][4]; // of the next run
    uint32_t result[LANES][4];     // of the last run
} Rig;

static const char *const rig_frame =
    ".version 7.0\n.target sm_52%s\n.address_size 64\n%s\n"
    ".visible .entry k(.param .u64 h, .param .u64 in, .param .u64 out)\n"
    "{\n"
    ".reg .b64 %%rd<8>;\n.reg .f32 %%f<8>;\n.reg .b32 %%r<8>;\n"
    "ld.param.u64 %%rd1, [h];\nld.param.u64 %%rd2, [in];\nld.param.u64 %%rd3, [out];\n"
    "mov.u32 %%r1, %%tid.x;\nmul.wide.u32 %%rd4, %%r1, 16;\n"
    "add.s64 %%rd5, %%rd2, %%rd4;\nadd.s64 %%rd6, %%rd3, %%rd4;\n"
    "ld.global.v4.u32 {%%r2, %%r3, %%r4, %%r5}, [%%rd5];\n"
    "mov.b32 %%f1, %%r2;\nmov.b32 %%f2, %%r3;\nmov.b32 %%f3, %%r4;\nmov.b32 %%f4, %%r5;\n"
    "%s\n"
    "st.global.v4.u32 [%%rd6], {%%r2, %%r3, %%r4, %%r5};\n"
    "ret;\n}\n";

static inline void rig_open_for(Rig *rig, const char *gpu, const char *mode, const char *variables,
                                const char *instruction)
{
    char ptx[4096];
    snprintf(ptx, sizeof(ptx), rig_frame, mode, variables, instruction);
    memset(rig, 0, sizeof(*rig));
    if (machine_open(&rig->machine, gpu, 1, ptx)) {
        rig->in = machine_buffer(&rig->machine, "in", NULL, sizeof(rig->coordinate));
        rig->out = machine_buffer(&rig->machine, "out", NULL, sizeof(rig->result));
    }
}

static inline void rig_open(Rig *rig, const char *instruction)
{
    rig_open_for(rig, "h200", "", "", instruction);
}

static inline void rig_close(Rig *rig)
{
    machine_close(&rig->machine);
}

static inline uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof(word));
    return word;
}

static inline void at(Rig *rig, uint32_t lane, float x, float y, float z)
{
    rig->coordinate[lane][0] = bits(x);
    rig->coordinate[lane][1] = bits(y);
    rig->coordinate[lane][2] = bits(z);
}

static inline void at_integers(Rig *rig, uint32_t lane, int32_t x, int32_t y, int32_t z, uint32_t w)
{
    rig->coordinate[lane][0] = (uint32_t)x;
    rig->coordinate[lane][1] = (uint32_t)y;
    rig->coordinate[lane][2] = (uint32_t)z;
    rig->coordinate[lane][3] = w;
}

// Runs `lanes` threads; the status is the caller's to judge.
static inline LockstepStatus rig_try(Rig *rig, uint64_t handle, uint32_t lanes)
{
    lockstep_write(rig->machine.device, rig->in, rig->coordinate, sizeof(rig->coordinate));
    Arguments arguments = {0};
    argument_u64(&arguments, handle);
    argument_u64(&arguments, rig->in);
    argument_u64(&arguments, rig->out);
    LockstepStatus status = machine_launch(&rig->machine, "k", 1, lanes, &arguments);
    if (status == LOCKSTEP_OK) {
        machine_read(&rig->machine, rig->out, rig->result, sizeof(rig->result));
    }
    return status;
}

static inline void rig_run(Rig *rig, uint64_t handle, uint32_t lanes)
{
    machine_expect(&rig->machine, rig_try(rig, handle, lanes), "launch");
}

static inline void expect_float(const Rig *rig, uint32_t lane, uint32_t channel, float wanted)
{
    EXPECT_EQ(rig->result[lane][channel], bits(wanted));
}

// Runs the kernel; it must stop, and say this.
static inline void expect_fault(Rig *rig, uint64_t handle, uint32_t lanes, const char *text)
{
    EXPECT_EQ(rig_try(rig, handle, lanes), LOCKSTEP_ERROR_FAULT);
    const char *messages = lockstep_messages(rig->machine.device);
    if (!EXPECT(strstr(messages, text) != NULL)) {
        fprintf(stderr, "wanted: %s\nfound:  %s\n", text, messages);
    }
}

// A description over a new buffer of floats 0, 1, 2, ...
static inline LockstepTexture numbers(Rig *rig, LockstepTextureShape shape, uint32_t width,
                                      uint32_t height, uint32_t depth)
{
    float values[1024];
    for (uint32_t i = 0; i < 1024; i++) {
        values[i] = (float)i;
    }
    uint64_t size_bytes = (uint64_t)width * height * depth * sizeof(float);
    LockstepTexture texture = {
        .shape = shape,
        .channel = LOCKSTEP_CHANNEL_F32,
        .channels = 1,
        .address = machine_buffer(&rig->machine, "texels", values, size_bytes),
        .width = width,
        .height = height,
        .depth = depth,
        .address_mode = {LOCKSTEP_ADDRESS_CLAMP, LOCKSTEP_ADDRESS_CLAMP, LOCKSTEP_ADDRESS_CLAMP}};
    return texture;
}

static inline uint64_t made(Rig *rig, const LockstepTexture *texture)
{
    uint64_t handle = 0;
    machine_expect(&rig->machine, lockstep_texture_create(rig->machine.device, texture, &handle),
                   "lockstep_texture_create");
    return handle;
}

// The description is refused with this text.
static inline void expect_refusal(Rig *rig, LockstepTexture texture, const char *text)
{
    uint64_t handle = 1;
    EXPECT(lockstep_texture_create(rig->machine.device, &texture, &handle) != LOCKSTEP_OK);
    EXPECT_EQ(handle, 0);
    const char *messages = lockstep_messages(rig->machine.device);
    if (!EXPECT(strstr(messages, text) != NULL)) {
        fprintf(stderr, "wanted: %s\nfound:  %s\n", text, messages);
    }
}

#endif
