// SPDX-License-Identifier: Apache-2.0
// The printer of each operation, and operations that need no printer of their own.
#include "isa/cuda/emit/write.h"

#include <inttypes.h>

static const char *const special_names[] = {
    "%tid.x",   "%tid.y",   "%tid.z",    "%ntid.x",   "%ntid.y",   "%ntid.z", "%ctaid.x",
    "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid", "WARP_SZ"};

static void write_vote(Writer *w, IrInstruction *at)
{
    static const char *const modes[] = {"all.pred", "any.pred", "uni.pred", "ballot.b32"};
    Word mask = operand_word(w, ir_operand(at, 0));
    Word predicate = operand_register(w, ir_operand(at, 1));
    if (is_before(w, 30)) {
        write_line(w, "vote.%s \t%s, %s;", modes[at->builtin - BUILTIN_vote_all],
                   register_of(w, at).text, predicate.text);
        return;
    }
    write_line(w, "vote.sync.%s \t%s, %s, %s;", modes[at->builtin - BUILTIN_vote_all],
               register_of(w, at).text, predicate.text, mask.text);
}

static void write_incoming(Writer *w, IrInstruction *at)
{
    Word to = at->type == IR_I1 ? register_fresh(w, REGISTER_R) : register_of(w, at);
    write_line(w, "ld.param.%s \t%s, [%s_param_%" PRIu64 "];", parameter_suffix(at->type), to.text,
               w->function->function->mangled, at->integer);
    if (at->type == IR_I1) {
        write_line(w, "setp.ne.s32 \t%s, %s, 0;", register_of(w, at).text, to.text);
    }
}

static void write_alloca(Writer *w, IrInstruction *at)
{
    Word bytes = operand_register(w, ir_operand(at, 0));
    write_line(w, "alloca.u64 \t%s, %s, %" PRIu32 ";", register_of(w, at).text, bytes.text,
               at->align_bytes == 0 ? 16 : at->align_bytes);
}

static void write_fence(Writer *w, const IrInstruction *at)
{
    static const char *const scopes[] = {"gl", "cta", "sys"};
    write_line(w, "membar.%s;", scopes[at->scope]);
}

static bool is_register_alias(IrInstruction *at)
{
    return want_resolve(at) != at;
}

void write_instruction(Writer *w, IrInstruction *at)
{
    switch (at->op) {
    case IR_CONSTANT:
    case IR_UNDEFINED:
    case IR_UNSET:
    case IR_PHI:
    case IR_RESULT:
    case IR_ASSUME: break;
    case IR_ARGUMENT: write_incoming(w, at); break;
    case IR_PARAMETER:
    case IR_SYMBOL:
    case IR_STRING:
    case IR_LOCAL: write_symbolic(w, at); break;
    case IR_FUNCTION_ADDRESS:
        write_line(w, "mov.u64 \t%s, %s;", register_of(w, at).text, at->callee->function->mangled);
        break;
    case IR_INDEX: write_index(w, at); break;
    case IR_POINTER_TO_INTEGER:
    case IR_INTEGER_TO_POINTER:
        if (is_register_alias(at)) {
            break;
        }
        write_pointer_cast(w, at);
        break;
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_IN_SPACE: write_pointer_cast(w, at); break;
    case IR_BUILTIN:
        write_line(w, "mov.u32 \t%s, %s;", register_of(w, at).text,
                   special_names[at->builtin - BUILTIN_tid_x]);
        break;
    case IR_LOAD: write_load(w, at); break;
    case IR_STORE: write_store(w, at); break;
    case IR_COPY: write_copy(w, at); break;
    case IR_FILL: write_fill(w, at); break;
    case IR_ATOMIC: write_atomic(w, at); break;
    case IR_BARRIER: write_line(w, "bar.sync \t0;"); break;
    case IR_SYNCWARP: // on cc 2.x and earlier, the lanes of a warp always run together
        if (!is_before(w, 30)) {
            write_line(w, "bar.warp.sync \t%s;", operand_word(w, ir_operand(at, 0)).text);
        }
        break;
    case IR_WARP: write_vote(w, at); break;
    case IR_FENCE: write_fence(w, at); break;
    case IR_ASM: write_assembly(w, at); break;
    case IR_PRINTF: write_printf(w, at); break;
    case IR_CHECK_INDEX: write_check_index(w, at); break;
    case IR_CALL: write_call(w, at); break;
    case IR_ALLOCA: write_alloca(w, at); break;
    default: write_arithmetic(w, at); break;
    }
}
