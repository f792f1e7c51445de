// SPDX-License-Identifier: Apache-2.0
// The program: chooses the subcommand. Without one, `run` is meant.
#include "sim/cli/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Command {
    const char *name;
    int (*run)(int count, char **arguments);
    const char *help;
} Command;

static const Command commands[] = {
    {"run", command_run,
     "run a CUDA program, or kernels of a CUDA or PTX file, and report their cost"},
    {"check", command_check,
     "run with every checker: memory, initialization, races, synchronization, leaks"},
    {"compare", command_compare,
     "run, and lay the counts beside those that ncu took on a real GPU"},
    {"view", command_view, "run, and write a page that shows warps step by step"},
    {"explain", command_explain,
     "run, and explain an access or a branch of one line, with recomputed fixes"},
    {"step", command_step, "run, and step through one launch in the terminal, forward and back"},
    {"compile", command_compile, "CUDA C++ to PTX, with the compiler that run uses"},
    {"gpus", command_gpus, "list the GPUs, or show one with all its parameters"},
    {"occupancy", command_occupancy, "how many blocks fit on an SM, and what limits them"},
    {"query", command_query, "list the counters with their meaning, class and names"},
    {"help", command_help, "this text"}};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

// The commands that run what `run` runs, with what else they take.
static const struct {
    unsigned command;
    const char *name, *usage;
} runners[] = {
    {COMMAND_COMPARE, "compare", "lockstep compare program.cu --import ncu.csv [--gpu h200]"},
    {COMMAND_CHECK, "check",
     "lockstep check program.cu [ARGUMENTS] [--format sarif -o report.sarif]"},
    {COMMAND_VIEW, "view",
     "lockstep view program.cu -o page.html [-k NAME]\n"
     "  lockstep view program.cu --svg PANEL:line=14 -o figure.svg"},
    {COMMAND_EXPLAIN, "explain", "lockstep explain program.cu:14 [--warp BLOCK,WARP] [--visit N]"},
    {COMMAND_STEP, "step", "lockstep step program.cu [-k NAME] [--warp BLOCK,WARP]"}};

enum { RUNNER_COUNT = sizeof runners / sizeof runners[0] };

static void describe_runner(uint32_t i, Text *text)
{
    text_printf(text, "\nOptions of %s, besides those of run that say what to run\n",
                runners[i].name);
    options_describe(runners[i].command, text);
}

int help_of(unsigned command)
{
    Text text = {0};
    for (uint32_t i = 0; i < RUNNER_COUNT; i++) {
        if (runners[i].command == command) {
            text_printf(&text, "  %s\n", runners[i].usage);
            describe_runner(i, &text);
        }
    }
    text_put(&text, "\nlockstep help lists the options of run; man lockstep says more.\n");
    fputs(text_string(&text), stdout);
    text_destroy(&text);
    return CLI_DONE;
}

int command_help(int count, char **arguments)
{
    Text text = {0};
    (void)count;
    (void)arguments;
    text_put(&text,
             "Lockstep runs CUDA programs and kernels on a modeled GPU and counts what the "
             "hardware would count.\n\n"
             "  lockstep [run] program.cu [more.cu|.c|.cpp|.o ...] [--] [ARGUMENTS]\n"
             "  lockstep [run] kernel.ptx -k NAME --grid 32,32 --block 32,8 --arg "
             "out=f32[1048576] --arg n=1024\n"
             "  lockstep run kernel.ptx --buffer in=f32[1<<20]:iota --buffer out=f32[1<<20] \\\n"
             "      --launch 'copy<<<4096, 256>>>(in, out, 1<<20)' --gpu h200,gtx280\n");
    for (uint32_t i = 0; i < RUNNER_COUNT; i++) {
        text_printf(&text, "  %s\n", runners[i].usage);
    }
    text_put(&text, "\nCommands\n");
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        text_printf(&text, "  %-12s %s\n", commands[i].name, commands[i].help);
    }
    text_put(&text, "\nOptions of run\n");
    options_describe(COMMAND_RUN, &text);
    for (uint32_t i = 0; i < RUNNER_COUNT; i++) {
        describe_runner(i, &text);
    }
    text_put(&text, "\nOptions of occupancy\n");
    options_describe(COMMAND_OCCUPANCY, &text);
    text_put(&text, "\nOptions of compile\n");
    options_describe(COMMAND_COMPILE, &text);
    text_put(&text, "\nExit codes: 0 done, 1 usage, compile or launch error, 2 a kernel stopped, 3 "
                    "--expect failed,\n4 compare found a mismatch, 5 check found errors, 124 "
                    "--max-instructions reached. man "
                    "lockstep says more.\n");
    fputs(text_string(&text), stdout);
    text_destroy(&text);
    return CLI_DONE;
}

static const Command *find_command(const char *name)
{
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

// A first word that is neither a command nor a file nor looks like one.
static int refuse_command(const char *name)
{
    const char *names[COMMAND_COUNT];
    Style style;
    for (uint32_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
    }
    style_choose(NULL, false, &style);
    const char *meant = nearest(name, names, COMMAND_COUNT);
    cli_error(&style,
              meant == NULL ? "'%s' is neither a command nor a file (lockstep help)%s"
                            : "'%s' is neither a command nor a file; did you mean %s?",
              name, meant == NULL ? "" : meant);
    return CLI_USAGE;
}

static int choose_command(int count, char **arguments)
{
    if (count < 2) {
        command_help(0, NULL);
        return CLI_USAGE;
    }
    const Command *command = find_command(arguments[1]);
    if (command != NULL) {
        return command->run(count - 2, arguments + 2);
    }
    bool is_input = arguments[1][0] == '-' || strpbrk(arguments[1], "./") != NULL ||
                    access(arguments[1], F_OK) == 0;
    return is_input ? command_run(count - 1, arguments + 1) : refuse_command(arguments[1]);
}

int main(int count, char **arguments)
{
    Arena arena = {0};
    int code = CLI_USAGE;
    if (response_expand(&count, &arguments, &arena)) {
        code = choose_command(count, arguments);
    }
    arena_clear(&arena);
    return code;
}
