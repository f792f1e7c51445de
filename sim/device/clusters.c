// SPDX-License-Identifier: Apache-2.0
#include "sim/device/clusters.h"

#include "sim/device/unit.h"

static uint32_t groups_of(uint32_t sm_count)
{
    return sm_count < CLUSTER_GROUP_SMS ? 1 : sm_count / CLUSTER_GROUP_SMS;
}

bool clusters_fit(const Launch *launch, uint32_t blocks_per_sm)
{
    uint32_t sm_count = launch->gpu->sm_count;
    uint32_t sms = sm_count < CLUSTER_GROUP_SMS ? sm_count : CLUSTER_GROUP_SMS;
    return unit_blocks(launch) <= sms * blocks_per_sm;
}

uint32_t clusters_first_sm(const Clusters *clusters, uint32_t group)
{
    return group == clusters->group_count ? clusters->sm_count : group * CLUSTER_GROUP_SMS;
}

static uint32_t free_in(const Clusters *clusters, uint32_t group)
{
    uint32_t sum = 0;
    for (uint32_t sm = clusters_first_sm(clusters, group);
         sm < clusters_first_sm(clusters, group + 1); sm++) {
        sum += clusters->free_places[sm];
    }
    return sum;
}

// The SM of the group with the most free places, of several the first.
static uint32_t emptiest(const Clusters *clusters, uint32_t group)
{
    uint32_t best = clusters_first_sm(clusters, group);
    for (uint32_t sm = best; sm < clusters_first_sm(clusters, group + 1); sm++) {
        best = clusters->free_places[sm] > clusters->free_places[best] ? sm : best;
    }
    return best;
}

static ClusterRun *free_run(const Clusters *clusters)
{
    uint32_t i = 0;
    while (clusters->runs[i].live > 0) {
        i++;
    }
    return &clusters->runs[i];
}

// Gives the next cluster to a group; false when there is none, or no room.
static bool deal(Clusters *clusters, uint32_t group, Cycle at)
{
    if (clusters->next == clusters->count || free_in(clusters, group) < clusters->size) {
        return false;
    }
    ClusterRun *run = free_run(clusters);
    run->clock = (ClusterClock){.flit_cycles = clusters->flit_cycles};
    run->group = group;
    run->live = clusters->size;
    Block *blocks[CLUSTER_RANK_MAX];
    for (uint32_t rank = 0; rank < clusters->size; rank++) {
        ClusterSeat *seat = &run->seats[rank];
        seat->sm = emptiest(clusters, group);
        clusters->free_places[seat->sm]--;
        double busy = clusters->launch->gpu->block_start_cycles;
        Cycle start = (Cycle)server_take(clusters->dispatcher, (double)at, busy);
        uint64_t index = unit_block_index(clusters->launch, clusters->next, rank);
        blocks[rank] =
            sm_give_member(clusters->sms[seat->sm], index, start, &run->clock, &seat->place);
        clusters->run_of[seat->sm * clusters->resident + seat->place] =
            (uint32_t)(run - clusters->runs);
    }
    block_join_cluster(blocks, clusters->size);
    if (clusters->check != NULL) {
        run->check = unit_check_begin(clusters->check, clusters->next, blocks, clusters->size);
    }
    clusters->next++;
    return true;
}

// Two SMs have a way of their own (those of a TPC), more of them share that of the group.
static double flit_cycles(const Clusters *clusters)
{
    const Gpu *gpu = clusters->launch->gpu;
    uint64_t runs = (clusters->count + clusters->group_count - 1) / clusters->group_count;
    uint64_t blocks = runs * clusters->size;
    uint32_t sms = gpu->sm_count < CLUSTER_GROUP_SMS ? gpu->sm_count : CLUSTER_GROUP_SMS;
    double senders = blocks < sms ? (double)blocks : sms;
    if (clusters->size <= 2 || gpu->remote_flits_per_cycle == 0) {
        return gpu->remote_flit_cycles;
    }
    double shared = senders / gpu->remote_flits_per_cycle;
    return shared > gpu->remote_flit_cycles ? shared : gpu->remote_flit_cycles;
}

void clusters_init(Clusters *clusters, const Launch *launch, LaunchCheck *check, Sm **sms,
                   Server *dispatcher, Arena *arena)
{
    uint32_t sm_count = launch->gpu->sm_count, resident = sm_resident_blocks(sms[0]);
    *clusters = (Clusters){.launch = launch,
                           .check = check,
                           .sms = sms,
                           .dispatcher = dispatcher,
                           .sm_count = sm_count,
                           .resident = resident,
                           .size = unit_blocks(launch),
                           .group_count = groups_of(sm_count),
                           .count = unit_count(launch)};
    clusters->flit_cycles = flit_cycles(clusters);
    clusters->run_count = sm_count * resident / clusters->size + 1;
    clusters->free_places = arena_alloc(arena, sm_count * sizeof(uint32_t));
    clusters->run_of = arena_alloc(arena, (size_t)sm_count * resident * sizeof(uint32_t));
    clusters->runs = arena_alloc(arena, clusters->run_count * sizeof(ClusterRun));
    for (uint32_t i = 0; i < clusters->run_count; i++) {
        clusters->runs[i].seats = arena_alloc(arena, clusters->size * sizeof(ClusterSeat));
    }
    for (uint32_t sm = 0; sm < sm_count; sm++) {
        clusters->free_places[sm] = resident;
    }
    for (bool has_room = true; has_room;) { // round by round over the groups
        has_room = false;
        for (uint32_t group = 0; group < clusters->group_count; group++) {
            has_room |= deal(clusters, group, 0);
        }
    }
}

static void end_check(ClusterRun *run)
{
    if (run->check != NULL) {
        unit_check_end(run->check);
        run->check = NULL;
    }
}

void clusters_end_checks(Clusters *clusters)
{
    for (uint32_t i = 0; i < clusters->run_count; i++) {
        end_check(&clusters->runs[i]);
    }
}

void clusters_ended(Clusters *clusters, uint32_t sm, uint32_t place, Cycle at)
{
    ClusterRun *run = &clusters->runs[clusters->run_of[sm * clusters->resident + place]];
    if (--run->live > 0) {
        return;
    }
    end_check(run);
    for (uint32_t rank = 0; rank < clusters->size; rank++) {
        const ClusterSeat *seat = &run->seats[rank];
        sm_free_member(clusters->sms[seat->sm], seat->place);
        clusters->free_places[seat->sm]++;
    }
    while (deal(clusters, run->group, at)) {
    }
}
