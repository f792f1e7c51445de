// SPDX-License-Identifier: Apache-2.0
// Reading .gpu files: units, bases, and one message for each mistake, with its place.
#include "sim/gpu/gpu_value.h"
#include "tests/test.h"

// Parses and returns the messages in GCC's form, "" when there are none.
static Text messages_of(const char *text, Gpu *gpu)
{
    Diagnostics diagnostics = {0};
    Text out = {0};
    bool is_good = gpu_parse(text, strlen(text), "my.gpu", gpu, &diagnostics);
    diagnostics_print(&diagnostics, false, &out);
    EXPECT_EQ(is_good, out.size_bytes == 0);
    diagnostics_clear(&diagnostics);
    return out;
}

static void expect_message(const char *text, const char *wanted)
{
    Gpu gpu;
    Text out = messages_of(text, &gpu);
    if (!EXPECT(strstr(text_string(&out), wanted) != NULL)) {
        fprintf(stderr, "    found  %s\n    wanted %s\n", text_string(&out), wanted);
    }
    text_destroy(&out);
}

TEST(a_file_can_start_from_a_preset_and_change_values)
{
    Gpu gpu;
    Text out = messages_of("base = h200   # most of it\n"
                           "title = My GPU\n"
                           "sm_count = 4\r\n"
                           "sm_clock_mhz = 1.5 GHz\n"
                           "shared_bytes_per_sm = 227.5 KB\n"
                           "memory_bytes = 2 GB\n"
                           "memory_gbs = 0.5 TB/s\n"
                           "memory_bus_bits = 384 bits\n"
                           "memory_rate_mts = 1600 MT/s\n"
                           "shared_carveouts = 0, 8 KB,16 KB\n"
                           "coalesce_rule = strict\n",
                           &gpu);
    EXPECT_TEXT(text_string(&out), "");
    EXPECT_TEXT(gpu.name, "my");
    EXPECT_TEXT(gpu.title, "My GPU");
    EXPECT_EQ(gpu.sm_count, 4);
    EXPECT(gpu.sm_clock_mhz == 1500);
    EXPECT_EQ(gpu.shared_bytes_per_sm, 232960);
    EXPECT_EQ(gpu.memory_bytes, UINT64_C(2) << 30);
    EXPECT(gpu.memory_gbs == 500);
    EXPECT_EQ(gpu.memory_bus_bits, 384);
    EXPECT(gpu.memory_rate_mts == 1600);
    EXPECT_EQ(gpu.shared_carveouts.count, 3);
    EXPECT_EQ(gpu.shared_carveouts.bytes[2], 16384);
    EXPECT_EQ(gpu.coalesce_rule, COALESCE_STRICT);
    EXPECT_EQ(gpu.warps_per_sm, 64);
    text_destroy(&out);
}

TEST(an_unknown_key_names_the_nearest_one)
{
    expect_message("base = h200\nsm_cuont = 4\n",
                   "my.gpu:2:1: error: unknown key 'sm_cuont'; did you mean 'sm_count'?");
    expect_message("base = h200\nfoobar = 4\n", "my.gpu:2:1: error: unknown key 'foobar'\n");
}

TEST(a_value_out_of_range_is_told_the_range)
{
    expect_message("base = h200\nsm_count = 5000\n",
                   "my.gpu:2:12: error: sm_count = 5000 is out of range: 1 to 1024");
    expect_message("base = h200\nsm_clock_mhz = 20 GHz\n",
                   "sm_clock_mhz = 20 GHz is out of range: 1 MHz to 10000 MHz");
    expect_message("base = h200\nshared_carveouts = 0, 2 MB\n",
                   "shared_carveouts = 2 MB is out of range: 0 to 1 MB");
}

TEST(a_bad_number_is_named)
{
    expect_message("base = h200\nsm_count = many\n", "sm_count needs a number, not 'many'");
    expect_message("base = h200\nsm_count =\n", "sm_count needs a number, not ''");
    expect_message("base = h200\nsm_count = 1.5\n", "sm_count needs a whole number, not '1.5'");
    expect_message("base = h200\nsm_count = 1.2.3\n", "sm_count needs a number, not '1.2.3'");
    expect_message("base = h200\nsm_count = -3\n", "sm_count needs a number, not '-3'");
    expect_message("base = h200\nsm_count = nan\n", "sm_count needs a number, not 'nan'");
    expect_message("base = h200\nsm_count = 99999999999999999999999999\n",
                   "sm_count needs a number");
}

TEST(a_wrong_unit_is_told_the_right_ones)
{
    expect_message("base = h200\nsm_clock_mhz = 1.98 Ghz\n",
                   "unknown unit 'Ghz' of sm_clock_mhz; expected one of MHz, GHz");
    expect_message("base = h200\nsm_count = 4 KB\n",
                   "unknown unit 'KB' of sm_count; it is a plain number");
}

TEST(a_rule_is_one_of_its_names)
{
    expect_message("base = h200\nshared_rule = ferm\n",
                   "unknown value 'ferm' of shared_rule; expected one of half_warp, fermi, ");
    expect_message("base = h200\nshared_rule = strict\n", "unknown value 'strict' of shared_rule");
}

TEST(a_key_given_twice_names_the_first_place)
{
    expect_message("base = h200\nsm_count = 4\nsm_count = 5\n",
                   "my.gpu:3:1: error: 'sm_count' was given on line 2 already");
    expect_message("base = h200\ntitle = a\ntitle = b\n", "'title' was given on line 2 already");
}

TEST(missing_keys_without_a_default_are_all_listed)
{
    uint32_t needed = 0;
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        needed += gpu_values[at].default_text == NULL;
    }
    char wanted[160];
    snprintf(wanted, sizeof wanted,
             "my.gpu: error: %u keys are missing (or start from a preset with 'base = NAME'): "
             "compute_capability, sm_clock_mhz, ",
             needed - 1);
    expect_message("sm_count = 4\n", wanted);
    snprintf(wanted, sizeof wanted, "%u keys are missing", needed);
    expect_message("", wanted);
}

TEST(each_default_can_be_read_and_has_a_reason)
{
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        const GpuValue *value = &gpu_values[at];
        Gpu gpu = {0};
        Text message = {0};
        EXPECT_EQ(value->default_text == NULL, value->reason == NULL);
        if (value->default_text != NULL) {
            EXPECT(strlen(value->reason) > 3);
            EXPECT(gpu_value_read(value, value->default_text, &gpu, &message));
            EXPECT_TEXT(text_string(&message), "");
        }
        text_destroy(&message);
    }
}

TEST(a_base_must_exist_and_come_first)
{
    expect_message("base = h300\n",
                   "my.gpu:1:8: error: unknown preset 'h300'; expected one of 8800gtx,");
    expect_message("base = h200\nsm_count = 4\nbase = a100\n",
                   "my.gpu:3:1: error: 'base' must come before every other key");
    expect_message("base = h200\nbase = a100\n", "'base' must come before every other key");
}

TEST(every_mistake_of_a_file_is_reported)
{
    Gpu gpu;
    Text out =
        messages_of("base = h200\nsm_count = x\nnonsense\nwarp_size = 16\nl1_ways = 1 KB\n", &gpu);
    EXPECT(strstr(text_string(&out), "my.gpu:2:") != NULL);
    EXPECT(strstr(text_string(&out), "my.gpu:3:1: error: expected 'key = value'") != NULL);
    EXPECT(strstr(text_string(&out), "my.gpu:4:") != NULL);
    EXPECT(strstr(text_string(&out), "my.gpu:5:") != NULL);
    text_destroy(&out);
}

TEST(values_that_contradict_each_other_are_refused)
{
    expect_message("base = h200\nwarps_per_sm = 32\n",
                   "threads_per_sm = 2048 is not 32 times warps_per_sm = 32");
    expect_message(
        "base = h200\nshared_bytes_per_sm = 100 KB\n",
        "my.gpu:2: error: shared_bytes_per_block_optin = 227 KB exceeds shared_bytes_per_sm = "
        "100 KB");
    expect_message("base = h200\nshared_bytes_per_block_optin = 227 KB\n"
                   "shared_bytes_per_sm = 100 KB\n",
                   "my.gpu:3: error: shared_bytes_per_block_optin = 227 KB exceeds");
    expect_message("base = h200\nshared_bytes_per_sm = 100 KB\n"
                   "shared_bytes_per_block_optin = 227 KB\n",
                   "my.gpu:3: error: shared_bytes_per_block_optin = 227 KB exceeds");
}

TEST(names_that_do_not_fit_and_binary_files_are_refused)
{
    expect_message("base = h200\nname =\n", "a name has 1 to 63 characters");
    expect_message(
        "base = h200\ntitle = 0123456789012345678901234567890123456789012345678901234567890123",
        "a name has 1 to 63 characters");
    Gpu gpu;
    Diagnostics diagnostics = {0};
    EXPECT(!gpu_parse("base = h200\0\n", 13, "my.gpu", &gpu, &diagnostics));
    diagnostics_clear(&diagnostics);
}

TEST(what_is_printed_reads_back_the_same)
{
    for (uint32_t at = 0; at < gpu_preset_count(); at++) {
        Text printed = {0}, again = {0};
        gpu_print(gpu_preset_at(at), &printed);
        Gpu gpu;
        Text out = messages_of(text_string(&printed), &gpu);
        EXPECT_TEXT(text_string(&out), "");
        gpu_print(&gpu, &again);
        EXPECT_TEXT(text_string(&again), text_string(&printed));
        EXPECT(memcmp(&gpu.lat_alu, &gpu_preset_at(at)->lat_alu, sizeof gpu.lat_alu) == 0);
        text_destroy(&out);
        text_destroy(&printed);
        text_destroy(&again);
    }
}

TEST(a_printed_value_has_unit_meaning_and_range)
{
    Text out = {0};
    gpu_print(gpu_preset("h200"), &out);
    EXPECT(strstr(text_string(&out), "shared_bytes_per_sm          = 228 KB") != NULL);
    EXPECT(strstr(text_string(&out), "# streaming multiprocessors (1 to 1024)\n") != NULL);
    EXPECT(strstr(text_string(&out), "sm_clock_mhz                 = 1980 MHz") != NULL);
    text_destroy(&out);
}

// A preset that ends before its last value must be refused, wherever that is, and never crash.
TEST(cut_files_are_refused)
{
    char text[1 << 16];
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/sim/gpu/presets/8800gtx.gpu", "r");
    if (!EXPECT(file != NULL)) {
        return;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *last = strstr(text, "\ncopy_us");
    size_t end = last == NULL ? 0 : (size_t)(last - text);
    EXPECT(end > 0);
    for (size_t length = 0; length < end; length += 97) {
        Gpu gpu;
        Diagnostics diagnostics = {0};
        EXPECT(!gpu_parse(text, length, NULL, &gpu, &diagnostics));
        diagnostics_clear(&diagnostics);
    }
}
