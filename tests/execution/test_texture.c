// SPDX-License-Identifier: Apache-2.0
// kernels/texture.cu: an image of 1024 x 1024 read along rows and columns, blurred and shrunk.
#include "sim/device/record.h"
#include "tests/machine.h"

#define SIDE   1024u
#define TILE_X 32u
#define TILE_Y 8u

typedef float Expected(uint32_t x, uint32_t y);

static float pixel(int64_t x, int64_t y)
{
    x = x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
    y = y < 0 ? 0 : y >= SIDE ? SIDE - 1 : y;
    return (float)((y * SIDE + x) % 1021);
}

static float same(uint32_t x, uint32_t y)
{
    return pixel(x, y);
}

static float transposed(uint32_t x, uint32_t y)
{
    return pixel(y, x);
}

static float blurred(uint32_t x, uint32_t y)
{
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            sum += pixel((int64_t)x + dx, (int64_t)y + dy);
        }
    }
    return sum;
}

static float shrunk(uint32_t x, uint32_t y)
{
    return (pixel(2 * x, 2 * y) + pixel(2 * x + 1, 2 * y) + pixel(2 * x, 2 * y + 1) +
            pixel(2 * x + 1, 2 * y + 1)) /
           4;
}

typedef enum Source { POINTS, SMOOTH, MEMORY, SOURCE_COUNT } Source;

typedef struct Variant {
    const char *kernel;
    Source source;
    uint32_t side;
    Expected *expected;
} Variant;

static const Variant variants[] = {
    {"_Z12rows_textureyPf", POINTS, SIDE, same},
    {"_Z15columns_textureyPf", POINTS, SIDE, transposed},
    {"_Z14columns_globalPKfPf", MEMORY, SIDE, transposed},
    {"_Z12blur_textureyPf", POINTS, SIDE, blurred},
    {"_Z11blur_globalPKfPf", MEMORY, SIDE, blurred},
    {"_Z14shrink_textureyPf", SMOOTH, SIDE / 2, shrunk},
};
#define VARIANT_COUNT (sizeof(variants) / sizeof(variants[0]))

typedef struct TextureSum {
    uint64_t requests, hits, misses;
} TextureSum;

static TextureSum counted(const Machine *machine)
{
    const LockstepReport *report = lockstep_report(machine->device);
    const LaunchRecord *record = report->records[report->count - 1];
    TextureSum sum = {0};
    uint32_t count = record->program == NULL ? 0 : record->program->code_count;
    for (uint32_t pc = 0; pc < count; pc++) {
        sum.requests += record->accesses[pc].texture_requests;
        sum.hits += record->accesses[pc].texture_hits;
        sum.misses += record->accesses[pc].texture_misses;
    }
    return sum;
}

static void make_sources(const Machine *machine, const float *image, uint64_t sources[SOURCE_COUNT])
{
    uint64_t size_bytes = (uint64_t)SIDE * SIDE * sizeof(float);
    sources[MEMORY] = machine_buffer(machine, "image", image, size_bytes);
    LockstepTexture texture = {.shape = LOCKSTEP_TEXTURE_2D,
                               .channel = LOCKSTEP_CHANNEL_F32,
                               .channels = 1,
                               .address = sources[MEMORY],
                               .width = SIDE,
                               .height = SIDE,
                               .address_mode = {LOCKSTEP_ADDRESS_CLAMP, LOCKSTEP_ADDRESS_CLAMP}};
    machine_expect(machine, lockstep_texture_create(machine->device, &texture, &sources[POINTS]),
                   "texture");
    texture.is_linear_filter = true;
    machine_expect(machine, lockstep_texture_create(machine->device, &texture, &sources[SMOOTH]),
                   "texture");
}

static size_t count_wrong(const Variant *variant, const float *out)
{
    size_t wrong = 0;
    for (uint32_t y = 0; y < variant->side; y++) {
        for (uint32_t x = 0; x < variant->side; x++) {
            wrong += out[y * variant->side + x] != variant->expected(x, y);
        }
    }
    return wrong;
}

static TextureSum run_variant(const Machine *machine, const Variant *variant, uint64_t source,
                              float *host_out)
{
    uint64_t size_bytes = (uint64_t)SIDE * SIDE * sizeof(float);
    uint64_t out = machine_buffer(machine, "out", NULL, size_bytes);
    Arguments arguments = {0};
    argument_u64(&arguments, source);
    argument_u64(&arguments, out);
    LockstepLaunch launch = {.kernel = variant->kernel,
                             .grid = {variant->side / TILE_X, variant->side / TILE_Y, 1},
                             .block = {TILE_X, TILE_Y, 1},
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes};
    LockstepStatus status = lockstep_launch(machine->device, machine->module, &launch);
    if (machine_expect(machine, status, variant->kernel) &&
        machine_read(machine, out, host_out, size_bytes)) {
        EXPECT_EQ(count_wrong(variant, host_out), 0);
    }
    lockstep_free(machine->device, out);
    return counted(machine);
}

static void run_all(const char *gpu, TextureSum sums[VARIANT_COUNT])
{
    memset(sums, 0, VARIANT_COUNT * sizeof(sums[0]));
    Machine machine;
    if (machine_open_file(&machine, gpu, "texture.ptx")) {
        float *image = calloc((size_t)SIDE * SIDE, sizeof(float));
        float *out = calloc((size_t)SIDE * SIDE, sizeof(float));
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            image[i] = (float)(i % 1021);
        }
        uint64_t sources[SOURCE_COUNT];
        make_sources(&machine, image, sources);
        for (size_t i = 0; i < VARIANT_COUNT; i++) {
            sums[i] = run_variant(&machine, &variants[i], sources[variants[i].source], out);
        }
        free(image);
        free(out);
    }
    machine_close(&machine);
}

// What the program teaches: texture rows and columns cost the same requests, a blur mostly hits.
static void expect_locality(const TextureSum sums[VARIANT_COUNT])
{
    uint64_t warps = SIDE * SIDE / 32;
    EXPECT_EQ(sums[0].requests, warps);
    EXPECT_EQ(sums[1].requests, warps);
    EXPECT_EQ(sums[2].requests, 0);
    EXPECT_EQ(sums[3].requests, 9 * warps);
    // a block's 32 x 8 floats are 32 sectors of 4 x 2: each comes once, and its second row hits
    EXPECT_EQ(sums[0].misses, 32 * (SIDE / TILE_X) * (SIDE / TILE_Y));
    EXPECT_EQ(sums[0].hits, sums[0].misses);
    EXPECT_EQ(sums[1].misses, sums[0].misses);
    EXPECT(sums[3].hits > 8 * sums[3].misses);
}

TEST(on_8800gtx)
{
    TextureSum sums[VARIANT_COUNT];
    run_all("8800gtx", sums);
    expect_locality(sums);
}

TEST(on_gtx480)
{
    TextureSum sums[VARIANT_COUNT];
    run_all("gtx480", sums);
    expect_locality(sums);
}

TEST(on_h200)
{
    TextureSum sums[VARIANT_COUNT];
    run_all("h200", sums);
    expect_locality(sums);
}
