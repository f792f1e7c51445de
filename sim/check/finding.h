// SPDX-License-Identifier: Apache-2.0
// What a checked run found: kinds (finding.def), and the facts of each finding, without words.
#ifndef LOCKSTEP_CHECK_FINDING_H
#define LOCKSTEP_CHECK_FINDING_H

#include "isa/machine/program.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum Checker {
    CHECKER_MEMORY,
    CHECKER_INIT,
    CHECKER_RACE,
    CHECKER_SYNC,
    CHECKER_LEAK,
    CHECKER_API
} Checker;
#define CHECKER_COUNT 6u
#define CHECKER_ALL   63u // bits: 1 << Checker

typedef enum CheckKind {
#define CHECK(id, ...) CHECK_##id,
#include "sim/check/finding.def"
#undef CHECK
    CHECK_KIND_COUNT
} CheckKind;

typedef struct CheckInfo {
    Checker checker;
    const char *name;     // "race-raw"
    const char *sentence; // begins the message
    const char *advice;
} CheckInfo;

// A warning is not certainly a mistake: leaks, and failed calls whose error the program may have
// looked at.
bool check_kind_is_error(CheckKind kind);

extern const CheckInfo check_info[CHECK_KIND_COUNT];
extern const char *const checker_names[]; // by Checker

// One of the accesses that a finding is about.
typedef struct CheckSide {
    uint32_t pc; // index into program->code
    uint32_t block[3], thread[3];
    uint32_t warp; // in its block
    bool is_store, is_atomic;
} CheckSide;

typedef struct CheckFinding {
    CheckKind kind;
    bool has_other, is_benign;     // benign: writes of equal values
    bool is_other_elsewhere;       // the other side is in another block
    bool is_of_nobody;             // of a value: a shuffle read it from a lane that takes no part
    uint32_t launch;               // the launch's id
    const MachineProgram *program; // NULL: the host's doing
    CheckSide here, other;
    PtxSpace space;
    uint64_t address;
    uint32_t width_bytes;
    uint64_t count; // how often it was found
    char what[512]; // the variable: "'tile' + 128 bytes"; or ""
    char detail[512];
    char allocated[256]; // "file.cu:12", where uninitialized memory was allocated; or ""
    char called[256];    // likewise, where the program called the library whose kernel it is; or ""
} CheckFinding;

typedef struct CheckFindings {
    CheckFinding *items;
    uint32_t count, room;
    uint64_t lost; // kinds of findings beyond FINDINGS_MAX
} CheckFindings;

// Adds a finding, or counts it when one of the same kind at the same places is there.
void findings_add(CheckFindings *findings, const CheckFinding *finding);
void findings_clear(CheckFindings *findings);

#endif
