// SPDX-License-Identifier: Apache-2.0
// `lockstep nvcc`: builds from nvcc's command line. A program is a script that starts Lockstep with
// the sources and options of the build, which is in the cache; an object is a plan of its source.
#include "sim/cli/help.h"
#include "sim/cli/nvcc_plan.h"
#include "sim/cli/nvcc_shim.h"
#include "sim/cli/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The file in this folder with another ending; "a.out"'s place for a program.
static const char *named_after(const NvccLine *line, const char *path, const char *ending,
                               bool is_here)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL || !is_here ? path : slash + 1;
    const char *dot = strrchr(slash == NULL ? path : slash, '.');
    size_t size = dot == NULL ? strlen(name) : (size_t)(dot - name);
    return arena_printf(line->arena, "%.*s%s", (int)size, name, ending);
}

// The plan as words of `lockstep run`: options, then sources.
static void add_words(const NvccPlan *plan, Command *words)
{
    const Command *lists[] = {&plan->device, &plan->link};
    for (uint32_t i = 0; i < plan->hosts.count; i++) {
        command_add(words, arena_printf(plan->arena, "--source-option=%s", plan->hosts.at[i]));
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        command_add_all(words, lists[i]->at, lists[i]->count);
    }
    command_add_all(words, plan->sources.at, plan->sources.count);
}

// Reads words as those of another command. They live as long as the process.
static Options *options_of(const Command *words, unsigned command)
{
    static Options options;
    options_clear(&options);
    char **at = arena_alloc(words->arena, (words->count + 1) * sizeof *at);
    for (uint32_t i = 0; i < words->count; i++) {
        at[i] = arena_text(words->arena, words->at[i], strlen(words->at[i]));
    }
    return options_read((int)words->count, at, command, &options) ? &options : NULL;
}

static bool build(const NvccLine *line, const NvccPlan *plan, bool is_part, bool tells_files,
                  ProgramMade *made)
{
    Command words = {.arena = line->arena};
    if (tells_files) {
        command_add(&words, "--no-cache");
    }
    add_words(plan, &words);
    const Options *options = options_of(&words, COMMAND_RUN);
    return options != NULL && program_make(options, is_part, made, line->arena);
}

// A source that is newer than the program runs as it is now, so the script says so.
static void put_script(const NvccPlan *plan, const ProgramList *marks, Text *out)
{
    Command words = {.arena = plan->arena};
    text_put(out, "#!/bin/sh\n# Made by lockstep nvcc: runs on a simulated GPU. LOCKSTEP_OPTIONS "
                  "holds options of lockstep.\n");
    for (uint32_t i = 0; i < marks->count; i++) {
        text_printf(out, "# %s\n", marks->at[i]);
    }
    text_put(out, "set -f\nlockstep=");
    text_quote_shell(out, nvcc_absolute("/proc/self/exe", plan->arena));
    text_put(out, "\n[ -x \"$lockstep\" ] || lockstep=lockstep\nfor source in");
    for (uint32_t i = 0; i < plan->sources.count; i++) {
        text_put(out, " ");
        text_quote_shell(out, plan->sources.at[i]);
    }
    text_put(out,
             "\ndo\n  if [ \"$source\" -nt \"$0\" ]; then\n    echo \"lockstep: note: $source is "
             "newer than $0, and runs as it is now\" >&2\n  fi\ndone\n"
             "exec \"$lockstep\" $LOCKSTEP_OPTIONS --argv0=\"$0\"");
    NvccPlan kept = nvcc_plan_kept(plan);
    add_words(&kept, &words);
    for (uint32_t i = 0; i < words.count; i++) {
        text_put(out, " \\\n  ");
        text_quote_shell(out, words.at[i]);
    }
    text_put(out, " \\\n  -- \"$@\"\n");
}

static bool write_program(const NvccLine *line, const NvccPlan *plan, const ProgramList *marks,
                          const char *path)
{
    Text text = {0};
    put_script(plan, marks, &text);
    bool is_good = page_write(line->style, path, &text);
    text_destroy(&text);
    mode_t mask = umask(0);
    umask(mask);
    if (is_good && chmod(path, 0777 & ~mask) != 0) {
        cli_error(line->style, "cannot make %s executable: %s", path, strerror(errno));
        return false;
    }
    return is_good;
}

static void put_name(Text *out, const char *name)
{
    for (; *name != 0; name++) {
        text_put(out, *name == ' ' || *name == '#' ? "\\" : *name == '$' ? "$" : "");
        text_add(out, name, 1);
    }
}

// "a.o: a.cu a.h"
static bool write_rule(const NvccLine *line, const char *target, const char *source,
                       const ProgramList *files, const char *path)
{
    Text text = {0};
    put_name(&text, line->rule_target == NULL ? target : line->rule_target);
    text_put(&text, ": ");
    put_name(&text, source);
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->at[i], source) != 0) {
            text_put(&text, " \\\n  ");
            put_name(&text, files->at[i]);
        }
    }
    text_put(&text, "\n");
    for (uint32_t i = 0; i < files->count && line->has_header_rules; i++) {
        if (strcmp(files->at[i], source) != 0) {
            put_name(&text, files->at[i]);
            text_put(&text, ":\n");
        }
    }
    bool is_good = page_write(line->style, path, &text);
    text_destroy(&text);
    return is_good;
}

// Compiles one file, to see that it can be, and writes its plan or rule.
static bool make_object(const NvccLine *line, const char *source)
{
    NvccPlan plan, here;
    ProgramMade made = {0};
    bool is_rule = line->goal == NVCC_RULE, tells = is_rule || line->writes_rule;
    if (!nvcc_plan_make(line, &source, 1, &plan)) {
        return false;
    }
    here = plan;
    here.sources = (Command){.arena = line->arena};
    command_add(&here.sources, source); // so are messages and rules about it
    if (!build(line, &here, true, tells, &made)) {
        return false;
    }
    const char *object =
        is_rule || line->output == NULL ? named_after(line, source, ".o", true) : line->output;
    const char *rule = line->rule_file != NULL ? line->rule_file
                       : is_rule               ? line->output
                                               : named_after(line, object, ".d", false);
    return (!tells || write_rule(line, object, source, &made.files, rule)) &&
           (is_rule || nvcc_plan_write(line, &plan, object));
}

static bool make_objects(const NvccLine *line)
{
    if (line->files.count > 1 && line->output != NULL && line->goal == NVCC_OBJECT) {
        cli_error(line->style, "-o names one object, and there are %u files", line->files.count);
        return false;
    }
    for (uint32_t i = 0; i < line->files.count; i++) {
        if (!make_object(line, line->files.at[i])) {
            return false;
        }
    }
    return true;
}

static bool make_program(const NvccLine *line)
{
    NvccPlan plan;
    ProgramMade made = {0};
    const char *path = line->output == NULL ? "a.out" : line->output;
    if (!nvcc_plan_make(line, line->files.at, line->files.count, &plan)) {
        return false;
    }
    if (plan.sources.count == 0) {
        cli_error(line->style, "there is nothing to link");
        return false;
    }
    if (!build(line, &plan, false, line->writes_rule, &made) ||
        !write_program(line, &plan, &made.marks, path)) {
        return false;
    }
    const char *rule =
        line->rule_file != NULL ? line->rule_file : arena_printf(line->arena, "%s.d", path);
    if (line->writes_rule && !write_rule(line, path, line->files.at[0], &made.files, rule)) {
        return false;
    }
    if (line->is_run) {
        const char *absolute = nvcc_absolute(path, line->arena);
        fflush(NULL);
        execl(absolute, absolute, (char *)NULL);
        cli_error(line->style, "cannot run %s: %s", path, strerror(errno));
    }
    return !line->is_run;
}

static bool make_device_link(const NvccLine *line)
{
    NvccPlan plan = {.arena = line->arena};
    return nvcc_plan_write(line, &plan, line->output == NULL ? "a_dlink.o" : line->output);
}

static bool make_ptx(const NvccLine *line)
{
    Command words = {.arena = line->arena};
    for (uint32_t i = 0; i < line->host.count; i++) {
        if (strncmp(line->host.at[i], "-std=", 5) != 0 &&
            strncmp(line->host.at[i], "--language", 10) != 0) {
            command_add(&words, line->host.at[i]);
        }
    }
    if (line->is_relocatable) {
        command_add(&words, "-rdc=true");
    }
    command_add_all(&words, line->device.at, line->device.count);
    command_add_all(&words, line->files.at, line->files.count);
    command_add(&words, "-o");
    command_add(&words, line->output != NULL
                            ? line->output
                            : named_after(line, line->files.at[0], line->ending, true));
    Options *options = options_of(&words, COMMAND_COMPILE);
    return options != NULL && command_compile(options) == CLI_DONE;
}

// -v, of which -dryrun is all that happens. CMake also asks it of a file that is not there.
static bool describe(NvccLine *line)
{
    bool is_asked = line->is_verbose || line->is_dry;
    if (is_asked && !nvcc_shim_describe(line)) {
        command_add(&line->ignored, line->is_dry ? "-dryrun" : "-v");
    }
    return !line->is_dry;
}

static void note_ignored(const NvccLine *line)
{
    Text names = {0};
    for (uint32_t i = 0; i < line->ignored.count; i++) {
        text_printf(&names, "%s%s", i == 0 ? "" : ", ", line->ignored.at[i]);
    }
    if (names.size_bytes > 0) {
        cli_note(line->style, "no effect in a simulation: %s", text_string(&names));
    }
    text_destroy(&names);
}

static bool show(const NvccLine *line)
{
    Text text = {0};
    if (line->goal == NVCC_HELP) {
        help_topic("nvcc", &text);
    } else {
        text_put(&text, "lockstep nvcc: Lockstep " LOCKSTEP_VERSION
                        ", not NVIDIA's nvcc: what it builds runs on a simulated GPU\n"
                        "It reads the command line of this one, as build systems are told:\n"
                        "nvcc: NVIDIA (R) Cuda compiler driver\n"
                        "Cuda compilation tools, release 13.0, V13.0.0\n");
    }
    fputs(text_string(&text), stdout);
    text_destroy(&text);
    return true;
}

static bool make(NvccLine *line)
{
    switch (line->goal) {
    case NVCC_VERSION:
    case NVCC_HELP: return show(line);
    case NVCC_SHIM: return nvcc_shim_make(line);
    default: break;
    }
    if (line->files.count == 0) {
        cli_error(line->style, "lockstep nvcc: no input files");
        return false;
    }
    bool is_done = !describe(line);
    note_ignored(line);
    if (is_done) {
        return true;
    }
    switch (line->goal) {
    case NVCC_OBJECT:
    case NVCC_RULE: return make_objects(line);
    case NVCC_DEVICE_LINK: return make_device_link(line);
    case NVCC_ARCHIVE:
        return nvcc_plan_write_archive(line, line->output == NULL ? "a.a" : line->output);
    case NVCC_PTX: return make_ptx(line);
    default: return make_program(line);
    }
}

int command_nvcc(Options *options)
{
    static Arena arena; // lives as long as the process, as the words of a build do
    NvccLine line = {.arena = &arena, .style = &options->style};
    bool is_good =
        nvcc_line_read(&line, options->arguments, options->argument_count) && make(&line);
    return is_good ? CLI_DONE : CLI_USAGE;
}
