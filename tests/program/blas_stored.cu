// SPDX-License-Identifier: Apache-2.0
// cuBLAS for banded and packed matrices, one triangle of a product, and gemm3m, beside sums on the
// host. All numbers are small integers, so every result is exact. Storage that no function may read
// holds a number of its own.
#include <complex>
#include <cstdio>
#include <cublas_v2.h>
#include <vector>

enum { M = 29, N = 37, KL = 3, KU = 5, K = 4 };
static const int UNREAD = 99;
static cublasHandle_t handle;
static int failures, checks;

template <class H> struct Of;
#define CALL(name, L, lower)                                                                       \
    template <class... P> static cublasStatus_t lower(P... p)                                      \
    {                                                                                              \
        return cublas##L##name(handle, p...);                                                      \
    }
#define OF(L, s, k, H, U, Real)                                                                    \
    template <> struct Of<H> {                                                                     \
        typedef U Device;                                                                          \
        typedef Real Factor;                                                                       \
        static constexpr bool is_hermitian = sizeof(Real) != sizeof(U);                            \
        CALL(gbmv, L, gbmv)                                                                        \
        CALL(tbmv, L, tbmv)                                                                        \
        CALL(tbsv, L, tbsv)                                                                        \
        CALL(tpmv, L, tpmv)                                                                        \
        CALL(tpsv, L, tpsv)                                                                        \
        CALL(tpttr, L, tpttr)                                                                      \
        CALL(trttp, L, trttp)                                                                      \
        CALL(s##bmv, L, bmv)                                                                       \
        CALL(s##pmv, L, pmv)                                                                       \
        CALL(s##pr, L, pr)                                                                         \
        CALL(s##pr2, L, pr2)                                                                       \
        CALL(k##rkx, L, rkx)                                                                       \
    };
OF(S, s, sy, float, float, float)
OF(D, s, sy, double, double, double)
OF(C, h, he, std::complex<float>, cuComplex, float)
OF(Z, h, he, std::complex<double>, cuDoubleComplex, double)

static unsigned int state = 1;
static int small()
{
    state = state * 1664525u + 1013904223u;
    return (int)(state >> 24) % 7 - 3;
}
template <class H> struct Number {
    static H make() { return (H)small(); }
    static H conjugate(H a) { return a; }
    static H real(H a) { return a; }
};
template <class R> struct Number<std::complex<R>> {
    typedef std::complex<R> H;
    static H make() { return H((R)small(), (R)small()); }
    static H conjugate(H a) { return std::conj(a); }
    static H real(H a) { return a.real(); }
};

template <class H> struct Array { // managed memory
    typedef typename Of<H>::Device Device;
    H *at;
    int size;
    explicit Array(int size, bool is_random = false) : size(size)
    {
        cudaMallocManaged(&at, size * sizeof(H));
        for (int i = 0; i < size; i++)
            at[i] = is_random ? Number<H>::make() : (H)UNREAD;
    }
    Array(const Array &from) : Array(from.size) { std::copy(from.at, from.at + size, at); }
    ~Array() { cudaFree(at); }
    H &operator[](int i) { return at[i]; }
    Device *device() { return (Device *)at; }
};

template <class H>
static void expect(const char *what, cublasStatus_t status, Array<H> &got, Array<H> &wanted)
{
    cudaDeviceSynchronize();
    bool is_good = status == CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < got.size; i++)
        is_good = is_good && got[i] == wanted[i];
    checks++;
    if (!is_good) {
        failures++;
        printf("%s of %d bytes: wrong\n", what, (int)sizeof(H));
    }
}

// op(A)[i][j] of a matrix in columns
template <class H> static H element(Array<H> &a, int ld, cublasOperation_t op, int i, int j)
{
    H value = op == CUBLAS_OP_N ? a[i + j * ld] : a[j + i * ld];
    return op == CUBLAS_OP_C ? Number<H>::conjugate(value) : value;
}

// y = alpha op(A) x + beta y, with the given distances between elements
template <class H>
static void host_product(int rows, int columns, H alpha, Array<H> &a, int ld, cublasOperation_t op, Array<H> &x,
                         int incx, H beta, Array<H> &y, int incy)
{
    for (int i = 0; i < rows; i++) {
        H sum = 0;
        for (int j = 0; j < columns; j++)
            sum += element(a, ld, op, i, j) * x[j * incx];
        H &to = y[(incy < 0 ? i - rows + 1 : i) * incy];
        to = alpha * sum + beta * to;
    }
}

template <class H> static void general_band()
{
    typedef Of<H> Blas;
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    enum { LD = KL + KU + 2 };
    for (cublasOperation_t op : ops) {
        Array<H> band(LD * N), dense(M * N), x(2 * N, true), got(N, true), wanted(got);
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++) {
                bool is_in = i - j <= KL && j - i <= KU;
                dense[i + j * M] = is_in ? Number<H>::make() : (H)0;
                if (is_in)
                    band[KU + i - j + j * LD] = dense[i + j * M];
            }
        H alpha = Number<H>::make() + (H)5, beta = 2; // neither is 0
        int rows = op == CUBLAS_OP_N ? M : N, columns = op == CUBLAS_OP_N ? N : M;
        host_product(rows, columns, alpha, dense, M, op, x, 2, beta, wanted, -1);
        typedef typename Blas::Device D;
        cublasStatus_t status = Blas::gbmv(op, M, N, KL, KU, (const D *)&alpha, band.device(), LD, x.device(), 2,
                                           (const D *)&beta, got.device(), -1);
        expect("gbmv", status, got, wanted);
    }
}

// A triangle with K diagonals beside the main one, or all of them, in its three forms.
template <class H> struct Triangle {
    bool is_lower;
    int ld;
    Array<H> dense, whole, band, packed; // zero outside; the symmetric or Hermitian matrix; ...
    Triangle(cublasFillMode_t uplo, bool is_band, bool is_unit)
        : is_lower(uplo == CUBLAS_FILL_MODE_LOWER), ld(K + 3), dense(N * N), whole(N * N), band(ld * N),
          packed(N * (N + 1) / 2)
    {
        int next = 0;
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                int beside = is_lower ? i - j : j - i;
                bool is_in = beside >= 0 && (!is_band || beside <= K);
                H value = is_in ? Number<H>::make() : (H)0;
                if (i == j) // divides every integer that solutions meet
                    value = is_unit ? (H)UNREAD : (H)(j % 2 == 0 ? 1 : -1);
                dense[i + j * N] = i == j && is_unit ? (H)1 : value;
                if (beside < 0)
                    continue;
                whole[i + j * N] = value;
                whole[j + i * N] = Of<H>::is_hermitian ? Number<H>::conjugate(value) : value;
                packed[next++] = value;
                if (is_in)
                    band[(is_lower ? beside : K - beside) + j * ld] = value;
            }
    }
};

template <class H> static void triangles(cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diagonal)
{
    typedef Of<H> Blas;
    Triangle<H> banded(uplo, true, diagonal == CUBLAS_DIAG_UNIT), full(uplo, false, diagonal == CUBLAS_DIAG_UNIT);
    Array<H> x(2 * N, true), product(x), moved(2 * N, true);
    for (Triangle<H> *a : {&banded, &full}) {
        std::copy(x.at, x.at + x.size, product.at);
        host_product(N, N, (H)1, a->dense, N, op, x, 2, (H)0, product, 2);
        std::copy(x.at, x.at + x.size, moved.at);
        bool is_band = a == &banded;
        expect(is_band ? "tbmv" : "tpmv",
               is_band ? Blas::tbmv(uplo, op, diagonal, N, (int)K, a->band.device(), a->ld, moved.device(), 2)
                       : Blas::tpmv(uplo, op, diagonal, N, a->packed.device(), moved.device(), 2),
               moved, product);
        if (is_band)
            expect("tbsv", Blas::tbsv(uplo, op, diagonal, N, (int)K, a->band.device(), a->ld, moved.device(), 2), moved, x);
        else
            expect("tpsv", Blas::tpsv(uplo, op, diagonal, N, a->packed.device(), moved.device(), 2), moved, x);
    }
}

template <class H> static void symmetric(cublasFillMode_t uplo)
{
    typedef Of<H> Blas;
    typedef typename Blas::Device D;
    Triangle<H> banded(uplo, true, false), full(uplo, false, false);
    Array<H> x(N, true), y(N, true);
    H alpha = Number<H>::make() + (H)5, beta = 3;
    Array<H> got(y), wanted(y);
    host_product(N, N, alpha, banded.whole, N, CUBLAS_OP_N, x, 1, beta, wanted, 1);
    expect("bmv", Blas::bmv(uplo, N, (int)K, (const D *)&alpha, banded.band.device(), banded.ld, x.device(), 1,
                            (const D *)&beta, got.device(), 1), got, wanted);
    Array<H> got_packed(y), wanted_packed(y);
    host_product(N, N, alpha, full.whole, N, CUBLAS_OP_N, x, 1, beta, wanted_packed, 1);
    expect("pmv", Blas::pmv(uplo, N, (const D *)&alpha, full.packed.device(), x.device(), 1, (const D *)&beta,
                            got_packed.device(), 1), got_packed, wanted_packed);

    typename Blas::Factor factor = 2;
    for (bool is_two : {false, true}) {
        Array<H> updated(full.packed), expected(full.packed);
        int next = 0;
        for (int j = 0; j < N; j++)
            for (int i = full.is_lower ? j : 0; i < (full.is_lower ? N : j + 1); i++) {
                auto other = [](H a) { return Blas::is_hermitian ? Number<H>::conjugate(a) : a; };
                H change = is_two ? alpha * x[i] * other(y[j]) + other(alpha) * y[i] * other(x[j])
                                  : (H)factor * x[i] * other(x[j]);
                H value = expected[next] + change;
                expected[next++] = i == j && Blas::is_hermitian ? Number<H>::real(value) : value;
            }
        expect(is_two ? "pr2" : "pr",
               is_two ? Blas::pr2(uplo, N, (const D *)&alpha, x.device(), 1, y.device(), 1, updated.device())
                      : Blas::pr(uplo, N, &factor, x.device(), 1, updated.device()),
               updated, expected);
    }

    Array<H> into(N * N), placed(into), back(full.packed.size);
    for (int j = 0; j < N; j++)
        for (int i = full.is_lower ? j : 0; i < (full.is_lower ? N : j + 1); i++)
            placed[i + j * N] = full.whole[i + j * N];
    expect("tpttr", Blas::tpttr(uplo, N, full.packed.device(), into.device(), (int)N), into, placed);
    expect("trttp", Blas::trttp(uplo, N, full.whole.device(), (int)N, back.device()), back, full.packed);

    // alpha A B' + beta C with B = A, so that the product is symmetric; the other triangle stays.
    Array<H> a(N * K, true), c(full.whole), sum(c);
    H twice = 2;
    for (int j = 0; j < N; j++)
        for (int i = full.is_lower ? j : 0; i < (full.is_lower ? N : j + 1); i++) {
            H dot = 0;
            for (int k = 0; k < K; k++)
                dot += a[i + k * N] * (Blas::is_hermitian ? Number<H>::conjugate(a[j + k * N]) : a[j + k * N]);
            sum[i + j * N] = twice * dot + (H)factor * sum[i + j * N];
        }
    Array<H> b(a);
    expect("rkx", Blas::rkx(uplo, CUBLAS_OP_N, N, (int)K, (const D *)&twice, a.device(), (int)N, b.device(), (int)N, &factor,
                            c.device(), (int)N), c, sum);
}

template <class H, class Gemm> static void three_products(Gemm gemm)
{
    typedef typename Of<H>::Device D;
    Array<H> a(N * K, true), b(K * M, true), c(N * M, true), sum(c);
    H alpha = Number<H>::make() + (H)5, beta = Number<H>::make() - (H)5;
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) {
            H dot = 0;
            for (int k = 0; k < K; k++)
                dot += a[i + k * N] * Number<H>::conjugate(b[j + k * M]);
            sum[i + j * N] = alpha * dot + beta * sum[i + j * N];
        }
    expect("gemm3m", gemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, N, M, K, (const D *)&alpha, a.device(), N, b.device(), M,
                          (const D *)&beta, c.device(), N), c, sum);
}

template <class H> static void all()
{
    general_band<H>();
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
            for (cublasDiagType_t diagonal : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT})
                triangles<H>(uplo, op, diagonal);
        symmetric<H>(uplo);
    }
}

int main()
{
    cublasCreate(&handle);
    all<float>();
    all<double>();
    all<std::complex<float>>();
    all<std::complex<double>>();
    three_products<std::complex<float>>(cublasCgemm3m);
    three_products<std::complex<double>>(cublasZgemm3m);
    float one = 1, a[8] = {}, x[4] = {};
    // A band of two diagonals takes two rows, a negative number of diagonals is none.
    printf("%s\n", cublasGetStatusName(cublasSgbmv(handle, CUBLAS_OP_N, 4, 4, 1, 0, &one, a, 1, x, 1, &one, x, 1)));
    printf("%s\n", cublasGetStatusName(cublasStbmv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 4, -1, a, 2, x, 1)));
    printf("%d checks, %d wrong\n", checks, failures);
    cublasDestroy(handle);
}
