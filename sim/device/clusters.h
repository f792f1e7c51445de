// SPDX-License-Identifier: Apache-2.0
// Which SMs the blocks of clusters run on, with a clock: the SMs of one group, which models a GPC.
// The blocks of a cluster start together as soon as a group has places for all of them, spread over
// its SMs, and their places are free again when all have ended. SMs of a group exchange shared
// memory and must run one after another on one host thread.
#ifndef LOCKSTEP_DEVICE_CLUSTERS_H
#define LOCKSTEP_DEVICE_CLUSTERS_H

#include "sim/time/sm.h"

// SMs of a group; the last group also has the remainder. 16 to 18 form a GPC of an H100 (NVIDIA
// H100 whitepaper), and 16 blocks are the largest cluster.
#define CLUSTER_GROUP_SMS 16u

// Where a block of a cluster runs.
typedef struct ClusterSeat {
    uint32_t sm, place;
} ClusterSeat;

typedef struct ClusterRun {
    ClusterClock clock;
    UnitCheck *check; // NULL: none
    uint32_t group;
    uint32_t live;      // blocks that have not ended
    ClusterSeat *seats; // [size]
} ClusterRun;

typedef struct Clusters {
    const Launch *launch;
    LaunchCheck *check; // NULL: clusters are not checked
    Sm **sms;
    Server *dispatcher;
    uint32_t sm_count, resident, size, group_count;
    uint32_t *free_places; // [sm_count]
    uint32_t *run_of;      // [sm_count * resident]: which cluster has the place
    ClusterRun *runs;
    uint32_t run_count;   // that fit at a time
    uint64_t next, count; // clusters
    double flit_cycles;   // between two flits of an SM's accesses to others, when all of them send
} Clusters;

// Whether a group has places for the blocks of a cluster.
bool clusters_fit(const Launch *launch, uint32_t blocks_per_sm);

// Deals the first clusters. The SMs are idle. check: NULL: clusters are not checked.
void clusters_init(Clusters *clusters, const Launch *launch, LaunchCheck *check, Sm **sms,
                   Server *dispatcher, Arena *arena);
// Ends the checks of clusters that are still running. They must not run any more.
void clusters_end_checks(Clusters *clusters);

// First SM of a group; that of number group_count is sm_count.
uint32_t clusters_first_sm(const Clusters *clusters, uint32_t group);

// The block at this place has ended, and a place is free from cycle `at` on. To be called in the
// order of the cycles.
void clusters_ended(Clusters *clusters, uint32_t sm, uint32_t place, Cycle at);

#endif
