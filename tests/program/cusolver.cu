// SPDX-License-Identifier: Apache-2.0
// cuSOLVER for all four types: what is factored gives the matrix again, solutions solve, bases are orthogonal.
#include <cuComplex.h>
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

typedef std::complex<float> Cfloat;
typedef std::complex<double> Cdouble;

static int failures = 0;

static void check(const char *what, bool is_good)
{
    failures += !is_good;
    if (!is_good)
        printf("%s: wrong\n", what);
}

// --- host matrices in columns


template <class T> struct Kind;
template <> struct Kind<float> {
    typedef float Real;
    static constexpr double precision = 1.2e-7;
    static constexpr cudaDataType type = CUDA_R_32F, real_type = CUDA_R_32F;
    static float make(double x, double)
    {
        return (float)x;
    }
};
template <> struct Kind<double> {
    typedef double Real;
    static constexpr double precision = 2.3e-16;
    static constexpr cudaDataType type = CUDA_R_64F, real_type = CUDA_R_64F;
    static double make(double x, double)
    {
        return x;
    }
};
template <> struct Kind<Cfloat> {
    typedef float Real;
    static constexpr double precision = 1.2e-7;
    static constexpr cudaDataType type = CUDA_C_32F, real_type = CUDA_R_32F;
    static Cfloat make(double x, double y)
    {
        return Cfloat((float)x, (float)y);
    }
};
template <> struct Kind<Cdouble> {
    typedef double Real;
    static constexpr double precision = 2.3e-16;
    static constexpr cudaDataType type = CUDA_C_64F, real_type = CUDA_R_64F;
    static Cdouble make(double x, double y)
    {
        return Cdouble(x, y);
    }
};

static float conjugated(float a)
{
    return a;
}
static double conjugated(double a)
{
    return a;
}
template <class R> static std::complex<R> conjugated(std::complex<R> a)
{
    return std::conj(a);
}

template <class T> struct Dense {
    int rows, columns;
    std::vector<T> at;
    Dense(int r, int c) : rows(r), columns(c), at((size_t)r * c)
    {
    }
    T &operator()(int r, int c)
    {
        return at[r + (size_t)c * rows];
    }
    const T &operator()(int r, int c) const
    {
        return at[r + (size_t)c * rows];
    }
};

template <class T> static Dense<T> product(const Dense<T> &a, const Dense<T> &b)
{
    Dense<T> c(a.rows, b.columns);
    for (int j = 0; j < b.columns; j++)
        for (int k = 0; k < a.columns; k++)
            for (int i = 0; i < a.rows; i++)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

template <class T> static Dense<T> turned(const Dense<T> &a)
{
    Dense<T> b(a.columns, a.rows);
    for (int j = 0; j < a.columns; j++)
        for (int i = 0; i < a.rows; i++)
            b(j, i) = conjugated(a(i, j));
    return b;
}

template <class T> static double distance(const Dense<T> &a, const Dense<T> &b)
{
    double largest = 0;
    for (size_t i = 0; i < a.at.size(); i++)
        largest = std::max(largest, (double)std::abs(a.at[i] - b.at[i]));
    return a.at.size() == b.at.size() ? largest : 1e300;
}

template <class T> static Dense<T> identity(int n)
{
    Dense<T> a(n, n);
    for (int i = 0; i < n; i++)
        a(i, i) = 1;
    return a;
}

template <class T> static bool is_orthogonal(const Dense<T> &q)
{
    return distance(product(turned(q), q), identity<T>(q.columns)) < 100 * Kind<T>::precision * q.rows;
}

static unsigned seed = 1;
static double next()
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 8388608.0 - 1;
}

template <class T> static Dense<T> random(int rows, int columns)
{
    Dense<T> a(rows, columns);
    for (T &value : a.at) {
        double x = next(), y = next();
        value = Kind<T>::make(x, y);
    }
    return a;
}

// --- the device

template <class T> struct Device {
    T *at;
    size_t count;
    Device(size_t n) : count(n)
    {
        cudaMalloc(&at, std::max<size_t>(n, 1) * sizeof(T));
    }
    Device(const std::vector<T> &from) : Device(from.size())
    {
        cudaMemcpy(at, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device()
    {
        cudaFree(at);
    }
    std::vector<T> get() const
    {
        std::vector<T> to(count);
        cudaMemcpy(to.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
        return to;
    }
    Dense<T> get(int rows, int columns) const
    {
        Dense<T> matrix(rows, columns);
        cudaMemcpy(matrix.at.data(), at, matrix.at.size() * sizeof(T), cudaMemcpyDeviceToHost);
        return matrix;
    }
};

static int value_of(const int *info)
{
    int value;
    cudaMemcpy(&value, info, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

#define OK(call) check(#call, (call) == CUSOLVER_STATUS_SUCCESS)

// One name for S, D, C and Z; T is std::complex where the library's type is cuComplex.
template <class T> struct Solver;
#define SOLVER(X, T, C, ORTHO, SYMM)                                                                            \
    template <> struct Solver<T> {                                                                              \
        typedef C Type;                                                                                         \
        static constexpr auto potrf_size = cusolverDn##X##potrf_bufferSize;                                     \
        static constexpr auto potrf = cusolverDn##X##potrf;                                                     \
        static constexpr auto potrs = cusolverDn##X##potrs;                                                     \
        static constexpr auto potri_size = cusolverDn##X##potri_bufferSize;                                     \
        static constexpr auto potri = cusolverDn##X##potri;                                                     \
        static constexpr auto potrf_batch = cusolverDn##X##potrfBatched;                                        \
        static constexpr auto potrs_batch = cusolverDn##X##potrsBatched;                                        \
        static constexpr auto getrf_size = cusolverDn##X##getrf_bufferSize;                                     \
        static constexpr auto getrf = cusolverDn##X##getrf;                                                     \
        static constexpr auto getrs = cusolverDn##X##getrs;                                                     \
        static constexpr auto geqrf = cusolverDn##X##geqrf;                                                     \
        static constexpr auto geqrf_size = cusolverDn##X##geqrf_bufferSize;                                     \
        static constexpr auto orgqr = cusolverDn##X##ORTHO##gqr;                                                \
        static constexpr auto orgqr_size = cusolverDn##X##ORTHO##gqr_bufferSize;                                \
        static constexpr auto ormqr = cusolverDn##X##ORTHO##mqr;                                                \
        static constexpr auto ormqr_size = cusolverDn##X##ORTHO##mqr_bufferSize;                                \
        static constexpr auto syevd = cusolverDn##X##SYMM##evd;                                                 \
        static constexpr auto syevd_size = cusolverDn##X##SYMM##evd_bufferSize;                                 \
        static constexpr auto syevj = cusolverDn##X##SYMM##evj;                                                 \
        static constexpr auto syevj_size = cusolverDn##X##SYMM##evj_bufferSize;                                 \
        static constexpr auto syevj_batch = cusolverDn##X##SYMM##evjBatched;                                    \
        static constexpr auto syevj_batch_size = cusolverDn##X##SYMM##evjBatched_bufferSize;                    \
        static constexpr auto gesvd = cusolverDn##X##gesvd;                                                     \
        static constexpr auto gesvd_size = cusolverDn##X##gesvd_bufferSize;                                     \
        static constexpr auto gesvdj = cusolverDn##X##gesvdj;                                                   \
        static constexpr auto gesvdj_size = cusolverDn##X##gesvdj_bufferSize;                                   \
    };
SOLVER(S, float, float, or, sy)
SOLVER(D, double, double, or, sy)
SOLVER(C, Cfloat, cuComplex, un, he)
SOLVER(Z, Cdouble, cuDoubleComplex, un, he)

static cusolverDnHandle_t handle;

template <class T> static void cholesky(int n, cublasFillMode_t uplo)
{
    typedef Solver<T> S;
    typedef typename S::Type C;
    Dense<T> half = random<T>(n, n), a = product(half, turned(half)), x = random<T>(n, 3), b(n, 3);
    for (int i = 0; i < n; i++)
        a(i, i) += T(n);
    b = product(a, x);
    Dense<T> stored = a; // the other triangle is not read
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
                stored(i, j) = T(NAN);
    Device<T> on_device(stored.at), right(b.at);
    Device<int> info(4);
    int size;
    OK(S::potrf_size(handle, uplo, n, (C *)on_device.at, n, &size));
    Device<T> work(size);
    OK(S::potrf(handle, uplo, n, (C *)on_device.at, n, (C *)work.at, size, info.at));
    check("potrf's info", value_of(info.at) == 0);
    Dense<T> factor = on_device.get(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
                factor(i, j) = 0;
    Dense<T> again = uplo == CUBLAS_FILL_MODE_LOWER ? product(factor, turned(factor)) : product(turned(factor), factor);
    check("potrf", distance(a, again) < 20 * Kind<T>::precision * n * n);
    OK(S::potrs(handle, uplo, n, 3, (const C *)on_device.at, n, (C *)right.at, n, info.at));
    check("potrs", distance(right.get(n, 3), x) < 50 * Kind<T>::precision * n);
    OK(S::potri_size(handle, uplo, n, (C *)on_device.at, n, &size));
    Device<T> more(size);
    OK(S::potri(handle, uplo, n, (C *)on_device.at, n, (C *)more.at, size, info.at));
    Dense<T> inverse = on_device.get(n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
                inverse(i, j) = conjugated(inverse(j, i));
    check("potri", distance(product(a, inverse), identity<T>(n)) < 50 * Kind<T>::precision * n);

    // Two of a batch, the second of which is not positive definite from its third column on.
    Dense<T> wrong = a;
    wrong(2, 2) = T(-1);
    Device<T> first(a.at), second(wrong.at), one(std::vector<T>(b.at.begin(), b.at.begin() + n));
    std::vector<T *> list = {first.at, second.at}, sides = {one.at};
    Device<T *> matrices(list), vectors(sides);
    OK(S::potrf_batch(handle, uplo, n, (C **)matrices.at, n, info.at, 2));
    check("potrfBatched's info", value_of(info.at) == 0 && value_of(info.at + 1) == 3);
    OK(S::potrs_batch(handle, uplo, n, 1, (C **)matrices.at, n, (C **)vectors.at, n, info.at, 1));
    Dense<T> column(n, 1);
    std::copy(x.at.begin(), x.at.begin() + n, column.at.begin());
    check("potrsBatched", distance(one.get(n, 1), column) < 50 * Kind<T>::precision * n);
}

template <class T> static void lu(int m, int n, bool is_pivoted)
{
    typedef Solver<T> S;
    typedef typename S::Type C;
    Dense<T> a = random<T>(m, n);
    for (int i = 0; i < std::min(m, n) && !is_pivoted; i++)
        a(i, i) += T(2 * n);
    Device<T> on_device(a.at);
    Device<int> pivots(std::min(m, n)), info(1);
    int size, small = std::min(m, n);
    OK(S::getrf_size(handle, m, n, (C *)on_device.at, m, &size));
    Device<T> work(size);
    OK(S::getrf(handle, m, n, (C *)on_device.at, m, (C *)work.at, is_pivoted ? pivots.at : nullptr, info.at));
    check("getrf's info", value_of(info.at) == 0);
    Dense<T> both = on_device.get(m, n), lower(m, small), upper(small, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            if (i > j && j < small)
                lower(i, j) = both(i, j);
            else if (i <= j && i < small)
                upper(i, j) = both(i, j);
    for (int i = 0; i < small; i++)
        lower(i, i) = 1;
    Dense<T> exchanged = a;
    std::vector<int> rows = is_pivoted ? pivots.get() : std::vector<int>();
    bool is_small = true;
    for (int i = 0; i < small && is_pivoted; i++) {
        check("a pivot", rows[i] > i && rows[i] <= m);
        for (int j = 0; j < n; j++)
            std::swap(exchanged(i, j), exchanged(rows[i] - 1, j));
    }
    for (const T &value : lower.at)
        is_small = is_small && std::abs(value) < 1.5;
    check("getrf's factors", is_small || !is_pivoted);
    check("getrf", distance(product(lower, upper), exchanged) < 20 * Kind<T>::precision * n * (is_pivoted ? 1 : n));
    const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    for (cublasOperation_t op : operations) {
        if (m != n)
            continue;
        Dense<T> x = random<T>(n, 2), turned_a = turned(a);
        for (T &value : turned_a.at)
            value = op == CUBLAS_OP_T ? conjugated(value) : value;
        Dense<T> b = product(op == CUBLAS_OP_N ? a : turned_a, x);
        Device<T> right(b.at);
        OK(S::getrs(handle, op, n, 2, (const C *)on_device.at, n, is_pivoted ? pivots.at : nullptr, (C *)right.at, n,
                    info.at));
        check("getrs", distance(product(op == CUBLAS_OP_N ? a : turned_a, right.get(n, 2)), b) <
                           200 * Kind<T>::precision * n * (is_pivoted ? 1 : n));
    }
}

template <class T> static void qr(int m, int n)
{
    typedef Solver<T> S;
    typedef typename S::Type C;
    int small = std::min(m, n), size;
    Dense<T> a = random<T>(m, n), r(m, n);
    Device<T> on_device(a.at), tau(small);
    Device<int> info(1);
    OK(S::geqrf_size(handle, m, n, (C *)on_device.at, m, &size));
    Device<T> work(size);
    OK(S::geqrf(handle, m, n, (C *)on_device.at, m, (C *)tau.at, (C *)work.at, size, info.at));
    Dense<T> both = on_device.get(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j && i < m; i++)
            r(i, j) = both(i, j);
    // Q R by ormqr, and Q' A
    Device<T> c(r.at), d(a.at);
    cublasOperation_t back = Kind<T>::type == Kind<T>::real_type ? CUBLAS_OP_T : CUBLAS_OP_C;
    OK(S::ormqr_size(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, small, (C *)on_device.at, m, (C *)tau.at, (C *)c.at, m,
                     &size));
    Device<T> more(size);
    OK(S::ormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, small, (C *)on_device.at, m, (C *)tau.at, (C *)c.at, m,
                (C *)more.at, size, info.at));
    check("geqrf", distance(c.get(m, n), a) < 20 * Kind<T>::precision * m);
    OK(S::ormqr(handle, CUBLAS_SIDE_LEFT, back, m, n, small, (C *)on_device.at, m, (C *)tau.at, (C *)d.at, m,
                (C *)more.at, size, info.at));
    check("ormqr, back", distance(d.get(m, n), r) < 20 * Kind<T>::precision * m);
    // Of all columns of Q, and from the right.
    Dense<T> square(m, m);
    std::copy(both.at.begin(), both.at.begin() + (size_t)m * small, square.at.begin());
    Device<T> q(square.at), right(random<T>(5, m).at);
    OK(S::orgqr_size(handle, m, m, small, (C *)q.at, m, (C *)tau.at, &size));
    Device<T> third(size);
    OK(S::orgqr(handle, m, m, small, (C *)q.at, m, (C *)tau.at, (C *)third.at, size, info.at));
    Dense<T> whole = q.get(m, m), before = right.get(5, m);
    check("orgqr", is_orthogonal(whole) && distance(product(whole, r), a) < 20 * Kind<T>::precision * m);
    OK(S::ormqr(handle, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 5, m, small, (C *)on_device.at, m, (C *)tau.at, (C *)right.at, 5,
                (C *)third.at, size, info.at));
    check("ormqr, right", distance(right.get(5, m), product(before, whole)) < 20 * Kind<T>::precision * m);
    OK(S::ormqr(handle, CUBLAS_SIDE_RIGHT, back, 5, m, small, (C *)on_device.at, m, (C *)tau.at, (C *)right.at, 5,
                (C *)third.at, size, info.at));
    check("ormqr, right and back", distance(right.get(5, m), before) < 40 * Kind<T>::precision * m);
}

template <class T> static Dense<T> with_columns(const Dense<T> &v, const std::vector<typename Kind<T>::Real> &factors)
{
    Dense<T> scaled = v;
    for (int j = 0; j < v.columns; j++)
        for (int i = 0; i < v.rows; i++)
            scaled(i, j) *= factors[j];
    return scaled;
}

template <class T> static bool are_eigen(const Dense<T> &a, const Dense<T> &v, const std::vector<typename Kind<T>::Real> &w)
{
    return is_orthogonal(v) && std::is_sorted(w.begin(), w.end()) &&
           distance(product(a, v), with_columns(v, w)) < 50 * Kind<T>::precision * a.rows;
}

template <class T> static void eigen(int n, cublasFillMode_t uplo)
{
    typedef Solver<T> S;
    typedef typename S::Type C;
    typedef typename Kind<T>::Real Real;
    Dense<T> half = random<T>(n, n), a = half;
    Dense<T> other = turned(half);
    for (size_t i = 0; i < a.at.size(); i++)
        a.at[i] += other.at[i];
    Device<T> on_device(a.at), alone(a.at);
    Device<Real> w(n), alone_w(n);
    Device<int> info(2);
    int size;
    OK(S::syevd_size(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)on_device.at, n, w.at, &size));
    Device<T> work(size);
    OK(S::syevd(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)on_device.at, n, w.at, (C *)work.at, size, info.at));
    check("syevd's info", value_of(info.at) == 0);
    check("syevd", are_eigen(a, on_device.get(n, n), w.get()));
    OK(S::syevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, (C *)alone.at, n, alone_w.at, (C *)work.at, size, info.at));
    check("syevd, values alone", alone_w.get() == w.get());

    syevjInfo_t settings;
    double residual;
    int sweeps;
    OK(cusolverDnCreateSyevjInfo(&settings));
    OK(cusolverDnXsyevjSetTolerance(settings, 1e-5));
    OK(cusolverDnXsyevjSetMaxSweeps(settings, 15));
    OK(cusolverDnXsyevjSetSortEig(settings, 1));
    OK(S::syevj_size(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)alone.at, n, w.at, &size, settings));
    Device<T> rotating(size), again(a.at);
    OK(S::syevj(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)again.at, n, w.at, (C *)rotating.at, size, info.at,
                settings));
    OK(cusolverDnXsyevjGetResidual(handle, settings, &residual));
    OK(cusolverDnXsyevjGetSweeps(handle, settings, &sweeps));
    check("syevj", value_of(info.at) == 0 && residual < 1e-5 * 2 * n && (n == 1 || sweeps > 0) && sweeps < 15);
    check("syevj's vectors", is_orthogonal(again.get(n, n)));
    OK(cusolverDnXsyevjSetTolerance(settings, 0));
    std::vector<T> twice = a.at;
    twice.insert(twice.end(), other.at.begin(), other.at.end()); // not symmetric: one triangle is read
    Device<T> batch(twice);
    Device<Real> batch_w(2 * n);
    OK(S::syevj_batch_size(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)batch.at, n, batch_w.at, &size, settings, 2));
    Device<T> batch_work(size);
    OK(S::syevj_batch(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)batch.at, n, batch_w.at, (C *)batch_work.at, size,
                      info.at, settings, 2));
    std::vector<Real> values = batch_w.get();
    check("syevjBatched", value_of(info.at) == 0 && value_of(info.at + 1) == 0 &&
                              are_eigen(a, batch.get(n, n), std::vector<Real>(values.begin(), values.begin() + n)));
    if (n > 1) {
        OK(cusolverDnXsyevjSetMaxSweeps(settings, 0));
        Device<T> never(a.at);
        OK(S::syevj(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, (C *)never.at, n, w.at, (C *)rotating.at, size, info.at,
                    settings));
        check("syevj without sweeps", value_of(info.at) == n + 1);
    }
    OK(cusolverDnDestroySyevjInfo(settings));
}

// Whether A = U S V'; U and V may have more columns than there are values.
template <class T>
static bool are_singular(const Dense<T> &a, const Dense<T> &u, const std::vector<typename Kind<T>::Real> &s, const Dense<T> &v)
{
    Dense<T> left(u.rows, (int)s.size()), right(v.rows, (int)s.size());
    std::copy(u.at.begin(), u.at.begin() + left.at.size(), left.at.begin());
    std::copy(v.at.begin(), v.at.begin() + right.at.size(), right.at.begin());
    bool is_falling = std::is_sorted(s.rbegin(), s.rend()) && s.back() >= 0;
    return is_falling && is_orthogonal(u) && is_orthogonal(v) &&
           distance(product(with_columns(left, s), turned(right)), a) < 50 * Kind<T>::precision * (a.rows + a.columns);
}

template <class T> static void singular(int m, int n, int rank)
{
    typedef Solver<T> S;
    typedef typename S::Type C;
    typedef typename Kind<T>::Real Real;
    int small = std::min(m, n), size;
    Dense<T> a = random<T>(m, n);
    for (int j = rank; j < n; j++) // repeated columns; of rank 0, zeros
        for (int i = 0; i < m; i++)
            a(i, j) = rank == 0 ? T(0) : a(i, j % rank);
    Device<Real> s(small), other(small);
    Device<int> info(1);
    if (m >= n) {
        Device<T> on_device(a.at), u((size_t)m * m), vt((size_t)n * n), over(a.at);
        OK(S::gesvd_size(handle, m, n, &size));
        Device<T> work(size);
        OK(S::gesvd(handle, 'A', 'A', m, n, (C *)on_device.at, m, s.at, (C *)u.at, m, (C *)vt.at, n, (C *)work.at, size,
                    nullptr, info.at));
        check("gesvd's info", value_of(info.at) == 0);
        check("gesvd", are_singular(a, u.get(m, m), s.get(), turned(vt.get(n, n))));
        OK(S::gesvd(handle, 'O', 'S', m, n, (C *)over.at, m, s.at, nullptr, 1, (C *)vt.at, n, (C *)work.at, size, nullptr,
                    info.at));
        check("gesvd, over A", are_singular(a, over.get(m, n), s.get(), turned(vt.get(n, n))));
        OK(S::gesvd(handle, 'N', 'N', m, n, (C *)on_device.at, m, other.at, nullptr, 1, nullptr, 1, (C *)work.at, size,
                    nullptr, info.at));
    }
    for (int econ = 0; econ < 2; econ++) {
        gesvdjInfo_t settings;
        int u_columns = econ ? small : m, v_columns = econ ? small : n;
        Device<T> on_device(a.at), u((size_t)m * u_columns), v((size_t)n * v_columns);
        OK(cusolverDnCreateGesvdjInfo(&settings));
        OK(S::gesvdj_size(handle, CUSOLVER_EIG_MODE_VECTOR, econ, m, n, (C *)on_device.at, m, s.at, (C *)u.at, m, (C *)v.at,
                          n, &size, settings));
        Device<T> work(size);
        OK(S::gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, econ, m, n, (C *)on_device.at, m, s.at, (C *)u.at, m, (C *)v.at, n,
                     (C *)work.at, size, info.at, settings));
        check("gesvdj's info", value_of(info.at) == 0);
        check("gesvdj", are_singular(a, u.get(m, u_columns), s.get(), v.get(n, v_columns)));
        OK(cusolverDnDestroyGesvdjInfo(settings));
    }
}

// The interface with types as arguments.
template <class T> static void generic(int n)
{
    typedef typename Kind<T>::Real Real;
    const cudaDataType type = Kind<T>::type, real = Kind<T>::real_type;
    cusolverDnParams_t params;
    size_t device_bytes, host_bytes;
    Dense<T> half = random<T>(n, n), a = product(half, turned(half)), x = random<T>(n, 2);
    for (int i = 0; i < n; i++)
        a(i, i) += T(n);
    Dense<T> b = product(a, x);
    Device<int> info(1);
    Device<int64_t> pivots(n);
    OK(cusolverDnCreateParams(&params));
    OK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
    for (int is_lu = 0; is_lu < 2; is_lu++) {
        Device<T> on_device(a.at), right(b.at);
        if (is_lu) {
            OK(cusolverDnXgetrf_bufferSize(handle, params, n, n, type, on_device.at, n, type, &device_bytes, &host_bytes));
            Device<char> work(device_bytes);
            OK(cusolverDnXgetrf(handle, params, n, n, type, on_device.at, n, pivots.at, type, work.at, device_bytes, nullptr,
                                host_bytes, info.at));
            OK(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 2, type, on_device.at, n, pivots.at, type, right.at, n,
                                info.at));
        } else {
            OK(cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_LOWER, n, type, on_device.at, n, type,
                                           &device_bytes, &host_bytes));
            Device<char> work(device_bytes);
            OK(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, n, type, on_device.at, n, type, work.at,
                                device_bytes, nullptr, host_bytes, info.at));
            OK(cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_LOWER, n, 2, type, on_device.at, n, type, right.at, n,
                                info.at));
        }
        check(is_lu ? "Xgetrs" : "Xpotrs", distance(right.get(n, 2), x) < 100 * Kind<T>::precision * n);
    }
    Device<T> symmetric(a.at), general(half.at), u((size_t)n * n), vt((size_t)n * n), tau(n);
    Device<Real> w(n), s(n);
    OK(cusolverDnXsyevd_bufferSize(handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, type, symmetric.at, n,
                                   real, w.at, type, &device_bytes, &host_bytes));
    Device<char> eigen_work(device_bytes);
    OK(cusolverDnXsyevd(handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, type, symmetric.at, n, real,
                        w.at, type, eigen_work.at, device_bytes, nullptr, host_bytes, info.at));
    std::vector<Real> values = w.get();
    Dense<T> vectors = symmetric.get(n, n);
    check("Xsyevd", is_orthogonal(vectors) &&
                        distance(product(a, vectors), with_columns(vectors, values)) < 100 * Kind<T>::precision * values[n - 1]);
    OK(cusolverDnXgesvd_bufferSize(handle, params, 'A', 'A', n, n, type, general.at, n, real, s.at, type, u.at, n, type,
                                   vt.at, n, type, &device_bytes, &host_bytes));
    Device<char> singular_work(device_bytes);
    OK(cusolverDnXgesvd(handle, params, 'A', 'A', n, n, type, general.at, n, real, s.at, type, u.at, n, type, vt.at, n, type,
                        singular_work.at, device_bytes, nullptr, host_bytes, info.at));
    check("Xgesvd", are_singular(half, u.get(n, n), s.get(), turned(vt.get(n, n))));
    Device<T> factored(half.at);
    OK(cusolverDnXgeqrf_bufferSize(handle, params, n, n, type, factored.at, n, type, tau.at, type, &device_bytes,
                                   &host_bytes));
    Device<char> qr_work(device_bytes);
    OK(cusolverDnXgeqrf(handle, params, n, n, type, factored.at, n, type, tau.at, type, qr_work.at, device_bytes, nullptr,
                        host_bytes, info.at));
    double first = 0;
    for (int i = 0; i < n; i++)
        first += std::norm(half(i, 0));
    check("Xgeqrf", std::abs(std::abs(factored.get(n, n)(0, 0)) - std::sqrt(first)) < 100 * Kind<T>::precision * n);
    check("Xpotrf of other types", cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, n, CUDA_R_16F, factored.at, n,
                                                    CUDA_R_16F, nullptr, 0, nullptr, 0,
                                                    info.at) == CUSOLVER_STATUS_NOT_SUPPORTED);
    OK(cusolverDnDestroyParams(params));
}

template <class T> static void all(const char *name)
{
    int before = failures;
    const cublasFillMode_t triangles[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
    for (cublasFillMode_t uplo : triangles) {
        cholesky<T>(5, uplo);
        cholesky<T>(70, uplo);
        eigen<T>(1, uplo);
        eigen<T>(3, uplo);
        eigen<T>(24, uplo);
    }
    lu<T>(6, 6, true);
    lu<T>(75, 75, true);
    lu<T>(40, 40, false);
    lu<T>(50, 37, true);
    lu<T>(33, 70, true);
    qr<T>(4, 4);
    qr<T>(40, 23);
    qr<T>(9, 20);
    singular<T>(5, 5, 5);
    singular<T>(30, 17, 17);
    singular<T>(12, 8, 3);
    singular<T>(6, 4, 0);
    singular<T>(9, 21, 21);
    generic<T>(20);
    printf("%s: %s\n", name, failures == before ? "all agree" : "some differ");
}

// A small system whose answers are known: eigenvalues 2, 3, 4 and a singular matrix.
static void known()
{
    std::vector<double> a = {3.5, 0.5, 0, 0.5, 3.5, 0, 0, 0, 2}, singular = {1, 2, 3, 0, 0, 0, 1, 1, 1};
    Device<double> on_device(a), w(3), flat(singular);
    Device<int> info(1), pivots(3);
    int size;
    OK(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, on_device.at, 3, w.at, &size));
    Device<double> work(size);
    OK(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 3, on_device.at, 3, w.at, work.at, size,
                        info.at));
    std::vector<double> values = w.get();
    printf("eigenvalues %.6f %.6f %.6f\n", values[0], values[1], values[2]);
    OK(cusolverDnDgetrf(handle, 3, 3, flat.at, 3, work.at, pivots.at, info.at));
    std::vector<int> rows = pivots.get();
    printf("pivots %d %d %d, info %d\n", rows[0], rows[1], rows[2], value_of(info.at));
}

// A diagonal matrix of 3 x 2 and one whose singular values are the roots of 45 and 5.
static void batch()
{
    std::vector<double> a = {0, 2, 0, 3, 0, 0, 3, 4, 0, 0, 5, 0};
    Device<double> on_device(a), s(4), u(18), v(8);
    Device<int> info(2);
    gesvdjInfo_t wish;
    int size;
    OK(cusolverDnCreateGesvdjInfo(&wish));
    OK(cusolverDnDgesvdjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 3, 2, on_device.at, 3, s.at, u.at, 3, v.at, 2, &size,
                                           wish, 2));
    Device<double> work(size);
    OK(cusolverDnDgesvdjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, 3, 2, on_device.at, 3, s.at, u.at, 3, v.at, 2, work.at, size,
                                info.at, wish, 2));
    std::vector<double> values = s.get(), left = u.get(), right = v.get();
    printf("singular values %.6f %.6f, %.6f %.6f\n", values[0], values[1], values[2], values[3]);
    double most = 0;
    for (int i = 0; i < 12; i++) {
        int matrix = i / 6, row = i % 3, column = i % 6 / 3;
        double sum = 0;
        for (int k = 0; k < 2; k++)
            sum += left[matrix * 9 + row + 3 * k] * values[matrix * 2 + k] * right[matrix * 4 + column + 2 * k];
        most = std::max(most, std::abs(sum - a[i]));
    }
    check("a batch of singular vectors", most < 1e-12);
    OK(cusolverDnDestroyGesvdjInfo(wish));
}

static void refused()
{
    cusolverDnHandle_t none = nullptr;
    int size;
    Device<float> a(16), w(4);
    Device<int> info(1);
    printf("no handle: %d\n", cusolverDnSpotrf_bufferSize(none, CUBLAS_FILL_MODE_LOWER, 4, a.at, 4, &size));
    none = (cusolverDnHandle_t)16;
    printf("a handle that is none: %d\n", cusolverDnSpotrf_bufferSize(none, CUBLAS_FILL_MODE_LOWER, 4, a.at, 4, &size));
    printf("settings that are none: %d\n", cusolverDnXgesvdjSetMaxSweeps((gesvdjInfo_t)16, 4));
    printf("too small a leading dimension: %d\n", cusolverDnSgetrf_bufferSize(handle, 4, 4, a.at, 3, &size));
    printf("too few rows: %d\n", cusolverDnSgesvd_bufferSize(handle, 3, 4, &size));
    printf("too little work: %d\n", cusolverDnSsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4, a.at, 4,
                                                     w.at, a.at, 1, info.at));
}

int main()
{
    cudaStream_t stream, same;
    OK(cusolverDnCreate(&handle));
    cudaStreamCreate(&stream);
    OK(cusolverDnSetStream(handle, stream));
    OK(cusolverDnGetStream(handle, &same));
    check("the stream", stream == same);
    all<float>("float");
    all<double>("double");
    all<Cfloat>("complex");
    all<Cdouble>("double complex");
    known();
    batch();
    refused();
    OK(cusolverDnDestroy(handle));
    cudaStreamDestroy(stream);
    return failures != 0;
}
