// SPDX-License-Identifier: Apache-2.0
// What orders two accesses of a unit.
#include "sim/check/order.h"
#include "tests/test.h"

static Stamp now(const Order *order, uint32_t warp, uint32_t lane)
{
    return (Stamp){.when = order->tick, .warp = warp, .lane = lane};
}

TEST(lanes_are_ordered_by_meeting)
{
    Order order;
    order_init(&order, 2, false);
    Stamp write = now(&order, 0, 1);
    EXPECT(order_has(&order, write, 0, 1));
    EXPECT(!order_has(&order, write, 0, 2));
    order_meet_lanes(&order, 0, 0x0000ffffu);
    EXPECT(order_has(&order, write, 0, 2));
    EXPECT(!order_has(&order, write, 0, 16));
    order_meet_lanes(&order, 0, UINT32_MAX);
    EXPECT(order_has(&order, write, 0, 16));
    EXPECT(!order_has(&order, write, 1, 1));
    order_destroy(&order);
}

TEST(lanes_before_compute_capability_7_are_ordered)
{
    Order order;
    order_init(&order, 2, true);
    Stamp write = now(&order, 0, 1);
    EXPECT(order_has(&order, write, 0, 2));
    EXPECT(!order_has(&order, write, 1, 2));
    order_destroy(&order);
}

TEST(a_named_barrier_orders_those_that_wait)
{
    Order order;
    order_init(&order, 3, false);
    Stamp write = now(&order, 0, 0);
    uint32_t arrived[3] = {order_advance(&order), order_advance(&order), 0};
    bool waiting[3] = {false, true, false}; // warp 0: bar.arrive
    order_meet(&order, arrived, waiting);
    EXPECT(order_has(&order, write, 1, 0));
    EXPECT(!order_has(&order, write, 2, 0));
    order_meet_all(&order);
    EXPECT(order_has(&order, write, 2, 0));
    order_destroy(&order);
}

TEST(lanes_acquire_what_others_of_their_warp_released)
{
    Order order;
    order_init(&order, 1, false);
    Stamp write = now(&order, 0, 5);
    order_release(&order, 0, 64, false);
    Stamp later = now(&order, 0, 5);
    order_acquire(&order, 0, 1u << 2, 64);
    EXPECT(order_has(&order, write, 0, 2));
    EXPECT(!order_has(&order, later, 0, 2));
    EXPECT(!order_has(&order, write, 0, 3));
    order_destroy(&order);
}

TEST(an_mbarrier_gives_what_was_released_in_completed_phases)
{
    Order order;
    order_init(&order, 2, false);
    order_phase(&order, 64, false);
    Stamp first = now(&order, 0, 0);
    order_release(&order, 0, 64, false);
    order_phase(&order, 64, false);
    order_acquire(&order, 1, UINT32_MAX, 64);
    EXPECT(!order_has(&order, first, 1, 0));
    order_phase(&order, 64, true);
    Stamp second = now(&order, 0, 0);
    order_release(&order, 0, 64, false);
    order_phase(&order, 64, true);
    order_acquire(&order, 1, UINT32_MAX, 64);
    EXPECT(order_has(&order, first, 1, 0));
    EXPECT(!order_has(&order, second, 1, 0));
    order_destroy(&order);
}

TEST(a_release_needs_its_fence)
{
    Order order;
    order_init(&order, 2, false);
    Stamp write = now(&order, 0, 0);
    order_release(&order, 0, 64, true); // no fence so far
    order_acquire(&order, 1, UINT32_MAX, 64);
    EXPECT(!order_has(&order, write, 1, 0));
    order_fence(&order, 0);
    order_release(&order, 0, 64, true);
    EXPECT(!order_has(&order, write, 1, 0));
    order_acquire(&order, 1, UINT32_MAX, 64);
    EXPECT(order_has(&order, write, 1, 0));
    EXPECT(!order_has(&order, now(&order, 0, 0), 1, 0));
    order_destroy(&order);
}

TEST(a_copy_is_there_once_its_group_was_waited_for)
{
    Order order;
    order_init(&order, 1, false);
    Stamp first = now(&order, 0, 0);
    first.is_async = true;
    order_copy_commit(&order, 0);
    Stamp second = now(&order, 0, 0);
    second.is_async = true;
    order_copy_commit(&order, 0);
    EXPECT(!order_has(&order, first, 0, 0));
    order_copy_wait(&order, 0, 1);
    EXPECT(order_has(&order, first, 0, 0));
    EXPECT(!order_has(&order, second, 0, 0));
    order_copy_wait(&order, 0, 0);
    EXPECT(order_has(&order, second, 0, 0));
    order_destroy(&order);
}

TEST(a_reset_order_knows_nothing)
{
    Order order;
    order_init(&order, 2, false);
    order_meet_lanes(&order, 0, 3);
    order_fence(&order, 0);
    order_release(&order, 0, 64, true);
    order_meet_all(&order);
    order_reset(&order);
    Stamp write = now(&order, 0, 0);
    EXPECT(!order_has(&order, write, 1, 0));
    EXPECT(!order_has(&order, write, 0, 1));
    order_acquire(&order, 1, UINT32_MAX, 64);
    EXPECT(!order_has(&order, write, 1, 0));
    order_destroy(&order);
}
