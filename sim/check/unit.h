// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: what is known of the blocks of one unit while they run.
#ifndef LOCKSTEP_CHECK_UNIT_H
#define LOCKSTEP_CHECK_UNIT_H

#include "sim/check/check.h"
#include "sim/check/object.h"
#include "sim/check/shadow.h"
#include "sim/check/shape.h"
#include "sim/warp/barrier.h"
#include "sim/warp/checker.h"

// Where an uninitialized value came from.
typedef struct Origin {
    uint32_t pc;
    CheckSide reader;
    PtxSpace space;
    uint64_t address;
} Origin;

#define ORIGIN_MAX      1024u
#define ORIGIN_VARIABLE UINT16_MAX       // not memory: a register that was never written
#define ORIGIN_LANE     (UINT16_MAX - 1) // nor this: what a shuffle reads from nobody

typedef struct WarpProducts WarpProducts;

// Which bits of a warp's registers hold uninitialized values: rows and masks laid out like the
// warp's own. All zero unless is_suspect.
typedef struct WarpCheck {
    bool is_suspect;
    uint32_t *rows, *predicates;
    uint32_t row_room, predicate_room; // as the warp's
    uint16_t *origin;                  // of each row: index into origins, plus 1; 0: none
    bool *is_computed;                 // of each row: the value is more than a copy
    uint16_t predicate_origin;
    uint8_t *local; // of each word of each lane: bit i: byte i is initialized
    uint32_t local_words;
    WarpProducts *products; // of its warpgroup; NULL: there was none
} WarpCheck;

// A flag that a warp has loaded relaxed: its next fence makes that an acquire.
typedef struct RelaxedLoad {
    uint64_t place, address; // the order's, and global memory's for other units; 0: no other
    uint32_t warp, lanes;
} RelaxedLoad;

// A bulk copy, complete for threads that have waited at its mbarrier.
typedef struct BulkCopy {
    uint64_t place; // the order's, of the mbarrier
    uint32_t warp, tick;
} BulkCopy;

typedef struct BlockContext {
    struct UnitCheck *unit;
    Block *block;
    uint32_t rank, place[3]; // in its cluster, in the grid
    BlockChecker checker;
    Shadow shared;         // what was done to its shared memory
    uint8_t *shared_valid; // of each word: bit i: byte i is initialized
    WarpCheck *warps;
    struct {
        uint32_t *arrived; // [warp_count of the unit]: at which tick; 0: not yet
        bool *waiting;     // likewise
        uint32_t *lanes;   // [warps of a block] that arrived
        uint32_t *part;    // likewise: where part of the warp came, plus 1
        uint32_t threads;  // named by the arriving threads; 0: all
        uint32_t pc;
        bool is_busy, was_used;
    } barriers[BARRIER_ALL];
    uint64_t mbarriers[64]; // addresses that were initialized
    uint32_t mbarrier_count;
    RelaxedLoad relaxed[64];
    uint32_t relaxed_count;
    BulkCopy bulk[64];
    uint32_t bulk_count;
    Stamp *visits; // [warp_count of the unit]: the last access of another block's warp to `shared`
} BlockContext;

// What a unit needs while its blocks run. One unit of a launch after another has it.
typedef struct Workspace {
    struct Workspace *next;
    BlockContext *blocks;
    uint32_t block_count, block_warps;
    Order order;
    ShadowPool pool; // of the blocks' shared memory
    ShapeTable shapes;
} Workspace;

#define UNIT_LOG_LIMIT (1u << 16) // accesses before the log is looked through

struct UnitCheck {
    LaunchCheck *launch_check;
    const Launch *launch;
    const Objects *objects;
    uint32_t checkers;
    uint64_t index;
    uint32_t block_count, block_warps, warp_count;
    BlockContext *blocks;
    Workspace *work; // NULL once the blocks have ended, as `blocks`
    Order order;
    Shadow global;
    ShadowPool pool; // of it
    AccessLog log;
    uint32_t phase_tick; // the order's, as phase_ref knows it
    AccessRef phase_ref; // accesses up to here are before all that follow, but for cp.async
    bool has_copies;     // by cp.async
    CheckFindings findings;
    Origin *origins;
    uint32_t origin_count;
    uint32_t global_fence; // tick of the last fence that other blocks see
    UnitCheck *next;       // waits to be joined
};

// Lanes of one warp that access one space.
typedef struct LaneAccess {
    BlockContext *context;
    const Warp *warp;
    const Micro *micro;
    uint32_t pc, lanes, width_bytes;
    PtxSpace space;             // GLOBAL, SHARED or LOCAL
    const Shape *shape;         // of the lanes
    const MemoryRegion *region; // that holds all lanes' bytes, or NULL: several, or not global
    bool is_own_shared;         // all lanes' bytes are in the block's own shared memory
    bool reads, writes, is_atomic, is_async;
    bool is_relaxed;  // races with no atomic, although it is none
    bool is_together; // as Stamp says
    uint64_t address[32];
} LaneAccess;

static inline bool checks(const UnitCheck *unit, Checker checker)
{
    return (unit->checkers >> checker & 1u) != 0;
}

// Whether what a micro-op writes to memory is in the rows data[], as it is.
static inline bool stores_registers(const Micro *micro)
{
    return micro->kind == MICRO_STORE ||
           (micro->kind == MICRO_SURFACE && micro->target == SURFACE_STORE);
}

static inline uint32_t unit_warp(const BlockContext *context, const Warp *warp)
{
    return context->rank * context->unit->block_warps + warp->index;
}

// side.c: of a lane of a warp
CheckSide side_of(const BlockContext *context, const Warp *warp, uint32_t pc, uint32_t lane);
// The side that a stamp of this unit tells of.
CheckSide side_of_stamp(const UnitCheck *unit, Stamp stamp, bool is_store);
void report_at(BlockContext *context, CheckKind kind, const Warp *warp, uint32_t pc, uint32_t lanes,
               const char *detail);

// Where a unit's block of this rank is in the grid, and where a thread is in its block.
void place_in_grid(const uint32_t grid[3], const uint32_t cluster[3], uint64_t unit, uint32_t rank,
                   uint32_t place[3]);
void place_in_block(const uint32_t block[3], uint32_t thread, uint32_t place[3]);
// Before an access is logged.
void unit_make_room(UnitCheck *unit);
void unit_before(void *context, const Warp *warp, uint32_t pc, uint32_t active, uint32_t on,
                 bool is_turn);

// Their shape is the access's from now on.
static inline void access_lanes(LaneAccess *access, uint32_t lanes)
{
    access->lanes = lanes;
    access->shape = shape_of(&access->context->unit->work->shapes, access->pc, lanes,
                             access->width_bytes, access->address);
}

// Lanes access a space, at access->address: those inside of it are checked.
void unit_access(LaneAccess *access, PtxSpace space, uint32_t lanes);

// texture.c
void texture_fetch(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void texture_surface(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);

// index.c: what the compiler checks
bool index_is_check(const Micro *micro);
void index_call(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);

// races.c: access->shape is set
void races_access(const LaneAccess *access);

// products.c: of warpgroups (wgmma), that may be under way
void products_before(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void products_free(WarpCheck *check);

// values.c: which values are initialized
void values_start(BlockContext *context);
void values_access(const LaneAccess *access);
void values_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on);
void values_system_call(BlockContext *context, const Warp *warp, const Micro *micro, uint32_t on);
// print.c: the arguments of a call of printf, before it is performed.
void print_check(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void values_return(BlockContext *context, const Warp *warp, uint32_t on);
void values_use(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
// The number of the value that a lane loads, in the unit's origins, plus 1.
uint16_t values_origin(const LaneAccess *access, uint32_t lane);
// flow_matrix.c: a suspect warp multiplies matrices; ldmatrix by any warp
void values_multiply(BlockContext *context, const Warp *warp, const Micro *micro);
void values_transpose(BlockContext *context, const Warp *warp, const Micro *micro);
void values_load_matrix(const LaneAccess *access);
// What a load of the host's own data gives is initialized.
void values_define(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void values_address(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
// The same of a given row, which chooses a place as an address does.
void values_address_in(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on,
                       LaneType type, Row row);
// Bit i: byte i of what a lane accesses is not initialized.
uint32_t values_unset(const LaneAccess *access, uint32_t lane);
void values_guard(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t active);
// common_values.c: whether all that is read is initialized, and all that is written is from now on.
// False: that is left to do.
bool values_are_common(const LaneAccess *access);
void values_settle(BlockContext *context, const Warp *warp);

// bulk.c: cp.async.bulk
void bulk_copy(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void bulk_tiles(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void bulk_answer(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void bulk_write(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
// Somebody waits at the mbarrier.
void bulk_waited(BlockContext *context, uint64_t place);

// cluster.c: blocks that exit while others access their shared memory
void cluster_access(const LaneAccess *access);
void cluster_exit(BlockContext *context, const Warp *warp, uint32_t on);

// events.c: barriers, fences, masks
void events_barrier(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on);
void events_released(void *context, uint32_t number);
void events_cluster_released(void *context);
uint32_t events_moment(void *context);
void events_other(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on, bool is_turn);
// The mbarrier at this address of the block's own shared memory, as it is; 0: there can be none.
uint64_t events_mbarrier(const BlockContext *owner, uint64_t address);
// Whether Stamp.is_together holds of a volatile access.
bool events_are_together(const LaneAccess *access);
// An access by which threads may order each other, before it is performed.
void events_synchronize(const LaneAccess *access);

// workspace.c
typedef struct UnitShape {
    LaunchCheck *launch_check;
    const Launch *launch;
    const Objects *objects;
    uint32_t checkers;
    uint64_t index;
    Block *const *blocks;
    uint32_t count;
} UnitShape;

// old, work: what other units of the launch have left, or NULL.
UnitCheck *unit_begin_check(const UnitShape *shape, UnitCheck *old, Workspace *work);
Workspace *unit_leave_blocks(UnitCheck *unit); // stops watching; what was found stays
bool unit_end_check(UnitCheck *unit);          // false: it is too large to be used again
void unit_destroy_check(UnitCheck *unit);
void workspace_destroy(Workspace *work);

// launch.c: between units
void launch_released(UnitCheck *unit, uint64_t address, uint32_t tick);
void launch_acquired(UnitCheck *unit, uint64_t address);

#endif
