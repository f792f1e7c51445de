// SPDX-License-Identifier: Apache-2.0
// The words of PTX, from the tables that its parser is made of. Included once by a target.
#ifndef LOCKSTEP_FUZZ_PTX_WORDS_H
#define LOCKSTEP_FUZZ_PTX_WORDS_H

#include "tests/fuzz/mutate.h"

static const char *const list[] = {
#define OPCODE(name, text, refusal) text,
#include "isa/ptx/opcode.def"
#undef OPCODE
#define TYPE(name, text, bits, kind) text,
#include "isa/ptx/type.def"
#undef TYPE
#define MODIFIER(name, text) text,
#include "isa/ptx/modifier.def"
#undef MODIFIER
#define SPECIAL(name, text, type) text,
#include "isa/ptx/special.def"
#undef SPECIAL
    ".reg",           ".param", ".entry", ".func", ".visible", ".extern", ".align", ".loc", ".file",
    ".branchtargets", "{",      "}",      "[",     "]",        ";",       "@",      "!",    ","};
static const Words words = {list, sizeof list / sizeof list[0]};

#endif
