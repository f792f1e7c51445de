// SPDX-License-Identifier: Apache-2.0
// Runs the first kernel of a PTX text on a GPU and renders it in one of the ways there are; which
// ones, the choice says. Included once by a target.
#ifndef LOCKSTEP_FUZZ_LAUNCH_H
#define LOCKSTEP_FUZZ_LAUNCH_H

#include "isa/ptx/ptx.h"
#include "sim/gpu/gpu.h"
#include "tests/fuzz/command.h"

// Ways to run and to show, with what each needs; $ is the line of some instruction.
static const char *const launch_ways[] = {"run --page details",
                                          "run --page source",
                                          "run --page raw --csv",
                                          "run --json",
                                          "run --csv",
                                          "run --mode cycles --page details",
                                          "run --mode cycles --json",
                                          "run --page source --print-source ptx",
                                          "run --names nvprof",
                                          "run --names legacy --mode cycles",
                                          "run --trace trace.json",
                                          "view -o page.html",
                                          "view --mode cycles -o page.html --block all",
                                          "view --svg banks -o figure.svg",
                                          "view --svg masks -o figure.svg",
                                          "view --svg stack -o figure.svg",
                                          "view --svg segments -o figure.svg",
                                          "view --svg tile -o figure.svg",
                                          "view --svg loads -o figure.svg",
                                          "view --svg reads -o figure.svg",
                                          "view --svg lanes -o figure.svg",
                                          "view --svg timeline --mode cycles -o figure.svg",
                                          "check --format text",
                                          "check --format json",
                                          "check --format sarif",
                                          "check --format sanitizer",
                                          "explain:$",
                                          "step -x steps"};

enum { LAUNCH_WAYS = sizeof launch_ways / sizeof launch_ways[0] };

static const PtxFunction *launch_kernel(const PtxModule *module)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (module->functions[i]->is_entry && module->functions[i]->has_body) {
            return module->functions[i];
        }
    }
    return NULL;
}

static void launch_arguments(const PtxFunction *kernel, uint32_t choice, Command *command)
{
    for (uint32_t i = 0; i < kernel->parameter_count && i < 16; i++) {
        bool is_pointer = ptx_type_bits(kernel->parameters[i]->type) == 64;
        command_say(command, "--arg");
        command_say(command, is_pointer && choice % 16 != 15 ? "s32[1024]:iota" : "3");
    }
}

// An instruction's line, which `explain` is asked about.
static uint32_t launch_line(const PtxFunction *kernel, uint32_t choice)
{
    return kernel->instruction_count == 0
               ? 1
               : kernel->instructions[choice % kernel->instruction_count].line;
}

static void launch_say_way(const char *way, uint32_t line, Command *command)
{
    char text[64];
    command_say(command, "lockstep");
    if (strncmp(way, "explain", 7) == 0) {
        snprintf(text, sizeof text, "explain fuzz.ptx:%u", line);
        command_say(command, text);
    } else {
        const char *rest = strchr(way, ' ');
        command_add(command, way, (size_t)(rest - way));
        command_say(command, "fuzz.ptx");
        command_say(command, rest + 1);
    }
}

// The text is parsed already, and right.
static void launch_all(const PtxModule *module, const char *text, size_t size, uint32_t choice)
{
    const PtxFunction *kernel = launch_kernel(module);
    static const char *const shapes[] = {"--grid 2 --block 64", "--grid 1 --block 33",
                                         "--grid 3,2 --block 8,4,2", "--grid 1 --block 1024"};
    if (kernel == NULL) {
        return;
    }
    command_enter();
    command_file("fuzz.ptx", text, size);
    command_file("steps", "n\nn\nv\nb\np\nwhere\nbanks\nc\n", 24);
    const Gpu *gpu = gpu_preset_at(choice / 7 % gpu_preset_count());
    Command command = {0};
    launch_say_way(launch_ways[choice % LAUNCH_WAYS], launch_line(kernel, choice), &command);
    command_say(&command, "-q --threads 1 --max-instructions 3000 --max-events 2000 --gpu");
    command_say(&command, gpu->name);
    command_say(&command, "-k");
    command_add(&command, kernel->name, strlen(kernel->name));
    command_say(&command, shapes[choice / 3 % 4]);
    launch_arguments(kernel, choice / 5, &command);
    command_run(&command);
}

// So that the same text goes all ways in time, and always the same one.
static uint32_t launch_choice(const uint8_t *data, size_t size)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * 16777619u;
    }
    return hash >> 4;
}

#endif
