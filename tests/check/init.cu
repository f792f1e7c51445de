// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <mma.h>

// expect uninit-result
__global__ void global_wrong(int *out, const int *fresh)
{
    out[threadIdx.x] = fresh[threadIdx.x] + 1;
}
__global__ void global_right(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

// expect uninit-result
__global__ void shared_wrong(int *out)
{
    __shared__ int s[64];
    out[threadIdx.x] = s[threadIdx.x] * 2;
}
__global__ void shared_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x] * 2;
}

// expect uninit-atomic
__global__ void histogram_wrong(int *out, const int *in)
{
    __shared__ int bins[16];
    atomicAdd(&bins[in[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) {
        out[threadIdx.x] = bins[threadIdx.x];
    }
}
__global__ void histogram_right(int *out, const int *in)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16) {
        bins[threadIdx.x] = 0;
    }
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) {
        out[threadIdx.x] = bins[threadIdx.x];
    }
}

// expect uninit-branch
__global__ void branch_wrong(int *out, const int *fresh)
{
    if (fresh[threadIdx.x] > 3) {
        out[threadIdx.x] = 1;
        out[threadIdx.x + 64] = 2;
        atomicAdd(&out[128], 1);
        atomicAdd(&out[129], 1);
        __syncwarp(__activemask());
    }
}
__global__ void branch_right(int *out, const int *in)
{
    if (in[threadIdx.x] > 3) {
        out[threadIdx.x] = 1;
        out[threadIdx.x + 64] = 2;
        atomicAdd(&out[128], 1);
        atomicAdd(&out[129], 1);
        __syncwarp(__activemask());
    }
}

// expect uninit-address
__global__ void address_wrong(int *out)
{
    __shared__ int s[64];
    out[s[threadIdx.x] & 1023] = 1;
}
__global__ void address_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[s[threadIdx.x] & 1023] = 1;
}

// expect uninit-result
__global__ void partly_wrong(int *out)
{
    __shared__ int s[65];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1];
}
__global__ void partly_right(int *out)
{
    __shared__ int s[65];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
        s[64] = 0;
    }
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1];
}

// expect uninit-result
__global__ void local_wrong(int *out, const int *in)
{
    int a[8];
    if (in[1] == 2) {
        a[in[2]] = 1;
    }
    out[threadIdx.x] = a[in[threadIdx.x] & 7] + 1;
}
__global__ void local_right(int *out, const int *in)
{
    int a[8] = {0};
    if (in[1] == 2) {
        a[in[2]] = 1;
    }
    out[threadIdx.x] = a[in[threadIdx.x] & 7] + 1;
}

// expect uninit-result
__global__ void heap_wrong(int *out)
{
    int *p = (int *)malloc(64);
    out[threadIdx.x] = p[3] + 1;
    free(p);
}
__global__ void heap_right(int *out)
{
    int *p = (int *)malloc(64);
    p[3] = 1;
    out[threadIdx.x] = p[3] + 1;
    free(p);
}

// expect uninit-result
__global__ void dynamic_wrong(float *out)
{
    extern __shared__ float d[];
    out[threadIdx.x] = d[threadIdx.x] * 2.0f;
}
__global__ void dynamic_right(float *out)
{
    extern __shared__ float d[];
    d[threadIdx.x] = 1.0f;
    out[threadIdx.x] = d[threadIdx.x] * 2.0f;
}

// expect uninit-result
__global__ void through_copy_wrong(int *out, const int *fresh)
{
    __shared__ int s[64];
    s[threadIdx.x] = fresh[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x] + 1;
}
// A copy alone is no error: nobody looks at what was copied.
__global__ void through_copy_right(int *fresh)
{
    __shared__ int s[64];
    s[threadIdx.x] = fresh[threadIdx.x];
    __syncthreads();
    fresh[threadIdx.x] = s[63 - threadIdx.x];
}

// expect uninit-result, not in nvcc's code
__global__ void bytes_wrong(int *out)
{
    __shared__ char s[8];
    s[0] = s[1] = s[2] = 1;
    out[threadIdx.x] = s[0] + s[3];
}
__global__ void bytes_right(int *out)
{
    __shared__ char s[8];
    s[0] = s[1] = s[2] = 1;
    out[threadIdx.x] = s[0] + s[2];
}

// expect uninit-result, not in nvcc's code
__global__ void structure_wrong(int *out)
{
    __shared__ struct { int a; char b; double c; } s;
    s.a = 1;
    s.c = 2;
    out[threadIdx.x] = s.a + s.b;
}
// Padding is never written and never used.
__global__ void structure_right(int *out)
{
    __shared__ struct { int a; char b; double c; } s;
    s.a = 1;
    s.b = 1;
    s.c = 2;
    out[threadIdx.x] = s.a + s.b;
}

// expect uninit-atomic
__global__ void global_atomic_wrong(int *fresh)
{
    atomicAdd(&fresh[threadIdx.x % 4], 1);
}
__global__ void global_atomic_right(int *out)
{
    atomicAdd(&out[threadIdx.x % 4], 1);
}

// expect uninit-result
__global__ void reduction_wrong(int *out)
{
    __shared__ int s[64];
    if (threadIdx.x < 63) {
        s[threadIdx.x] = 1;
    }
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            s[threadIdx.x] += s[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[0] = s[0];
    }
}
__global__ void reduction_right(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x < 63 ? 1 : 0;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) {
            s[threadIdx.x] += s[threadIdx.x + d];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[0] = s[0];
    }
}

// expect uninit-result
__global__ void sum_variable_wrong(int *out, const int *in, int count)
{
    int sum;
    for (int i = 0; i < count; i++) {
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}
__global__ void sum_variable_right(int *out, const int *in, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}

// expect uninit-branch
__global__ void flag_register_wrong(int *out, const int *in)
{
    asm volatile("{ .reg .pred p; .reg .u32 never;\n"
                 "setp.eq.u32 p, never, 3;\n"
                 "@p st.global.u32 [%0], 1; }" ::"l"(out + threadIdx.x)
                 : "memory");
}
__global__ void flag_register_right(int *out, const int *in)
{
    asm volatile("{ .reg .pred p; .reg .u32 once;\n"
                 "mov.u32 once, 3;\n"
                 "setp.eq.u32 p, once, 3;\n"
                 "@p st.global.u32 [%0], 1; }" ::"l"(out + threadIdx.x)
                 : "memory");
}

// expect uninit-result
__global__ void some_threads_wrong(int *out, const int *in, int count)
{
    int last;
    for (int i = 0; i < count; i++) {
        last = threadIdx.x % 2 == 0 ? in[i] : last + 1;
    }
    out[threadIdx.x] = last;
}
__global__ void some_threads_right(int *out, const int *in, int count)
{
    int last;
    for (int i = 0; i < count; i++) {
        last = threadIdx.x % 2 == 0 ? in[i] : i;
    }
    if (count > 0) {
        out[threadIdx.x] = last;
    }
}

// expect uninit-result
__global__ void added_wrong(int *out, const int *fresh)
{
    atomicAdd(out, fresh[threadIdx.x]);
}
__global__ void added_right(int *out, const int *in)
{
    atomicAdd(out, in[threadIdx.x]);
}

struct Pair {
    int x, y;
};

// expect uninit-result, not in nvcc's code
__global__ void member_wrong(int *out, int n)
{
    Pair pair;
    pair.x = n;
    out[threadIdx.x] = pair.x + pair.y;
}
__global__ void member_right(Pair *out, int n)
{
    Pair pair, copy;
    pair.x = n;
    copy = pair; // a copy is no use
    copy.y = copy.x;
    out[threadIdx.x] = copy;
}

// expect uninit-branch, not in nvcc's code
__global__ void sometimes_wrong(int *out, int n)
{
    int values[2];
    values[0] = n;
    if (n > 100) {
        values[1] = n;
    }
    if (values[1] > 3) {
        out[threadIdx.x] = values[0];
    }
}
__global__ void sometimes_right(int *out, int n)
{
    int values[2];
    values[0] = n;
    if (n > 100) {
        values[1] = n;
    }
    if (n > 100 && values[1] > 3) { // where it has a value
        out[threadIdx.x] = values[0];
    }
}

static __device__ void multiply(float *out, const half *a, const half *b, bool has_sum)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    if (has_sum) {
        wmma::fill_fragment(sum, 0.0f);
    }
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

// expect uninit-result
__global__ void multiply_wrong(float *out, const half *in, const half *fresh)
{
    multiply(out, in, fresh, true);
}
__global__ void multiply_right(float *out, const half *in)
{
    multiply(out, in, in, true);
}

// expect uninit-result, not in nvcc's code
__global__ void accumulator_wrong(float *out, const half *in) // a fragment that nobody filled
{
    multiply(out, in, in, false);
}
__global__ void accumulator_right(float *out, const half *in)
{
    multiply(out, in, in, true);
}

static __device__ void choose(int *out, const int *in, bool is_held)
{
    int lane = threadIdx.x; // in half of all lanes the metadata have no effect
    asm volatile("{ .reg .pred held; .reg .b32 value, metadata;\n"
                 "ld.global.b32 value, [%1];\n"
                 "setp.ne.b32 held, %2, 0;\n"
                 "@held mov.b32 metadata, 0x44444444;\n"
                 "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {value, _, _, _},\n"
                 "{value, value}, {value, value}, {value, value, value, value}, metadata, 0;\n"
                 "st.global.b32 [%0], value; }" ::"l"(out + lane), "l"(in + lane), "r"((int)(lane % 4 < 2 == is_held))
                 : "memory");
}
// expect uninit-result
__global__ void choose_wrong(int *out, const int *in)
{
    choose(out, in, false);
}
__global__ void choose_right(int *out, const int *in)
{
    choose(out, in, true);
}

// expect uninit-result
__global__ void halves_wrong(short *out, const short *in)
{
    asm volatile("{ .reg .b16 value, never; .reg .b32 pair;\n"
                 "ld.global.u16 value, [%1];\n"
                 "mov.b32 pair, {value, never};\n"
                 "add.s16x2 pair, pair, pair;\n"
                 "mov.b32 {never, value}, pair;\n"
                 "st.global.u16 [%0], value; }" ::"l"(out + threadIdx.x), "l"(in + threadIdx.x)
                 : "memory");
}
__global__ void halves_right(short *out, const short *in) // the other half has a value
{
    asm volatile("{ .reg .b16 value, never; .reg .b32 pair;\n"
                 "ld.global.u16 value, [%1];\n"
                 "mov.b32 pair, {value, never};\n"
                 "add.s16x2 pair, pair, pair;\n"
                 "mov.b32 {value, never}, pair;\n"
                 "st.global.u16 [%0], value; }" ::"l"(out + threadIdx.x), "l"(in + threadIdx.x)
                 : "memory");
}

// Writes `rows` rows of a matrix; each lane uses two elements of a column, or of a row.
static __device__ void load_matrix(int *out, int rows, bool is_transposed)
{
    __shared__ __align__(16) short s[8][8];
    int lane = threadIdx.x, pair;
    for (int i = 0; i < 8 && lane < rows; i++) {
        s[lane][i] = lane;
    }
    __syncwarp();
    unsigned address = (unsigned)__cvta_generic_to_shared(s[lane % 8]);
    if (is_transposed) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(pair) : "r"(address));
        out[lane] = lane % 4 < 3 ? pair + 1 : 0; // rows 0 to 5
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(pair) : "r"(address));
        out[lane] = lane / 4 < 6 ? pair + 1 : 0; // likewise
    }
}

// expect uninit-result
__global__ void load_matrix_wrong(int *out)
{
    load_matrix(out, 5, false);
}
__global__ void load_matrix_right(int *out)
{
    load_matrix(out, 6, false);
}

// expect uninit-result
__global__ void load_transposed_wrong(int *out)
{
    load_matrix(out, 5, true);
}
__global__ void load_transposed_right(int *out)
{
    load_matrix(out, 6, true);
}

// expect uninit-print
__global__ void print_wrong(const int *fresh, const int *in)
{
    printf("%d of %d\n", fresh[threadIdx.x], in[threadIdx.x]);
}
// The padding before the double does not count.
__global__ void print_right(const int *in)
{
    printf("%d and %f\n", in[threadIdx.x], in[threadIdx.x] * 0.5);
}

int main(int count, char **arguments)
{
    selected = count > 1 ? atoi(arguments[1]) : -1;
    RUN(0, (global_wrong<<<1, 64>>>(out, fresh)));
    RUN(1, (global_right<<<1, 64>>>(out, in)));
    RUN(2, (shared_wrong<<<1, 64>>>(out)));
    RUN(3, (shared_right<<<1, 64>>>(out)));
    RUN(4, (histogram_wrong<<<1, 64>>>(out, in)));
    RUN(5, (histogram_right<<<1, 64>>>(out, in)));
    RUN(6, (branch_wrong<<<1, 64>>>(out, fresh)));
    RUN(7, (branch_right<<<1, 64>>>(out, in)));
    RUN(8, (address_wrong<<<1, 64>>>(out)));
    RUN(9, (address_right<<<1, 64>>>(out)));
    RUN(10, (partly_wrong<<<1, 64>>>(out)));
    RUN(11, (partly_right<<<1, 64>>>(out)));
    RUN(12, (local_wrong<<<1, 64>>>(out, in)));
    RUN(13, (local_right<<<1, 64>>>(out, in)));
    RUN(14, (heap_wrong<<<1, 1>>>(out)));
    RUN(15, (heap_right<<<1, 1>>>(out)));
    RUN(16, (dynamic_wrong<<<1, 64, 256>>>((float *)out)));
    RUN(17, (dynamic_right<<<1, 64, 256>>>((float *)out)));
    RUN(18, (through_copy_wrong<<<1, 64>>>(out, fresh)));
    RUN(19, (through_copy_right<<<1, 64>>>(fresh)));
    RUN(20, (bytes_wrong<<<1, 1>>>(out)));
    RUN(21, (bytes_right<<<1, 1>>>(out)));
    RUN(22, (structure_wrong<<<1, 1>>>(out)));
    RUN(23, (structure_right<<<1, 1>>>(out)));
    RUN(24, (global_atomic_wrong<<<1, 64>>>(fresh)));
    RUN(25, (global_atomic_right<<<1, 64>>>(out)));
    RUN(26, (reduction_wrong<<<1, 64>>>(out)));
    RUN(27, (reduction_right<<<1, 64>>>(out)));
    RUN(28, (sum_variable_wrong<<<1, 64>>>(out, in, 9)));
    RUN(29, (sum_variable_right<<<1, 64>>>(out, in, 9)));
    RUN(30, (flag_register_wrong<<<1, 64>>>(out, in)));
    RUN(31, (flag_register_right<<<1, 64>>>(out, in)));
    RUN(32, (some_threads_wrong<<<1, 64>>>(out, in, 9)));
    RUN(33, (some_threads_right<<<1, 64>>>(out, in, 9)));
    RUN(34, (added_wrong<<<1, 64>>>(out, fresh)));
    RUN(35, (added_right<<<1, 64>>>(out, in)));
    RUN(36, (member_wrong<<<1, 64>>>(out, 9)));
    RUN(37, (member_right<<<1, 64>>>((Pair *)out, 9)));
    RUN(38, (sometimes_wrong<<<1, 64>>>(out, 9)));
    RUN(39, (sometimes_right<<<1, 64>>>(out, 9)));
    RUN(40, (multiply_wrong<<<1, 32>>>((float *)out, (half *)in, (half *)fresh)));
    RUN(41, (multiply_right<<<1, 32>>>((float *)out, (half *)in)));
    RUN(42, (accumulator_wrong<<<1, 32>>>((float *)out, (half *)in)));
    RUN(43, (accumulator_right<<<1, 32>>>((float *)out, (half *)in)));
    RUN(44, (halves_wrong<<<1, 64>>>((short *)out, (short *)in)));
    RUN(45, (halves_right<<<1, 64>>>((short *)out, (short *)in)));
    RUN(46, (load_matrix_wrong<<<1, 32>>>(out)));
    RUN(47, (load_matrix_right<<<1, 32>>>(out)));
    RUN(48, (load_transposed_wrong<<<1, 32>>>(out)));
    RUN(49, (load_transposed_right<<<1, 32>>>(out)));
    RUN(50, (choose_wrong<<<1, 32>>>(out, in)));
    RUN(51, (choose_right<<<1, 32>>>(out, in)));
    RUN(52, (print_wrong<<<1, 2>>>(fresh, in)));
    RUN(53, (print_right<<<1, 2>>>(in)));
}
