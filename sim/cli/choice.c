// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice.h"

#include "isa/cuda/cuda.h"
#include "sim/cli/check.h"
#include "sim/cli/interrupt.h"
#include "sim/device/record.h"

#include <string.h>

// When a launch counts as endless (LockstepOptions), unless the user says otherwise: far beyond
// what real blocks execute (at 4 instructions a cycle, half a second of an H200), soon enough that
// a forgotten run ends.
#define ENDLESS_AFTER         4000000000u
#define ENDLESS_AFTER_CHECKED 1000000000u // checked runs are slower

// Whether the last -dlcm among these words, which commas divide, makes loads go past L1; `passed`
// if there is none.
static bool passes_l1(const char *words, bool passed)
{
    for (const char *word = words; word != NULL; word = strchr(word, ',')) {
        word += word[0] == ',';
        const char *value = strchr(word, '=');
        size_t name = value == NULL ? 0 : (size_t)(value - word);
        bool is_named = (name == 5 && strncmp(word, "-dlcm", name) == 0) ||
                        (name == 16 && strncmp(word, "--def-load-cache", name) == 0) ||
                        (name == 15 && strncmp(word, "-def-load-cache", name) == 0);
        if (is_named) {
            passed = strncmp(value, "=cg", 3) == 0 || strncmp(value, "=cv", 3) == 0;
        }
    }
    return passed;
}

// The last -dlcm of all options for ptxas.
static bool is_l1_passed(const Options *options)
{
    bool passed = false;
    for (uint32_t i = 0; i < options->use_count; i++) {
        OptionId id = options->uses[i].id;
        if (id == OPTION_PTXAS || id == OPTION_PTXAS_OPTIONS) {
            passed = passes_l1(options->uses[i].value, passed);
        }
    }
    return passed;
}

static uint64_t endless_after(const Options *options, const LockstepOptions *device)
{
    bool is_slow = device->checkers != 0 && device->mode == LOCKSTEP_COUNTS;
    return option_is_given(options, OPTION_MAX_INSTRUCTIONS) ? 0
           : is_slow                                         ? ENDLESS_AFTER_CHECKED
                                                             : ENDLESS_AFTER;
}

bool device_options_read(const Options *options, LockstepOptions *device)
{
    int64_t threads, limit, registers, clock_limit;
    bool is_of_nvcc = option_is_given(options, OPTION_MAX_REGISTERS_OF_NVCC);
    const char *fmad = option_value(options, OPTION_FMAD);
    if (!option_number(options, OPTION_THREADS, 0, 0, &threads) ||
        !option_number(options, OPTION_MAX_INSTRUCTIONS, 0, 0, &limit) ||
        !option_number(options, OPTION_CLOCK_LIMIT, 0, 0, &clock_limit) ||
        !option_number(options, is_of_nvcc ? OPTION_MAX_REGISTERS_OF_NVCC : OPTION_MAX_REGISTERS, 0,
                       0, &registers)) {
        return false;
    }
    const char *mode = option_value(options, OPTION_MODE);
    bool is_traced = option_is_given(options, OPTION_TRACE);
    if (is_traced && mode != NULL && strcmp(mode, "counts") == 0) {
        cli_error(&options->style, "--trace needs --mode cycles: counts have no cycles");
        return false;
    }
    bool has_clock = is_traced || (mode != NULL && strcmp(mode, "cycles") == 0);
    device->mode = has_clock ? LOCKSTEP_CYCLES : LOCKSTEP_COUNTS;
    device->engine = (LockstepEngine)option_choice(options, OPTION_EXECUTE);
    device->runs_every_launch = option_is_given(options, OPTION_RUN_EVERY_LAUNCH);
    device->is_sampled = option_is_given(options, OPTION_SAMPLE);
    if (device->is_sampled && !has_clock) {
        cli_error(&options->style, "--sample needs --mode cycles: counts have no cycles");
        return false;
    }
    device->clock_limit = (uint64_t)clock_limit;
    if (clock_limit > 0 && (!has_clock || device->is_sampled)) {
        cli_error(&options->style, "%s",
                  has_clock ? "--clock-limit and --sample both end the clock early; give one"
                            : "--clock-limit needs --mode cycles: counts have no clock");
        return false;
    }
    device->has_free_banks = option_choice(options, OPTION_WITHOUT) == 1;
    if (device->has_free_banks && !has_clock) {
        cli_error(&options->style, "--without needs --mode cycles: counts have no cycles");
        return false;
    }
    const char *checkers = option_value(options, OPTION_CHECK);
    if (option_is_given(options, OPTION_CHECK)) {
        device->checkers =
            checkers == NULL ? CHECKER_ALL : checkers_read(checkers, &options->style);
        if (device->checkers == 0) {
            return false;
        }
    }
    int64_t fill;
    if (!option_number(options, OPTION_FILL, 0, FILL_BYTE, &fill) || fill > 255) {
        cli_error(&options->style, "--fill is a byte, 0 to 255");
        return false;
    }
    device->has_fill = option_is_given(options, OPTION_FILL);
    device->fill = (uint8_t)fill;
    // An H200 with driver 580 gave zeros. A check shows what reads them.
    device->is_zeroed = !device->has_fill && device->checkers == 0;
    device->goes_beyond =
        option_choice(options, OPTION_OUT_OF_BOUNDS) == 0 && device->checkers == 0;
    device->threads = threads > 1024 ? 1024 : (uint32_t)threads;
    device->max_instructions = (uint64_t)limit;
    device->endless_after = endless_after(options, device);
    device->is_interrupted = interrupt_has_come;
    device->max_registers = registers > UINT16_MAX ? UINT16_MAX : (uint32_t)registers;
    device->is_contraction_off = fmad != NULL && strcmp(fmad, "false") == 0;
    device->is_l1_passed = is_l1_passed(options);
    return true;
}

uint8_t relaxed_floats(const Options *options)
{
    if (option_is_given(options, OPTION_FAST_MATH) ||
        option_is_given(options, OPTION_FAST_MATH_OF_NVCC)) {
        return CUDA_FAST_MATH;
    }
    return (uint8_t)((option_choice(options, OPTION_FLUSH) != 0 ? CUDA_FLUSH : 0) |
                     (option_choice(options, OPTION_EXACT_DIVIDE) != 0 ? CUDA_FAST_DIVIDE : 0) |
                     (option_choice(options, OPTION_EXACT_ROOT) != 0 ? CUDA_FAST_ROOT : 0));
}

bool device_code_is_linked(const Options *options)
{
    return option_choice(options, OPTION_RELOCATABLE) != 0 ||
           option_choice(options, OPTION_RELOCATABLE_OF_NVCC) != 0;
}

bool expectations_read(const Options *options, Expectation **expectations, uint32_t *count,
                       Arena *arena)
{
    *count = 0;
    *expectations = arena_alloc(arena, (options->use_count + 1) * sizeof **expectations);
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id != OPTION_EXPECT) {
            continue;
        }
        const char *problem =
            expect_parse(options->uses[i].value, &(*expectations)[(*count)++], arena);
        if (problem != NULL) {
            cli_error(&options->style, "--expect: %s", problem);
            return false;
        }
    }
    return true;
}

const char **option_values(const Options *options, OptionId id, uint32_t *count, Arena *arena)
{
    const char **values = arena_alloc(arena, (options->use_count + 1) * sizeof *values);
    *count = 0;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == id) {
            values[(*count)++] = options->uses[i].value;
        }
    }
    return values;
}
