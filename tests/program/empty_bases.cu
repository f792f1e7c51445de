// SPDX-License-Identifier: Apache-2.0
// Two objects of one empty class never share an address (Itanium C++ ABI, 2.4), so that a member
// whose class has the same empty base as the class around it does not begin where that one does.
// The host's compiler and the device's must agree.
#include <cstdio>

struct Tag {};
struct Other {};
struct Text : Tag {
    int length;
    char *characters;
};
struct Element : Tag { // as of a "managed" base class with operator new
    Text text;
    int value;
};
struct Twice : Tag {
    Tag pair[2];
    char after;
};
struct Left : Tag {};
struct Right : Tag {};
struct Both : Left, Right {
    char value;
};
struct Apart : Other {
    Text text;
};
struct Wrapped {
    Left left;
    __host__ __device__ Wrapped() {}
};
struct Longer : Wrapped, Right {};
struct Continued : Longer {
    char value;
};
struct Packed : Tag {
    char first;
    union {
        Tag tag;
        short number;
    };
};

// Nothing on the device makes objects of this class, or calls this function.
struct Unused {
    int value;
    __host__ __device__ Unused() : value(1) {}
    __host__ __device__ virtual int get() const { return value; }
};
__device__ int one()
{
    return 1;
}
__device__ int unused(int i)
{
    static int (*const table[])() = {one, one};
    return table[i]();
}

#define OFFSET(class_, member) ((int)((char *)&((class_ *)64)->member - (char *)64))
#define BASE(class_, base)     ((int)((char *)(base *)(class_ *)64 - (char *)64))

__host__ __device__ void measure(int *to)
{
    const int all[] = {
        OFFSET(Element, text), OFFSET(Element, value), (int)sizeof(Element),
        OFFSET(Twice, pair),   OFFSET(Twice, after),   (int)sizeof(Twice),
        BASE(Both, Right),     OFFSET(Both, value),    (int)sizeof(Both),
        OFFSET(Apart, text),   (int)sizeof(Apart),     BASE(Longer, Right),
        (int)sizeof(Longer),   OFFSET(Continued, value), (int)sizeof(Continued),
        OFFSET(Packed, first), OFFSET(Packed, number), (int)sizeof(Packed)};
    for (int i = 0; i < 18; i++) {
        to[i] = all[i];
    }
}

__global__ void measure_all(int *to)
{
    measure(to);
}

__global__ void change(Element *element)
{
    element->text.characters[0] = 'J';
    element->value++;
}

int main()
{
    int *here, there[18];
    cudaMallocManaged(&here, sizeof there);
    measure_all<<<1, 1>>>(here);
    cudaDeviceSynchronize();
    measure(there);
    for (int i = 0; i < 18; i++) {
        printf("%d%s", here[i], i % 6 == 5 ? "\n" : " ");
        if (here[i] != there[i]) {
            printf("(host: %d) ", there[i]);
        }
    }
    Element *element;
    cudaMallocManaged(&element, sizeof *element);
    cudaMallocManaged(&element->text.characters, 6);
    snprintf(element->text.characters, 6, "hello");
    element->value = 6;
    change<<<1, 1>>>(element);
    cudaDeviceSynchronize();
    printf("%s %d %d\n", element->text.characters, element->value, Unused().get());
    return 0;
}
