// SPDX-License-Identifier: Apache-2.0
// What a checked run found, with places and sentences, and its renderings: text as compilers write
// it, JSON, SARIF 2.1.0, and the text of compute-sanitizer for scripts that parse that.
#ifndef LOCKSTEP_REPORT_CHECK_H
#define LOCKSTEP_REPORT_CHECK_H

#include "sim/report/report.h"

typedef struct CheckNote {
    SourcePosition position;
    const char *text;
} CheckNote;

typedef struct CheckMessage {
    const CheckFinding *finding;
    SourcePosition position;
    const char *kernel; // short name; NULL: the host's doing
    bool is_error;      // else a warning (leaks) or a note (races of equal values)
    bool is_warning;
    const char *text;
    CheckNote notes[3];
    uint32_t note_count;
} CheckMessage;

typedef struct CheckReport {
    Arena arena;
    CheckMessage *messages;
    uint32_t count, error_count;
    uint64_t lost;   // findings beyond what is kept
    bool is_checked; // false: nobody asked
    const char *version;
} CheckReport;

// The findings of the report's device, faults of its launches among them. The report must outlive
// it.
CheckReport *check_report_create(const Report *report);
void check_report_destroy(CheckReport *check);

// Drops messages whose kernel's name, or whose "file:line", does not contain the text.
void check_report_filter(CheckReport *check, const char *text);

typedef enum CheckFormat { CHECK_TEXT, CHECK_JSON, CHECK_SARIF, CHECK_SANITIZER } CheckFormat;

// max: messages to print at the most; 0: all.
void check_print(const CheckReport *check, CheckFormat format, uint32_t max, bool is_colored,
                 Text *out);

#endif
