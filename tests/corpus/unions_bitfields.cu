// SPDX-License-Identifier: Apache-2.0
/* Layout: unions, bit-fields signed and unsigned, enums with and without class, nested structs, forced
   alignment and packing seen by sizeof and offsetof, structs passed to kernels by value. */
#include "corpus.h"
#include <stddef.h>

enum Direction { NORTH, EAST = 4, SOUTH, WEST = SOUTH + 3 };
enum class Level : unsigned char { low = 1, high = 200 };
enum Flags : unsigned { READ = 1u, WRITE = 1u << 1, EXECUTE = 1u << 31 };

union Word {
    unsigned bits;
    unsigned char byte[4];
    unsigned short half[2];
    struct {
        unsigned low : 4;
        unsigned middle : 20;
        unsigned high : 8;
    } field;
};

struct Instruction {
    unsigned opcode : 6;
    signed immediate : 11;
    bool wide : 1;
    unsigned : 2;
    unsigned target : 12;
    unsigned long long extra : 40;
    long long offset : 24;
};

struct __align__(16) Record {
    char tag;
    struct Inner {
        short x;
        double weight;
        struct {
            char a, b, c;
        } deep[2];
    } inner;
    union {
        int number;
        float real;
    };
    Level level;
};

struct alignas(8) Cell {
    unsigned char kind;
    unsigned short count;
};

struct Parameters {
    char name[5];
    short scale;
    long long bias;
    Direction turn[3];
    Cell cell;
};

__global__ void words(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Word w;
    w.bits = in[i];
    w.byte[1] ^= w.byte[3];
    w.half[1] = (unsigned short)(w.half[1] + 3);
    w.field.middle += w.field.low * 5;
    w.field.high--;
    out[i] = w.bits + w.field.middle;
}

__global__ void fields(const unsigned *in, Instruction *out, long long *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Instruction instruction;
    memset(&instruction, 0, sizeof instruction);
    instruction.opcode = in[i];
    instruction.immediate = (int)(in[i] << 15) >> 21;
    instruction.wide = in[i] & 2;
    instruction.target = in[i] >> 5;
    instruction.extra = (unsigned long long)in[i] * 977u;
    instruction.offset = -(long long)(in[i] & 0xfffff);
    instruction.immediate >>= 1;
    instruction.target |= 1;
    out[i] = instruction;
    sums[i] = (long long)instruction.extra + instruction.offset * instruction.immediate + instruction.opcode;
}

__global__ void records(const unsigned *in, Record *records, int n, Parameters p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Record &r = records[i];
    r.tag = p.name[i % 5];
    r.inner.x = (short)(in[i] * p.scale);
    r.inner.weight = (double)in[i] * 0.5 + (double)p.bias;
    r.inner.deep[i & 1].b = (char)in[i];
    r.inner.deep[1 - (i & 1)].c = (char)p.cell.count;
    r.number = p.turn[i % 3];
    if (in[i] & READ)
        r.real = (float)(i & 255) * 0.25f;
    r.level = (in[i] & (WRITE | EXECUTE)) == WRITE ? Level::low : Level::high;
    switch (p.turn[i % 3]) {
    case NORTH: r.tag++; break;
    case EAST:
    case SOUTH: r.tag += 2; break;
    case WEST: r.tag = (char)((int)r.level / 2);
    }
}

__global__ void layout(int *out)
{
    const int sizes[] = {sizeof(Word),    sizeof(Instruction), sizeof(Record),     sizeof(Record::Inner),
                         sizeof(Cell),    sizeof(Parameters),  sizeof(Level),      alignof(Record),
                         alignof(Cell),   offsetof(Record, inner), offsetof(Parameters, bias),
                         offsetof(Parameters, cell), WEST};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
        out[i] = sizes[i];
}

int main()
{
    const int n = 5000;
    Random random(111);
    std::vector<unsigned> in(n);
    for (auto &x : in)
        x = random.next() << 8 ^ random.next();
    unsigned *din = to_device(in), *dout = on_device<unsigned>(n);
    Instruction *instructions = on_device<Instruction>(n);
    Record *drecords = on_device<Record>(n);
    long long *sums = on_device<long long>(n);
    int *sizes = on_device<int>(16);
    words<<<(n + 127) / 128, 128>>>(din, dout, n);
    print_hash("words", dout, n);
    fields<<<(n + 127) / 128, 128>>>(din, instructions, sums, n);
    // Field by field: what the gaps hold is nobody's business.
    std::vector<long long> each;
    for (const Instruction &x : to_host(instructions, n)) {
        const long long values[] = {x.opcode, x.immediate, x.wide, x.target, (long long)x.extra, x.offset};
        each.insert(each.end(), values, values + 6);
    }
    print_hash("instructions", each);
    print_hash("sums", sums, n);
    Parameters p = {{'a', 'b', 'c', 'd', 'e'}, -3, 1ll << 33, {WEST, NORTH, SOUTH}, {7, 513}};
    records<<<(n + 127) / 128, 128>>>(din, drecords, n, p);
    print_hash("records", drecords, n);
    layout<<<1, 1>>>(sizes);
    for (int size : to_host(sizes, 13))
        printf("%d ", size);
    printf("\nhost %zu %zu %zu %zu\n", sizeof(Word), sizeof(Instruction), sizeof(Record), sizeof(Parameters));
    return 0;
}
