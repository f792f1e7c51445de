// SPDX-License-Identifier: Apache-2.0
// Names: every identifier and dotted word of one PTX text, stored once, so that the rest compares
// pointers. A name knows what the tables say about it (opcode, suffix, special register) and,
// through scope.h, what it is declared as at this point of the text.
#ifndef LOCKSTEP_PTX_NAME_H
#define LOCKSTEP_PTX_NAME_H

#include "isa/ptx/ptx.h"

typedef struct Name Name;
struct Name {
    const char *text; // zero-terminated
    uint32_t length;
    uint32_t hash;
    Name *chain;                 // next name of the same bucket
    uint16_t opcode;             // 1 + PtxOpcode, or 0
    uint16_t suffix;             // PtxSuffix, or 0
    uint16_t special;            // 1 + PtxSpecial, or 0
    bool is_special_vector;      // "%tid": a component must follow
    struct Binding *binding;     // innermost declaration
    struct Binding *ranges;      // innermost `.reg .b32 name<n>`
    struct LabelBinding *labels; // labels of this name in the current function
    // What the current function (by its serial number) has used this name for, in any scope:
    uint32_t taken_in;      // a register, variable or label is called so
    uint32_t stem_taken_in; // one is called so with digits behind
    uint32_t range_in;      // a range is
    uint32_t range_count;   // and the largest such range
    uint32_t labels_in;     // `labels` belongs to this function
    uint32_t rename_count;  // suffixes tried for it
};

typedef struct NameTable {
    Arena arena;
    Name **buckets;
    uint32_t bucket_count; // a power of two
    uint32_t count;
} NameTable;

// Fills the table with the words of opcode.def, type.def, modifier.def and special.def.
void ptx_names_init(NameTable *names);
void ptx_names_destroy(NameTable *names);

// The name with this text, made if it is new.
Name *ptx_names_intern(NameTable *names, const char *text, uint32_t length);

// The name with this text, or NULL.
Name *ptx_names_find(const NameTable *names, const char *text, uint32_t length);

#endif
