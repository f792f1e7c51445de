// SPDX-License-Identifier: Apache-2.0
// Any lines are words of a command line, as the .cmd files of the golden tests have them. It may
// name the files that are there; words with a slash, programs with a main() and what starts a
// compiler are left out, since they would reach beyond this folder, and so is `view --watch`, which
// serves until it is told to stop.
#include "sim/program/program.h"
#include "tests/fuzz/command.h"
#include "tests/fuzz/replay.h"

static const char *const list[] = {
#define OPTION(id, name, letter, argument, commands, group, help) name,
#define OPTION_HERE(id, commands, argument, help)
#define IGNORED(name, takes_value) name,
#include "sim/cli/options.def"
#undef OPTION
#undef OPTION_HERE
#undef IGNORED
#define ELEMENT(name, kind, bytes) name,
#include "sim/plan/element.def"
#undef ELEMENT
#define PANEL(id, name, needs_clock, function, keys, doc) name,
#include "sim/figure/panel.def"
#undef PANEL
    "run",
    "compare",
    "view",
    "explain",
    "step",
    "gpus",
    "occupancy",
    "query",
    "compile",
    "check",
    "help",
    "fuzz.ptx",
    "fuzz.cu",
    "fuzz.csv",
    "fuzz.gpu",
    "h200",
    "8800gtx",
    "copy<<<2, 64>>>(in, out)",
    "in=f32[64]:iota",
    "out=f32[64]",
    "regex:c.*",
    "banks:line=9",
    "0",
    "1",
    "64",
    "1,1",
    ",",
    "=",
    ":",
    "[",
    "]"};
static const Words words = {list, sizeof list / sizeof list[0]};

static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                          ".visible .entry copy(.param .u64 in, .param .u64 out) {\n"
                          ".reg .b64 %a, %b, %o; .reg .b32 %t, %v; .shared .align 4 .b8 s[512];\n"
                          "ld.param.u64 %a, [in];\nld.param.u64 %b, [out];\nmov.u32 %t, %tid.x;\n"
                          "mul.wide.u32 %o, %t, 4;\nadd.u64 %a, %a, %o;\nadd.u64 %b, %b, %o;\n"
                          "ld.global.b32 %v, [%a];\nst.shared.b32 [s], %v;\nbar.sync 0;\n"
                          "ld.shared.b32 %v, [s+4];\nst.global.b32 [%b], %v;\nret;\n}\n";
static const char cuda[] = "__global__ void copy(const float *in, float *out)\n"
                           "{ out[threadIdx.x] = in[threadIdx.x]; }\n";
static const char csv[] = "launch,GB/s\ncopy,1.5\n";
static const char gpu[] = "base = h200\nname = mine\nsm_count = 4\n";

// A buffer of 100,000,000 elements or more, which a GPU may well have.
static bool asks_for_gigabytes(const char *word, size_t length)
{
    size_t digits = 0;
    for (size_t i = 0; i < length && digits < 9; i++) {
        bool is_digit = word[i] >= '0' && word[i] <= '9';
        digits = is_digit ? digits + 1 : 0;
    }
    return digits == 9 && memchr(word, '[', length) != NULL;
}

static bool is_left_out(const Command *command, const char *word, size_t length)
{
    static const char *const reaching[] = {
        "main",           "--compiler",       "--ptx",   "-l",     "-L", "--library",
        "--library-path", "--error-exitcode", "--watch", "--open", "..", "@"};
    if (memchr(word, '/', length) != NULL || memchr(word, '\0', length) != NULL) {
        return true;
    }
    for (size_t i = 0; i < sizeof reaching / sizeof reaching[0]; i++) {
        size_t size = strlen(reaching[i]);
        if (length >= size && memcmp(word, reaching[i], size) == 0) {
            return true;
        }
    }
    if (asks_for_gigabytes(word, length)) {
        return true;
    }
    char name[256];
    bool is_compiled = command->count > 1 && strcmp(command->words[1], "compile") == 0, is_cuda;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return program_is_source(name, &is_cuda) && !(is_compiled && strcmp(name, "fuzz.cu") == 0);
}

// The files that the golden tests' command lines name.
static void copy_golden(const char *name)
{
    static char bytes[1 << 16];
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/golden/cli/%s", LOCKSTEP_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL) {
        fclose(file);
        command_file(name, bytes, size);
    }
}

static void write_files(void)
{
    command_file("fuzz.ptx", ptx, sizeof ptx - 1);
    command_file("fuzz.cu", cuda, sizeof cuda - 1);
    command_file("fuzz.csv", csv, sizeof csv - 1);
    command_file("fuzz.gpu", gpu, sizeof gpu - 1);
    copy_golden("conflict.ptx");
    copy_golden("compare_details.csv");
    copy_golden("compare_figures.csv");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    Command command = {0};
    command_enter();
    write_files();
    command_say(&command, "lockstep");
    while (at < end && command.count < 40) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        line = line == NULL ? end : line;
        bool is_comment = at < line && *at == '#';
        if (!is_comment && line > at && !is_left_out(&command, at, (size_t)(line - at))) {
            command_add(&command, at, (size_t)(line - at));
        }
        at = line + (line < end);
    }
    bool is_running = command.count > 1 && strcmp(command.words[1], "help") != 0;
    if (is_running) {
        command_say(&command, "-q --threads 1 --max-instructions 3000");
    }
    command_run(&command);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 3);
}
#endif
