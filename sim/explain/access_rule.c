// SPDX-License-Identifier: Apache-2.0
// The rules of sim/memory in one sentence each. The words for a rule stand beside its name, and a
// test compares what they say with what the rule counts.
#include "sim/explain/access.h"
#include "sim/memory/constant.h"

static const char *shared_load_rule(SharedRule rule, uint32_t width_bytes)
{
    switch (rule) {
    case SHARED_HALF_WARP:
        return width_bytes > 4
                   ? "cc 1.x: wide accesses go word by word; a half-warp at a time over 16 banks "
                     "of 4 bytes; in a step one word is broadcast, every other bank serves one lane"
                   : "cc 1.x: half-warps over 16 banks of 4 bytes; in a step one word is broadcast "
                     "and every other bank serves one lane";
    case SHARED_FERMI:
        return width_bytes == 16
                   ? "cc 2.x: 128 bits go by half-warps and take one pass more than the fuller "
                     "quarter-warp needs"
               : width_bytes == 8 ? "cc 2.x: 64 bits go by half-warps over 32 banks of 4 bytes; "
                                    "lanes on the same address are served together"
                                  : "cc 2.x: 32 banks of 4 bytes; lanes that read the same word "
                                    "are served together";
    case SHARED_KEPLER_32:
        return "cc 3.x, 32-bit mode: 32 banks of 8 bytes; lanes of a bank whose words lie in the "
               "same aligned 256 bytes are served together";
    case SHARED_KEPLER_64:
        return "cc 3.x, 64-bit mode: 32 banks of 8 bytes; lanes that read the same 8 bytes are "
               "served together";
    case SHARED_MAXWELL: break;
    }
    return width_bytes == 16  ? "cc 5.0 and later: 128-bit accesses go by quarter-warps (by "
                                "half-warps if pairs of lanes share addresses); 32 banks of 4 bytes"
           : width_bytes == 8 ? "cc 5.0 and later: 64-bit accesses go by half-warps (by the whole "
                                "warp if pairs of lanes share addresses); 32 banks of 4 bytes"
                              : "cc 5.0 and later: 32 banks of 4 bytes; lanes that read the same "
                                "word are served together";
}

static const char *shared_store_rule(SharedRule rule, uint32_t width_bytes)
{
    switch (rule) {
    case SHARED_HALF_WARP:
        return width_bytes > 4 ? "cc 1.x: wide accesses go word by word; a half-warp at a time "
                                 "over 16 banks of 4 bytes; a bank serves one address after another"
                               : "cc 1.x: half-warps over 16 banks of 4 bytes; a bank serves one "
                                 "address after another";
    case SHARED_FERMI:
        return width_bytes <= 4 ? "cc 2.x: 32 banks of 4 bytes; one lane wins if several write a "
                                  "word; different words in one bank are served one after another"
                                : shared_load_rule(rule, width_bytes);
    case SHARED_KEPLER_32:
    case SHARED_KEPLER_64: return shared_load_rule(rule, width_bytes);
    case SHARED_MAXWELL: break;
    }
    return width_bytes == 16 ? "cc 5.0 and later: 128-bit accesses go by quarter-warps over 32 "
                               "banks of 4 bytes; different words in one bank are served one after "
                               "another"
           : width_bytes == 8
               ? "cc 5.0 and later: 64-bit accesses go by half-warps over 32 banks "
                 "of 4 bytes; different words in one bank are served one after another"
               : "cc 5.0 and later: 32 banks of 4 bytes; one lane wins if several "
                 "write a word; different words in one bank are served one after "
                 "another";
}

static const char *shared_rule(const Access *access, SharedRule rule)
{
    switch (access->shared_kind) {
    case SHARED_LOAD:
        return access->matrices != 0
                   ? "a matrix instruction accesses eight rows of 16 bytes at a time; rows in the "
                     "same bank are served one after another"
                   : shared_load_rule(rule, access->width_bytes);
    case SHARED_STORE:
        return access->matrices != 0
                   ? "a matrix instruction accesses eight rows of 16 bytes at a time; rows in the "
                     "same bank are served one after another"
                   : shared_store_rule(rule, access->width_bytes);
    case SHARED_INCREMENT:
        if (rule == SHARED_MAXWELL) {
            return "cc 8.0 and later: adding one without using the result counts the lanes per "
                   "word; different words in one bank are served one after another";
        }
        break;
    case SHARED_ATOMIC_CAS:
        return "atomics: lanes on one bank are served one after another, even on the same word; "
               "a compare-and-swap accesses the banks twice";
    case SHARED_ATOMIC:
    case SHARED_REDUCE: break;
    }
    return rule == SHARED_HALF_WARP
               ? "atomics on cc 1.x: half-warps over 16 banks; lanes on one bank are served "
                 "one after another, even on the same word"
               : "atomics: lanes on one bank are served one after another, even on the same word";
}

static const char *atomic_rule(CoalesceRule rule)
{
    switch (rule) {
    case COALESCE_STRICT:
    case COALESCE_SEGMENTS: return "atomics on cc 1.x: one transaction per lane";
    case COALESCE_LINES:
    case COALESCE_UNCACHED:
        return "atomics on cc 2.x and 3.x: lanes on the same address are served one after another; "
               "each round accesses a 32-byte segment once";
    case COALESCE_SECTORS: break;
    }
    return "atomics on cc 5.0 and later: a pass looks up a 128-byte line in each of four banks of "
           "tags; lanes on the same word wait for a later pass";
}

static const char *global_rule(const Access *access, const Gpu *gpu)
{
    if (access->global_kind == GLOBAL_ATOMIC || access->global_kind == GLOBAL_REDUCE) {
        return atomic_rule(gpu->coalesce_rule);
    }
    bool is_through_l1 =
        access->space == ACCESS_LOCAL || (gpu->is_global_l1_cached != 0 && !access->is_around_l1);
    switch (gpu->coalesce_rule) {
    case COALESCE_STRICT:
        return "cc 1.0 and 1.1: a half-warp is one transaction if lane k accesses word k of an "
               "aligned segment; otherwise each lane gets one of 32 bytes";
    case COALESCE_SEGMENTS:
        return "cc 1.2 and 1.3: the half-warp's lanes in one 128-byte segment share a transaction, "
               "reduced to 64 or 32 bytes if that holds them";
    case COALESCE_LINES:
        return access->global_kind == GLOBAL_LOAD && is_through_l1
                   ? "cc 2.x: loads through L1 fetch each 128-byte line that the lanes touch"
                   : "cc 2.x, not through L1: each 32-byte segment that the lanes touch is one "
                     "transaction";
    case COALESCE_UNCACHED:
        return "cc 3.x: each 32-byte segment that the lanes touch is one transaction";
    case COALESCE_SECTORS: break;
    }
    return "cc 5.0 and later: each 32-byte sector that the warp touches is moved once";
}

const char *access_rule(const Access *access, const Gpu *gpu)
{
    switch (access->space) {
    case ACCESS_SHARED: return shared_rule(access, gpu->shared_rule);
    case ACCESS_GLOBAL:
    case ACCESS_LOCAL: return global_rule(access, gpu);
    case ACCESS_CONSTANT:
        return constant_request_lanes(gpu->compute_capability) == 16
                   ? "cc 1.x: a half-warp reads one word at a time; lanes on the same word share it"
                   : "cc 2.0 and later: the warp reads one word at a time; lanes on the same word "
                     "share it";
    case ACCESS_TEXTURE:
    case ACCESS_SPACE_COUNT: break;
    }
    return "texture fetches go to a cache of 32-byte sectors; neighboring lanes on neighboring "
           "texels share them";
}
