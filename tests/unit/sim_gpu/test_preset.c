// SPDX-License-Identifier: Apache-2.0
// The compiled-in presets: complete, equal to their files, in order, found by name and alias.
#include "sim/gpu/gpu.h"
#include "tests/test.h"

static bool is_same(const Gpu *a, const Gpu *b)
{
    bool is_good = EXPECT_TEXT(a->name, b->name);
    is_good &= EXPECT_TEXT(a->title, b->title);
#define GPU_VALUE(key, type, unit, low, high, doc)                                                 \
    is_good &= EXPECT(memcmp(&a->key, &b->key, sizeof a->key) == 0);
#include "sim/gpu/gpu.def"
#undef GPU_VALUE
    return is_good;
}

static void expect_no_message(const Diagnostics *diagnostics)
{
    Text out = {0};
    diagnostics_print(diagnostics, false, &out);
    EXPECT_TEXT(text_string(&out), "");
    text_destroy(&out);
}

TEST(each_preset_is_what_its_file_says)
{
    EXPECT(gpu_preset_count() >= 18);
    for (uint32_t at = 0; at < gpu_preset_count(); at++) {
        char file_name[128];
        snprintf(file_name, sizeof file_name, "presets/%s.gpu", gpu_preset_at(at)->name);
        const char *text = gpu_preset_text(at);
        Gpu gpu;
        Diagnostics diagnostics = {0};
        EXPECT(gpu_parse(text, strlen(text), file_name, &gpu, &diagnostics));
        expect_no_message(&diagnostics);
        if (!is_same(&gpu, gpu_preset_at(at))) {
            fprintf(stderr, "    %s\n", file_name);
        }
        diagnostics_clear(&diagnostics);
    }
}

TEST(each_value_of_a_preset_names_its_source)
{
    for (uint32_t at = 0; at < gpu_preset_count(); at++) {
        char line[512];
        for (const char *text = gpu_preset_text(at); *text != '\0';) {
            size_t length = strcspn(text, "\n");
            snprintf(line, sizeof line, "%.*s", (int)length, text);
            bool is_value = line[0] >= 'a' && line[0] <= 'z' && strncmp(line, "base", 4) != 0 &&
                            strncmp(line, "title", 5) != 0;
            const char *source = strchr(line, '#');
            if (is_value && !EXPECT(source != NULL && strlen(source) > 4)) {
                fprintf(stderr, "    %s: %s\n", gpu_preset_at(at)->name, line);
            }
            text += length + (text[length] == '\n');
        }
    }
}

TEST(presets_go_from_the_oldest_generation_to_the_newest)
{
    for (uint32_t at = 1; at < gpu_preset_count(); at++) {
        EXPECT(gpu_preset_at(at - 1)->compute_capability <= gpu_preset_at(at)->compute_capability);
    }
    EXPECT_TEXT(gpu_preset_at(0)->name, "8800gtx");
    EXPECT(gpu_preset_at(gpu_preset_count()) == NULL);
    EXPECT(gpu_preset_text(gpu_preset_count()) == NULL);
}

TEST(presets_are_found_by_chip_target_and_in_capitals)
{
    EXPECT_TEXT(gpu_preset("g80")->name, "8800gtx");
    EXPECT_TEXT(gpu_preset("GT200")->name, "gtx280");
    EXPECT_TEXT(gpu_preset("H200")->name, "h200");
    EXPECT_TEXT(gpu_preset("sm_90")->name, "h200");
    EXPECT_TEXT(gpu_preset("sm_80")->name, "a100");
    EXPECT(gpu_preset("gtx") == NULL);
    EXPECT(gpu_preset("") == NULL);
}

TEST(each_alias_names_a_preset)
{
#define GPU_ALIAS(alias, preset)                                                                   \
    EXPECT(gpu_preset(alias) != NULL && gpu_preset(alias) == gpu_preset(preset));
#include "sim/gpu/alias.def"
#undef GPU_ALIAS
}

// What nvcc calls sm_XX must be a GPU of that compute capability.
TEST(target_aliases_have_their_compute_capability)
{
    for (uint32_t capability = 10; capability <= 129; capability++) {
        char target[16];
        snprintf(target, sizeof target, "sm_%u", capability);
        const Gpu *gpu = gpu_preset(target);
        EXPECT(gpu == NULL || gpu->compute_capability == capability);
    }
}

TEST(rules_follow_the_generation)
{
    for (uint32_t at = 0; at < gpu_preset_count(); at++) {
        const Gpu *gpu = gpu_preset_at(at);
        uint32_t major = gpu->compute_capability / 10;
        EXPECT_EQ(gpu->shared_rule, major == 1   ? SHARED_HALF_WARP
                                    : major == 2 ? SHARED_FERMI
                                    : major == 3 ? SHARED_KEPLER_32
                                                 : SHARED_MAXWELL);
        EXPECT_EQ(gpu->register_rule, major == 1 ? REGISTERS_PER_BLOCK : REGISTERS_PER_WARP);
        EXPECT_EQ(gpu->is_independent_scheduling, major >= 7);
        EXPECT_EQ(gpu->cluster_max > 0, major >= 9);
        EXPECT(gpu->lat_l1 == 0 || gpu->lat_l1 < gpu->lat_l2);
        EXPECT(gpu->lat_l2 < gpu->lat_dram);
    }
}

TEST(the_h200_is_the_one_that_was_measured)
{
    const Gpu *gpu = gpu_preset("h200");
    EXPECT_EQ(gpu->compute_capability, 90);
    EXPECT_EQ(gpu->sm_count, 132);
    EXPECT_EQ((uint64_t)gpu->sm_clock_mhz, 1980);
    EXPECT_EQ(gpu->l2_bytes, 60u << 20);
}
