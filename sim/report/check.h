// SPDX-License-Identifier: Apache-2.0
// What a checked run found, with places and sentences, and its renderings: text as compilers write
// it, JSON, SARIF 2.1.0, and the text of compute-sanitizer for scripts that parse that.
#ifndef LOCKSTEP_REPORT_CHECK_H
#define LOCKSTEP_REPORT_CHECK_H

#include "sim/report/check_rule.h"
#include "sim/warp/block.h"

typedef struct CheckNote {
    SourcePosition position;
    const char *text;
} CheckNote;

#define CHECK_NOTES (FAULT_PLACES + 3u) // a fault has the most: one for each place, and others

typedef enum CheckLevel { CHECK_ERROR, CHECK_WARNING, CHECK_NOTE } CheckLevel;

extern const char *const check_level_names[]; // "error"

typedef struct CheckMessage {
    uint32_t rule;               // of check_rules
    const CheckFinding *finding; // of a checker; else NULL
    uint32_t launch;             // the launch's id; of what costs time and of checkers in kernels
    SourcePosition position;
    const char *kernel; // short name; NULL: the host's doing
    CheckLevel level;   // warnings: leaks and the compiler's; notes: races of equal values, costs
    const char *text;
    const char *variable; // what it is about, as the source calls it: "tile[2][0]"; or NULL
    uint64_t count;       // how often it was found
    bool is_covered;      // another finding of the same access says it, too
    CheckNote notes[CHECK_NOTES];
    uint32_t note_count;
} CheckMessage;

typedef enum CheckGroup {
    CHECK_FOUND,    // by the checkers
    CHECK_COMPILED, // the compiler's warnings
    CHECK_COSTS,    // what costs time
    CHECK_GROUP_COUNT
} CheckGroup;

typedef struct CheckList {
    CheckMessage *items;
    uint32_t count;
} CheckList;

typedef struct CheckReport {
    Arena arena;
    CheckList groups[CHECK_GROUP_COUNT];
    uint32_t error_count; // of CHECK_FOUND
    uint64_t lost;        // findings of checkers beyond what is kept
    const char *version;
    const char *program; // the first file, where findings without a place are shown; or NULL
} CheckReport;

// The findings of the report's device, faults of its launches among them; the compiler's warnings;
// and what costs time in its launches. The report must outlive it.
CheckReport *check_report_create(const Report *report);
void check_report_destroy(CheckReport *check);

// Steps of check_report_create: what the compiler said, and what costs time (check_lint.c).
void check_add_warnings(CheckReport *check, const Report *report);
void check_add_costs(CheckReport *check, const Report *report);

// Drops messages whose kernel's name, or whose "file:line", does not contain the text.
void check_report_filter(CheckReport *check, const char *text);

typedef enum CheckFormat { CHECK_TEXT, CHECK_JSON, CHECK_SARIF, CHECK_SANITIZER } CheckFormat;

// max: the maximum number of messages in each group; 0: all. Text and the form of compute-sanitizer
// show what the checkers found alone: the compiler's warnings are on stderr already.
void check_print(const CheckReport *check, CheckFormat format, uint32_t max, bool is_colored,
                 Text *out);

#endif
