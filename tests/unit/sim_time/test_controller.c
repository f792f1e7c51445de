// SPDX-License-Identifier: Apache-2.0
// Exact cycles of a memory partition: rows, banks, the queue and the bus.
#include "sim/time/controller.h"
#include "tests/test.h"

static const ControllerTimes times = {.banks = 4,
                                      .row_bytes = 1024,
                                      .queue = 4,
                                      .sector = 2,
                                      .turn = 7,
                                      .any = 10,
                                      .same = 40,
                                      .same_write = 50};

static void add(Controller *controller, uint64_t offset, double at, RequestKind kind)
{
    controller_add(controller, &times,
                   &(ControllerRequest){.request = {.sectors = 1, .kind = (uint8_t)kind},
                                        .offset = offset,
                                        .arrived = at});
}

// When the next request is served, whose offset must be this one.
static double served(Controller *controller, uint64_t offset)
{
    double at = controller->next_at;
    EXPECT_EQ(controller_serve(controller, &times).offset, offset);
    return at;
}

static double use(Controller *controller, uint64_t offset, double at, RequestKind kind)
{
    add(controller, offset, at, kind);
    return served(controller, offset);
}

TEST(an_open_row_is_read_at_the_rate_of_the_bus)
{
    Controller controller = {0};
    EXPECT_EQ(use(&controller, 0, 100, REQUEST_READ), 100);
    EXPECT_EQ(use(&controller, 1023, 100, REQUEST_READ), 102);
    EXPECT_EQ(use(&controller, 32, 100, REQUEST_READ), 104);
}

TEST(rows_of_all_banks_open_one_after_another)
{
    Controller controller = {0};
    for (uint64_t bank = 0; bank < 4; bank++) {
        EXPECT_EQ(use(&controller, bank * 1024, 100, REQUEST_READ), 100 + 10 * (double)bank);
    }
}

TEST(two_rows_of_one_bank_wait_longer_and_after_a_write_longest)
{
    Controller controller = {0};
    EXPECT_EQ(use(&controller, 0, 100, REQUEST_READ), 100);
    EXPECT_EQ(use(&controller, 4096, 100, REQUEST_WRITE), 140);
    EXPECT_EQ(use(&controller, 8192, 100, REQUEST_READ), 190);
}

TEST(a_bank_recovers_from_its_last_write)
{
    Controller controller = {0};
    use(&controller, 0, 100, REQUEST_WRITE);
    EXPECT_EQ(use(&controller, 32, 130, REQUEST_WRITE), 130);
    EXPECT_EQ(use(&controller, 4096, 130, REQUEST_WRITE), 180);
}

TEST(the_bus_turns_between_reads_and_writes)
{
    Controller controller = {0};
    use(&controller, 0, 100, REQUEST_READ);
    EXPECT_EQ(use(&controller, 0, 100, REQUEST_WRITE), 109);
    EXPECT_EQ(use(&controller, 0, 100, REQUEST_READ), 118);
}

TEST(requests_to_open_rows_go_first)
{
    Controller controller = {0};
    use(&controller, 0, 100, REQUEST_READ);
    add(&controller, 32, 101, REQUEST_READ);
    add(&controller, 4096, 101, REQUEST_READ);
    add(&controller, 64, 101, REQUEST_READ);
    EXPECT_EQ(served(&controller, 32), 102);
    EXPECT_EQ(served(&controller, 64), 104);
    EXPECT_EQ(served(&controller, 4096), 140);
    EXPECT_EQ(controller.count, 0);
}

TEST(the_queue_holds_so_many_requests)
{
    Controller controller = {0};
    for (uint32_t i = 0; i < times.queue; i++) {
        EXPECT(controller_has_room(&controller, &times));
        add(&controller, 0, 100, REQUEST_READ);
    }
    EXPECT(!controller_has_room(&controller, &times));
    served(&controller, 0);
    EXPECT(controller_has_room(&controller, &times));
}

TEST(a_request_served_at_once_holds_up_the_queue)
{
    Controller controller = {0};
    add(&controller, 0, 100, REQUEST_READ);
    ControllerRequest request = {.request = {.sectors = 15}, .arrived = 100};
    EXPECT_EQ(controller_serve_now(&controller, &times, &request), 100);
    EXPECT_EQ(served(&controller, 0), 108);
}
