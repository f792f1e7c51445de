// SPDX-License-Identifier: Apache-2.0
// The tables of PTX as arrays, and the questions other rooms ask of them.
#include "isa/ptx/tables.h"

#include <string.h>

const char *ptx_opcode_name(PtxOpcode opcode)
{
    static const char *const text[] = {
#define OPCODE(name, text, refusal) text,
#include "isa/ptx/opcode.def"
#undef OPCODE
    };
    return (unsigned)opcode < PTX_OPCODE_COUNT ? text[opcode] : "?";
}

const char *ptx_opcode_refusal(PtxOpcode opcode)
{
    static const char *const refusals[] = {
#define OPCODE(name, text, refusal) refusal,
#include "isa/ptx/opcode.def"
#undef OPCODE
    };
    return (unsigned)opcode < PTX_OPCODE_COUNT ? refusals[opcode] : NULL;
}

const char *ptx_suffix_name(PtxSuffix suffix)
{
    static const char *const text[] = {
        "",
#define TYPE(name, text, bits, kind) text,
#include "isa/ptx/type.def"
#undef TYPE
#define MODIFIER(name, text) text,
#include "isa/ptx/modifier.def"
#undef MODIFIER
    };
    return (unsigned)suffix < PTX_SUFFIX_COUNT ? text[suffix] : "?";
}

bool ptx_group_shape(const PtxInstruction *instruction, uint32_t *n, uint32_t *k)
{
    enum { SHAPES = 32, COLUMNS = 8 }; // of each depth; the columns of the first, and between two
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        uint32_t suffix = instruction->suffix[i];
        if (suffix >= PTX_DOT_M64N8K8 && suffix <= PTX_DOT_M64N256K64) {
            uint32_t index = suffix - PTX_DOT_M64N8K8;
            *n = (index % SHAPES + 1) * COLUMNS;
            *k = (uint32_t)COLUMNS << index / SHAPES;
            return true;
        }
        if (suffix >= PTX_DOT_M64N8K256 &&
            suffix <= PTX_DOT_M64N256K256) { // every other from 32 on
            uint32_t index = suffix - PTX_DOT_M64N8K256;
            *n = index < 4 ? (index + 1) * COLUMNS : (index - 1) * 2 * COLUMNS;
            *k = 256;
            return true;
        }
    }
    return false;
}

// PTX ISA 9.0, "tcgen05.ld", "Vector length".
uint32_t ptx_tensor_registers(const PtxInstruction *instruction)
{
    static const PtxSuffix repetitions[] = {PTX_DOT_X1,  PTX_DOT_X2,  PTX_DOT_X4,  PTX_DOT_X8,
                                            PTX_DOT_X16, PTX_DOT_X32, PTX_DOT_X64, PTX_DOT_X128};
    uint32_t each = ptx_has(instruction, PTX_DOT_16X256B)   ? 4
                    : ptx_has(instruction, PTX_DOT_16X128B) ? 2
                                                            : 1;
    for (uint32_t i = 0; i < sizeof repetitions / sizeof repetitions[0]; i++) {
        if (ptx_has(instruction, repetitions[i])) {
            return each << i;
        }
    }
    return each;
}

uint32_t ptx_tensor_rank(const PtxInstruction *instruction)
{
    static const PtxSuffix suffixes[] = {PTX_DOT_1D, PTX_DOT_2D, PTX_DOT_3D, PTX_DOT_4D,
                                         PTX_DOT_5D};
    for (uint32_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (ptx_has(instruction, suffixes[i])) {
            return i + 1;
        }
    }
    return 0;
}

uint32_t ptx_tensor_coordinates(const PtxInstruction *instruction)
{
    bool has_rows =
        ptx_has(instruction, PTX_DOT_TILE__GATHER4) || ptx_has(instruction, PTX_DOT_TILE__SCATTER4);
    return has_rows ? 5 : ptx_tensor_rank(instruction);
}

const char *ptx_special_name(PtxSpecial special)
{
    static const char *const text[] = {
#define SPECIAL(name, text, type) text,
#include "isa/ptx/special.def"
#undef SPECIAL
    };
    return (unsigned)special < PTX_SPECIAL_COUNT ? text[special] : "?";
}

PtxType ptx_special_type(PtxSpecial special)
{
    static const PtxType types[] = {
#define SPECIAL(name, text, type) PTX_TYPE_##type,
#include "isa/ptx/special.def"
#undef SPECIAL
    };
    return (unsigned)special < PTX_SPECIAL_COUNT ? types[special] : PTX_TYPE_NONE;
}

unsigned ptx_type_bits(PtxType type)
{
    static const unsigned char bits[] = {
        0,
#define TYPE(name, text, bits, kind) bits,
#include "isa/ptx/type.def"
#undef TYPE
    };
    return (unsigned)type < PTX_TYPE_COUNT ? bits[type] : 0;
}

PtxTypeKind ptx_type_kind(PtxType type)
{
    static const PtxTypeKind kinds[] = {
        PTX_KIND_NONE,
#define TYPE(name, text, bits, kind) PTX_KIND_##kind,
#include "isa/ptx/type.def"
#undef TYPE
    };
    return (unsigned)type < PTX_TYPE_COUNT ? kinds[type] : PTX_KIND_NONE;
}

unsigned ptx_type_bytes(PtxType type)
{
    return (ptx_type_bits(type) + 7) / 8;
}

bool ptx_has(const PtxInstruction *instruction, PtxSuffix suffix)
{
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        if (instruction->suffix[i] == suffix) {
            return true;
        }
    }
    return false;
}

const PtxFunction *ptx_find_function(const PtxModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (strcmp(module->functions[i]->name, name) == 0) {
            return module->functions[i];
        }
    }
    return NULL;
}

const PtxVariable *ptx_find_variable(const PtxModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (strcmp(module->variables[i]->name, name) == 0) {
            return module->variables[i];
        }
    }
    return NULL;
}

const char *ptx_file_name(const PtxModule *module, uint32_t number)
{
    for (uint32_t i = 0; i < module->file_count; i++) {
        if (module->files[i].number == number) {
            return module->files[i].name;
        }
    }
    return NULL;
}
