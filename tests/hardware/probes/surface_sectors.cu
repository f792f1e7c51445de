// SPDX-License-Identifier: Apache-2.0
// How many requests and sectors are surface accesses of a warp? Loads, stores and reductions of 1 to 16 bytes a lane, at
// patterns and at random places of arrays of one to three dimensions and of layers. Prints a row for each launch: operation,
// shape, bytes, lanes, and "x y z" of each lane (z: the layer).
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

enum Operation { LOAD, STORE, REDUCE };
enum Shape { LINE, PLANE, VOLUME, LINES, PLANES, SHAPES };

struct Places {
    int x[32], y[32], z[32];
};

#define REDUCE_AT(shape, place)                                                                                           \
    asm volatile("sured.b.add." shape ".u32.trap [%0, " place "], %4;" ::"l"(surface), "r"(x), "r"(y), "r"(z), "r"(1) : "memory")

template <class T, Operation operation, Shape shape>
__global__ void access(cudaSurfaceObject_t surface, const __grid_constant__ Places places, T *values)
{
    int lane = threadIdx.x, x = places.x[lane] * (int)sizeof(T), y = places.y[lane], z = places.z[lane];
    T value = {};
    if constexpr (operation == LOAD) {
        shape == LINE     ? surf1Dread(&value, surface, x)
        : shape == PLANE  ? surf2Dread(&value, surface, x, y)
        : shape == VOLUME ? surf3Dread(&value, surface, x, y, z)
        : shape == LINES  ? surf1DLayeredread(&value, surface, x, z)
                          : surf2DLayeredread(&value, surface, x, y, z);
        values[lane] = value;
    } else if constexpr (operation == STORE) {
        shape == LINE     ? surf1Dwrite(value, surface, x)
        : shape == PLANE  ? surf2Dwrite(value, surface, x, y)
        : shape == VOLUME ? surf3Dwrite(value, surface, x, y, z)
        : shape == LINES  ? surf1DLayeredwrite(value, surface, x, z)
                          : surf2DLayeredwrite(value, surface, x, y, z);
    } else if constexpr (shape == LINE) {
        REDUCE_AT("1d", "{%1}");
    } else if constexpr (shape == PLANE) {
        REDUCE_AT("2d", "{%1, %2}");
    } else {
        REDUCE_AT("3d", "{%1, %2, %3, %3}");
    }
}

static int random_below(int end)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)end);
}

// Rows of `width` lanes, `step` texels apart; width 0: random places of an area of 16 x `step`.
static Places places_of(Shape shape, int width, int step, int x, int y)
{
    Places places = {};
    for (int lane = 0; lane < 32; lane++) {
        int column = width == 0 ? random_below(16) : lane % width * step + x;
        int row = width == 0 ? random_below(step) : lane / width + y;
        bool has_rows = shape == PLANE || shape == VOLUME || shape == PLANES;
        places.x[lane] = has_rows ? column : column + 32 * row;
        places.y[lane] = has_rows ? shape == VOLUME ? row % 4 : row : 0;
        places.z[lane] = shape == VOLUME ? row / 4 : shape == LINES || shape == PLANES ? lane / 16 : 0;
    }
    return places;
}

template <class T, Operation operation, Shape shape> void run(int lanes, const Places &places)
{
    static const char *const operations[] = {"ld", "st", "red"}, *const shapes[] = {"1d", "2d", "3d", "a1d", "a2d"};
    static cudaSurfaceObject_t surface;
    static T *values;
    if (values == NULL) {
        cudaArray_t array;
        cudaExtent extent = shape == LINE     ? make_cudaExtent(4096, 0, 0)
                            : shape == PLANE  ? make_cudaExtent(256, 64, 0)
                            : shape == VOLUME ? make_cudaExtent(256, 16, 16)
                            : shape == LINES  ? make_cudaExtent(4096, 0, 2)
                                              : make_cudaExtent(256, 64, 2);
        auto channels = cudaCreateChannelDesc<T>();
        unsigned layered = shape >= LINES ? cudaArrayLayered : 0;
        cudaMalloc3DArray(&array, &channels, extent, cudaArraySurfaceLoadStore | layered);
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaCreateSurfaceObject(&surface, &resource);
        cudaMalloc(&values, 32 * sizeof(T));
    }
    printf("%s,%s,%zu,%d,", operations[operation], shapes[shape], sizeof(T), lanes);
    for (int lane = 0; lane < lanes; lane++) {
        printf("%s%d %d %d", lane > 0 ? " " : "", places.x[lane], places.y[lane], places.z[lane]);
    }
    access<T, operation, shape><<<1, lanes>>>(surface, places, values);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", error == cudaSuccess ? "" : cudaGetErrorName(error));
}

template <class T, Operation operation, Shape shape> void all()
{
    for (int width = 1; width <= 32; width *= 4 - 2 * (width == 16)) {
        run<T, operation, shape>(32, places_of(shape, width, 1, 0, 0));
    }
    run<T, operation, shape>(32, places_of(shape, 8, 3, 5, 3));
    run<T, operation, shape>(32, places_of(shape, 32, 0, 0, 0));
    run<T, operation, shape>(11, places_of(shape, 4, 1, 1, 1));
    run<T, operation, shape>(32, places_of(shape, 0, 2, 0, 0));
    run<T, operation, shape>(32, places_of(shape, 0, 16, 0, 0));
}

template <Shape shape> void all_widths()
{
    all<unsigned, LOAD, shape>();
    all<unsigned, STORE, shape>();
    if constexpr (shape < LINES) {
        all<unsigned, REDUCE, shape>();
    }
    if constexpr (shape == PLANE || shape == VOLUME) {
        all<unsigned char, LOAD, shape>();
        all<uint2, LOAD, shape>();
        all<uint4, LOAD, shape>();
        all<uint4, STORE, shape>();
    }
}

int main()
{
    all_widths<LINE>();
    all_widths<PLANE>();
    all_widths<VOLUME>();
    all_widths<LINES>();
    all_widths<PLANES>();
}
