// SPDX-License-Identifier: Apache-2.0
// The presets: no more than what differs, each value with its source, in order, found by name and
// alias.
#include "sim/gpu/gpu_value.h"
#include "tests/test.h"

// Whether the value is what the file has without this line: from its base, else by default.
static bool is_repeated(const GpuValue *value, const char *text, const Gpu *base)
{
    Text problem = {0}, without = {0}, with = {0};
    Gpu gpu = base == NULL ? (Gpu){0} : *base;
    if (base == NULL && value->default_text != NULL) {
        EXPECT(gpu_value_read(value, value->default_text, &gpu, &problem));
    }
    bool is_told = base != NULL || value->default_text != NULL;
    gpu_value_write(value, &gpu, &without);
    EXPECT(gpu_value_read(value, text, &gpu, &problem));
    gpu_value_write(value, &gpu, &with);
    bool is_same = is_told && strcmp(text_string(&without), text_string(&with)) == 0;
    text_destroy(&problem);
    text_destroy(&without);
    text_destroy(&with);
    return is_same;
}

// `key = value # source` in place: the key, and the value without blanks behind it.
static char *cut_value(char *line)
{
    char *text = strchr(line, '=') + 1;
    text += strspn(text, " ");
    text[strcspn(text, "#\n")] = '\0';
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--) {
        text[end - 1] = '\0';
    }
    line[strcspn(line, " =")] = '\0';
    return text;
}

static void check_line(const char *name, char *line, const Gpu **base)
{
    const char *source = strchr(line, '#');
    bool has_source = source != NULL && strlen(source) > 4;
    const char *text = cut_value(line);
    const GpuValue *value = gpu_value_find(line);
    if (strcmp(line, "base") == 0) {
        *base = gpu_preset(text);
        EXPECT(*base != NULL);
    } else if (strcmp(line, "title") != 0 && strcmp(line, "device_name") != 0 &&
               EXPECT(value != NULL)) {
        if (!EXPECT(has_source)) {
            fprintf(stderr, "    %s names no source: %s\n", name, line);
        }
        if (!EXPECT(!is_repeated(value, text, *base))) {
            fprintf(stderr, "    %s repeats %s of %s\n", name, line,
                    *base == NULL ? "the defaults" : (*base)->name);
        }
    }
}

TEST(a_preset_says_only_what_differs_and_where_each_value_is_from)
{
    EXPECT(gpu_preset_count() >= 18);
    for (uint32_t at = 0; at < gpu_preset_count(); at++) {
        const char *name = gpu_preset_at(at)->name;
        char path[512], line[1024];
        snprintf(path, sizeof path, LOCKSTEP_SOURCE_DIR "/sim/gpu/presets/%s.gpu", name);
        FILE *file = fopen(path, "r");
        const Gpu *base = NULL;
        while (EXPECT(file != NULL) && fgets(line, sizeof line, file) != NULL) {
            if (line[0] >= 'a' && line[0] <= 'z') {
                check_line(name, line, &base);
            }
        }
        if (file != NULL) {
            fclose(file);
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
