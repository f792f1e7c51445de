// SPDX-License-Identifier: Apache-2.0
// Deterministic tiles: what every register of every lane holds before a matrix instruction, and the
// digest of what it holds afterwards. Plain C and CUDA: the same bits on both sides.
#ifndef TILE_H
#define TILE_H
#include <stdint.h>
#ifdef __CUDACC__
#define TILE_FN static __host__ __device__ inline
#else
#define TILE_FN static inline
#endif

enum {
    FORMAT_RAW,
    FORMAT_F16,
    FORMAT_BF16,
    FORMAT_TF32,
    FORMAT_F32,
    FORMAT_F64,
    FORMAT_E4M3,
    FORMAT_E5M2,
    FORMAT_META
};
enum { STYLE_COUNT = 16 };

TILE_FN uint64_t tile_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

TILE_FN int tile_exponent_bits(int format)
{
    switch (format) {
    case FORMAT_F16: return 5;
    case FORMAT_F64: return 11;
    case FORMAT_E4M3: return 4;
    case FORMAT_E5M2: return 5;
    default: return 8;
    }
}

TILE_FN int tile_fraction_bits(int format)
{
    switch (format) {
    case FORMAT_F16: return 10;
    case FORMAT_BF16: return 7;
    case FORMAT_TF32: return 23; // the lower 13 are there and should not count
    case FORMAT_F32: return 23;
    case FORMAT_F64: return 52;
    case FORMAT_E4M3: return 3;
    default: return 2;
    }
}

// The bits of one element. tile_hash: the same for all elements of the tile; x: for this element
// alone.
TILE_FN uint64_t tile_float(int format, int style, int is_c, uint64_t tile_hash, uint64_t x)
{
    int eb = tile_exponent_bits(format), fb = tile_fraction_bits(format);
    int emax = (1 << eb) - 1, bias = emax >> 1;
    uint64_t fmask = ((uint64_t)1 << fb) - 1;
    uint64_t sign = x & 1, fraction = tile_mix(x) & fmask;
    uint32_t r = (uint32_t)(x >> 8) & 0xffffff; // for the exponent
    uint32_t q = (uint32_t)(x >> 32);           // for choices
    int e;
    if (style == 0) {
        return tile_mix(x) & ((fmask << (eb + 1)) | fmask | ((uint64_t)1 << (fb + eb)));
    }
    switch (style) {
    case 1: e = (int)(r % (uint32_t)emax); break;
    case 2: e = bias - 3 + (int)(r % 7); break;
    case 3:
        e = bias - 3 + (int)(r % 7);
        fraction &= fmask << (fb - 2);
        break;
    case 4: e = bias + (is_c ? -60 + (int)(r % 121) : -30 + (int)(r % 61)); break;
    case 5:
        e = bias - 15 + (int)(r % 31);
        fraction = 0;
        break;
    case 6:
        e = bias - 13 + (int)(r % 27);
        fraction = 0;
        if (q % 4 != 0) {
            return sign << (fb + eb);
        }
        break;
    case 7: e = (int)(r % 3); break;
    case 8:
        e = bias - 3 + (int)(r % 7);
        if (q % 64 == 0) {
            e = emax;
            fraction = q % 128 == 0 ? 0 : fraction;
        }
        break;
    case 9: {
        uint64_t v = tile_mix(tile_hash + (q & 1) + (is_c ? 2 : 0));
        e = bias - 2 + (int)(v >> 60) % 5;
        fraction = tile_mix(v) & fmask;
        fraction ^= (q >> 1 & 3) == 0 ? 1 : 0;
        break;
    }
    case 10:
        e = bias - 12 + (int)(r % 25);
        if (q % 8 != 0) {
            return sign << (fb + eb);
        }
        break;
    case 11:
        e = bias - 12 + (int)(r % 25);
        fraction = fmask;
        break;
    case 12: e = is_c ? bias + 5 + (int)(r % 21) : bias - 3 + (int)(r % 7); break;
    case 13: e = is_c ? bias - 5 - (int)(r % 36) : bias - 3 + (int)(r % 7); break;
    case 14:
        e = is_c           ? emax - 1 - (int)(r % 3)
            : (int)(r & 1) ? emax - 1 - (int)(r / 2 % 3)
                           : bias + (int)(r / 2 % 5);
        break;
    default: e = is_c ? (int)(r % 4) : bias / 2 - 4 + (int)(r % 12); break;
    }
    e = e < 0 ? 0 : e >= emax && style != 8 ? emax - 1 : e;
    return sign << (fb + eb) | (uint64_t)e << fb | fraction;
}

// A metadata word: eight nibbles of two different, increasing 2-bit indices each.
TILE_FN uint32_t tile_meta(uint64_t x)
{
    const uint32_t pairs = 0xecd984; // E C D 9 8 4: 6 nibbles
    uint32_t word = 0;
    for (int i = 0; i < 8; i++) {
        word |= (pairs >> (4 * ((x >> (8 * i)) % 6)) & 15) << (4 * i);
    }
    return word;
}

// Register `index` (a 32-bit word) of a lane. operand: 0 A, 1 B, 2 C, 3 metadata. A 64-bit element
// is two words, the low one first.
TILE_FN uint32_t tile_word(uint64_t seed, uint64_t tile, int format, int operand, int lane,
                           int index)
{
    uint64_t tile_hash = tile_mix(seed + tile);
    int style = (int)(tile_hash >> 40) % STYLE_COUNT;
    uint64_t key = tile_hash ^ (uint64_t)(operand + 1) << 56;
    int is_c = operand == 2;
    switch (format) {
    case FORMAT_RAW: {
        // a quarter each: random; few bits set; nearly all ones or zeros in bytes; large of one
        // sign
        uint64_t x = tile_mix(key + (uint64_t)(lane << 8 | index));
        uint32_t w = (uint32_t)x, v = (uint32_t)(x >> 32);
        switch (style & 3) {
        case 0: return w;
        case 1: return is_c ? w : w & v & (uint32_t)tile_mix(x);
        case 2:
            return is_c ? ((v & 1) != 0 ? 0x7fffffffu - (w & 0xffff) : 0x80000000u + (w & 0xffff))
                        : ((w & 0x01010101u) * 0xff) ^ (v & 0x80808080u);
        default: return is_c ? 0x7ff00000u + (w & 0xfffff) : 0x7f7f7f7fu;
        }
    }
    case FORMAT_META: return tile_meta(tile_mix(key + (uint64_t)(lane << 8 | index)));
    case FORMAT_F64: {
        uint64_t x = tile_mix(key + (uint64_t)(lane << 8 | (index >> 1)));
        return (uint32_t)(tile_float(format, style, is_c, tile_hash, x) >> (32 * (index & 1)));
    }
    case FORMAT_F32:
    case FORMAT_TF32:
        return (uint32_t)tile_float(format, style, is_c, tile_hash,
                                    tile_mix(key + (uint64_t)(lane << 8 | index)));
    default: {
        int bits = format == FORMAT_E4M3 || format == FORMAT_E5M2 ? 8 : 16;
        uint32_t word = 0;
        for (int i = 0; i < 32 / bits; i++) {
            uint64_t x = tile_mix(key + (uint64_t)(i << 16 | lane << 8 | index));
            word |= (uint32_t)tile_float(format, style, is_c, tile_hash, x) << (bits * i);
        }
        return word;
    }
    }
}

// What one result word adds to the digest of its 1024 tiles.
TILE_FN uint64_t tile_digest(uint64_t tile, int lane, int index, uint32_t bits)
{
    return tile_mix(tile_mix((tile & 1023) << 16 | (uint64_t)(lane << 8 | index)) + bits);
}
#endif
