// SPDX-License-Identifier: Apache-2.0
// A hash table with open addressing: keys put in by atomicCAS, values counted by atomicAdd, looked up,
// removed by marking, listed. What is printed does not depend on who came first.
#include "corpus.h"
#include <algorithm>

namespace table {
constexpr unsigned EMPTY = 0xffffffffu, REMOVED = 0xfffffffeu;

struct Slot {
    unsigned key, value;
};

__host__ __device__ inline unsigned hash(unsigned key)
{
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    key *= 0xc2b2ae35u;
    return key ^ key >> 16;
}

class Table {
    Slot *slots_;
    unsigned mask_;

  public:
    Table(Slot *slots, unsigned capacity) : slots_(slots), mask_(capacity - 1) {}

    __device__ bool add(unsigned key, unsigned amount)
    {
        for (unsigned at = hash(key) & mask_, tries = 0; tries <= mask_; at = (at + 1) & mask_, tries++) {
            unsigned seen = atomicCAS(&slots_[at].key, EMPTY, key);
            if (seen == EMPTY || seen == key) {
                atomicAdd(&slots_[at].value, amount);
                return true;
            }
        }
        return false;
    }
    __device__ const Slot *find(unsigned key) const
    {
        for (unsigned at = hash(key) & mask_, tries = 0; tries <= mask_; at = (at + 1) & mask_, tries++) {
            if (slots_[at].key == key)
                return &slots_[at];
            if (slots_[at].key == EMPTY)
                return nullptr;
        }
        return nullptr;
    }
    __device__ bool remove(unsigned key)
    {
        const Slot *slot = find(key);
        return slot && atomicCAS(const_cast<unsigned *>(&slot->key), key, REMOVED) == key;
    }
    __device__ const Slot &slot(unsigned i) const { return slots_[i]; }
};
} // namespace table

using table::Slot;
using table::Table;

__global__ void clear(Slot *slots, int capacity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < capacity)
        slots[i] = Slot{table::EMPTY, 0};
}

__global__ void insert(Table t, const unsigned *keys, int n, int *failed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && !t.add(keys[i], i % 7 + 1))
        atomicAdd(failed, 1);
}

__global__ void look_up(const Table t, unsigned first, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Slot *slot = t.find(first + i);
        out[i] = slot ? slot->value : 0;
    }
}

__global__ void remove_multiples(Table t, unsigned divisor, int n, int *removed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && t.remove(i * divisor))
        atomicAdd(removed, 1);
}

__global__ void list(const Table t, int capacity, unsigned long long *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < capacity && t.slot(i).key < table::REMOVED)
        out[atomicAdd(count, 1)] = (unsigned long long)t.slot(i).key << 32 | t.slot(i).value;
}

int main()
{
    const int capacity = 8192, n = 12000, range = 5000;
    Random random(281);
    std::vector<unsigned> keys(n), expected(range);
    for (int i = 0; i < n; i++) {
        keys[i] = random.next() % range;
        expected[keys[i]] += i % 7 + 1;
    }
    Slot *slots = on_device<Slot>(capacity);
    unsigned *dkeys = to_device(keys), *values = on_device<unsigned>(range);
    int *counters = on_device<int>(3);
    Table t(slots, capacity);
    clear<<<capacity / 256, 256>>>(slots, capacity);
    insert<<<(n + 127) / 128, 128>>>(t, dkeys, n, &counters[0]);
    look_up<<<(range + 127) / 128, 128>>>(t, 0, values, range);
    printf("look-ups: %s\n", to_host(values, range) == expected ? "same" : "different");
    print_hash("values", values, range);
    remove_multiples<<<(range / 3 + 127) / 128, 128>>>(t, 3, range / 3, &counters[1]);
    unsigned long long *items = on_device<unsigned long long>(capacity);
    list<<<capacity / 256, 256>>>(t, capacity, items, &counters[2]);
    auto count = to_host(counters, 3);
    printf("failed %d, removed %d, left %d\n", count[0], count[1], count[2]);
    auto left = to_host(items, count[2]);
    std::sort(left.begin(), left.end());
    print_hash("left", left);
    return 0;
}
