// SPDX-License-Identifier: Apache-2.0
// The position of a warp: which of its recorded steps comes next, and how to reach others.
#include "sim/explain/explain.h"
#include "sim/step/stepper.h"

uint32_t stepper_count(const Stepper *stepper)
{
    return stepper->first[stepper->warp + 1] - stepper->first[stepper->warp];
}

bool stepper_is_end(const Stepper *stepper)
{
    return stepper->at >= stepper_count(stepper);
}

const RecordedStep *stepper_step_at(const Stepper *stepper, uint32_t at)
{
    uint32_t index = stepper->first[stepper->warp] + at;
    return at < stepper_count(stepper) ? &stepper->recording->steps[stepper->steps[index]] : NULL;
}

const RecordedStep *stepper_step(const Stepper *stepper)
{
    return stepper_step_at(stepper, stepper->at);
}

uint32_t stepper_step_index(const Stepper *stepper)
{
    uint32_t count = stepper_count(stepper), first = stepper->first[stepper->warp];
    if (stepper->at < count) {
        return stepper->steps[first + stepper->at];
    }
    return count == 0 ? 0 : stepper->steps[first + count - 1] + 1;
}

const Micro *stepper_micro(const Stepper *stepper, const RecordedStep *step)
{
    return &stepper->program->code[step->pc];
}

void stepper_go(Stepper *stepper, uint32_t at)
{
    uint32_t count = stepper_count(stepper);
    stepper->at = at < count ? at : count;
    stepper->now = stepper_step_index(stepper);
    replay_seek(stepper->replay, stepper->now);
}

void stepper_choose_warp(Stepper *stepper, uint32_t warp)
{
    uint32_t now = stepper->now, at = 0;
    stepper->warp = warp;
    while (at < stepper_count(stepper) && stepper->steps[stepper->first[warp] + at] < now) {
        at++;
    }
    stepper_go(stepper, at);
    stepper->now = now; // so that the way back leads to the same step
}

bool stepper_is_divergence(const Stepper *stepper, uint32_t at, const void *context)
{
    (void)context;
    const RecordedStep *step = stepper_step_at(stepper, at), *next = NULL;
    const Micro *micro = stepper_micro(stepper, step);
    if (micro->kind == MICRO_BRANCH) {
        return step->on != 0 && step->on != step->active;
    }
    for (uint32_t i = at + 1; i < stepper_count(stepper) && next == NULL; i++) {
        const RecordedStep *other = stepper_step_at(stepper, i);
        next = other->split == step->split ? other : NULL;
    }
    return micro->kind == MICRO_BRANCH_INDEX && next != NULL && next->active != step->active;
}

bool stepper_is_barrier(const Stepper *stepper, uint32_t at, const void *context)
{
    (void)context;
    const Micro *micro = stepper_micro(stepper, stepper_step_at(stepper, at));
    return micro->kind == MICRO_BARRIER || micro->kind == MICRO_CLUSTER_BARRIER;
}

bool stepper_is_conflict(const Stepper *stepper, uint32_t at, const void *context)
{
    (void)context;
    const RecordedStep *step = stepper_step_at(stepper, at);
    if (step->access == RECORDED_NONE) {
        return false;
    }
    const StepAccess *access = &stepper->recording->accesses[step->access].access;
    return access->is_shared && access->shared.wavefronts > access->shared.ideal;
}

bool stepper_is_visit(const Stepper *stepper, uint32_t at, const void *context)
{
    (void)stepper;
    return ((const bool *)context)[at];
}

bool stepper_find(Stepper *stepper, StepperPlace *is_place, const void *context, bool is_back)
{
    uint32_t count = stepper_count(stepper);
    for (uint32_t at = stepper->at; is_back ? at-- > 0 : ++at < count;) {
        if (is_place(stepper, at, context)) {
            stepper_go(stepper, at);
            return true;
        }
    }
    return false;
}
