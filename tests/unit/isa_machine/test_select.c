// SPDX-License-Identifier: Apache-2.0
// Each kind of micro-op: the fields that program.h names hold what the PTX says.
#include "isa/machine/window.h"
#include "tests/unit/isa_machine/lowering.h"

TEST(parameters_literals_and_launch_dimensions_are_constant_rows)
{
    Lowered t =
        lower_body("ld.param.u32 %r1, [n]; mov.u32 %r2, %ntid.x; mad.lo.s32 %r3, %r1, %r2, 7;"
                   "st.global.u32 [counter], %r3;",
                   90);
    const Micro *mad = find_lane(t.program, LANE_MAD_LO_32);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    if (EXPECT(mad != NULL && store != NULL)) {
        const MachineConstant *n = constant_at(t.program, mad->a);
        const MachineConstant *ntid = constant_at(t.program, mad->b);
        const MachineConstant *address = constant_at(t.program, store->a);
        EXPECT(n != NULL && n->kind == CONSTANT_PARAMETER);
        EXPECT_EQ(n->bits, 16);
        EXPECT_EQ(n->width_bytes, 4);
        EXPECT(ntid != NULL && ntid->kind == CONSTANT_SPECIAL);
        EXPECT_EQ(ntid->special, PTX_SPECIAL_NTID_X);
        EXPECT(is_literal(t.program, mad->c, 7));
        EXPECT(address != NULL && address->kind == CONSTANT_VARIABLE && address->is_64);
        EXPECT_TEXT(address->variable->name, "counter");
        EXPECT_EQ(address->row % 2, 0);
    }
    lowered_free(&t);
}

TEST(equal_constants_share_a_row)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 77; xor.b32 %r3, %r2, 77;"
                           "st.global.u32 [counter], %r3;",
                           90);
    const Micro *add = find_lane(t.program, LANE_ADD_32);
    const Micro *xor_ = find_lane(t.program, LANE_XOR_32);
    EXPECT(add != NULL && xor_ != NULL && add->b == xor_->b);
    lowered_free(&t);
}

TEST(thread_specials_are_rows_that_nothing_writes)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.y; add.s32 %r3, %r1, %r2;"
                           "st.global.u32 [counter], %r3;",
                           90);
    if (EXPECT(t.program != NULL)) {
        const MachineFunction *entry = &t.program->functions[0];
        EXPECT_EQ(entry->special_count, 2);
        for (uint32_t i = 0; i < entry->special_count; i++) {
            for (uint32_t pc = 0; pc < t.program->code_count; pc++) {
                bool is_lane = t.program->code[pc].kind == MICRO_LANE;
                EXPECT(!is_lane || t.program->code[pc].d != entry->specials[i].row);
            }
        }
    }
    lowered_free(&t);
}

TEST(clocks_are_read_at_run_time)
{
    Lowered t = lower_body("mov.u64 %rd1, %clock64; st.global.u64 [counter], %rd1;", 90);
    const Micro *read = find_kind(t.program, MICRO_SPECIAL);
    if (EXPECT(read != NULL)) {
        EXPECT_EQ(read->function, PTX_SPECIAL_CLOCK64);
        EXPECT_EQ(read->type, PTX_TYPE_U64);
        EXPECT_EQ(read->d % 2, 0);
    }
    lowered_free(&t);
}

TEST(addresses_take_literal_addends_and_shared_variables_are_offsets)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile;"
                           "add.s32 %r4, %r3, %r2; ld.shared.u32 %r5, [%r4+64];"
                           "st.shared.u32 [tile+8], %r5;",
                           90);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    if (EXPECT(load != NULL && store != NULL)) {
        EXPECT_EQ(load->space, PTX_SPACE_SHARED);
        EXPECT_EQ(load->offset, 64);
        EXPECT_EQ(load->flags & MICRO_WIDE_ADDRESS, 0);
        EXPECT_EQ(store->a, ROW_NONE);
        EXPECT_EQ(store->offset, 8);
        EXPECT_EQ(t.program->shared_bytes, 1024);
    }
    lowered_free(&t);
}

TEST(loads_say_type_vector_sign_and_cache_policy)
{
    Lowered t =
        lower_body("ld.param.u64 %rd1, [p]; ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];"
                   "ld.volatile.global.s8 %r1, [%rd1+3]; ld.global.cg.u32 %r2, [%rd1+4];"
                   "fma.rn.f32 %f5, %f1, %f2, %f4; st.global.f32 [%rd1+16], %f5;"
                   "st.global.v2.u32 [%rd1+24], {%r1, %r2};",
                   90);
    const Micro *loads[5] = {NULL}; // by offset, whatever their order
    for (const Micro *load = find_kind(t.program, MICRO_LOAD); load != NULL;
         load = find_from(t.program, MICRO_LOAD, (uint32_t)(load - t.program->code) + 1)) {
        loads[load->offset] = load;
    }
    const Micro *wide = loads[0], *narrow = loads[3], *cached = loads[4];
    if (EXPECT(wide != NULL && narrow != NULL && cached != NULL)) {
        EXPECT_EQ(wide->vector, 4);
        EXPECT_EQ(wide->width_bytes, 16);
        EXPECT_EQ(wide->type, PTX_TYPE_F32);
        EXPECT(wide->flags & MICRO_READ_ONLY);
        EXPECT(wide->flags & MICRO_WIDE_ADDRESS);
        EXPECT(narrow->flags & MICRO_SIGNED);
        EXPECT(narrow->flags & MICRO_VOLATILE);
        EXPECT_EQ(narrow->width_bytes, 1);
        EXPECT(cached->flags & MICRO_CACHE_GLOBAL);
        EXPECT(t.program->uses_global_order);
    }
    lowered_free(&t);
}

TEST(a_narrow_load_into_a_wide_register_is_extended)
{
    Lowered t = lower_body("ld.global.s32 %rd1, [counter]; st.global.u64 [counter], %rd1;", 90);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    const Micro *extend = find_lane(t.program, LANE_CVT_U64_S32);
    EXPECT(load != NULL && extend != NULL && extend->a == load->data[0]);
    lowered_free(&t);
}

TEST(comparisons_carry_their_boolean_operation)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; setp.lt.s32 %p1, %r1, 5;"
                           "setp.ge.and.u32 %p2|%p3, %r1, 9, !%p1; selp.u32 %r2, 1, 2, %p2;"
                           "selp.u32 %r3, %r2, 3, %p3; st.global.u32 [counter], %r3;",
                           90);
    const Micro *first = find_kind(t.program, MICRO_SETP);
    if (EXPECT(first != NULL)) {
        const Micro *second =
            find_from(t.program, MICRO_SETP, (uint32_t)(first - t.program->code) + 1);
        EXPECT_EQ(first->function, LANE_SETP_LT_S32);
        EXPECT_EQ(first->combine, 0);
        EXPECT_EQ(second->function, LANE_SETP_GE_U32);
        EXPECT_EQ(second->combine, PTX_DOT_AND);
        EXPECT_EQ(second->c, first->d);
        EXPECT(second->flags & MICRO_PREDICATE_NEGATED);
        EXPECT(second->d2 != ROW_NONE && second->d2 != second->d);
    }
    lowered_free(&t);
}

TEST(carry_chains_pass_a_predicate)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; add.cc.u32 %r2, %r1, %r1; addc.u32 %r3, %r1, 0;"
                           "mad.hi.cc.u32 %r4, %r2, %r3, %r1; madc.lo.u32 %r5, %r2, %r3, %r4;"
                           "sub.cc.u32 %r6, %r3, %r5; subc.u32 %r7, %r6, 1;"
                           "st.global.u32 [counter], %r7;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_CARRY), 6);
    const Micro *carry = find_kind(t.program, MICRO_CARRY);
    if (EXPECT(carry != NULL)) {
        EXPECT_EQ(carry[0].function, PTX_ADD);
        EXPECT_EQ(carry[0].flags & (MICRO_SETS_CARRY | MICRO_USES_CARRY), MICRO_SETS_CARRY);
        EXPECT_EQ(carry[1].flags & (MICRO_SETS_CARRY | MICRO_USES_CARRY), MICRO_USES_CARRY);
        EXPECT_EQ(carry[0].d2, carry[1].e);
        EXPECT_EQ(carry[2].function, PTX_MAD);
        EXPECT_EQ(carry[2].combine, PTX_DOT_HI);
        EXPECT_EQ(carry[3].combine, PTX_DOT_LO);
        EXPECT_EQ(carry[5].function, PTX_SUB);
    }
    lowered_free(&t);
}

TEST(rounding_and_flushing_stand_beside_the_lane_function)
{
    Lowered t = lower_body("ld.param.f32 %f1, [x]; add.rz.ftz.f32 %f2, %f1, 0f3F800000;"
                           "fma.rm.sat.f32 %f3, %f2, %f2, %f1; cvt.rp.f32.s32 %f4, 3;"
                           "add.f32 %f5, %f3, %f4; st.global.f32 [counter], %f5;",
                           90);
    const Micro *add = find_lane(t.program, LANE_ADD_F32);
    const Micro *fma = find_lane(t.program, LANE_FMA_F32);
    const Micro *convert = find_lane(t.program, LANE_CVT_F32_S32);
    if (EXPECT(add != NULL && fma != NULL && convert != NULL)) {
        EXPECT_EQ(add->round, MICRO_RZ);
        EXPECT(add->flags & MICRO_FTZ);
        EXPECT_EQ(fma->round, MICRO_RM);
        EXPECT(fma->flags & MICRO_SAT);
        EXPECT_EQ(convert->round, MICRO_RP);
    }
    lowered_free(&t);
}

TEST(atomics_without_a_reader_are_reductions)
{
    Lowered t = lower_body("atom.global.add.u32 %r1, [counter], 1; mov.u32 %r2, %tid.x;"
                           "atom.shared.cas.b32 %r3, [tile], %r2, 5; st.global.u32 [counter], %r3;",
                           90);
    const Micro *add = find_kind(t.program, MICRO_ATOM);
    if (EXPECT(add != NULL)) {
        const Micro *cas = find_from(t.program, MICRO_ATOM, (uint32_t)(add - t.program->code) + 1);
        EXPECT_EQ(add->function, PTX_DOT_ADD);
        EXPECT_EQ(add->d, ROW_NONE);
        EXPECT_EQ(add->space, PTX_SPACE_GLOBAL);
        EXPECT_EQ(cas->function, PTX_DOT_CAS);
        EXPECT(cas->d != ROW_NONE);
        EXPECT(is_literal(t.program, cas->c, 5));
        EXPECT(t.program->uses_global_order);
    }
    lowered_free(&t);
}

// As ptxas 13.0: an ATOM stays one where the machine has no RED.
TEST(some_atomics_return_a_value_that_nothing_reads)
{
    static const struct {
        const char *body;
        uint32_t capability;
        bool returns;
    } cases[] = {
        {"atom.add.u32 %r2, [%rd1], %r1;", 90, true},
        {"red.add.u32 [%rd1], %r1;", 75, true},
        {"atom.add.u32 %r2, [%rd1], %r1;", 60, false},
        {"atom.global.add.u32 %r2, [%rd1], %r1;", 90, false},
        {"atom.relaxed.sys.global.add.u32 %r2, [%rd1], %r1;", 90, false},
        {"atom.release.gpu.global.add.u32 %r2, [%rd1], %r1;", 90, false},
        {"atom.acquire.gpu.global.add.u32 %r2, [%rd1], %r1;", 90, true},
        {"atom.acq_rel.gpu.global.add.u32 %r2, [%rd1], %r1;", 90, true},
        {"atom.global.exch.b32 %r2, [%rd1], %r1;", 35, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[256];
        snprintf(body, sizeof body, "mov.u32 %%r1, %%tid.x; mov.u64 %%rd1, counter; %s",
                 cases[i].body);
        Lowered t = lower_body(body, cases[i].capability);
        const Micro *atomic = find_kind(t.program, MICRO_ATOM);
        if (EXPECT(atomic != NULL)) {
            EXPECT_EQ(atomic->d, ROW_NONE);
            EXPECT_EQ((atomic->flags & MICRO_RETURNS) != 0, cases[i].returns);
        }
        lowered_free(&t);
    }
}

static uint32_t fences_of(const MachineProgram *program, PtxSuffix function)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->code_count; i++) {
        const Micro *micro = &program->code[i];
        count += micro->kind == MICRO_FENCE && micro->function == function;
    }
    return count;
}

// As ptxas has it (traces/h200/sass/barriers.sass).
TEST(releases_wait_before_and_acquires_forget_behind)
{
    static const struct {
        const char *body;
        uint32_t capability, releases, acquires;
    } cases[] = {
        {"ld.acquire.gpu.global.u32 %r2, [%rd1];", 90, 0, 1},
        {"ld.acquire.cta.global.u32 %r2, [%rd1];", 90, 0, 0},
        {"ld.relaxed.gpu.global.u32 %r2, [%rd1];", 90, 0, 0},
        {"st.release.sys.u32 [%rd1], %r1;", 90, 1, 0},
        {"atom.acq_rel.gpu.global.add.u32 %r2, [%rd1], %r1;", 90, 1, 1},
        {"atom.global.add.u32 %r2, [%rd1], %r1;", 90, 0, 0},
        {"barrier.cluster.arrive; barrier.cluster.wait;", 90, 1, 1},
        {"barrier.cluster.arrive.relaxed; barrier.cluster.wait;", 90, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char body[256];
        snprintf(body, sizeof body, "mov.u32 %%r1, %%tid.x; mov.u64 %%rd1, counter; %s",
                 cases[i].body);
        Lowered t = lower_body(body, cases[i].capability);
        if (EXPECT(t.program != NULL)) {
            EXPECT_EQ(fences_of(t.program, PTX_DOT_RELEASE), cases[i].releases);
            EXPECT_EQ(fences_of(t.program, PTX_DOT_ACQUIRE), cases[i].acquires);
        }
        lowered_free(&t);
    }
}

TEST(warp_operations_name_source_lanes_and_members)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; shfl.sync.down.b32 %r2|%p1, %r1, 4, 31, -1;"
                           "vote.sync.ballot.b32 %r3, !%p1, -1; match.any.sync.b32 %r4, %r2, -1;"
                           "redux.sync.max.s32 %r5, %r4, -1; activemask.b32 %r6;"
                           "add.s32 %r7, %r3, %r5; add.s32 %r8, %r7, %r6;"
                           "st.global.u32 [counter], %r8;",
                           90);
    const Micro *shuffle = find_kind(t.program, MICRO_SHUFFLE);
    const Micro *vote = find_kind(t.program, MICRO_VOTE);
    const Micro *redux = find_kind(t.program, MICRO_REDUX);
    if (EXPECT(shuffle != NULL && vote != NULL && redux != NULL)) {
        EXPECT_EQ(shuffle->function, PTX_DOT_DOWN);
        EXPECT(shuffle->flags & MICRO_SYNC);
        EXPECT(is_literal(t.program, shuffle->b, 4));
        EXPECT(is_literal(t.program, shuffle->c, 31));
        EXPECT(is_literal(t.program, shuffle->e, UINT32_MAX));
        EXPECT(shuffle->d != shuffle->a);
        EXPECT_EQ(vote->function, PTX_DOT_BALLOT);
        EXPECT_EQ(vote->a, shuffle->d2);
        EXPECT(vote->flags & MICRO_PREDICATE_NEGATED);
        EXPECT_EQ(redux->function, PTX_DOT_MAX);
        EXPECT(redux->flags & MICRO_SIGNED);
        EXPECT(find_kind(t.program, MICRO_MATCH) != NULL);
        EXPECT(find_kind(t.program, MICRO_ACTIVEMASK) != NULL);
    }
    lowered_free(&t);
}

TEST(barriers_name_number_threads_and_predicate)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; bar.sync 3, 64;"
                           "bar.red.popc.u32 %r2, 1, !%p1; barrier.sync %r1;"
                           "bar.warp.sync -1; st.global.u32 [counter], %r2;",
                           90);
    const Micro *sync = find_kind(t.program, MICRO_BARRIER);
    if (EXPECT(sync != NULL)) {
        const Micro *red = &sync[1], *any = &sync[2];
        EXPECT_EQ(sync->a, ROW_NONE);
        EXPECT_EQ(sync->offset, 3);
        EXPECT(is_literal(t.program, sync->b, 64));
        EXPECT(sync->flags & MICRO_UNIFORM);
        EXPECT_EQ(red->function, PTX_DOT_RED);
        EXPECT_EQ(red->combine, PTX_DOT_POPC);
        EXPECT(red->flags & MICRO_PREDICATE_NEGATED);
        EXPECT(red->d != ROW_NONE);
        EXPECT(any->a != ROW_NONE);
        EXPECT_EQ(any->offset, 0); // the register says all
        EXPECT_EQ(any->flags & MICRO_UNIFORM, 0);
        EXPECT_EQ(t.program->barrier_count, 4);
        EXPECT(find_kind(t.program, MICRO_WARP_BARRIER) != NULL);
    }
    lowered_free(&t);
}

TEST(asynchronous_copies_have_two_addresses)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 4;"
                           "cp.async.cg.shared.global [%r2+32], [%rd1+48], 16;"
                           "cp.async.commit_group; cp.async.wait_group 2; bar.sync 0;",
                           80);
    const Micro *copy = find_kind(t.program, MICRO_COPY_ASYNC);
    const Micro *group = find_kind(t.program, MICRO_COPY_GROUP);
    if (EXPECT(copy != NULL && group != NULL)) {
        EXPECT_EQ(copy->offset, 32);
        EXPECT_EQ((int32_t)copy->target, 48);
        EXPECT_EQ(copy->vector, 16);
        EXPECT(copy->flags & MICRO_CACHE_GLOBAL);
        EXPECT_EQ(group[0].function, PTX_DOT_COMMIT_GROUP);
        EXPECT_EQ(group[1].function, PTX_DOT_WAIT_GROUP);
        EXPECT_EQ(group[1].offset, 2);
    }
    lowered_free(&t);
}

TEST(moves_of_vectors_pack_and_unpack)
{
    Lowered t = lower_body("ld.global.u64 %rd1, [counter]; mov.b64 {%r1, %r2}, %rd1;"
                           "mov.b64 %rd2, {%r2, %r1}; mov.b32 {%h1, %h2}, %r1;"
                           "mov.b32 %r3, {%h2, %h1}; st.global.u64 [counter], %rd2;"
                           "st.global.u32 [counter], %r3;",
                           90);
    EXPECT(find_lane(t.program, LANE_UNPACK_LO_64) != NULL);
    EXPECT(find_lane(t.program, LANE_UNPACK_HI_64) != NULL);
    EXPECT(find_lane(t.program, LANE_PACK_64_32) != NULL);
    EXPECT(find_lane(t.program, LANE_UNPACK_HI_32) != NULL);
    EXPECT(find_lane(t.program, LANE_PACK_32_16) != NULL);
    lowered_free(&t);
}

TEST(mbarriers_name_operation_state_and_parity)
{
    Lowered t = lower_body("mbarrier.init.shared.b64 [tile], 32;"
                           "mbarrier.arrive.shared.b64 %rd1, [tile];"
                           "mbarrier.arrive.expect_tx.shared.b64 _, [tile], 64;"
                           "mbarrier.try_wait.parity.shared.b64 %p1, [tile], 1;"
                           "mbarrier.test_wait.shared.b64 %p2, [tile], %rd1;"
                           "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, %r1, 3, %p2;"
                           "st.global.u32 [counter], %r2;",
                           90);
    const Micro *init = find_kind(t.program, MICRO_MBARRIER);
    EXPECT_EQ(count_kind(t.program, MICRO_MBARRIER), 5);
    if (EXPECT(init != NULL)) {
        EXPECT_EQ(init[0].function, PTX_DOT_INIT);
        EXPECT(is_literal(t.program, init[0].b, 32));
        EXPECT_EQ(init[1].function, PTX_DOT_ARRIVE);
        EXPECT(init[1].d != ROW_NONE);
        EXPECT_EQ(init[2].combine, PTX_DOT_EXPECT_TX);
        EXPECT_EQ(init[2].d, ROW_NONE);
        EXPECT_EQ(init[3].function, PTX_DOT_TRY_WAIT);
        EXPECT_EQ(init[3].combine, PTX_DOT_PARITY);
        EXPECT_EQ(init[4].b, init[1].d);
    }
    lowered_free(&t);
}

TEST(generic_addresses_of_shared_and_local_memory_lie_in_windows)
{
    Lowered t = lower_body(".local .align 4 .b8 depot[16]; mov.u64 %rd1, tile;"
                           "cvta.shared.u64 %rd2, %rd1; ld.u32 %r1, [%rd2+4];"
                           "mov.u64 %rd3, depot; cvta.local.u64 %rd4, %rd3; st.u32 [%rd4], %r1;",
                           90);
    const Micro *load = find_kind(t.program, MICRO_LOAD);
    const Micro *store = find_kind(t.program, MICRO_STORE);
    if (EXPECT(load != NULL && store != NULL)) {
        EXPECT_EQ(load->space, PTX_SPACE_GENERIC);
        EXPECT(is_literal(t.program, load->a, SHARED_WINDOW_BASE));
        EXPECT(is_literal(t.program, store->a, LOCAL_WINDOW_BASE));
        EXPECT_EQ(t.program->functions[0].frame_bytes, 16);
    }
    lowered_free(&t);
}

TEST(textures_read_coordinates_and_write_four_elements)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; ld.param.f32 %f1, [x];"
                           "tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%rd1, {%f1, %f1}];"
                           "st.global.f32 [counter], %f5;",
                           90);
    const Micro *tex = find_kind(t.program, MICRO_TEXTURE);
    if (EXPECT(tex != NULL)) {
        EXPECT_EQ(tex->function, PTX_DOT_2D);
        EXPECT_EQ(tex->flags & MICRO_SIGNED, 0);
        EXPECT_EQ(tex->b, tex->c);
        EXPECT_EQ(tex->d, ROW_NONE);
        EXPECT(tex->data[3] != ROW_NONE);
        EXPECT_EQ(tex->space, PTX_SPACE_TEX);
    }
    lowered_free(&t);
}

TEST(a_query_of_a_texture_asks_for_nothing_but_its_property)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; txq.width.b32 %r1, [%rd1];"
                           "st.global.u32 [counter], %r1;",
                           90);
    const Micro *query = find_kind(t.program, MICRO_TEXTURE);
    EXPECT(query != NULL && query->function == PTX_DOT_WIDTH && query->target == 0);
    lowered_free(&t);
}

static uint32_t tile_loads(const char *address)
{
    Text body = {0};
    text_printf(
        &body,
        "mov.u32 %%r1, %%tid.x; and.b32 %%r1, %%r1, 0x100; cvt.u64.u32 %%rd1, %%r1;\n%s"
        "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%%r2, %%r3, %%r4, %%r5, %%r6, %%r7, %%r8, "
        "%%r9}, [%%rd2], 16;\n"
        "ld.param.u64 %%rd3, [p]; st.global.v4.u32 [%%rd3], {%%r2, %%r3, %%r4, %%r5};\n"
        "st.global.v4.u32 [%%rd3+16], {%%r6, %%r7, %%r8, %%r9};",
        address);
    Lowered t = lower_body(text_string(&body), 90);
    uint32_t count = t.program == NULL ? 0 : count_kind(t.program, MICRO_MATRIX_LOAD);
    lowered_free(&t);
    text_destroy(&body);
    return count;
}

// As ptxas knows it: of a generic address that cvta.shared has just made.
TEST(fragments_come_from_the_space_that_cvta_names)
{
    EXPECT(tile_loads("cvta.shared.u64 %rd2, %rd1;") > 0);
    EXPECT_EQ(tile_loads("cvta.global.u64 %rd2, %rd1;"), 0);
    EXPECT_EQ(tile_loads("cvta.shared.u64 %rd2, %rd1; add.s64 %rd1, %rd1, 8;"), 0);
    EXPECT_EQ(tile_loads("cvta.shared.u64 %rd2, %rd1; add.s64 %rd2, %rd2, 8;"), 0);
    EXPECT_EQ(tile_loads("cvta.shared.u64 %rd2, %rd1; HERE:"), 0);
    EXPECT_EQ(
        tile_loads("setp.eq.u32 %p1, %r1, 0; mov.u64 %rd2, 0; @%p1 cvta.shared.u64 %rd2, %rd1;"),
        0);
}
