// SPDX-License-Identifier: Apache-2.0
// The sections of ncu's details page (section.def), and sets of them.
#ifndef LOCKSTEP_REPORT_SECTION_H
#define LOCKSTEP_REPORT_SECTION_H

#include "sim/report/print.h"

// A line of section.def: a section, or a row of the section above it.
typedef struct SectionEntry {
    const char *name; // identifier of a section, "SpeedOfLight"; NULL: a row
    const char *text; // title, or label
    const char *unit; // of a row
    CounterId id;     // of a row
    bool is_basic;    // of a section: in the basic set
} SectionEntry;

// All of them, in the order of ncu's page. number: from 0; NULL: there are no more.
const SectionEntry *section_entry(uint32_t number);

// A bit for each section, by its place; 0: none was asked for.
typedef uint32_t SectionSet;

#define SECTIONS_ALL UINT32_MAX

// Adds the section with this identifier or title, or those that regex:EXPRESSION matches. False:
// there is none.
bool section_add(const char *name, SectionSet *sections);
// Whether ncu has a section with this identifier that has no rows here.
bool section_is_other(const char *name);
// The identifiers, at most `room`; returns their number.
uint32_t section_names(const char **names, uint32_t room);
// Adds those of a set of ncu's: "basic", "full" and the like. False: there is no such set.
bool section_add_set(const char *name, SectionSet *sections);

// The identifiers and titles, a line each.
void section_list(Text *out);

// The sets and their sections, a line each.
void section_list_sets(Text *out);

// "Memory Workload Analysis" of "MemoryWorkloadAnalysis", an identifier of section.def.
const char *section_title(const char *identifier);

// ncu's section whose rule says what limits a launch.
#define SECTION_OF_VERDICT "SpeedOfLight"

// ncu's type of the finding's rule: "OPT" with a speedup, else "WRN".
const char *section_rule_type(const Finding *finding);
// The verdict and findings that belong below the section with this identifier, as ncu prints rules.
void section_put_rules(const ReportLaunch *launch, const char *section, Text *out);

// Whether values are scaled to a fitting unit (unit.h) or stay in the unit of section.def.
typedef enum Units { UNITS_AUTO, UNITS_BASE } Units;

// The page as ncu prints it, findings included.
void report_print_sections(const Report *report, SectionSet sections, Units units, bool is_colored,
                           Text *out);

// What ncu's --print-summary makes one table of: launches of one kernel and shape, each, or those
// of all tables under the GPU's name.
typedef enum Summary { SUMMARY_NONE, SUMMARY_KERNEL, SUMMARY_GPU } Summary;

// For each kernel and shape, by name: how often it was launched, and minimum, maximum and mean of
// each metric of the sections, which come in the order of their titles, as ncu has them.
void report_print_summary(const Report *report, Summary summary, SectionSet sections, Units units,
                          Text *out);
// The same as CSV, in base units, a row a metric.
void report_print_summary_csv(const Report *const *reports, uint32_t count, SectionSet sections,
                              const char *process_name, Text *out);

// ncu's `--page details --csv`: for each launch one row a metric of the sections, one a metric of
// the list, then a row a finding.
void report_print_long_csv(const Report *const *reports, uint32_t count, SectionSet sections,
                           const MetricList *metrics, const char *process_name, Text *out);

#endif
