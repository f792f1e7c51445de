// SPDX-License-Identifier: Apache-2.0
#include "sim/time/controller.h"

static double later(double a, double b)
{
    return a > b ? a : b;
}

static uint64_t row_of(const ControllerTimes *times, const ControllerRequest *request)
{
    return request->offset / times->row_bytes + 1;
}

static bool is_write(const ControllerRequest *request)
{
    return request->request.kind == REQUEST_WRITE;
}

// Opens a request's row. While its bank is waited for, other banks open theirs.
static void open_row(Controller *controller, const ControllerTimes *times,
                     const ControllerRequest *request, double now)
{
    uint64_t row = row_of(times, request);
    ControllerBank *bank = &controller->banks[row % times->banks];
    double turn = later(now, controller->open_at), at = later(turn, bank->free_at);
    controller->open_at = turn + times->any;
    *bank = (ControllerBank){row, at, at + (is_write(request) ? times->same_write : times->same)};
}

// Opens what can be opened: rows of the oldest requests of banks whose open row nobody waits for.
static void open_rows(Controller *controller, const ControllerTimes *times, double now)
{
    uint32_t in_use = 0;
    for (uint32_t i = 0; i < controller->count; i++) {
        uint64_t row = row_of(times, &controller->queue[i]);
        bool is_open = controller->banks[row % times->banks].open == row;
        in_use |= (uint32_t)is_open << row % times->banks;
    }
    for (uint32_t i = 0; i < controller->count; i++) {
        uint32_t bank = (uint32_t)(row_of(times, &controller->queue[i]) % times->banks);
        if ((in_use >> bank & 1) == 0) {
            open_row(controller, times, &controller->queue[i], now);
            in_use |= 1u << bank;
        }
    }
}

// When a request could have the bus, if its row is open.
static double bus_at(const Controller *controller, const ControllerTimes *times,
                     const ControllerRequest *request)
{
    bool turns = controller->has_written != is_write(request);
    double at = later(request->arrived, controller->bus.free_at + (turns ? times->turn : 0));
    if (times->banks == 0) {
        return at;
    }
    uint64_t row = row_of(times, request);
    return later(at, controller->banks[row % times->banks].ready_at);
}

static bool has_row(const Controller *controller, const ControllerTimes *times,
                    const ControllerRequest *request)
{
    uint64_t row = times->banks > 0 ? row_of(times, request) : 0;
    return times->banks == 0 || controller->banks[row % times->banks].open == row;
}

static void choose_next(Controller *controller, const ControllerTimes *times, double now)
{
    if (times->banks > 0) {
        open_rows(controller, times, now);
    }
    bool is_found = false;
    for (uint32_t i = 0; i < controller->count; i++) {
        const ControllerRequest *request = &controller->queue[i];
        if (!has_row(controller, times, request)) {
            continue;
        }
        double at = bus_at(controller, times, request);
        if (!is_found || at < controller->next_at) {
            controller->next = i;
            controller->next_at = at;
            is_found = true;
        }
    }
}

static void move(Controller *controller, const ControllerTimes *times,
                 const ControllerRequest *request, double at)
{
    double busy = sector_count(request->request.sectors) * times->sector;
    server_take(&controller->bus, at, busy);
    controller->has_written = is_write(request);
    if (times->banks > 0 && is_write(request)) {
        ControllerBank *bank = &controller->banks[row_of(times, request) % times->banks];
        bank->free_at = later(bank->free_at, at + busy - times->sector + times->same_write);
    }
}

void controller_add(Controller *controller, const ControllerTimes *times,
                    const ControllerRequest *request)
{
    controller->queue[controller->count++] = *request;
    choose_next(controller, times, request->arrived);
}

ControllerRequest controller_serve(Controller *controller, const ControllerTimes *times)
{
    ControllerRequest served = controller->queue[controller->next];
    double now = controller->next_at;
    controller->count--;
    for (uint32_t i = controller->next; i < controller->count; i++) {
        controller->queue[i] = controller->queue[i + 1];
    }
    move(controller, times, &served, now);
    choose_next(controller, times, now);
    return served;
}

double controller_serve_now(Controller *controller, const ControllerTimes *times,
                            const ControllerRequest *request)
{
    if (!has_row(controller, times, request)) {
        open_row(controller, times, request, request->arrived);
    }
    double at = bus_at(controller, times, request);
    move(controller, times, request, at);
    choose_next(controller, times, at);
    return at;
}
