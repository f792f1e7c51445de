// SPDX-License-Identifier: Apache-2.0
// Texture and surface instructions through sim/lockstep.h. Each kernel here has one such
// instruction: thread i takes its coordinates from in[i] and leaves four words in out[i].
#include "sim/device/record.h"
#include "tests/machine.h"

#define LANES 32u

typedef struct Rig {
    Machine machine;
    uint64_t in, out;
    uint32_t coordinate[LANES][4]; // of the next run
    uint32_t result[LANES][4];     // of the last run
} Rig;

static const char *const frame =
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

static void rig_open_for(Rig *rig, const char *gpu, const char *mode, const char *variables,
                         const char *instruction)
{
    char ptx[4096];
    snprintf(ptx, sizeof(ptx), frame, mode, variables, instruction);
    memset(rig, 0, sizeof(*rig));
    if (machine_open(&rig->machine, gpu, 1, ptx)) {
        rig->in = machine_buffer(&rig->machine, "in", NULL, sizeof(rig->coordinate));
        rig->out = machine_buffer(&rig->machine, "out", NULL, sizeof(rig->result));
    }
}

static void rig_open(Rig *rig, const char *instruction)
{
    rig_open_for(rig, "h200", "", "", instruction);
}

static void rig_close(Rig *rig)
{
    machine_close(&rig->machine);
}

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof(word));
    return word;
}

static void at(Rig *rig, uint32_t lane, float x, float y, float z)
{
    rig->coordinate[lane][0] = bits(x);
    rig->coordinate[lane][1] = bits(y);
    rig->coordinate[lane][2] = bits(z);
}

static void at_integers(Rig *rig, uint32_t lane, int32_t x, int32_t y, int32_t z, uint32_t w)
{
    rig->coordinate[lane][0] = (uint32_t)x;
    rig->coordinate[lane][1] = (uint32_t)y;
    rig->coordinate[lane][2] = (uint32_t)z;
    rig->coordinate[lane][3] = w;
}

// Runs `lanes` threads; the status is the caller's to judge.
static LockstepStatus rig_try(Rig *rig, uint64_t handle, uint32_t lanes)
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

static void rig_run(Rig *rig, uint64_t handle, uint32_t lanes)
{
    machine_expect(&rig->machine, rig_try(rig, handle, lanes), "launch");
}

static void expect_float(const Rig *rig, uint32_t lane, uint32_t channel, float wanted)
{
    EXPECT_EQ(rig->result[lane][channel], bits(wanted));
}

// Runs the kernel; it must stop, and say this.
static void expect_fault(Rig *rig, uint64_t handle, uint32_t lanes, const char *text)
{
    EXPECT_EQ(rig_try(rig, handle, lanes), LOCKSTEP_ERROR_FAULT);
    const char *messages = lockstep_messages(rig->machine.device);
    if (!EXPECT(strstr(messages, text) != NULL)) {
        fprintf(stderr, "wanted: %s\nfound:  %s\n", text, messages);
    }
}

// A description over a new buffer of floats 0, 1, 2, ...
static LockstepTexture numbers(Rig *rig, LockstepTextureShape shape, uint32_t width,
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

static uint64_t made(Rig *rig, const LockstepTexture *texture)
{
    uint64_t handle = 0;
    machine_expect(&rig->machine, lockstep_texture_create(rig->machine.device, texture, &handle),
                   "lockstep_texture_create");
    return handle;
}

TEST(two_dimensions)
{
    Rig rig;
    rig_open(&rig, "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    at(&rig, 0, 3.5f, 2.5f, 0);
    at(&rig, 1, -5.0f, 100.0f, 0);
    rig_run(&rig, made(&rig, &texture), 2);
    expect_float(&rig, 0, 0, 19);
    expect_float(&rig, 0, 1, 0);
    expect_float(&rig, 0, 3, 1);
    expect_float(&rig, 1, 0, 24);
    rig_close(&rig);
}

TEST(two_dimensions_with_integer_coordinates)
{
    Rig rig;
    rig_open(&rig, "tex.2d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd1, {%r2, %r3}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    at_integers(&rig, 0, 3, 2, 0, 0);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 19);
    rig_close(&rig);
}

TEST(two_dimensions_filtered_with_pitch)
{
    Rig rig;
    rig_open(&rig, "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 16, 4, 1);
    texture.width = 8;
    texture.pitch_bytes = 64;
    texture.is_linear_memory = texture.is_linear_filter = true;
    at(&rig, 0, 3.0f, 2.0f, 0); // between columns 2, 3 and rows 1, 2: (18 + 19 + 34 + 35) / 4
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 26.5f);
    rig_close(&rig);
}

TEST(one_dimension_wrapped_and_normalized)
{
    Rig rig;
    rig_open(&rig, "tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1}];\n"
                   "mov.b32 %r2, %f1; mov.b32 %r3, %f2;");
    static const uint8_t texels[8] = {0, 255, 51, 102, 153, 204, 255, 0};
    LockstepTexture texture = {.shape = LOCKSTEP_TEXTURE_1D,
                               .channel = LOCKSTEP_CHANNEL_U8,
                               .channels = 2,
                               .width = 4,
                               .is_normalized_coordinates = true,
                               .is_normalized_float = true};
    texture.address = machine_buffer(&rig.machine, "texels", texels, sizeof(texels));
    at(&rig, 0, 1.3f, 0, 0);
    at(&rig, 1, -0.1f, 0, 0);
    rig_run(&rig, made(&rig, &texture), 2);
    expect_float(&rig, 0, 0, 0.2f);
    expect_float(&rig, 0, 1, 0.4f);
    expect_float(&rig, 1, 0, 1.0f);
    rig_close(&rig);
}

TEST(three_dimensions_filtered)
{
    Rig rig;
    rig_open(&rig, "tex.3d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2, %f3, %f3}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_3D, 4, 4, 4);
    texture.is_linear_filter = true;
    at(&rig, 0, 1.75f, 2.0f, 3.25f); // x + 4 y + 16 z at (1.25, 1.5, 2.75)
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 1.25f + 6 + 44);
    rig_close(&rig);
}

TEST(layers)
{
    Rig rig;
    rig_open(&rig, "tex.a1d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%r2, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_1D_LAYERED, 8, 1, 3);
    rig.coordinate[0][0] = 2;
    rig.coordinate[0][1] = bits(5.0f);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 21);
    rig_close(&rig);

    rig_open(&rig, "tex.a2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%r2, %f2, %f3, %f3}];");
    texture = numbers(&rig, LOCKSTEP_TEXTURE_2D_LAYERED, 8, 4, 3);
    rig.coordinate[0][0] = 1;
    rig.coordinate[0][1] = bits(5.0f);
    rig.coordinate[0][2] = bits(3.0f);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 32 + 24 + 5);
    rig_close(&rig);
}

TEST(cube)
{
    Rig rig;
    rig_open(&rig, "tex.cube.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2, %f3, %f3}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_CUBE, 2, 2, 6);
    at(&rig, 0, 1, -0.5f, -0.5f); // +x: s = 0.75, t = 0.75
    at(&rig, 1, 0.2f, 0.1f, -1);  // -z: s = 0.4, t = 0.45
    rig_run(&rig, made(&rig, &texture), 2);
    expect_float(&rig, 0, 0, 3);
    expect_float(&rig, 1, 0, 20);
    rig_close(&rig);
}

TEST(buffer_reads_zeros_outside)
{
    Rig rig;
    rig_open(&rig, "tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [%rd1, {%r2}];");
    static const int16_t texels[4] = {-1, -2, -3, -4};
    LockstepTexture texture = {.shape = LOCKSTEP_TEXTURE_BUFFER,
                               .channel = LOCKSTEP_CHANNEL_S16,
                               .channels = 1,
                               .width = 4};
    texture.address = machine_buffer(&rig.machine, "texels", texels, sizeof(texels));
    at_integers(&rig, 0, 2, 0, 0, 0);
    at_integers(&rig, 1, 4, 0, 0, 0);
    at_integers(&rig, 2, -1, 0, 0, 0);
    rig_run(&rig, made(&rig, &texture), 3);
    EXPECT_EQ(rig.result[0][0], (uint32_t)-3);
    EXPECT_EQ(rig.result[1][0], 0);
    EXPECT_EQ(rig.result[2][0], 0);
    rig_close(&rig);
}

TEST(level_of_detail_is_clamped_to_the_only_level)
{
    Rig rig;
    rig_open(&rig, "tex.level.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}], %f3;");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    at(&rig, 0, 3.5f, 2.5f, 2.0f);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 19);
    rig_close(&rig);
}

TEST(gather)
{
    Rig rig;
    rig_open(&rig, "tld4.r.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    at(&rig, 0, 3.0f, 2.0f, 0);
    rig_run(&rig, made(&rig, &texture), 1);
    expect_float(&rig, 0, 0, 18); // (2, 2), (3, 2), (3, 1), (2, 1)
    expect_float(&rig, 0, 1, 19);
    expect_float(&rig, 0, 2, 11);
    expect_float(&rig, 0, 3, 10);
    rig_close(&rig);
}

TEST(query)
{
    Rig rig;
    rig_open(&rig, "txq.width.b32 %r2, [%rd1];\ntxq.height.b32 %r3, [%rd1];\n"
                   "txq.channel_data_type.b32 %r4, [%rd1];\ntxq.channel_order.b32 %r5, [%rd1];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    rig_run(&rig, made(&rig, &texture), 1);
    EXPECT_EQ(rig.result[0][0], 8);
    EXPECT_EQ(rig.result[0][1], 4);
    EXPECT_EQ(rig.result[0][2], 0x10de); // CL_FLOAT
    EXPECT_EQ(rig.result[0][3], 0x10b0); // CL_R
    rig_close(&rig);
}

static const char *const fetch_reference =
    "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [image, {%f1, %f2}];";

TEST(reference_reads_what_is_bound_to_it)
{
    Rig rig;
    rig_open_for(&rig, "8800gtx", "", ".global .texref image;", fetch_reference);
    at(&rig, 0, 3.5f, 2.5f, 0);
    expect_fault(&rig, 0, 1, "no texture is bound to 'image'");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    LockstepDevice *device = rig.machine.device;
    EXPECT_EQ(lockstep_texture_bind(device, rig.machine.module, "image", &texture), LOCKSTEP_OK);
    rig_run(&rig, 0, 1);
    expect_float(&rig, 0, 0, 19);
    texture.width = 4;
    texture.height = 8;
    EXPECT_EQ(lockstep_texture_bind(device, rig.machine.module, "image", &texture), LOCKSTEP_OK);
    rig_run(&rig, 0, 1);
    expect_float(&rig, 0, 0, 11);
    EXPECT_EQ(lockstep_texture_bind(device, rig.machine.module, "other", &texture),
              LOCKSTEP_ERROR_NOT_FOUND);
    rig_close(&rig);
}

TEST(sampler_decides_in_independent_mode)
{
    Rig rig;
    rig_open_for(&rig, "h200", ", texmode_independent",
                 ".global .texref image;\n.global .samplerref how = { filter_mode = linear, "
                 "addr_mode_0 = clamp_to_edge, addr_mode_1 = clamp_to_edge };",
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [image, how, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    LockstepDevice *device = rig.machine.device;
    lockstep_texture_bind(device, rig.machine.module, "image", &texture);
    at(&rig, 0, 3.0f, 2.0f, 0);
    rig_run(&rig, 0, 1);
    expect_float(&rig, 0, 0, 14.5f); // (10 + 11 + 18 + 19) / 4
    LockstepTexture nearest = {.channels = 1};
    EXPECT_EQ(lockstep_texture_bind(device, rig.machine.module, "how", &nearest), LOCKSTEP_OK);
    rig_run(&rig, 0, 1);
    expect_float(&rig, 0, 0, 19);
    rig_close(&rig);
}

TEST(sampler_state_that_is_unknown_is_refused)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_52, texmode_independent\n"
        ".address_size 64\n.global .samplerref s = { filter_mode = cubic };\n";
    LockstepDevice *device;
    LockstepModule *module;
    lockstep_device_create(NULL, &device);
    EXPECT_EQ(lockstep_module_load(device, ptx, sizeof(ptx) - 1, "s.ptx", &module),
              LOCKSTEP_ERROR_INPUT);
    EXPECT(strstr(lockstep_messages(device), "filter_mode = cubic") != NULL);
    lockstep_device_destroy(device);
}

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

TEST(bad_handles_stop_the_kernel)
{
    Rig rig;
    rig_open(&rig, "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    expect_fault(&rig, 0, 1, "0x0 is no handle of a texture");
    expect_fault(&rig, UINT64_MAX, 1, "is no handle of a texture");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_1D, 8, 1, 1);
    expect_fault(&rig, made(&rig, &texture), 1, "the instruction's geometry is .2d");
    texture.is_surface = true;
    expect_fault(&rig, made(&rig, &texture), 1, "of a surface, not of a texture");
    texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    uint64_t handle = made(&rig, &texture);
    rig_run(&rig, handle, 1);
    EXPECT_EQ(lockstep_free(rig.machine.device, texture.address), LOCKSTEP_OK);
    expect_fault(&rig, handle, 1, "the memory of this texture has been released");
    EXPECT_EQ(lockstep_texture_destroy(rig.machine.device, handle), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_texture_destroy(rig.machine.device, handle), LOCKSTEP_ERROR_INPUT);
    expect_fault(&rig, handle, 1, "is no handle of a texture");
    rig_close(&rig);
}

static void expect_refusal(Rig *rig, LockstepTexture texture, const char *text)
{
    uint64_t handle = 1;
    EXPECT(lockstep_texture_create(rig->machine.device, &texture, &handle) != LOCKSTEP_OK);
    EXPECT_EQ(handle, 0);
    const char *messages = lockstep_messages(rig->machine.device);
    if (!EXPECT(strstr(messages, text) != NULL)) {
        fprintf(stderr, "wanted: %s\nfound:  %s\n", text, messages);
    }
}

TEST(descriptions_are_checked)
{
    Rig rig;
    rig_open(&rig, "");
    const LockstepTexture good = numbers(&rig, LOCKSTEP_TEXTURE_2D, 8, 4, 1);
    LockstepTexture bad = good;
    bad.channels = 3;
    expect_refusal(&rig, bad, "1, 2 or 4 channels");
    bad = good;
    bad.height = 5;
    expect_refusal(&rig, bad, "do not fit into the 128 bytes");
    bad = good;
    bad.width = bad.height = 1u << 28;
    expect_refusal(&rig, bad, "do not fit");
    bad = good;
    bad.address += 2;
    expect_refusal(&rig, bad, "multiples of a texel");
    bad = good;
    bad.address = 16;
    expect_refusal(&rig, bad, "do not fit into the 0 bytes");
    bad = good;
    bad.is_normalized_float = true;
    expect_refusal(&rig, bad, "only 8- and 16-bit integers");
    bad = good;
    bad.channel = LOCKSTEP_CHANNEL_S32;
    bad.is_linear_filter = true;
    expect_refusal(&rig, bad, "linear filtering needs");
    bad = good;
    bad.shape = LOCKSTEP_TEXTURE_CUBE;
    expect_refusal(&rig, bad, "square");
    bad = good;
    bad.shape = (LockstepTextureShape)77;
    expect_refusal(&rig, bad, "none that there is");
    bad = good;
    bad.width = 0;
    expect_refusal(&rig, bad, "extent is 0");
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

// Sums over all micro-ops of the last launch.
static AccessCount counted(Rig *rig)
{
    const LockstepReport *report = lockstep_report(rig->machine.device);
    const LaunchRecord *record = report->records[report->count - 1];
    AccessCount sum = {0};
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        sum.texture_requests += record->accesses[pc].texture_requests;
        sum.texture_hits += record->accesses[pc].texture_hits;
        sum.texture_misses += record->accesses[pc].texture_misses;
    }
    return sum;
}

TEST(fetches_are_counted_by_sector)
{
    Rig rig;
    rig_open_for(&rig, "gtx280", "", "",
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 32, 32, 1);
    uint64_t handle = made(&rig, &texture);
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, (float)lane, 0, 0);
    }
    rig_run(&rig, handle, 32); // a row: 8 sectors of 4 x 2 floats
    AccessCount count = counted(&rig);
    EXPECT_EQ(count.texture_requests, 1);
    EXPECT_EQ(count.texture_misses, 8);
    EXPECT_EQ(count.texture_hits, 0);
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, (float)(lane % 8), (float)(lane / 8), 0);
    }
    rig_run(&rig, handle, 32); // a square of 8 x 4: 4 sectors
    EXPECT_EQ(counted(&rig).texture_misses, 4);
    texture.is_linear_memory = true;
    for (uint32_t lane = 0; lane < 32; lane++) {
        at(&rig, lane, 0, (float)lane, 0);
    }
    rig_run(&rig, made(&rig, &texture), 32); // a column of linear memory: a sector each
    EXPECT_EQ(counted(&rig).texture_misses, 32);
    rig_close(&rig);
}

TEST(second_fetch_of_a_block_hits)
{
    Rig rig;
    rig_open_for(&rig, "gtx280", "", "",
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];\n"
                 "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    LockstepTexture texture = numbers(&rig, LOCKSTEP_TEXTURE_2D, 32, 32, 1);
    uint64_t handle = made(&rig, &texture);
    rig_run(&rig, handle, 32);
    AccessCount count = counted(&rig);
    EXPECT_EQ(count.texture_requests, 2);
    EXPECT_EQ(count.texture_hits, 1);
    EXPECT_EQ(count.texture_misses, 1);
    rig_run(&rig, handle, 32); // the next block starts with an empty cache
    EXPECT_EQ(counted(&rig).texture_misses, 1);
    rig_close(&rig);
}

TEST_MAIN()
