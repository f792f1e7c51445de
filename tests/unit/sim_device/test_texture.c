// SPDX-License-Identifier: Apache-2.0
// Texture fetches, by shape and sampler; wrong handles and descriptions.
#include "tests/unit/sim_device/texture_rig.h"

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
    expect_float(&rig, 0, 3, 0);
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

TEST(bad_handles_stop_the_kernel)
{
    Rig rig;
    rig_open(&rig, "tex.2d.v4.u32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f1, %f2}];");
    expect_fault(&rig, 0, 1, "0x0 is not the handle of a texture");
    expect_fault(&rig, UINT64_MAX, 1, "is not the handle of a texture");
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
    expect_fault(&rig, handle, 1, "is not the handle of a texture");
    rig_close(&rig);
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
    expect_refusal(&rig, bad, "address mode is unknown");
    bad = good;
    bad.width = 0;
    expect_refusal(&rig, bad, "extent is 0");
    rig_close(&rig);
}
