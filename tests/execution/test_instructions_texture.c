// SPDX-License-Identifier: Apache-2.0
// One kernel with every kind of texture and surface instruction on an image of 8 x 4 floats 0, 1,
// 2, ...; filtering, modes and shapes are tested beside sim/device.
#include "tests/execution/instructions.h"

#define WIDTH  8u
#define HEIGHT 4u

static const char *const kernel =
    ".version 8.6\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 t, .param .u64 s, .param .u64 out)\n{\n"
    ".reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<40>;\n"
    "ld.param.u64 %rd1, [t];\nld.param.u64 %rd2, [s];\nld.param.u64 %rd3, [out];\n"
    "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd4, %r1, 32;\nadd.s64 %rd3, %rd3, %rd4;\n"
    "and.b32 %r2, %r1, 7;\nshr.u32 %r3, %r1, 3;\ncvt.rn.f32.u32 %f1, %r2;\n"
    "cvt.rn.f32.u32 %f2, %r3;\nadd.f32 %f1, %f1, 0f3F000000;\nadd.f32 %f2, %f2, 0f3F000000;\n"
    "mov.f32 %f3, 0f00000000;\nshl.b32 %r4, %r2, 2;\n"
    "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2}];\nst.global.f32 [%rd3], %f4;\n"
    "tex.2d.v4.u32.s32 {%r5, %r6, %r7, %r8}, [%rd1, {%r2, %r3}];\nst.global.u32 [%rd3+4], %r5;\n"
    "tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f1, %f2}], %f3;\n"
    "st.global.f32 [%rd3+8], %f4;\nadd.f32 %f8, %f1, 0f3F000000;\nadd.f32 %f9, %f2, 0f3F000000;\n"
    "tld4.r.2d.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd1, {%f8, %f9}];\n"
    "st.global.f32 [%rd3+12], %f10;\nst.global.f32 [%rd3+16], %f12;\n"
    "txq.width.b32 %r10, [%rd1];\nsuq.height.b32 %r11, [%rd2];\nadd.u32 %r12, %r10, %r11;\n"
    "st.global.u32 [%rd3+20], %r12;\n"
    "suld.b.2d.b32.trap {%r13}, [%rd2, {%r4, %r3}];\nst.global.u32 [%rd3+24], %r13;\n"
    "add.u32 %r14, %r1, 500;\nsust.b.2d.b32.trap [%rd2, {%r4, %r3}], {%r14};\nret;\n}\n";

// Thread t looks along the axis t of +x -x +y -y +z -z at a cube with one texel on each face.
static const char *const cube_kernel =
    ".version 8.6\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 t, .param .u64 s, .param .u64 out)\n{\n"
    ".reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<40>; .reg .pred %p<10>;\n"
    "ld.param.u64 %rd1, [t];\nld.param.u64 %rd3, [out];\nmov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd4, %r1, 32;\nadd.s64 %rd3, %rd3, %rd4;\nand.b32 %r2, %r1, 1;\n"
    "shr.u32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r2, 0;\nselp.f32 %f1, 0f3F800000, 0fBF800000, %p1;\n"
    "setp.eq.u32 %p1, %r3, 0;\nselp.f32 %f2, %f1, 0f00000000, %p1;\n"
    "setp.eq.u32 %p1, %r3, 1;\nselp.f32 %f3, %f1, 0f00000000, %p1;\n"
    "setp.eq.u32 %p1, %r3, 2;\nselp.f32 %f4, %f1, 0f00000000, %p1;\nmov.f32 %f5, 0f00000000;\n"
    "tex.cube.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f2, %f3, %f4, %f4}];\n"
    "st.global.f32 [%rd3], %f6;\n"
    "tex.level.cube.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f2, %f3, %f4, %f4}], %f5;\n"
    "st.global.f32 [%rd3+4], %f6;\n"
    "tex.base.cube.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f2, %f3, %f4, %f4}];\n"
    "st.global.f32 [%rd3+8], %f6;\n"
    "tex.grad.cube.v4.f32.f32 {%f6, %f7, %f8, %f9}, [%rd1, {%f2, %f3, %f4, %f4}], "
    "{%f5, %f5, %f5, %f5}, {%f5, %f5, %f5, %f5};\n"
    "st.global.f32 [%rd3+12], %f6;\nret;\n}\n";

// <0> in place of the fetch: what it gives is stored as two words.
static const char *const fetch_kernel =
    ".version 8.6\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 t, .param .u64 s, .param .u64 out)\n{\n"
    ".reg .b32 %r<40>; .reg .b64 %rd<10>; .reg .f32 %f<40>; .reg .pred %p<10>;\n"
    "ld.param.u64 %rd1, [t];\nld.param.u64 %rd3, [out];\nmov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd4, %r1, 32;\nadd.s64 %rd3, %rd3, %rd4;\nand.b32 %r2, %r1, 7;\n"
    "shr.u32 %r3, %r1, 3;\ncvt.rn.f32.u32 %f1, %r2;\ncvt.rn.f32.u32 %f2, %r3;\n"
    "add.f32 %f1, %f1, 0f3F000000;\nadd.f32 %f2, %f2, 0f3F000000;\nmov.u32 %r5, 0;\n<0>\n"
    "st.global.u32 [%rd3], %r4;\nst.global.u32 [%rd3+4], %r5;\nret;\n}\n";

static uint32_t pixel(uint32_t x, uint32_t y)
{
    float value = (float)((y < HEIGHT ? y : HEIGHT - 1) * WIDTH + (x < WIDTH ? x : WIDTH - 1));
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static uint64_t image(const Machine *machine, LockstepTexture texture, uint64_t *handle)
{
    float values[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        values[i] = (float)i;
    }
    texture.channel = LOCKSTEP_CHANNEL_F32;
    texture.channels = 1;
    texture.address = machine_buffer(machine, "image", values, sizeof values);
    texture.address_mode[0] = texture.address_mode[1] = LOCKSTEP_ADDRESS_CLAMP;
    machine_expect(machine, lockstep_texture_create(machine->device, &texture, handle), "texture");
    return texture.address;
}

static const LockstepTexture plane = {
    .shape = LOCKSTEP_TEXTURE_2D, .width = WIDTH, .height = HEIGHT};
static const LockstepTexture surface_plane = {
    .shape = LOCKSTEP_TEXTURE_2D, .width = WIDTH, .height = HEIGHT, .is_surface = true};
static const LockstepTexture cube = {
    .shape = LOCKSTEP_TEXTURE_CUBE, .width = 1, .height = 1, .depth = 6};

// Runs the kernel over such a texture, and a surface whose words go to `stored`.
static bool run(const char *ptx, const LockstepTexture *shape, uint32_t threads, Out out,
                uint32_t stored[WIDTH * HEIGHT])
{
    Machine machine;
    bool is_good = machine_open(&machine, "h200", 1, ptx);
    if (is_good) {
        uint64_t texture, surface;
        Arguments arguments = {0};
        uint64_t device_out = machine_buffer(&machine, "out", NULL, threads * sizeof out[0]);
        image(&machine, *shape, &texture);
        uint64_t bytes = image(&machine, surface_plane, &surface);
        argument_u64(&arguments, texture);
        argument_u64(&arguments, surface);
        argument_u64(&arguments, device_out);
        is_good =
            machine_expect(&machine, machine_launch(&machine, "k", 1, threads, &arguments), "k");
        note_last_launch(&machine);
        machine_read(&machine, device_out, out, threads * sizeof out[0]);
        machine_read(&machine, bytes, stored, WIDTH * HEIGHT * sizeof stored[0]);
    }
    machine_close(&machine);
    return is_good;
}

static void expect_words(Out found)
{
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t x = i % WIDTH, y = i / WIDTH;
        for (uint32_t word = 0; word < 3; word++) {
            EXPECT_WORD(found, i, word, pixel(x, y));
        }
        EXPECT_WORD(found, i, 3, pixel(x, y + 1)); // the four around (x + 1, y + 1): lower left
        EXPECT_WORD(found, i, 4, pixel(x + 1, y)); // upper right
        EXPECT_WORD(found, i, 5, WIDTH + HEIGHT);
        EXPECT_WORD(found, i, 6, pixel(x, y));
    }
}

TEST(textures_and_surfaces)
{
    static Out out;
    uint32_t stored[WIDTH * HEIGHT];
    if (run(kernel, &plane, WIDTH * HEIGHT, out, stored)) {
        expect_words(out);
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_EQ(stored[i], i + 500);
        }
    }
}

TEST(cubes)
{
    static Out out;
    uint32_t stored[WIDTH * HEIGHT];
    if (run(cube_kernel, &cube, 6, out, stored)) {
        for (uint32_t i = 0; i < 6 * 4; i++) {
            EXPECT_WORD(out, i / 4, i % 4, pixel(i / 4, 0));
        }
    }
}

static void fetch(const char *instruction, Out out)
{
    static char ptx[4096];
    uint32_t stored[WIDTH * HEIGHT];
    text_fill(ptx, sizeof ptx, fetch_kernel, PARTS(instruction));
    run(ptx, &plane, WIDTH * HEIGHT, out, stored);
}

TEST(fetches_of_the_base_level)
{
    static Out out;
    fetch("tex.base.2d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd1, {%f1, %f2}];\n"
          "txq.level.width.b32 %r5, [%rd1], 0;",
          out);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT_WORD(out, i, 0, pixel(i % WIDTH, i / WIDTH));
        EXPECT_WORD(out, i, 1, WIDTH);
    }
}

// Gradients choose a level, and there is one.
TEST(fetches_with_gradients)
{
    static Out out;
    fetch(
        "tex.grad.2d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd1, {%f1, %f2}], {%f1, %f2}, {%f2, %f1};",
        out);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT_WORD(out, i, 0, pixel(i % WIDTH, i / WIDTH));
    }
}

// Offsets move the coordinates by texels; what lies outside is clamped.
TEST(fetches_with_offsets)
{
    static Out out, gathered;
    fetch(
        "mov.u32 %r10, 1;\nmov.u32 %r11, -1;\n"
        "tex.2d.v4.u32.f32 {%r4, %r5, %r6, %r7}, [%rd1, {%f1, %f2}], {%r10, %r11};\n"
        "tex.grad.2d.v4.u32.f32 {%r5, %r6, %r7, %r8}, [%rd1, {%f1, %f2}], {%f1, %f2}, {%f2, %f1}, "
        "{%r11, %r10};",
        out);
    fetch("mov.u32 %r10, -1;\nmov.u32 %r11, 2;\n"
          "tld4.r.2d.v4.u32.f32 {%r4, %r6, %r7, %r8}, [%rd1, {%f1, %f2}], {%r10, %r11};\n"
          "tex.level.2d.v4.u32.s32 {%r5, %r6, %r7, %r8}, [%rd1, {%r2, %r3}], %r11, {%r10, %r11};",
          gathered);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t x = i % WIDTH, y = i / WIDTH, left = x > 0 ? x - 1 : 0;
        EXPECT_WORD(out, i, 0, pixel(x + 1, y > 0 ? y - 1 : 0));
        EXPECT_WORD(out, i, 1, pixel(left, y + 1));
        EXPECT_WORD(gathered, i, 0, pixel(left, y + 3)); // lower left of four
        EXPECT_WORD(gathered, i, 1, pixel(left, y + 2));
    }
}

// A small number as a half.
static uint32_t half(uint32_t number)
{
    uint32_t exponent = 0;
    while (number >> exponent > 1) {
        exponent++;
    }
    return number == 0 ? 0 : (15 + exponent) << 10 | (number << (10 - exponent) & 0x3ff);
}

// Red and green, blue and alpha: the texture has red only, the others are 0.
TEST(fetches_of_pairs_of_halves)
{
    static Out out;
    uint32_t stored[WIDTH * HEIGHT];
    fetch("tex.2d.v2.f16x2.f32 {%r4, %r5}, [%rd1, {%f1, %f2}];", out);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT_WORD(out, i, 0, half(i));
        EXPECT_WORD(out, i, 1, 0);
    }
    static char ptx[4096];
    text_fill(ptx, sizeof ptx, fetch_kernel,
              PARTS("mov.f32 %f3, 0f00000000;\nmov.f32 %f4, 0fBF800000;\n"
                    "tex.cube.v2.f16x2.f32 {%r4, %r5}, [%rd1, {%f3, %f3, %f4, %f4}];"));
    if (run(ptx, &cube, 1, out, stored)) {
        EXPECT_WORD(out, 0, 0, half(5)); // -z
    }
}

// The same with every way to choose a level, as pairs and one by one. The level is 0.
TEST(fetches_of_halves)
{
#define BOTH(modifiers, shape, behind)                                                             \
    "tex." modifiers shape ".v4.f16.f32 {%h1, %h2, %h3, %h4}, " behind ";\n"                       \
    "mov.b32 %r4, {%h1, %h2};\nmov.b32 %r5, {%h3, %h4};",                                          \
        "tex." modifiers shape ".v2.f16x2.f32 {%r4, %r5}, " behind ";"
#define ONE(modifiers, shape, behind)                                                              \
    "tex." modifiers shape ".v4.f16.f32 {%h1, %h2, %h3, %h4}, " behind ";\n"                       \
    "mov.b32 %r4, {%h1, %h2};\nmov.b32 %r5, {%h3, %h4};"
#define AT        "[%rd1, {%f1, %f2}]"
#define GRADIENTS AT ", {%f1, %f2}, {%f2, %f1}"
    static const char *const flat[] = {ONE("", "2d", AT),
                                       BOTH("", "2d", AT ", {%r6, %r6}"),
                                       BOTH("", "2d", AT ", %f3"),
                                       BOTH("", "2d", AT ", {%r6, %r6}, %f3"),
                                       BOTH("base.", "2d", AT),
                                       BOTH("level.", "2d", AT ", %f3"),
                                       BOTH("level.", "2d", AT ", %f3, %f3"),
                                       BOTH("grad.", "2d", GRADIENTS),
                                       BOTH("grad.", "2d", GRADIENTS ", %f3")};
#define TO     "[%rd1, {%f3, %f3, %f4, %f4}]"
#define TURNED TO ", {%f3, %f3, %f3, %f3}, {%f3, %f3, %f3, %f3}"
    static const char *const cubes[] = {ONE("", "cube", TO), BOTH("base.", "cube", TO),
                                        BOTH("level.", "cube", TO ", %f3"),
                                        BOTH("grad.", "cube", TURNED)};
    static Out out;
    static char text[1024], ptx[4096];
    uint32_t stored[WIDTH * HEIGHT];
    const char *start = ".reg .b16 %h<5>;\nmov.u32 %r6, 0;\nmov.f32 %f3, 0f00000000;\n"
                        "mov.f32 %f4, 0fBF800000;\n";
    for (size_t k = 0; k < sizeof flat / sizeof *flat; k++) {
        snprintf(text, sizeof text, "%s%s", start, flat[k]);
        fetch(text, out);
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_WORD(out, i, 0, half(i));
            EXPECT_WORD(out, i, 1, 0);
        }
    }
    for (size_t k = 0; k < sizeof cubes / sizeof *cubes; k++) {
        snprintf(text, sizeof text, "%s%s", start, cubes[k]);
        text_fill(ptx, sizeof ptx, fetch_kernel, PARTS(text));
        if (run(ptx, &cube, 1, out, stored)) {
            EXPECT_WORD(out, 0, 0, half(5)); // -z
        }
    }
}

// An H200 compares no depths without a sampler that does: red, and zeros.
TEST(fetches_that_compare_depths)
{
    static const char *const instructions[] = {
        "tex.2d.v4.u32.f32 {%r4, %r6, %r7, %r5}, [%rd1, {%f1, %f2}], %f1;",
        "tex.2d.v4.u32.f32 {%r4, %r6, %r7, %r5}, [%rd1, {%f1, %f2}], {%r5, %r5}, %f1;",
        "mov.f32 %f3, 0f00000000;\n"
        "tex.level.2d.v4.u32.f32 {%r4, %r6, %r7, %r5}, [%rd1, {%f1, %f2}], %f3, %f1;",
        "tex.grad.2d.v4.u32.f32 {%r4, %r6, %r7, %r5}, [%rd1, {%f1, %f2}], {%f1, %f2}, {%f2, %f1}, "
        "%f1;"};
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        static Out out;
        fetch(instructions[i], out);
        for (uint32_t t = 0; t < WIDTH * HEIGHT; t++) {
            EXPECT_WORD(out, t, 0, pixel(t % WIDTH, t / WIDTH));
            EXPECT_WORD(out, t, 1, 0);
        }
    }
}

// <0> in place of the access: thread t is at (%r2, %r3) of the surface %rd2, byte %r4, and has the
// values %r1 (also in %rd5) and %f1.
static bool access_surface(const char *instruction, uint32_t stored[WIDTH * HEIGHT])
{
    static const char *const access_kernel =
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 t, .param .u64 s, .param .u64 out)\n{\n"
        ".reg .b32 %r<40>; .reg .b64 %rd<10>; .reg .f32 %f<40>; .reg .pred %p<10>;\n"
        "ld.param.u64 %rd1, [t];\nld.param.u64 %rd2, [s];\nmov.u32 %r1, %tid.x;\n"
        "cvt.u64.u32 %rd5, %r1;\nand.b32 %r2, %r1, 7;\nshr.u32 %r3, %r1, 3;\n"
        "shl.b32 %r4, %r2, 2;\nmov.u32 %r5, 0;\ncvt.rn.f32.u32 %f1, %r1;\n<0>\nret;\n}\n";
    static char ptx[4096];
    static Out out;
    text_fill(ptx, sizeof ptx, access_kernel, PARTS(instruction));
    return run(ptx, &plane, WIDTH * HEIGHT, out, stored);
}

TEST(stores_in_the_format_of_the_surface)
{
    uint32_t stored[WIDTH * HEIGHT];
    if (access_surface("add.f32 %f1, %f1, 0f3F800000;\nmov.b32 %r6, %f1;\n"
                       "sust.p.2d.v4.b32.zero [%rd2, {%r2, %r3}], {%r6, %r1, %r1, %r1};",
                       stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_EQ(stored[i], pixel((i + 1) % WIDTH, (i + 1) / WIDTH) +
                                     (i + 1 == WIDTH * HEIGHT ? 0x42000000 - pixel(0, HEIGHT) : 0));
        }
    }
}

// The surface's floats 0, 1, 2, ... as integers of 32 or 64 bits.
TEST(reductions_at_surfaces)
{
    uint32_t stored[WIDTH * HEIGHT];
    if (access_surface("sured.b.add.2d.u32.trap [%rd2, {%r4, %r3}], %r1;", stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_EQ(stored[i], pixel(i % WIDTH, i / WIDTH) + i);
        }
    }
    if (access_surface("sured.b.min.2d.s32.clamp [%rd2, {%r4, %r3}], %r1;", stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_EQ(stored[i], i);
        }
    }
    if (access_surface("sured.b.and.2d.b32.zero [%rd2, {%r4, %r3}], 0xf000000f;\n"
                       "sured.b.or.2d.b32.zero [%rd2, {%r4, %r3}], %r1;",
                       stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            EXPECT_EQ(stored[i], (pixel(i % WIDTH, i / WIDTH) & 0xf000000f) | i);
        }
    }
    if (access_surface("sured.p.max.2d.b32.trap [%rd2, {%r2, %r3}], 0x41000000;", stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
            uint32_t old = pixel(i % WIDTH, i / WIDTH);
            EXPECT_EQ(stored[i], old > 0x41000000 ? old : 0x41000000);
        }
    }
    if (access_surface("setp.lt.u32 %p1, %r2, 4;\n"
                       "@%p1 sured.p.min.2d.b64.trap [%rd2, {%r2, %r3}], %rd5;",
                       stored)) {
        for (uint32_t i = 0; i < WIDTH * HEIGHT; i += 2) {
            uint32_t thread = i / WIDTH * WIDTH + i % WIDTH / 2;
            EXPECT_EQ(stored[i], thread); // less than what the odd word makes of it
            EXPECT_EQ(stored[i + 1], 0);
        }
    }
}

TEST(handles_have_no_type)
{
    static Out out;
    fetch("setp.eq.u32 %p1, %r1, %r1;\nistypep.texref %p1, %rd1;\nselp.u32 %r4, 1, 0, %p1;", out);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT_WORD(out, i, 0, 0);
    }
}

INSTRUCTIONS_MAIN()
