// SPDX-License-Identifier: Apache-2.0
// Bounds and alignment beyond those of memory.cu: neighbors, types, spaces, pointers, the device heap.
#include "check.h"

struct Pair {
    int first[4], second[4];
};
__constant__ int table[4] = {1, 2, 3, 4};

// expect array-bounds
__global__ void next_array_wrong(int *out) // from one array of the kernel into the next one
{
    __shared__ int a[32], b[32];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x + 1] + b[threadIdx.x];
}
__global__ void next_array_right(int *out)
{
    __shared__ int a[33], b[32];
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
    if (threadIdx.x == 0) {
        a[32] = 1;
    }
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x + 1] + b[threadIdx.x];
}

// expect index-bounds, not in nvcc's code
__global__ void member_wrong(int *out, int index)
{
    Pair pair = {};
    pair.first[index] = 1;
    out[0] = pair.second[0] + pair.first[index];
}
__global__ void member_right(int *out, int index)
{
    Pair pair = {};
    pair.second[index - 4] = 1;
    out[0] = pair.second[0] + pair.second[index - 4];
}

// expect index-bounds, not in nvcc's code
__global__ void row_wrong(int *out, int column) // from one row into the next one
{
    __shared__ int tile[4][32];
    for (int y = 0; y < 4; y++) {
        tile[y][threadIdx.x] = y;
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 2][threadIdx.x + column];
}
__global__ void row_right(int *out, int column)
{
    __shared__ int tile[4][32];
    for (int y = 0; y < 4; y++) {
        tile[y][threadIdx.x] = y;
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 2 + column][threadIdx.x];
}

// expect index-bounds, not in nvcc's code
__global__ void next_local_wrong(int *out, int index) // from one local array into the next one
{
    int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    second[out[0] & 3] = 9;
    out[1] = first[index] + second[index & 3];
}
__global__ void next_local_right(int *out, int index)
{
    int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    second[out[0] & 3] = 9;
    out[1] = first[index - 1] + second[index & 3];
}

// expect index-bounds, not in nvcc's code
__global__ void member_of_shared_wrong(int *out, int index) // of a structure in an array in shared memory
{
    __shared__ Pair pairs[32];
    pairs[threadIdx.x] = {};
    __syncthreads();
    pairs[threadIdx.x].first[index]++;
    out[threadIdx.x] = pairs[threadIdx.x].second[0];
}
__global__ void member_of_shared_right(int *out, int index)
{
    __shared__ Pair pairs[32];
    pairs[threadIdx.x] = {};
    __syncthreads();
    pairs[threadIdx.x].first[index - 1]++;
    out[threadIdx.x] = pairs[threadIdx.x].second[0];
}

struct Packet {
    int count, body[1];
};
// expect index-bounds, not in nvcc's code
__global__ void by_pointer_wrong(Pair *pairs, int index) { pairs[1].first[index - 5] = 1; }
__global__ void by_pointer_right(Pair *pairs, int index) // addresses past the end, and a trailing array
{
    int *end = &pairs[1].first[index];
    for (int *p = pairs[1].first; p < end; p++) {
        *p = 1;
    }
    ((Packet *)pairs)->body[index] = 2;
}

struct Vector {
    int x[3], y;
    __device__ int &operator[](int i) { return x[i]; }
    __device__ const int *end() const { return &x[3]; }
};
// expect index-bounds, not in nvcc's code
__global__ void operator_wrong(int *out, int index)
{
    Vector v = {{0, 1, 2}, 3};
    v[index - 1] = 4; // changes y
    out[0] = v.y;
}
__global__ void operator_right(int *out, int index)
{
    Vector v = {{0, 1, 2}, 3};
    v[index - 2] = 4;
    for (const int *p = v.x; p != v.end(); p++) {
        out[0] += *p;
    }
}

__device__ void increment(int &value) { value++; }
// expect index-bounds, not in nvcc's code
__global__ void reference_wrong(int *out, int index)
{
    int counts[4] = {}, total[4] = {};
    increment(counts[index]);
    out[0] = counts[0] + total[0];
}
__global__ void reference_right(int *out, int index)
{
    int counts[4] = {}, total[4] = {};
    increment(counts[index - 1]);
    out[0] = counts[0] + total[0];
}

struct Counts {
    int bins[4], guard;
};
// expect index-bounds, not in nvcc's code
__global__ void atomic_wrong(int *out, int index)
{
    __shared__ Counts counts;
    if (threadIdx.x == 0) {
        counts = {};
    }
    __syncthreads();
    atomicAdd(&counts.bins[index], 1);
    __syncthreads();
    out[threadIdx.x] = counts.guard;
}
__global__ void atomic_right(int *out, int index)
{
    __shared__ Counts counts;
    if (threadIdx.x == 0) {
        counts = {};
    }
    __syncthreads();
    atomicAdd(&counts.bins[index - 1], 1);
    __syncthreads();
    out[threadIdx.x] = counts.guard;
}

// expect index-bounds, not in nvcc's code
__global__ void row_reference_wrong(int *out, int index)
{
    __shared__ int tile[4][32];
    int(&row)[32] = tile[index - 3];
    row[threadIdx.x + 1] = 1;
    tile[0][threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = tile[0][threadIdx.x];
}
__global__ void row_reference_right(int *out, int index)
{
    __shared__ int tile[4][32];
    int(&row)[32] = tile[index - 3], (*rows)[32] = tile + 2;
    row[threadIdx.x] = 1;
    rows[index - 3][threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = tile[1][threadIdx.x];
}

// expect other-object, not in nvcc's code
__global__ void other_allocation_wrong(int *out, int *in) // an index that leads from one allocation into another
{
    in[out - in] = 1;
}
__global__ void other_allocation_right(int *out, int *in)
{
    out[in - in] = 1;
}

// expect fault
__global__ void shared_pair_wrong(int *out) // 8 bytes at a multiple of 4
{
    __shared__ int s[66];
    s[threadIdx.x * 2] = s[threadIdx.x * 2 + 1] = 0;
    __syncwarp();
    int2 pair = ((int2 *)(s + 1))[threadIdx.x / 2];
    out[threadIdx.x] = pair.x + pair.y;
}
__global__ void shared_pair_right(int *out)
{
    __shared__ __align__(8) int s[66];
    s[threadIdx.x * 2] = s[threadIdx.x * 2 + 1] = 0;
    __syncwarp();
    int2 pair = ((int2 *)s)[threadIdx.x / 2];
    out[threadIdx.x] = pair.x + pair.y;
}

// expect fault
__global__ void double_wrong(int *out) { *(double *)(out + 1) = 1.0; }
__global__ void double_right(int *out) { *(double *)(out + 2) = 1.0; }

// expect fault
__global__ void short_wrong(int *out) { out[0] = *(short *)((char *)out + 3); }
__global__ void short_right(int *out) { out[0] = *(short *)((char *)out + 2); }

// expect fault
__global__ void vector_end_wrong(int *out) { ((int4 *)out)[WORDS / 4] = make_int4(1, 2, 3, 4); }
__global__ void vector_end_right(int *out) { ((int4 *)out)[WORDS / 4 - 1] = make_int4(1, 2, 3, 4); }

__device__ __noinline__ int first_of(const int *p) { return *p; }
// expect fault
__global__ void generic_wrong(int *out, int index) // a generic pointer past the end of shared memory
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = first_of(index > 0 ? s + threadIdx.x + index : out);
}
__global__ void generic_right(int *out, int index)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    out[threadIdx.x] = first_of(index > 0 ? s + threadIdx.x : out);
}

// expect fault
__global__ void constant_before_wrong(int *out, int index) { out[0] = table[index - 3000]; }
__global__ void constant_before_right(int *out, int index) { out[0] = table[index - 3]; }

// expect fault
__global__ void atomic_end_wrong(int *out) { atomicAdd(&out[WORDS], 1); }
__global__ void atomic_end_right(int *out) { atomicAdd(&out[WORDS - 1], 1); }

// expect fault
__global__ void host_pointer_wrong(int *p) { *p = 1; }
__global__ void host_pointer_right(int *p) { *p = 1; }

// expect fault
__global__ void stale_pointer_wrong(int *p) { *p = 1; }
__global__ void stale_pointer_right(int *p) { *p = 1; }

// expect fault
__global__ void free_inside_wrong(int *out)
{
    int *p = (int *)malloc(64);
    *p = 1;
    free(p + 1);
}
__global__ void free_inside_right(int *out)
{
    int *p = (int *)malloc(64);
    *p = 1;
    free(p);
}

// expect fault
__global__ void free_global_wrong(int *out) { free(out); }
__global__ void free_global_right(int *out) { free(nullptr); }

// expect heap-bounds
__global__ void heap_before_wrong(int *out)
{
    int *before = (int *)malloc(64), *p = (int *)malloc(64);
    (p < before ? before : p)[-1] = 1;
    free(before);
    free(p);
}
__global__ void heap_before_right(int *out)
{
    int *before = (int *)malloc(64), *p = (int *)malloc(64);
    (p < before ? before : p)[0] = 1;
    free(before);
    free(p);
}

// expect heap-bounds
__global__ void new_array_wrong(int *out)
{
    int *p = new int[8];
    for (int i = 0; i <= 8; i++) {
        p[i] = i;
    }
    delete[] p;
}
__global__ void new_array_right(int *out)
{
    int *p = new int[8];
    for (int i = 0; i < 8; i++) {
        p[i] = i;
    }
    delete[] p;
}

// expect fault
__global__ void surface_wrong(cudaSurfaceObject_t surface, int x) { surf1Dwrite(1, surface, 4 * x); }
__global__ void surface_right(cudaSurfaceObject_t surface, int x) { surf1Dwrite(1, surface, 4 * (x % 64)); }

static int *gone()
{
    int *p;
    cudaMallocAsync(&p, 256, 0);
    cudaFreeAsync(p, 0);
    return p;
}

static cudaSurfaceObject_t surface_of(cudaArray_t *array)
{
    cudaChannelFormatDesc words_of = cudaCreateChannelDesc<int>();
    cudaMallocArray(array, &words_of, 64, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = *array;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    int *host = (int *)malloc(4096);
    cudaArray_t array;
    RUN(0, (next_array_wrong<<<1, 32>>>(out)));
    RUN(1, (next_array_right<<<1, 32>>>(out)));
    RUN(2, (member_wrong<<<1, 1>>>(out, 4)));
    RUN(3, (member_right<<<1, 1>>>(out, 4)));
    RUN(4, (other_allocation_wrong<<<1, 1>>>(out, in)));
    RUN(5, (other_allocation_right<<<1, 1>>>(out, in)));
    RUN(6, (shared_pair_wrong<<<1, 32>>>(out)));
    RUN(7, (shared_pair_right<<<1, 32>>>(out)));
    RUN(8, (double_wrong<<<1, 1>>>(out)));
    RUN(9, (double_right<<<1, 1>>>(out)));
    RUN(10, (short_wrong<<<1, 1>>>(out)));
    RUN(11, (short_right<<<1, 1>>>(out)));
    RUN(12, (vector_end_wrong<<<1, 1>>>(out)));
    RUN(13, (vector_end_right<<<1, 1>>>(out)));
    RUN(14, (generic_wrong<<<1, 32>>>(out, 1)));
    RUN(15, (generic_right<<<1, 32>>>(out, 1)));
    RUN(16, (constant_before_wrong<<<1, 1>>>(out, 3)));
    RUN(17, (constant_before_right<<<1, 1>>>(out, 3)));
    RUN(18, (atomic_end_wrong<<<1, 1>>>(out)));
    RUN(19, (atomic_end_right<<<1, 1>>>(out)));
    RUN(20, (host_pointer_wrong<<<1, 1>>>(host)));
    RUN(21, (host_pointer_right<<<1, 1>>>(out)));
    RUN(22, (stale_pointer_wrong<<<1, 1>>>(gone())));
    RUN(23, (stale_pointer_right<<<1, 1>>>(out)));
    RUN(24, (free_inside_wrong<<<1, 1>>>(out)));
    RUN(25, (free_inside_right<<<1, 1>>>(out)));
    RUN(26, (free_global_wrong<<<1, 1>>>(out)));
    RUN(27, (free_global_right<<<1, 1>>>(out)));
    RUN(28, (heap_before_wrong<<<1, 1>>>(out)));
    RUN(29, (heap_before_right<<<1, 1>>>(out)));
    RUN(30, (new_array_wrong<<<1, 1>>>(out)));
    RUN(31, (new_array_right<<<1, 1>>>(out)));
    RUN(32, (surface_wrong<<<1, 1>>>(surface_of(&array), 64)); cudaFreeArray(array));
    RUN(33, (surface_right<<<1, 1>>>(surface_of(&array), 64)); cudaFreeArray(array));
    RUN(34, (row_wrong<<<1, 32>>>(out, 1)));
    RUN(35, (row_right<<<1, 32>>>(out, 1)));
    RUN(36, (next_local_wrong<<<1, 1>>>(out, 4)));
    RUN(37, (next_local_right<<<1, 1>>>(out, 4)));
    RUN(38, (member_of_shared_wrong<<<1, 32>>>(out, 4)));
    RUN(39, (member_of_shared_right<<<1, 32>>>(out, 4)));
    RUN(40, (by_pointer_wrong<<<1, 1>>>((Pair *)out, 4)));
    RUN(41, (by_pointer_right<<<1, 1>>>((Pair *)out, 4)));
    RUN(42, (operator_wrong<<<1, 1>>>(out, 4)));
    RUN(43, (operator_right<<<1, 1>>>(out, 4)));
    RUN(44, (reference_wrong<<<1, 1>>>(out, 4)));
    RUN(45, (reference_right<<<1, 1>>>(out, 4)));
    RUN(46, (row_reference_wrong<<<1, 32>>>(out, 4)));
    RUN(47, (row_reference_right<<<1, 32>>>(out, 4)));
    RUN(48, (atomic_wrong<<<1, 32>>>(out, 4)));
    RUN(49, (atomic_right<<<1, 32>>>(out, 4)));
    free(host);
}
