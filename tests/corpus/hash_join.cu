// SPDX-License-Identifier: Apache-2.0
// A query on two tables as databases run it: filter, hash table with chains, probe in two passes (count, then write),
// group by with aggregates in shared memory, and the ten best groups.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdint>
#include <numeric>
#include <vector>
#include "corpus.h"

struct Customer {
    int id;
    short region;
    unsigned char segment;
    bool is_active;
};
struct Order {
    unsigned customer : 20;
    unsigned priority : 3;
    unsigned : 5;
    unsigned is_cancelled : 1;
    int64_t cents;
    char code[6];
};
static_assert(sizeof(Order) == 24, "layout");

constexpr uint32_t BUCKETS = 1024;
__host__ __device__ constexpr uint32_t bucket_of(uint32_t key) { return (key * 2654435769u) >> 22; }

struct Table {
    int *heads, *next;
};

__global__ void build(const Customer *customers, int n, Table table, int *kept)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (customers[i].is_active && customers[i].segment != 2) {
            table.next[i] = atomicExch(&table.heads[bucket_of(customers[i].id)], i);
            atomicAdd(kept, 1);
        }
    }
}

template <class Visit> __device__ int probe(const Customer *customers, Table table, const Order &order, Visit visit)
{
    int matches = 0;
    for (int c = table.heads[bucket_of(order.customer)]; c >= 0; c = table.next[c])
        if (customers[c].id == (int)order.customer)
            visit(c), matches++;
    return matches;
}

__device__ bool passes(const Order &o) { return !o.is_cancelled && o.priority >= 2 && o.code[0] == 'A' && o.cents > 500; }

__global__ void count_matches(const Customer *customers, Table table, const Order *orders, int n, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        counts[i] = passes(orders[i]) ? probe(customers, table, orders[i], [](int) {}) : 0;
}

struct Joined {
    short region;
    unsigned char priority;
    int order;
    int64_t cents;
};

__global__ void write_matches(const Customer *customers, Table table, const Order *orders, int n, const int *offsets, Joined *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || !passes(orders[i]))
        return;
    int at = offsets[i];
    const Order &o = orders[i];
    probe(customers, table, o, [&](int c) { out[at++] = Joined{customers[c].region, (unsigned char)o.priority, i, o.cents}; });
}

struct Group {
    unsigned long long cents;
    unsigned count;
    int least, most;
};
constexpr int REGIONS = 24;

__global__ void aggregate(const Joined *rows, int n, Group *groups)
{
    __shared__ Group local[REGIONS];
    for (int g = threadIdx.x; g < REGIONS; g += blockDim.x)
        local[g] = Group{0, 0, INT_MAX, INT_MIN};
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        Group &g = local[rows[i].region];
        atomicAdd(&g.cents, (unsigned long long)rows[i].cents);
        atomicAdd(&g.count, 1u);
        atomicMin(&g.least, (int)rows[i].cents);
        atomicMax(&g.most, (int)rows[i].cents);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < REGIONS; g += blockDim.x) {
        if (local[g].count == 0)
            continue;
        atomicAdd(&groups[g].cents, local[g].cents);
        atomicAdd(&groups[g].count, local[g].count);
        atomicMin(&groups[g].least, local[g].least);
        atomicMax(&groups[g].most, local[g].most);
    }
}

int main()
{
    const int customers = 900, orders = 6000;
    Random random(2024);
    std::vector<Customer> c(customers);
    for (int i = 0; i < customers; i++)
        c[i] = Customer{i < 850 ? i * 3 : (i - 850) * 9, (short)(random.next() % REGIONS), (unsigned char)(random.next() % 4), random.next() % 5 != 0};
    std::vector<Order> o(orders);
    memset(o.data(), 0, orders * sizeof(Order));
    for (int i = 0; i < orders; i++) {
        o[i].customer = random.next() % 2700;
        o[i].priority = random.next() % 6;
        o[i].is_cancelled = random.next() % 10 == 0;
        o[i].cents = (int64_t)(random.next() % 100000);
        snprintf(o[i].code, sizeof o[i].code, "%c%04d", "AAB"[random.next() % 3], i % 10000);
    }
    Customer *dc = to_device(c);
    Order *od = to_device(o);
    Table table{on_device<int>(BUCKETS), on_device<int>(customers)};
    CHECK(cudaMemset(table.heads, 0xff, BUCKETS * sizeof(int)));
    int *kept = on_device<int>(1), *counts = on_device<int>(orders);
    build<<<4, 128>>>(dc, customers, table, kept);
    count_matches<<<(orders + 127) / 128, 128>>>(dc, table, od, orders, counts);
    std::vector<int> host_counts = to_host(counts, orders), offsets(orders);
    std::exclusive_scan(host_counts.begin(), host_counts.end(), offsets.begin(), 0);
    int total = offsets.back() + host_counts.back();
    printf("%d customers kept, %d rows joined, up to %d a probe\n", to_host(kept, 1)[0], total, *std::max_element(host_counts.begin(), host_counts.end()));

    Joined *joined = on_device<Joined>(total);
    write_matches<<<(orders + 127) / 128, 128>>>(dc, table, od, orders, to_device(offsets), joined);
    std::vector<Group> initial(REGIONS, Group{0, 0, INT_MAX, INT_MIN});
    Group *groups = to_device(initial);
    aggregate<<<5, 64>>>(joined, total, groups);
    std::vector<Group> g = to_host(groups, REGIONS);
    std::vector<Joined> rows = to_host(joined, total);
    std::sort(rows.begin(), rows.end(), [](const Joined &a, const Joined &b) { return a.order != b.order ? a.order < b.order : a.region < b.region; });
    long long check = 0;
    for (const Joined &r : rows)
        check = check * 31 + r.order * 7 + r.region + r.priority + r.cents;
    printf("rows %llx\n", (unsigned long long)check);
    std::vector<int> order(REGIONS);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return g[a].cents != g[b].cents ? g[a].cents > g[b].cents : a < b; });
    for (int i = 0; i < 10; i++) {
        const Group &best = g[order[i]];
        printf("region %2d: %u orders, %llu.%02llu, from %d.%02d to %d.%02d\n", order[i], best.count, best.cents / 100, best.cents % 100, best.least / 100,
               best.least % 100, best.most / 100, best.most % 100);
    }
    return 0;
}
