// SPDX-License-Identifier: Apache-2.0
// One run of launches, whether a plan or a program makes them: the GPUs, how they run, how their
// reports are rendered, what is expected of them, and who takes them.
#ifndef LOCKSTEP_CLI_SESSION_H
#define LOCKSTEP_CLI_SESSION_H

#include "sim/cli/gpu_choice.h"
#include "sim/cli/render.h"
#include "sim/cli/selection.h"
#include "sim/cli/use.h"
#include "sim/report/baseline.h"
#include "sim/report/expect.h"

typedef struct Session {
    const Options *options;
    const ReportUse *use; // takes the report of the first GPU; NULL: the reports are shown
    Arena arena;
    Rendering rendering;
    Expectation *expectations;
    uint32_t expectation_count;
    Baseline *baseline;     // of --baseline; NULL: there is none
    LockstepOptions device; // without a GPU
    GpuChoice gpus[GPU_MAX];
    uint32_t gpu_count;
    bool selects_by_name; // -k selects launches; of a single launch it names the kernel
    int data;             // a copy of stdout, where it is kept for the page alone; else -1
} Session;

// Reads what the options say of any run. False, with messages, when one of them is wrong. `options`
// and `use` must live as long as the session.
bool session_open(Session *session, const Options *options, const ReportUse *use,
                  bool selects_by_name);

void session_close(Session *session);

// The file that the launches come from: CSV names it, sources are looked for beside it.
void session_name_input(Session *session, const char *path);

// Whether progress is shown on stderr; never where `is_crowded` runs would write over each other,
// unless --progress asks for it.
bool session_wants_progress(const Session *session, bool is_crowded);

// Whether --check's findings go to stderr: nobody else reports them.
bool session_tells_findings(const Session *session);

// From here on, what is written to stdout goes to stderr; stdout takes the page alone.
void session_keep_stdout(Session *session);

// Compares a report with the baseline, if there is one, before launches are dropped. tells: says
// what has no partner there. False if nothing has.
bool session_match(const Session *session, Report *report, bool tells);

// The same, then drops the launches that the options leave out; says so when none is left.
Selected session_select(const Session *session, Report *const *reports, uint32_t count);

void session_render(Session *session, const Report *const *reports, uint32_t count, Text *page);

// Writes a page where the options want it. False, with a message, when it fails.
bool session_write_page(Session *session, const Text *page);

// Hands a report on to session->use, writes the page that it makes of it, and compares the report
// with --expect. The exit code.
int session_hand_on(Session *session, Report *report);

// Whether every launch of the report is as --expect says; messages on stderr.
bool session_meets(const Session *session, const Report *report);

#endif
