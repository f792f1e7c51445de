// SPDX-License-Identifier: Apache-2.0
// Memory accesses that form chains: memory holds its own addresses, so that what a load returns is
// the address of the next. And which bytes the lanes of a warp use.
#ifndef ACCESS_H
#define ACCESS_H

#include "microbench.h"

typedef unsigned long long Address;

__device__ __forceinline__ unsigned shared_address(const void *pointer)
{
    return (unsigned)__cvta_generic_to_shared(pointer);
}

// ACCESS(name, label, type, letter, bytes of a lane, assembly): %0 is the address. ptxas would load
// less of what is not used, and store once what is stored again and again; hence volatile. Volatile
// global loads would miss L1: those of 16 bytes use all their words (a ^ b ^ c and d; b and c are
// 0).
#define ACCESS(name, label_text, type, letter, lane_bytes, assembly)                               \
    struct name {                                                                                  \
        typedef type Value;                                                                        \
        static const unsigned bytes = lane_bytes;                                                  \
        static constexpr bool is_global_store = label_text[0] == 's' && label_text[12] == 'g';     \
        static const char *label()                                                                 \
        {                                                                                          \
            return label_text;                                                                     \
        }                                                                                          \
        static __device__ __forceinline__ void step(type &x)                                       \
        {                                                                                          \
            asm volatile(assembly : "+" letter(x) : : "memory");                                   \
        }                                                                                          \
    };
// clang-format off
ACCESS(SharedLoad32,   "ld.shared.32",        unsigned, "r", 4,  "ld.volatile.shared.u32 %0, [%0];")
ACCESS(SharedLoad64,   "ld.shared.64",        unsigned, "r", 8,  "{ .reg .u32 a; ld.volatile.shared.v2.u32 {%0, a}, [%0]; }")
ACCESS(SharedLoad128,  "ld.shared.128",       unsigned, "r", 16, "{ .reg .u32 a, b, c; ld.volatile.shared.v4.u32 {%0, a, b, c}, [%0]; }")
ACCESS(SharedStore32,  "st.shared.32",        unsigned, "r", 4,  "st.volatile.shared.u32 [%0], %0;")
ACCESS(SharedStore128, "st.shared.128",       unsigned, "r", 16, "st.volatile.shared.v4.u32 [%0], {%0, %0, %0, %0};")
ACCESS(SharedAtomicAdd,      "atom.shared.add.u32",  unsigned, "r", 4, "atom.shared.add.u32 %0, [%0], 0;")
ACCESS(SharedAtomicExchange, "atom.shared.exch.b32", unsigned, "r", 4, "atom.shared.exch.b32 %0, [%0], %0;")
ACCESS(SharedAtomicCas,      "atom.shared.cas.b32",  unsigned, "r", 4, "atom.shared.cas.b32 %0, [%0], %0, %0;")
ACCESS(GlobalLoad32,   "ld.global.ca.32",     Address,  "l", 4,  "{ .reg .u32 a, b; mov.b64 {a, b}, %0; ld.global.ca.u32 a, [%0]; mov.b64 %0, {a, b}; }")
ACCESS(GlobalLoad64,   "ld.global.ca.64",     Address,  "l", 8,  "ld.global.ca.u64 %0, [%0];")
ACCESS(GlobalLoad128,  "ld.global.ca.128",    Address,  "l", 16, "{ .reg .u32 a, b, c, d; ld.global.ca.v4.u32 {a, b, c, d}, [%0]; xor.b32 b, b, c; xor.b32 a, a, b; mov.b64 %0, {a, d}; }")
ACCESS(GlobalLoadL2,   "ld.global.cg.64",     Address,  "l", 8,  "ld.global.cg.u64 %0, [%0];")
ACCESS(GlobalStore32,  "st.volatile.global.32",        Address,  "l", 4,  "{ .reg .u32 a, b; mov.b64 {a, b}, %0; st.volatile.global.u32 [%0], a; }")
ACCESS(GlobalStore128, "st.volatile.global.128",       Address,  "l", 16, "st.volatile.global.v2.u64 [%0], {%0, %0};")
ACCESS(GlobalAtomicAdd, "atom.global.add.u64", Address, "l", 8,  "atom.global.add.u64 %0, [%0], 0;")
// clang-format on
#undef ACCESS

// Every bank of shared memory that is used has `ways` different words wanted from it.
inline std::vector<unsigned> conflict_offsets(unsigned ways)
{
    std::vector<unsigned> offsets;
    for (unsigned lane = 0; lane < 32; lane++)
        offsets.push_back(4 * (lane % (32 / ways) + 32 * (lane / (32 / ways))));
    return offsets;
}

// Groups of `lanes` neighbors share a word.
inline std::vector<unsigned> same_word_offsets(unsigned lanes)
{
    std::vector<unsigned> offsets;
    for (unsigned lane = 0; lane < 32; lane++)
        offsets.push_back(4 * (lane / lanes));
    return offsets;
}

inline std::vector<unsigned> stride_offsets(unsigned bytes)
{
    std::vector<unsigned> offsets;
    for (unsigned lane = 0; lane < 32; lane++)
        offsets.push_back(bytes * lane);
    return offsets;
}

// Words of 4 bytes in `lines` lines of 128 bytes, as many lanes in each.
inline std::vector<unsigned> line_offsets(unsigned lines)
{
    std::vector<unsigned> offsets;
    for (unsigned lane = 0; lane < 32; lane++)
        offsets.push_back(128 * (lane / (32 / lines)) + 4 * lane);
    return offsets;
}

#endif
