// SPDX-License-Identifier: Apache-2.0
// A parser of comma-separated values with quotes: the automaton's steps are functions on states, packed into one
// word, composed by a scan; then delimiters are found, fields cut out, and numbers converted by atoi-like code.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include "corpus.h"

enum State : uint8_t { RECORD, FIELD, QUOTED, QUOTE, STATES };
enum Class : uint8_t { OTHER, COMMA, LINE, MARK, CLASSES };

// Next state by class and state; four states of 4 bits in a word.
static constexpr uint16_t pack(State r, State f, State q, State e) { return (uint16_t)(r | f << 4 | q << 8 | e << 12); }
__constant__ uint16_t steps[CLASSES] = {
    pack(FIELD, FIELD, QUOTED, FIELD),    // other
    pack(RECORD, RECORD, QUOTED, RECORD), // comma
    pack(RECORD, RECORD, QUOTED, RECORD), // line
    pack(QUOTED, FIELD, QUOTE, QUOTED),   // mark
};
constexpr uint16_t IDENTITY = pack(RECORD, FIELD, QUOTED, QUOTE);

__device__ __forceinline__ Class classify(char c)
{
    switch (c) {
    case ',':
        return COMMA;
    case '\n':
        return LINE;
    case '"':
        return MARK;
    default:
        return OTHER;
    }
}

__device__ __forceinline__ unsigned apply(unsigned f, unsigned state) { return f >> (4 * state) & 15; }
// First f, then g.
__device__ __forceinline__ unsigned compose(unsigned f, unsigned g)
{
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < STATES; s++)
        r |= apply(g, apply(f, s)) << (4 * s);
    return r;
}

template <int THREADS> __global__ void transitions(const char *text, int n, uint16_t *before, uint16_t *blocks)
{
    __shared__ uint16_t buffer[2][THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x, t = threadIdx.x;
    unsigned f = i < n ? steps[classify(text[i])] : IDENTITY;
    int side = 0;
    buffer[0][t] = (uint16_t)f;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2, side ^= 1) {
        unsigned v = buffer[side][t];
        if (t >= d)
            v = compose(buffer[side][t - d], v);
        buffer[side ^ 1][t] = (uint16_t)v;
        __syncthreads();
    }
    if (i < n)
        before[i] = t ? buffer[side][t - 1] : IDENTITY;
    if (t == THREADS - 1)
        blocks[blockIdx.x] = buffer[side][t];
}

__global__ void starts(const uint16_t *blocks, uint8_t *start, int count)
{
    unsigned state = RECORD;
    for (int b = 0; b < count; b++) {
        start[b] = (uint8_t)state;
        state = apply(blocks[b], state);
    }
    start[count] = (uint8_t)state;
}

// Marks: 1 ends a field, 2 ends a record.
template <int THREADS> __global__ void mark(const char *text, int n, const uint16_t *before, const uint8_t *start, uint8_t *marks, int *counts)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    int kind = 0;
    if (i < n) {
        unsigned state = apply(before[i], start[blockIdx.x]);
        Class c = classify(text[i]);
        if (state != QUOTED)
            kind = c == COMMA ? 1 : c == LINE ? 2 : 0;
        marks[i] = (uint8_t)kind;
    }
    int fields = __syncthreads_count(kind != 0), records = __syncthreads_count(kind == 2);
    if (threadIdx.x == 0)
        counts[2 * blockIdx.x] = fields, counts[2 * blockIdx.x + 1] = records;
}

__global__ void fields(const uint8_t *marks, const int *first, int n, int *ends)
{
    extern __shared__ int warps[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    bool is_end = i < n && marks[i];
    unsigned votes = __ballot_sync(~0u, is_end);
    if (lane == 0)
        warps[warp] = __popc(votes);
    __syncthreads();
    int at = first[blockIdx.x];
    for (int w = 0; w < warp; w++)
        at += warps[w];
    if (is_end)
        ends[at + __popc(votes & ((1u << lane) - 1))] = i;
}

__device__ long long parse(const char *p, const char *end, bool *is_number)
{
    while (p < end && (*p == ' ' || *p == '"'))
        p++;
    bool negative = p < end && *p == '-';
    if (negative)
        p++;
    long long v = 0;
    int digits = 0;
    for (; p < end && *p >= '0' && *p <= '9'; p++, digits++)
        v = v * 10 + (*p - '0');
    *is_number = digits > 0 && (p == end || *p == '"' || *p == ' ');
    return negative ? -v : v;
}

__global__ void convert(const char *text, const int *ends, int count, int columns, long long *sums, int *numbers)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= count)
        return;
    const char *begin = text + (f ? ends[f - 1] + 1 : 0), *end = text + ends[f];
    bool is_number;
    long long v = parse(begin, end, &is_number);
    if (is_number) {
        atomicAdd((unsigned long long *)&sums[f % columns], (unsigned long long)v);
        atomicAdd(&numbers[f % columns], 1);
    }
}

int main()
{
    std::string text;
    const int columns = 5, records = 400;
    const char *names[] = {"plain", "\"with, comma\"", "\"two\nlines\"", "\"a \"\"quoted\"\" word\"", "", "\"\"", "\",\n,\""};
    for (int r = 0; r < records; r++) {
        char line[200];
        snprintf(line, sizeof line, "%d,%s,%d,\"%d\",%s\n", r, names[r % 7], r * r % 1000 - 500, r * 31, names[(r * 3 + 1) % 7]);
        text += line;
    }
    const int n = (int)text.size(), threads = 128, blocks = (n + threads - 1) / threads;
    char *d_text = to_device(std::vector<char>(text.begin(), text.end()));
    uint16_t *before = on_device<uint16_t>(n), *whole = on_device<uint16_t>(blocks);
    uint8_t *start = on_device<uint8_t>(blocks + 1), *marks = on_device<uint8_t>(n);
    int *counts = on_device<int>(2 * blocks);
    transitions<threads><<<blocks, threads>>>(d_text, n, before, whole);
    starts<<<1, 1>>>(whole, start, blocks);
    mark<threads><<<blocks, threads>>>(d_text, n, before, start, marks, counts);
    std::vector<int> host_counts = to_host(counts, 2 * blocks), first(blocks);
    int field_count = 0, record_count = 0;
    for (int b = 0; b < blocks; b++) {
        first[b] = field_count;
        field_count += host_counts[2 * b], record_count += host_counts[2 * b + 1];
    }
    printf("%d characters, %d fields, %d records, ends in state %d\n", n, field_count, record_count, to_host(start, blocks + 1)[blocks]);
    int *ends = on_device<int>(field_count);
    fields<<<blocks, threads, threads / 32 * sizeof(int)>>>(marks, to_device(first), n, ends);
    std::vector<int> cuts = to_host(ends, field_count);
    for (int f : {1, 6, 11, 16, 31, 36}) {
        printf("field %d: ", f);
        for (int i = cuts[f - 1] + 1; i < cuts[f]; i++)
            text[i] == '\n' ? printf("\\n") : putchar(text[i]);
        printf("\n");
    }
    long long *sums = on_device<long long>(columns);
    int *numbers = on_device<int>(columns);
    convert<<<(field_count + 63) / 64, 64>>>(d_text, ends, field_count, columns, sums, numbers);
    std::vector<long long> totals = to_host(sums, columns);
    std::vector<int> found = to_host(numbers, columns);
    for (int c = 0; c < columns; c++)
        printf("column %d: %d numbers, sum %lld\n", c, found[c], totals[c]);
    print_hash("ends", cuts);
    return 0;
}
