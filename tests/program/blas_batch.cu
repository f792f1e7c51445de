// SPDX-License-Identifier: Apache-2.0
// cuBLAS's functions for many small matrices, and those of vectors with types of their own, beside plain loops.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

typedef std::complex<float> Cfloat;
typedef std::complex<double> Cdouble;

static int wrong = 0;
static void check(const char *what, bool is_good)
{
    wrong += !is_good;
    if (!is_good)
        printf("%s: wrong\n", what);
}
#define OK(call) check(#call, (call) == CUBLAS_STATUS_SUCCESS)

static unsigned seed = 7;
static double next()
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 8388608.0 - 1;
}
static void make(float &a)
{
    a = (float)next();
}
static void make(double &a)
{
    a = next();
}
template <class R> static void make(std::complex<R> &a)
{
    R x = (R)next();
    a = std::complex<R>(x, (R)next());
}
static float turned(float a)
{
    return a;
}
static double turned(double a)
{
    return a;
}
template <class R> static std::complex<R> turned(std::complex<R> a)
{
    return std::conj(a);
}

// `count` blocks of `size` elements in device memory, and their addresses there.
template <class T> struct Blocks {
    T *at, **list;
    int size, count;
    Blocks(int s, int n) : size(s), count(n)
    {
        std::vector<T *> places;
        cudaMalloc(&at, sizeof(T) * s * n);
        cudaMalloc(&list, sizeof(T *) * n);
        for (int i = 0; i < n; i++)
            places.push_back(at + i * s);
        cudaMemcpy(list, places.data(), sizeof(T *) * n, cudaMemcpyHostToDevice);
    }
    ~Blocks()
    {
        cudaFree(at);
        cudaFree(list);
    }
    void put(const std::vector<T> &from)
    {
        cudaMemcpy(at, from.data(), sizeof(T) * from.size(), cudaMemcpyHostToDevice);
    }
    std::vector<T> get() const
    {
        std::vector<T> to((size_t)size * count);
        cudaMemcpy(to.data(), at, sizeof(T) * to.size(), cudaMemcpyDeviceToHost);
        return to;
    }
};

template <class T> static std::vector<T> random(size_t count)
{
    std::vector<T> values(count);
    for (T &value : values)
        make(value);
    return values;
}

// The largest element of op(A) X - B, of n x n and n x m matrices.
template <class T> static double residual(cublasOperation_t op, int n, int m, const T *a, const T *x, const T *b)
{
    double largest = 0;
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
            T sum = b == nullptr ? T(-(i == j)) : -b[i + j * n];
            for (int k = 0; k < n; k++) {
                T element = op == CUBLAS_OP_N ? a[i + k * n] : a[k + i * n];
                sum += (op == CUBLAS_OP_C ? turned(element) : element) * x[k + j * n];
            }
            largest = std::max(largest, (double)std::abs(sum));
        }
    }
    return largest;
}

static cublasHandle_t handle;

#define TEST(N, T, U)                                                                                           \
    static void test_##N(double precision)                                                                      \
    {                                                                                                           \
        enum { SIZE = 20, COUNT = 3, SIDES = 2, SQUARE = SIZE * SIZE };                                         \
        Blocks<T> a(SQUARE, COUNT), c(SQUARE, COUNT), b(SIZE * SIDES, COUNT);                                   \
        Blocks<int> pivots(SIZE, COUNT), info(1, COUNT);                                                        \
        std::vector<T> matrices = random<T>(SQUARE * COUNT), sides = random<T>(SIZE * SIDES * COUNT);           \
        const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};                         \
        for (int i = 0; i < SIZE; i++) /* the last one is singular */                                           \
            matrices[2 * SQUARE + 4 * SIZE + i] = T(0);                                                         \
        for (int is_pivoted = 0; is_pivoted < 2; is_pivoted++) {                                                \
            std::vector<T> diagonal = matrices;                                                                 \
            for (int i = 0; i < 2 * SQUARE && !is_pivoted; i++)                                                 \
                diagonal[i] += T(i % SQUARE % (SIZE + 1) == 0 ? (int)(2 * SIZE) : 0);                                 \
            a.put(diagonal);                                                                                    \
            int *rows = is_pivoted ? pivots.at : nullptr, host_info = 7;                                        \
            OK(cublas##N##getrfBatched(handle, SIZE, (U *const *)a.list, SIZE, rows, info.at, COUNT));          \
            std::vector<int> infos = info.get();                                                                \
            check(#N "getrfBatched's info", infos[0] == 0 && infos[1] == 0 && infos[2] == 5);                   \
            OK(cublas##N##getriBatched(handle, SIZE, (const U *const *)a.list, SIZE, rows, (U *const *)c.list,  \
                                       SIZE, info.at, COUNT));                                                  \
            infos = info.get();                                                                                 \
            check(#N "getriBatched's info", infos[0] == 0 && infos[1] == 0 && infos[2] == 5);                   \
            std::vector<T> inverse = c.get();                                                                   \
            for (int i = 0; i < 2; i++)                                                                         \
                check(#N "getriBatched", residual<T>(CUBLAS_OP_N, SIZE, SIZE, &diagonal[i * SQUARE],            \
                                                     &inverse[i * SQUARE], nullptr) < 2000 * precision);        \
            for (cublasOperation_t op : operations) {                                                           \
                b.put(sides);                                                                                   \
                OK(cublas##N##getrsBatched(handle, op, SIZE, SIDES, (const U *const *)a.list, SIZE, rows,       \
                                           (U *const *)b.list, SIZE, &host_info, 2));                           \
                std::vector<T> x = b.get();                                                                     \
                check(#N "getrsBatched's info", host_info == 0);                                                \
                for (int i = 0; i < 2; i++)                                                                     \
                    check(#N "getrsBatched", residual<T>(op, SIZE, SIDES, &diagonal[i * SQUARE],                \
                                                         &x[i * SIZE * SIDES], &sides[i * SIZE * SIDES]) <      \
                                                 2000 * precision);                                             \
            }                                                                                                   \
        }                                                                                                       \
        a.put(matrices);                                                                                        \
        OK(cublas##N##matinvBatched(handle, SIZE, (const U *const *)a.list, SIZE, (U *const *)c.list, SIZE,     \
                                    info.at, COUNT));                                                           \
        std::vector<int> infos = info.get();                                                                    \
        check(#N "matinvBatched's info", infos[0] == 0 && infos[1] == 0 && infos[2] == 5);                      \
        std::vector<T> inverse = c.get();                                                                       \
        for (int i = 0; i < 2; i++)                                                                             \
            check(#N "matinvBatched", residual<T>(CUBLAS_OP_N, SIZE, SIZE, &matrices[i * SQUARE],               \
                                                  &inverse[i * SQUARE], nullptr) < 2000 * precision);           \
        std::vector<T> lower = matrices;                                                                        \
        for (int i = 0; i < SQUARE * COUNT; i++) {                                                              \
            int row = i % SQUARE % SIZE, column = i % SQUARE / SIZE;                                            \
            lower[i] = row < column ? T(0) : row == column ? lower[i] + T((int)SIZE) : lower[i];                     \
        }                                                                                                       \
        T one = 1, two = 2;                                                                                     \
        a.put(lower);                                                                                           \
        b.put(sides);                                                                                           \
        OK(cublas##N##trsmBatched(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C,                \
                                  CUBLAS_DIAG_NON_UNIT, SIZE, SIDES, (const U *)&one, (const U *const *)a.list, \
                                  SIZE, (U *const *)b.list, SIZE, COUNT));                                      \
        std::vector<T> x = b.get();                                                                             \
        for (int i = 0; i < COUNT; i++)                                                                         \
            check(#N "trsmBatched", residual<T>(CUBLAS_OP_C, SIZE, SIDES, &lower[i * SQUARE],                   \
                                                &x[i * SIZE * SIDES], &sides[i * SIZE * SIDES]) <               \
                                        2000 * precision);                                                      \
        a.put(matrices);                                                                                        \
        for (int is_strided = 0; is_strided < 2; is_strided++) {                                                \
            b.put(sides); /* y: the second half, backwards; x: every other element of the first 2 * 10 */       \
            enum { ROWS = 7, COLUMNS = 10 };                                                                    \
            if (is_strided)                                                                                     \
                OK(cublas##N##gemvStridedBatched(handle, CUBLAS_OP_N, ROWS, COLUMNS, (const U *)&two,           \
                                                 (const U *)a.at, SIZE, SQUARE, (const U *)b.at, 2,             \
                                                 SIZE * SIDES, (const U *)&one, (U *)b.at + SIZE, -1,           \
                                                 SIZE * SIDES, COUNT));                                         \
            else                                                                                                \
                OK(cublas##N##gemvBatched(handle, CUBLAS_OP_N, ROWS, COLUMNS, (const U *)&two,                  \
                                          (const U *const *)a.list, SIZE, (const U *const *)b.list, 2,          \
                                          (const U *)&one, (U *const *)b.list, -1, 0));                         \
            std::vector<T> y = b.get();                                                                         \
            for (int i = 0; i < COUNT * ROWS && is_strided; i++) {                                              \
                int m = i / ROWS, row = i % ROWS;                                                               \
                T sum = sides[m * SIZE * SIDES + SIZE + ROWS - 1 - row];                                        \
                for (int k = 0; k < COLUMNS; k++)                                                               \
                    sum += two * matrices[m * SQUARE + row + k * SIZE] * sides[m * SIZE * SIDES + 2 * k];       \
                check(#N "gemvStridedBatched",                                                                  \
                      std::abs(y[m * SIZE * SIDES + SIZE + ROWS - 1 - row] - sum) < 100 * precision);           \
            }                                                                                                   \
        }                                                                                                       \
        Blocks<T> xs(SIZE, COUNT), ys(SIZE, COUNT);                                                             \
        std::vector<T> from = random<T>(SIZE * COUNT);                                                          \
        T zero = 0;                                                                                             \
        xs.put(from);                                                                                           \
        OK(cublas##N##gemvBatched(handle, CUBLAS_OP_C, SIZE, SIZE, (const U *)&one, (const U *const *)a.list,   \
                                  SIZE, (const U *const *)xs.list, 1, (const U *)&zero, (U *const *)ys.list, 1, \
                                  COUNT));                                                                      \
        std::vector<T> y = ys.get();                                                                            \
        for (int i = 0; i < COUNT; i++)                                                                         \
            check(#N "gemvBatched", residual<T>(CUBLAS_OP_C, SIZE, 1, &matrices[i * SQUARE], &from[i * SIZE],   \
                                                &y[i * SIZE]) < 200 * precision);                               \
    }
TEST(S, float, float)
TEST(D, double, double)
TEST(C, Cfloat, cuComplex)
TEST(Z, Cdouble, cuDoubleComplex)

// Elements of a type, computed with in float (of 16 bits) or in the type itself.
template <class E, class T, class A>
static void vectors(const char *name, cudaDataType type, cudaDataType compute, E (*narrow)(T), T (*wide)(E))
{
    enum { COUNT = 1000 };
    std::vector<T> x = random<T>(COUNT), y = random<T>(COUNT);
    std::vector<E> ex(COUNT), ey(COUNT);
    for (int i = 0; i < COUNT; i++) {
        ex[i] = narrow(x[i]);
        ey[i] = narrow(y[i]);
    }
    E *on_device, *other, dot, norm;
    A alpha = A(0.5);
    cudaMalloc(&on_device, COUNT * sizeof(E));
    cudaMalloc(&other, COUNT * sizeof(E));
    cudaMemcpy(on_device, ex.data(), COUNT * sizeof(E), cudaMemcpyHostToDevice);
    cudaMemcpy(other, ey.data(), COUNT * sizeof(E), cudaMemcpyHostToDevice);
    T sum = 0, squares = 0;
    for (int i = 0; i < COUNT; i++) {
        sum += wide(ex[i]) * wide(ey[i]);
        squares += wide(ex[i]) * wide(ex[i]);
    }
    double precision = sizeof(E) == 2 ? 0.01 : 1e-4;
    OK(cublasDotEx(handle, COUNT, on_device, type, 1, other, type, 1, &dot, type, compute));
    OK(cublasNrm2Ex(handle, COUNT, on_device, type, 1, &norm, type, compute));
    check("DotEx", std::abs(wide(dot) - sum) < precision * std::sqrt((double)COUNT));
    check("Nrm2Ex", std::abs((double)wide(norm) - std::sqrt((double)squares)) < precision * std::sqrt((double)squares));
    OK(cublasAxpyEx(handle, COUNT, &alpha, compute, on_device, type, 1, other, type, 1, compute));
    OK(cublasScalEx(handle, COUNT, &alpha, compute, on_device, type, 1, compute));
    std::vector<E> scaled(COUNT), summed(COUNT);
    cudaMemcpy(scaled.data(), on_device, COUNT * sizeof(E), cudaMemcpyDeviceToHost);
    cudaMemcpy(summed.data(), other, COUNT * sizeof(E), cudaMemcpyDeviceToHost);
    int differ = 0;
    for (int i = 0; i < COUNT; i++) {
        differ += wide(scaled[i]) != wide(ex[i]) / 2; // exact
        differ += std::abs((double)wide(summed[i]) - (double)(wide(ex[i]) / 2 + wide(ey[i]))) > precision;
    }
    printf("%s: %d differ\n", name, differ);
    check("a type that is not computed with",
          cublasDotEx(handle, COUNT, on_device, type, 1, other, CUDA_R_8I, 1, &dot, type, compute) ==
              CUBLAS_STATUS_NOT_SUPPORTED);
    cudaFree(on_device);
    cudaFree(other);
}

typedef cublasStatus_t Grouped(const cublasOperation_t *, const cublasOperation_t *, const int *, const int *,
                               const int *, const void *, const void *const *, const int *, const void *const *,
                               const int *, const void *, void *const *, const int *, int, const int *);

// Two groups, of 2 and 1 products, whose operands are parts of the blocks.
template <class E, class T> static void groups(const char *name, Grouped *call, E (*narrow)(T), T (*wide)(E), double precision)
{
    enum { SIZE = 9, SQUARE = SIZE * SIZE, PRODUCTS = 3 };
    const cublasOperation_t op_a[] = {CUBLAS_OP_N, CUBLAS_OP_T}, op_b[] = {CUBLAS_OP_T, CUBLAS_OP_N};
    const int m[] = {4, 7}, n[] = {5, 2}, k[] = {6, 9}, ld[] = {SIZE, SIZE}, sizes[] = {2, 1}, small[] = {SIZE, 6};
    const T alpha[] = {2, -1}, beta[] = {0, 3};
    std::vector<E> host[3];
    Blocks<E> a(SQUARE, PRODUCTS), b(SQUARE, PRODUCTS), c(SQUARE, PRODUCTS), *blocks[] = {&a, &b, &c};
    for (int i = 0; i < 3; i++) {
        for (T value : random<T>(SQUARE * PRODUCTS))
            host[i].push_back(narrow(value));
        blocks[i]->put(host[i]);
    }
    const void *const *list_a = (const void *const *)a.list, *const *list_b = (const void *const *)b.list;
    OK(call(op_a, op_b, m, n, k, alpha, list_a, ld, list_b, ld, beta, (void *const *)c.list, ld, 2, sizes));
    std::vector<E> result = c.get();
    for (int i = 0; i < PRODUCTS * SQUARE; i++) {
        int group = i / SQUARE == 2, row = i % SIZE, column = i % SQUARE / SIZE, first = i / SQUARE * SQUARE;
        T sum = 0, before = wide(host[2][i]);
        for (int j = 0; j < k[group]; j++)
            sum += wide(host[0][first + (group ? j + row * SIZE : row + j * SIZE)]) *
                   wide(host[1][first + (group ? j + column * SIZE : column + j * SIZE)]);
        bool is_inside = row < m[group] && column < n[group];
        check(name, std::abs(wide(result[i]) - (is_inside ? alpha[group] * sum + beta[group] * before : before)) < precision);
    }
    check("a group whose leading dimension is too small",
          call(op_a, op_b, m, n, k, alpha, list_a, ld, list_b, ld, beta, (void *const *)c.list, small, 2, sizes) ==
              CUBLAS_STATUS_INVALID_VALUE);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    check("factors in device memory",
          call(op_a, op_b, m, n, k, alpha, list_a, ld, list_b, ld, beta, (void *const *)c.list, ld, 2, sizes) ==
              CUBLAS_STATUS_NOT_SUPPORTED);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
}

#define GROUPED(name, call)                                                                                             \
    static cublasStatus_t name(const cublasOperation_t *op_a, const cublasOperation_t *op_b, const int *m,              \
                               const int *n, const int *k, const void *alpha, const void *const *a, const int *lda,     \
                               const void *const *b, const int *ldb, const void *beta, void *const *c, const int *ldc,  \
                               int count, const int *sizes)                                                             \
    {                                                                                                                   \
        return call;                                                                                                    \
    }
GROUPED(grouped_s, cublasSgemmGroupedBatched(handle, op_a, op_b, m, n, k, (const float *)alpha, (const float *const *)a, lda,
                                             (const float *const *)b, ldb, (const float *)beta, (float *const *)c, ldc, count, sizes))
GROUPED(grouped_d, cublasDgemmGroupedBatched(handle, op_a, op_b, m, n, k, (const double *)alpha, (const double *const *)a, lda,
                                             (const double *const *)b, ldb, (const double *)beta, (double *const *)c, ldc, count, sizes))
GROUPED(grouped_h, cublasGemmGroupedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c,
                                              CUDA_R_16F, ldc, count, sizes, CUBLAS_COMPUTE_32F))

template <class T> static T same(T a)
{
    return a;
}

int main()
{
    OK(cublasCreate(&handle));
    test_S(1.2e-7);
    test_D(2.3e-16);
    test_C(1.2e-7);
    test_Z(2.3e-16);
    vectors<__half, float, float>("half", CUDA_R_16F, CUDA_R_32F, __float2half, __half2float);
    vectors<__nv_bfloat16, float, float>("bfloat16", CUDA_R_16BF, CUDA_R_32F, __float2bfloat16, __bfloat162float);
    vectors<float, float, float>("float", CUDA_R_32F, CUDA_R_32F, same<float>, same<float>);
    vectors<double, double, double>("double", CUDA_R_64F, CUDA_R_64F, same<double>, same<double>);
    groups<float, float>("SgemmGroupedBatched", grouped_s, same<float>, same<float>, 1e-4);
    groups<double, double>("DgemmGroupedBatched", grouped_d, same<double>, same<double>, 1e-12);
    groups<__half, float>("GemmGroupedBatchedEx", grouped_h, __float2half, __half2float, 0.05);
    OK(cublasDestroy(handle));
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
