// SPDX-License-Identifier: Apache-2.0
#include "random_ptx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_32   8 // registers %r0 .. %r7
#define WORDS_64   3 // %d0 .. %d2
#define FLOATS_32  4 // %f0 .. %f3
#define FLOATS_64  2 // %g0, %g1
#define WORDS_16   2 // %h0, %h1
#define PREDICATES 3 // %p0 .. %p2
#define DEPTH_MAX  3

typedef struct Writer {
    char *at;
    size_t size_bytes, room_bytes;
    uint64_t state; // of the random numbers
    uint32_t labels;
    uint32_t statements_left;
} Writer;

static uint32_t random_bits(Writer *writer)
{
    writer->state ^= writer->state >> 12; // xorshift64*
    writer->state ^= writer->state << 25;
    writer->state ^= writer->state >> 27;
    return (uint32_t)((writer->state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

static uint32_t below(Writer *writer, uint32_t limit)
{
    return (uint32_t)(((uint64_t)random_bits(writer) * limit) >> 32);
}

static void put(Writer *writer, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (writer->size_bytes + (size_t)size + 1 > writer->room_bytes) {
        writer->room_bytes = (writer->room_bytes + (size_t)size + 1) * 2;
        writer->at = realloc(writer->at, writer->room_bytes);
        if (writer->at == NULL) {
            abort();
        }
    }
    memcpy(writer->at + writer->size_bytes, line, (size_t)size + 1);
    writer->size_bytes += (size_t)size;
}

// Capitals of a template stand for random registers, # for a 32-bit and ~ for a 5-bit immediate;
// everything else is copied.
static void put_template(Writer *writer, const char *template)
{
    for (const char *at = template; *at != '\0'; at++) {
        switch (*at) {
        case 'R': put(writer, "%%r%u", below(writer, WORDS_32)); break;
        case 'D': put(writer, "%%d%u", below(writer, WORDS_64)); break;
        case 'F': put(writer, "%%f%u", below(writer, FLOATS_32)); break;
        case 'G': put(writer, "%%g%u", below(writer, FLOATS_64)); break;
        case 'H': put(writer, "%%h%u", below(writer, WORDS_16)); break;
        case 'P': put(writer, "%%p%u", below(writer, PREDICATES)); break;
        case '#': put(writer, "%d", (int32_t)random_bits(writer)); break;
        case '~': put(writer, "%u", below(writer, 32)); break;
        default: put(writer, "%c", *at); break;
        }
    }
}

static const char *const arithmetic[] = {
    "add.s32 R, R, R;",
    "add.u32 R, R, #;",
    "sub.s32 R, R, R;",
    "mul.lo.s32 R, R, R;",
    "mul.hi.s32 R, R, R;",
    "mul.hi.u32 R, R, R;",
    "mad.lo.s32 R, R, R, R;",
    "mad.hi.u32 R, R, R, R;",
    "mul.wide.s32 D, R, R;",
    "mul.wide.u32 D, R, R;",
    "mad.wide.u32 D, R, R, D;",
    "mul24.lo.s32 R, R, R;",
    "mul24.hi.u32 R, R, R;",
    "sad.s32 R, R, R, R;",
    "abs.s32 R, R;",
    "neg.s32 R, R;",
    "min.s32 R, R, R;",
    "max.u32 R, R, R;",
    "and.b32 R, R, R;",
    "or.b32 R, R, R;",
    "xor.b32 R, R, #;",
    "not.b32 R, R;",
    "cnot.b32 R, R;",
    "shl.b32 R, R, ~;",
    "shr.s32 R, R, R;",
    "shr.u32 R, R, ~;",
    "shl.b32 R, R, R;",
    "lop3.b32 R, R, R, R, ~;",
    "shf.l.wrap.b32 R, R, R, R;",
    "shf.r.clamp.b32 R, R, R, R;",
    "prmt.b32 R, R, R, R;",
    "prmt.b32.b4e R, R, R, R;",
    "bfe.s32 R, R, R, R;",
    "bfe.u32 R, R, ~, ~;",
    "bfi.b32 R, R, R, ~, ~;",
    "popc.b32 R, R;",
    "clz.b32 R, R;",
    "brev.b32 R, R;",
    "bfind.u32 R, R;",
    "bfind.s32 R, R;",
    "dp4a.s32.u32 R, R, R, R;",
    "add.sat.s32 R, R, R;",
    "popc.b64 R, D;",
    "clz.b64 R, D;",
    "brev.b64 D, D;",
    "add.s64 D, D, D;",
    "sub.s64 D, D, D;",
    "mul.lo.s64 D, D, D;",
    "mul.hi.u64 D, D, D;",
    "mad.lo.s64 D, D, D, D;",
    "min.s64 D, D, D;",
    "max.u64 D, D, D;",
    "and.b64 D, D, D;",
    "xor.b64 D, D, D;",
    "shl.b64 D, D, R;",
    "shr.s64 D, D, ~;",
    "shr.u64 D, D, R;",
    "bfe.s64 D, D, R, R;",
    "bfi.b64 D, D, D, R, R;",
    "neg.s64 D, D;",
    "cvt.s64.s32 D, R;",
    "cvt.u64.u32 D, R;",
    "cvt.u32.u64 R, D;",
    "cvt.s32.s8 R, R;",
    "cvt.u32.u16 R, H;",
    "cvt.u16.u32 H, R;",
    "cvt.sat.s8.s32 H, R;",
    "add.s16 H, H, H;",
    "mul.lo.s16 H, H, H;",
    "mul.wide.s16 R, H, H;",
    "shr.s16 H, H, ~;",
    "min.s16 H, H, H;",
    "setp.lt.s32 P, R, R;",
    "setp.ge.u32 P, R, R;",
    "setp.eq.s32 P, R, R;",
    "setp.ne.s64 P, D, D;",
    "setp.gt.f32 P, F, F;",
    "setp.leu.f32 P, F, F;",
    "setp.num.f32 P, F, F;",
    "setp.lt.f64 P, G, G;",
    "setp.lt.and.s32 P, R, R, P;",
    "setp.hi.or.u32 P, R, R, P;",
    "and.pred P, P, P;",
    "xor.pred P, P, P;",
    "not.pred P, P;",
    "selp.b32 R, R, R, P;",
    "selp.f32 F, F, F, P;",
    "selp.b64 D, D, D, P;",
    "slct.s32.s32 R, R, R, R;",
    "slct.f32.f32 F, F, F, F;",
    "set.lt.u32.s32 R, R, R;",
    "set.ge.f32.f32 F, F, F;",
    "@P add.s32 R, R, R;",
    "@!P xor.b32 R, R, R;",
    "@P mov.f32 F, F;",
    "add.rn.f32 F, F, F;",
    "sub.rn.f32 F, F, F;",
    "mul.rn.f32 F, F, F;",
    "fma.rn.f32 F, F, F, F;",
    "fma.rz.f32 F, F, F, F;",
    "add.rm.f32 F, F, F;",
    "mul.rp.f32 F, F, F;",
    "mul.rn.ftz.f32 F, F, F;",
    "add.rn.sat.f32 F, F, F;",
    "fma.rn.ftz.sat.f32 F, F, F, F;",
    "div.rn.f32 F, F, F;",
    "sqrt.rn.f32 F, F;",
    "rcp.rn.f32 F, F;",
    "div.rz.f32 F, F, F;",
    "rcp.rp.f32 F, F;",
    "min.f32 F, F, F;",
    "max.f32 F, F, F;",
    "min.NaN.f32 F, F, F;",
    "abs.f32 F, F;",
    "neg.f32 F, F;",
    "copysign.f32 F, F, F;",
    "add.rn.f64 G, G, G;",
    "mul.rn.f64 G, G, G;",
    "fma.rn.f64 G, G, G, G;",
    "div.rn.f64 G, G, G;",
    "sqrt.rn.f64 G, G;",
    "max.f64 G, G, G;",
    "cvt.rn.f32.s32 F, R;",
    "cvt.rz.f32.u32 F, R;",
    "cvt.rn.f32.u64 F, D;",
    "cvt.rzi.s32.f32 R, F;",
    "cvt.rni.u32.f32 R, F;",
    "cvt.rmi.s64.f32 D, F;",
    "cvt.rpi.f32.f32 F, F;",
    "cvt.rni.f32.f32 F, F;",
    "cvt.f64.f32 G, F;",
    "cvt.rn.f32.f64 F, G;",
    "cvt.rn.f64.s64 G, D;",
    "cvt.rzi.s32.f64 R, G;",
    "cvt.rn.f16.f32 H, F;",
    "cvt.f32.f16 F, H;",
    "cvt.rn.bf16.f32 H, F;",
    "add.rn.f16 H, H, H;",
    "fma.rn.f16 H, H, H, H;",
    "mul.rn.f16 H, H, H;",
    "add.rn.f16x2 R, R, R;",
    "fma.rn.f16x2 R, R, R, R;",
    "fma.rn.bf16x2 R, R, R, R;",
    "max.f16x2 R, R, R;",
    "mov.b64 D, {R, R};",
    "mov.b32 R, F;",
    "mov.b32 F, R;",
    "mov.b64 G, D;",
    "mov.b64 D, G;",
    "mov.b32 R, {H, H};",
    "or.b32 %t0, R, 1; div.s32 R, R, %t0;",
    "or.b32 %t0, R, 1; rem.u32 R, R, %t0;",
    "or.b32 %t0, R, 1; rem.s32 R, R, %t0;",
    "or.b32 %t0, R, 1; div.u32 R, R, %t0;",
    "or.b64 %t1, D, 1; div.s64 D, D, %t1;",
    "or.b64 %t1, D, 1; rem.u64 D, D, %t1;",
    "add.cc.u32 R, R, R; addc.u32 R, R, R;",
    "sub.cc.u32 R, R, R; subc.cc.u32 R, R, R; subc.u32 R, R, R;",
    "mad.lo.cc.u32 R, R, R, R; madc.hi.u32 R, R, R, R;",
    "add.cc.u64 D, D, D; addc.u64 D, D, D;",
    "mov.b64 {R, %t0}, D;",
    "bmsk.clamp.b32 R, R, R;",
    "fns.b32 R, R, 0, ~;",
    "and.b32 %t0, R, 12; add.u32 %t0, %t0, %local; st.local.u32 [%t0], R;",
    "and.b32 %t0, R, 12; add.u32 %t0, %t0, %local; ld.local.u32 R, [%t0];",
    "and.b32 %t0, R, 15; add.u32 %t0, %t0, %local; ld.local.s8 R, [%t0];",
    "and.b32 %t0, R, 14; add.u32 %t0, %t0, %local; st.local.b16 [%t0], H;",
    "and.b32 %t0, R, 60; cvt.u64.u32 %t1, %t0; add.u64 %t1, %t1, %sums; red.global.add.u32 [%t1], "
    "R;",
    "and.b32 %t0, R, 28; mov.u32 %t2, tally; add.u32 %t0, %t0, %t2; red.shared.xor.b32 [%t0], R;",
    "and.b32 %t0, R, 63; cvt.u64.u32 %t1, %t0; and.b64 %t1, %t1, 28; add.u64 %t1, %t1, %in; "
    "ld.global.nc.u32 R, [%t1];",
    "and.b32 %t0, R, 16; cvt.u64.u32 %t1, %t0; add.u64 %t1, %t1, %in; ld.global.v2.u32 {R, %t0}, "
    "[%t1];",
    "call (R), mix, (R, D);",
};

// Exchanges between lanes and threads: only where all threads of the block are converged.
static const char *const exchange[] = {
    "shfl.sync.bfly.b32 R|P, R, ~, 31, %members;",
    "shfl.sync.up.b32 R|P, R, 3, 0, %members;",
    "shfl.sync.down.b32 R, R, 2, 0x081f, %members;",
    "shfl.sync.idx.b32 R|P, R, R, 31, %members;",
    "shfl.sync.idx.b32 R|P, R, R, 0x1807, %members;",
    "vote.sync.ballot.b32 R, P, %members;",
    "vote.sync.any.pred P, P, %members;",
    "vote.sync.all.pred P, !P, %members;",
    "vote.sync.uni.pred P, P, %members;",
    "match.any.sync.b32 R, R, %members;",
    "and.b32 %t0, R, 3; match.any.sync.b32 R, %t0, %members;",
    "match.all.sync.b32 R|P, R, %members;",
    "redux.sync.add.s32 R, R, %members;",
    "redux.sync.min.s32 R, R, %members;",
    "redux.sync.xor.b32 R, R, %members;",
    "bar.red.popc.u32 R, 0, P;",
    "bar.red.and.pred P, 0, P;",
    "st.shared.u32 [%own], R; bar.sync 0; ld.shared.u32 R, [%neighbor]; bar.sync 0;",
    "st.shared.u32 [%own], R; barrier.sync 1; ld.shared.u8 R, [%neighbor+3]; barrier.sync 1;",
    "bar.warp.sync %members;",
};

static void put_statements(Writer *writer, uint32_t count, uint32_t depth);

static void put_branch(Writer *writer, uint32_t depth)
{
    uint32_t label = writer->labels++;
    put_template(writer, "\tsetp.lt.s32 P, R, R;\n");
    uint32_t predicate = below(writer, PREDICATES);
    put(writer, "\t@%s%%p%u bra ELSE_%u;\n", below(writer, 2) ? "!" : "", predicate, label);
    put_statements(writer, 1 + below(writer, 6), depth + 1);
    if (below(writer, 2) == 0) {
        put(writer, "\tbra END_%u;\nELSE_%u:\n", label, label);
        put_statements(writer, 1 + below(writer, 6), depth + 1);
        put(writer, "END_%u:\n", label);
    } else {
        put(writer, "ELSE_%u:\n", label);
    }
}

// The trip count differs between lanes; a second exit leaves the loop early.
static void put_loop(Writer *writer, uint32_t depth)
{
    uint32_t label = writer->labels++;
    put_template(writer, "\tand.b32 %t0, R, 5;\n");
    put(writer, "\tmov.u32 %%n%u, %%t0;\nLOOP_%u:\n", depth, label);
    put_statements(writer, 1 + below(writer, 5), depth + 1);
    if (below(writer, 2) == 0) {
        put_template(writer, "\tsetp.gt.u32 P, R, R;\n");
        put(writer, "\t@%%p%u bra OUT_%u;\n", below(writer, PREDICATES), label);
    }
    put(writer, "\tsub.u32 %%n%u, %%n%u, 1;\n\tsetp.gt.s32 %%q, %%n%u, 0;\n", depth, depth, depth);
    put(writer, "\t@%%q bra LOOP_%u;\nOUT_%u:\n", label, label);
}

static void put_statements(Writer *writer, uint32_t count, uint32_t depth)
{
    for (; count > 0 && writer->statements_left > 0; count--) {
        writer->statements_left--;
        uint32_t choice = below(writer, 20);
        if (choice < 2 && depth < DEPTH_MAX) {
            put_branch(writer, depth);
        } else if (choice == 2 && depth < DEPTH_MAX) {
            put_loop(writer, depth);
        } else if (choice < 6 && depth == 0) {
            put(writer, "\t");
            put_template(writer, exchange[below(writer, sizeof exchange / sizeof *exchange)]);
            put(writer, "\n");
        } else {
            put(writer, "\t");
            put_template(writer, arithmetic[below(writer, sizeof arithmetic / sizeof *arithmetic)]);
            put(writer, "\n");
        }
    }
}

static const char head[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n\n"
    ".func (.reg .b32 %result) mix (.reg .b32 %a, .reg .b64 %b)\n{\n"
    "\t.reg .b32 %lo, %hi;\n\t.reg .pred %odd;\n"
    "\tmov.b64 {%lo, %hi}, %b;\n\tand.b32 %result, %a, 1;\n\tsetp.eq.u32 %odd, %result, 1;\n"
    "\tmad.lo.s32 %result, %a, 33, %lo;\n\t@%odd bra ODD;\n\txor.b32 %result, %result, %hi;\n"
    "\tret;\nODD:\n\tshf.l.wrap.b32 %result, %result, %hi, 7;\n\tret;\n}\n\n"
    ".visible .entry random(.param .u64 out, .param .u64 in)\n{\n"
    "\t.reg .b32 %r<8>, %n<4>, %t0, %t2, %own, %neighbor, %members, %local, %id, %thread;\n"
    "\t.reg .b64 %d<3>, %t1, %out, %in, %sums, %at;\n"
    "\t.reg .f32 %f<4>;\n\t.reg .f64 %g<2>;\n\t.reg .b16 %h<2>;\n\t.reg .pred %p<3>, %q;\n"
    "\t.shared .align 4 .b32 words[128];\n\t.shared .align 4 .b32 tally[8];\n"
    "\t.local .align 8 .b8 depot[16];\n\n"
    "\tld.param.u64 %out, [out];\n\tld.param.u64 %in, [in];\n"
    "\tcvta.to.global.u64 %out, %out;\n\tcvta.to.global.u64 %in, %in;\n"
    "\tmov.u32 %thread, %tid.x;\n\tmov.u32 %t0, %ctaid.x;\n\tmad.lo.u32 %id, %t0, 80, %thread;\n"
    "\tmul.wide.u32 %at, %id, 32;\n\tadd.u64 %in, %in, %at;\n"
    "\tadd.u64 %sums, %out, 15360;\n"
    "\tmul.wide.u32 %at, %id, 96;\n\tadd.u64 %out, %out, %at;\n"
    "\tmov.u32 %own, words;\n\tshl.b32 %t0, %thread, 2;\n\tadd.u32 %own, %own, %t0;\n"
    "\tadd.u32 %t0, %thread, 1;\n\trem.u32 %t0, %t0, 80;\n\tshl.b32 %t0, %t0, 2;\n"
    "\tmov.u32 %neighbor, words;\n\tadd.u32 %neighbor, %neighbor, %t0;\n"
    "\tmov.u32 %local, depot;\n"
    "\tmov.u32 %members, 0xffffffff;\n\tsetp.ge.u32 %q, %thread, 64;\n\t@%q mov.u32 %members, "
    "0xffff;\n"
    "\tsetp.lt.u32 %q, %thread, 8;\n\tmov.u32 %t0, tally;\n\tshl.b32 %t2, %thread, 2;\n"
    "\tadd.u32 %t0, %t0, %t2;\n\t@%q st.shared.u32 [%t0], 0;\n"
    "\tst.local.v2.u32 [depot], {%thread, %id};\n\tst.local.v2.u32 [depot+8], {%id, %thread};\n"
    "\tld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%in];\n"
    "\tld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%in+16];\n"
    "\tmov.b64 %d0, {%r0, %r1};\n\tmov.b64 %d1, {%r2, %r3};\n\tcvt.s64.s32 %d2, %r4;\n"
    "\tmov.b32 %f0, %r0;\n\tmov.b32 %f1, %r5;\n\tcvt.rn.f32.s32 %f2, %r2;\n\tmov.f32 %f3, "
    "0f3fc00000;\n"
    "\tmov.b64 %g0, %d1;\n\tcvt.f64.f32 %g1, %f1;\n\tcvt.u16.u32 %h0, %r6;\n\tcvt.u16.u32 %h1, "
    "%thread;\n"
    "\tsetp.lt.s32 %p0, %r0, %r1;\n\tsetp.eq.u32 %p1, %r2, %r3;\n\tsetp.gt.u32 %p2, %r4, 77;\n"
    "\tbar.sync 0;\n";

static const char tail[] =
    "\tbar.sync 0;\n\tand.b32 %t0, %thread, 7;\n\tshl.b32 %t0, %t0, 2;\n\tmov.u32 %t2, tally;\n"
    "\tadd.u32 %t0, %t0, %t2;\n\tld.shared.u32 %t0, [%t0];\n\txor.b32 %r0, %r0, %t0;\n"
    "\tst.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};\n"
    "\tst.global.v4.u32 [%out+16], {%r4, %r5, %r6, %r7};\n"
    "\tst.global.v2.u64 [%out+32], {%d0, %d1};\n\tst.global.u64 [%out+48], %d2;\n"
    "\tst.global.v2.f32 [%out+56], {%f0, %f1};\n\tst.global.v2.f32 [%out+64], {%f2, %f3};\n"
    "\tst.global.f64 [%out+72], %g0;\n\tst.global.f64 [%out+80], %g1;\n"
    "\tst.global.v2.u16 [%out+88], {%h0, %h1};\n"
    "\tselp.u32 %t0, 1, 0, %p0;\n\t@%p1 or.b32 %t0, %t0, 2;\n\t@%p2 or.b32 %t0, %t0, 4;\n"
    "\tst.global.u32 [%out+92], %t0;\n\tret;\n}\n";

char *random_ptx(uint32_t seed, uint32_t statements)
{
    Writer writer = {.state = (seed + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15),
                     .statements_left = statements};
    put(&writer, "// seed %u\n", seed);
    for (const char *at = head; *at != '\0'; at++) {
        put(&writer, "%c", *at);
    }
    while (writer.statements_left > 0) {
        put_statements(&writer, 8, 0);
    }
    for (const char *at = tail; *at != '\0'; at++) {
        put(&writer, "%c", *at);
    }
    return writer.at;
}

uint32_t random_input(uint32_t seed, uint32_t index)
{
    static const uint32_t edges[] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff,
                                     0x3f800000, 0xbf800000, 0x7f800000, 0x00800000, 0x00000003,
                                     0x40490fdb, 0x7fc00000, 31,         0x0000ffff, 0xc7000001};
    Writer writer = {.state =
                         ((uint64_t)seed << 32 | (index + 1)) * UINT64_C(0xd1342543de82ef95) + 1};
    for (int i = 0; i < 4; i++) {
        random_bits(&writer);
    }
    uint32_t choice = below(&writer, 8);
    if (choice == 0) {
        return edges[below(&writer, sizeof edges / sizeof *edges)];
    }
    uint32_t bits = random_bits(&writer);
    return choice < 4 ? bits : choice < 6 ? bits >> 24 : 0x3f000000 | bits >> 8;
}

uint64_t random_hash(const uint32_t *words, uint32_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ (words[i] >> shift & 0xff)) * UINT64_C(0x100000001b3);
        }
    }
    return hash;
}
