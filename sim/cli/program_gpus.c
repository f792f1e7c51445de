// SPDX-License-Identifier: Apache-2.0
// A program on several GPUs: a process each, as many at a time as there are threads to run them.
// What main() writes is kept and shown once where all write the same; the numbers come back packed
// and become one table.
#include "sim/cli/program_run.h"

#include "sim/cli/interrupt.h"
#include "sim/cli/program_child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Crew {
    ProgramRun *run;
    ProgramChild children[GPU_MAX];
    uint32_t running;
} Crew;

// Processes at a time, and threads for each: a small launch has no use for many.
static uint32_t share_threads(ProgramRun *run)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = run->session->device.threads > 0 ? run->session->device.threads
                       : cores > 0                      ? (uint32_t)cores
                                                        : 1;
    uint32_t processes = run->session->gpu_count < threads ? run->session->gpu_count : threads;
    run->session->device.threads = threads / processes;
    return processes;
}

static void run_children(Crew *crew)
{
    ProgramRun *run = crew->run;
    uint32_t room = share_threads(run);
    Text known = {0};
    interrupt_watch(); // each process reports for itself
    for (uint32_t i = 0; i < run->session->gpu_count && !interrupt_has_come(); i++) {
        ProgramChild *child = &crew->children[i];
        child->gpu = &run->session->gpus[i];
        if (crew->running == room) {
            crew->running -= program_child_wait(crew->children, i);
        }
        crew->running += program_child_start(child, run, i == 0, &known);
    }
    while (crew->running > 0 && program_child_wait(crew->children, run->session->gpu_count)) {
        crew->running--;
    }
    text_destroy(&known);
}

static bool is_same(const Text *text, const Text *other)
{
    return text->size_bytes == other->size_bytes &&
           (text->size_bytes == 0 || memcmp(text->at, other->at, text->size_bytes) == 0);
}

// Children whose programs wrote the same to stdout are shown as one; the first that did.
static uint32_t first_alike(const Crew *crew, uint32_t index)
{
    uint32_t first = 0;
    while (!is_same(&crew->children[first].output, &crew->children[index].output)) {
        first++;
    }
    return first;
}

static void show_heading(const Crew *crew, uint32_t first)
{
    const ProgramRun *run = crew->run;
    fprintf(stderr, "==== %s", run->session->gpus[first].name);
    for (uint32_t i = first + 1; i < run->session->gpu_count; i++) {
        fputs(first_alike(crew, i) == first ? ", " : "", stderr);
        fputs(first_alike(crew, i) == first ? run->session->gpus[i].name : "", stderr);
    }
    fputs(" ====\n", stderr);
}

// What these programs and Lockstep wrote to stderr, the same words once.
static void show_messages(const Crew *crew, uint32_t first)
{
    for (uint32_t i = first; i < crew->run->session->gpu_count; i++) {
        const Text *messages = &crew->children[i].messages;
        bool is_new = first_alike(crew, i) == first;
        for (uint32_t k = first; k < i && is_new; k++) {
            is_new =
                first_alike(crew, k) != first || !is_same(&crew->children[k].messages, messages);
        }
        if (is_new) {
            fwrite(text_string(messages), 1, messages->size_bytes, stderr);
        }
    }
}

static bool says_something(const Crew *crew, uint32_t first)
{
    size_t size_bytes = crew->children[first].output.size_bytes;
    for (uint32_t i = first; i < crew->run->session->gpu_count; i++) {
        size_bytes += first_alike(crew, i) == first ? crew->children[i].messages.size_bytes : 0;
    }
    return size_bytes > 0;
}

// What the programs wrote, once for all GPUs on which it is the same. True when stdout got some.
static bool show_outputs(const Crew *crew)
{
    const ProgramRun *run = crew->run;
    FILE *stream =
        rendering_is_data(&run->session->rendering, run->session->options) ? stderr : stdout;
    bool is_shown = false;
    for (uint32_t i = 0; i < run->session->gpu_count; i++) {
        const Text *output = &crew->children[i].output;
        if (first_alike(crew, i) != i || !says_something(crew, i)) {
            continue;
        }
        if (!run->session->options->style.is_quiet) {
            show_heading(crew, i);
        }
        fwrite(text_string(output), 1, output->size_bytes, stream);
        fflush(stream);
        show_messages(crew, i);
        is_shown = is_shown || (stream == stdout && output->size_bytes > 0);
    }
    return is_shown;
}

// The reports that there are, in the order of --gpu; `parts` are theirs.
static uint32_t list_reports(Crew *crew, Report **reports, const char **parts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crew->run->session->gpu_count; i++) {
        ProgramChild *child = &crew->children[i];
        if (child->report != NULL) {
            parts[count] = child->part;
            reports[count++] = child->report;
        }
    }
    return count;
}

static bool show_reports(Crew *crew, bool has_output)
{
    Session *session = crew->run->session;
    Report *reports[GPU_MAX];
    const char *parts[GPU_MAX];
    uint32_t count = list_reports(crew, reports, parts);
    Selected selected =
        count == 0 ? SELECTED_NOT_LAUNCHED : session_select(session, reports, count);
    if (selected != SELECTED_SOME) {
        return selected == SELECTED_NOT_LAUNCHED;
    }
    Text page = {0};
    if (rendering_join(&session->rendering) == JOIN_TABLE) {
        session_render(session, (const Report *const *)reports, count, &page);
    } else {
        render_parts(&session->rendering, parts, count, &page);
    }
    if (has_output && option_value(session->options, OPTION_OUTPUT) == NULL) {
        fputs("\n", stdout);
    }
    bool is_written = session_write_page(session, &page);
    text_destroy(&page);
    return is_written;
}

static int exit_code(Crew *crew)
{
    const ProgramRun *run = crew->run;
    int code = CLI_DONE;
    for (uint32_t i = 0; i < run->session->gpu_count; i++) {
        ProgramChild *child = &crew->children[i];
        bool is_met = child->report == NULL ||
                      (child->report->count == 0 ? run->session->expectation_count == 0
                                                 : session_meets(run->session, child->report));
        int own = is_met ? child->code : CLI_EXPECT;
        code = code == CLI_DONE ? own : code;
    }
    return code;
}

int program_run_on_each(ProgramRun *run)
{
    Crew crew = {.run = run};
    run_children(&crew);
    for (uint32_t i = 0; i < run->session->gpu_count; i++) {
        program_child_collect(&crew.children[i], run);
    }
    bool has_output = show_outputs(&crew);
    bool is_written = show_reports(&crew, has_output);
    int code = exit_code(&crew);
    for (uint32_t i = 0; i < run->session->gpu_count; i++) {
        program_child_clear(&crew.children[i]);
    }
    return code == CLI_DONE && !is_written ? CLI_USAGE : code;
}
