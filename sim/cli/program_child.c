// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program_child.h"

#include "sim/cli/interrupt.h"
#include "sim/cli/selection.h"
#include "sim/report/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

// In the child: its packed report and how long that is, then its part of the page.
static int send_report(ProgramRun *run, Report *report)
{
    ProgramChild *child = run->context;
    Text pack = {0}, part = {0};
    report->gpu = child->gpu->gpu; // without launches it is not known otherwise
    report_pack(report, &pack);
    uint64_t pack_bytes = pack.size_bytes;
    session_match(run->session, report, false);
    reports_filter(run->session->options, true, report);
    if (rendering_join(&run->session->rendering) == JOIN_PARTS) {
        render_part(&run->session->rendering, report, run->session->options->style.is_out_colored,
                    &run->session->arena, &part);
    }
    fwrite(&pack_bytes, sizeof pack_bytes, 1, child->parcel);
    fwrite(text_string(&pack), 1, pack.size_bytes, child->parcel);
    fwrite(text_string(&part), 1, part.size_bytes + 1, child->parcel);
    fflush(child->parcel);
    text_destroy(&pack);
    text_destroy(&part);
    return PROGRAM_CODE;
}

// A file is read from where it stands by every child; what can be read but once goes to the first.
static void choose_stdin(bool is_first)
{
    struct stat status;
    off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);
    bool is_file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode) && start >= 0;
    if (is_first && !is_file) {
        return;
    }
    int file = open(is_file ? "/dev/stdin" : "/dev/null", O_RDONLY);
    if (file >= 0) {
        lseek(file, is_file ? start : 0, SEEK_SET);
        dup2(file, STDIN_FILENO);
        close(file);
    }
}

static bool open_files(ProgramChild *child, const Style *style)
{
    child->stdout_file = tmpfile();
    child->stderr_file = tmpfile();
    child->parcel = tmpfile();
    bool is_good =
        child->stdout_file != NULL && child->stderr_file != NULL && child->parcel != NULL;
    if (!is_good) {
        cli_error(style, "cannot create temporary files: %s", strerror(errno));
    }
    return is_good;
}

// Whoever kills the process that shows the reports means this one too.
static void end_with_parent(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

static void run_child(ProgramChild *child, ProgramRun *run, bool is_first)
{
    end_with_parent();
    choose_stdin(is_first);
    dup2(fileno(child->stdout_file), STDOUT_FILENO);
    dup2(fileno(child->stderr_file), STDERR_FILENO);
    run->finish = send_report;
    run->context = child;
    exit(program_start(run, child->gpu));
}

bool program_child_start(ProgramChild *child, ProgramRun *run, bool is_first, Text *known)
{
    child->code = CLI_USAGE;
    if (!program_build_for(run, child->gpu, known)) {
        cli_skip(&run->session->options->style, child->gpu->name,
                 run->session->options->operands[0]);
        return false;
    }
    if (open_files(child, &run->session->options->style)) {
        fflush(NULL);
        child->process = fork();
        if (child->process == 0) {
            run_child(child, run, is_first);
        }
        if (child->process > 0) {
            interrupt_pass_on(child->process);
        }
        if (child->process < 0) {
            cli_error(&run->session->options->style, "cannot start a process for %s: %s",
                      child->gpu->name, strerror(errno));
            child->process = 0;
        }
    }
    child->program = run->program;
    run->program = (Program){0};
    return child->process > 0;
}

bool program_child_wait(ProgramChild *children, uint32_t count)
{
    int status;
    pid_t process;
    do {
        process = waitpid(-1, &status, 0);
    } while (process < 0 && errno == EINTR);
    for (uint32_t i = 0; i < count && process > 0; i++) {
        if (children[i].process == process) {
            interrupt_forget(process);
            children[i].process = 0;
            children[i].code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
    return process > 0;
}

static void read_whole(FILE *file, Text *text)
{
    char bytes[1 << 14];
    size_t size_bytes;
    if (file == NULL) {
        return;
    }
    rewind(file);
    while ((size_bytes = fread(bytes, 1, sizeof bytes, file)) > 0) {
        text_add(text, bytes, size_bytes);
    }
}

// The part is what follows the packed report; its end is a zero.
static void read_parcel(ProgramChild *child)
{
    const Text *bytes = &child->bytes;
    uint64_t pack_bytes;
    if (bytes->size_bytes <= sizeof pack_bytes || bytes->at[bytes->size_bytes - 1] != 0) {
        return;
    }
    memcpy(&pack_bytes, bytes->at, sizeof pack_bytes);
    if (pack_bytes < bytes->size_bytes - sizeof pack_bytes) {
        child->report = report_unpack(bytes->at + sizeof pack_bytes, (size_t)pack_bytes);
        child->part = bytes->at + sizeof pack_bytes + pack_bytes;
    }
}

void program_child_collect(ProgramChild *child, ProgramRun *run)
{
    read_whole(child->stdout_file, &child->output);
    read_whole(child->stderr_file, &child->messages);
    read_whole(child->parcel, &child->bytes);
    read_parcel(child);
    if (child->code > 128) {
        cli_error(&run->session->options->style, "signal %d ended the program on %s: %s",
                  child->code - 128, child->gpu->name,
                  child->report == NULL ? "there is no report" : "the report ends there");
    }
    if (child->report != NULL) {
        child->report->gpu = child->gpu->gpu;
    } else if (child->code <= 128 && child->program.folder != NULL) {
        cli_error(&run->session->options->style, "the program produced no report on %s",
                  child->gpu->name);
    }
}

void program_child_clear(ProgramChild *child)
{
    FILE *files[] = {child->stdout_file, child->stderr_file, child->parcel};
    for (int i = 0; i < 3; i++) {
        if (files[i] != NULL) {
            fclose(files[i]);
        }
    }
    report_destroy(child->report);
    text_destroy(&child->output);
    text_destroy(&child->messages);
    text_destroy(&child->bytes);
    program_clear(&child->program);
}
