// SPDX-License-Identifier: Apache-2.0
// What an access would cost if the array were laid out or indexed in another way: the same rule is
// applied to the new addresses of all lanes. Nothing is estimated, but the shape of the array is
// inferred from the lanes, and the assumption is stated. Pure.
#ifndef LOCKSTEP_EXPLAIN_FIX_H
#define LOCKSTEP_EXPLAIN_FIX_H

#include "sim/explain/pattern.h"

typedef enum FixKind {
#define FIX(id, text) FIX_##id,
#include "sim/explain/fix.def"
#undef FIX
    FIX_COUNT
} FixKind;

typedef struct Fix {
    FixKind kind;
    AccessCost cost; // with the fix; its lanes may be fewer
} Fix;

// The advice for an access of this width: what is padded is a 4-byte word, or an element that is
// wider.
const char *fix_text(FixKind kind, uint32_t width_bytes);

#define FIXES_MAX 8

// The array that the lanes access, as far as it is known.
typedef struct AccessArray {
    const char *name; // NULL: not known
    uint64_t base;    // address of its first byte, where it is known
    uint64_t size_bytes;
} AccessArray;

typedef struct Fixes {
    AccessCost cost; // as it is
    bool is_ideal;   // no fix is needed
    Pattern pattern;
    uint64_t pitch_bytes; // of a row, inferred; 0: none was needed or found
    uint32_t pad_bytes;   // what pad-1 adds to a row
    Fix list[FIXES_MAX];  // those that apply; some may not help
    uint32_t count;
    int32_t best; // index of the cheapest that is cheaper than the access as it is; -1: none
} Fixes;

Fixes access_fixes(const Access *access, const Gpu *gpu, const AccessArray *array);

#endif
