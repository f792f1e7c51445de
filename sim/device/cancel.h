// SPDX-License-Identifier: Apache-2.0
// Clusters that running ones take over (clusterlaunchcontrol.try_cancel), without a clock. A GPU
// hands out the next cluster that has not begun to whoever asks first. Without time nobody is
// first, so clusters run in waves of as many as the GPU holds, and those after the wave are dealt
// to it in turn: of a wave of n, cluster i may take the i-th of those, then the (n + i)-th, and so
// on. So an answer depends on nothing but the cluster that asks and how often it has, and is the
// same for any number of host threads. What a wave has left is the next wave.
#ifndef LOCKSTEP_DEVICE_CANCEL_H
#define LOCKSTEP_DEVICE_CANCEL_H

#include "sim/device/unit.h"
#include "sim/warp/cancel.h"

typedef struct CancelWaves {
    CancelSource source;
    const Launch *launch;
    uint64_t count;       // units of the launch
    uint64_t first, end;  // units of the wave, with such as are canceled
    uint32_t heads;       // of them, not canceled
    uint32_t resident;    // heads at most
    uint64_t canceled;    // of those before `end`, in waves that are over and in this one
    uint8_t *is_canceled; // [count]
    uint32_t *head_of;    // [end - first]: number of the unit among the heads
    uint64_t *asked;      // [heads]: how many it was dealt
    uint32_t head_room;
} CancelWaves;

// Whether some block may ask.
bool cancel_is_asked(const MachineProgram *program);

// resident: units that the GPU holds at a time. The launch must live as long; its `cancel` is the
// caller's to set.
void cancel_init(CancelWaves *waves, const Launch *launch, uint32_t resident);
void cancel_destroy(CancelWaves *waves);
// Goes on to the next wave; false: all units have been in one.
bool cancel_next_wave(CancelWaves *waves);
// Whether a unit of the wave must not run.
bool cancel_has(const CancelWaves *waves, uint64_t unit);

#endif
