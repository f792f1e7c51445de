// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's functions of several calls against plain loops, on small integers, so that every result is exact:
// triangular systems, sparse times sparse, sampled and blocked products, the transposition of CSR.
#include "../corpus/library.h"

#include <complex>
#include <cusparse.h>

static const int n = 37, columns = 3;
static cusparseHandle_t handle;
static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

template <class T> struct Kind;
template <> struct Kind<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct Kind<double> { static const cudaDataType type = CUDA_R_64F; };
template <> struct Kind<std::complex<double>> { static const cudaDataType type = CUDA_C_64F; };

template <class R> static R number(Random &random, R) { return (R)((int)(random.next() % 5) - 2); }
template <class R> static std::complex<R> number(Random &random, std::complex<R>)
{
    R x = number(random, R()), y = number(random, R());
    return {x, y};
}
static float conjugated(float a) { return a; }
static double conjugated(double a) { return a; }
template <class R> static std::complex<R> conjugated(std::complex<R> a) { return std::conj(a); }

template <class T> static std::vector<T> numbers(int count, unsigned seed)
{
    Random random(seed);
    std::vector<T> a(count);
    for (T &value : a)
        value = number(random, T());
    return a;
}

// A square or other matrix by rows, a quarter of it stored, and its description.
template <class T> struct Stored {
    int rows, cols;
    std::vector<T> dense, values;
    std::vector<int> offsets, lines, minors;
    T *gpu_values;
    int *gpu_offsets, *gpu_lines, *gpu_minors;
    cusparseSpMatDescr_t m;

    Stored(int rows_, int cols_, unsigned seed, bool has_diagonal, cusparseFormat_t format = CUSPARSE_FORMAT_CSR) : rows(rows_), cols(cols_)
    {
        Random random(seed);
        dense.resize(rows * cols);
        offsets.push_back(0);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                T value = has_diagonal && i == j ? T(i % 2 ? 2 : -1) : random.next() % 4 == 0 ? number(random, T()) : T();
                if (value != T())
                    lines.push_back(i), minors.push_back(j), values.push_back(value);
                dense[i * cols + j] = value;
            }
            offsets.push_back((int)values.size());
        }
        gpu_values = to_device(values), gpu_offsets = to_device(offsets), gpu_lines = to_device(lines), gpu_minors = to_device(minors);
        int64_t nnz = (int64_t)values.size();
        if (format == CUSPARSE_FORMAT_CSR)
            STATUS(cusparseCreateCsr(&m, rows, cols, nnz, gpu_offsets, gpu_minors, gpu_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Kind<T>::type));
        else
            STATUS(cusparseCreateCoo(&m, rows, cols, nnz, gpu_lines, gpu_minors, gpu_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Kind<T>::type));
    }
    ~Stored() { STATUS(cusparseDestroySpMat(m)); }
};

// Element (i, j) of op(triangle of A).
template <class T> static T element(const Stored<T> &a, int op, int fill, int diagonal, int i, int j)
{
    int row = op ? j : i, column = op ? i : j;
    if (row == column && diagonal == CUSPARSE_DIAG_TYPE_UNIT)
        return T(1);
    if (fill == CUSPARSE_FILL_MODE_LOWER ? column > row : column < row)
        return T();
    T value = a.dense[row * n + column];
    return op == 2 ? conjugated(value) : value;
}

// b = op(A) x / 2, which is solved with alpha = 2.
template <class T> static std::vector<T> right_sides(const Stored<T> &a, int op, int fill, int diagonal, const std::vector<T> &x)
{
    std::vector<T> b(n * columns);
    for (int column = 0; column < columns; column++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i + column * n] += element(a, op, fill, diagonal, i, j) * x[j + column * n] / T(2);
    return b;
}

template <class T> static int differences(const std::vector<T> &a, const std::vector<T> &b)
{
    int count = a.size() != b.size();
    for (size_t i = 0; i < a.size() && i < b.size(); i++)
        count += a[i] != b[i];
    return count;
}

template <class T> static void triangles(const char *name, cusparseFormat_t format)
{
    Stored<T> a(n, n, 7, true, format);
    int wrong = 0, operations = sizeof(T) == 16 ? 3 : 2;
    T alpha = T(2);
    for (int op = 0; op < operations; op++)
        for (int fill = 0; fill < 2; fill++)
            for (int diagonal = 0; diagonal < 2; diagonal++) {
                std::vector<T> x = numbers<T>(n * columns, 8), b = right_sides(a, op, fill, diagonal, x);
                T *gpu_b = to_device(b), *gpu_x = on_device<T>(n * columns);
                STATUS(cusparseSpMatSetAttribute(a.m, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
                STATUS(cusparseSpMatSetAttribute(a.m, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
                cusparseDnVecDescr_t vector_b, vector_x;
                cusparseDnMatDescr_t matrix_b, matrix_x;
                cusparseSpSVDescr_t solve;
                cusparseSpSMDescr_t solves;
                size_t size;
                void *buffer;
                STATUS(cusparseCreateDnVec(&vector_b, n, gpu_b, Kind<T>::type));
                STATUS(cusparseCreateDnVec(&vector_x, n, gpu_x, Kind<T>::type));
                STATUS(cusparseSpSV_createDescr(&solve));
                STATUS(cusparseSpSV_bufferSize(handle, (cusparseOperation_t)op, &alpha, a.m, vector_b, vector_x, Kind<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solve, &size));
                CHECK(cudaMalloc(&buffer, size));
                STATUS(cusparseSpSV_analysis(handle, (cusparseOperation_t)op, &alpha, a.m, vector_b, vector_x, Kind<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solve, buffer));
                STATUS(cusparseSpSV_solve(handle, (cusparseOperation_t)op, &alpha, a.m, vector_b, vector_x, Kind<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solve));
                wrong += differences(to_host(gpu_x, n), std::vector<T>(x.begin(), x.begin() + n));
                if (op == 0 && diagonal == 0 && format == CUSPARSE_FORMAT_CSR) { // all values the negative ones: so is x
                    std::vector<T> negative;
                    for (T value : a.values)
                        negative.push_back(-value);
                    STATUS(cusparseSpSV_updateMatrix(handle, solve, to_device(negative), CUSPARSE_SPSV_UPDATE_GENERAL));
                    STATUS(cusparseSpSV_solve(handle, plain, &alpha, a.m, vector_b, vector_x, Kind<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solve));
                    std::vector<T> result = to_host(gpu_x, n);
                    for (int i = 0; i < n; i++)
                        wrong += result[i] != -x[i];
                }
                STATUS(cusparseSpSV_destroyDescr(solve));
                STATUS(cusparseCreateDnMat(&matrix_b, n, columns, n, gpu_b, Kind<T>::type, CUSPARSE_ORDER_COL));
                STATUS(cusparseCreateDnMat(&matrix_x, n, columns, n, gpu_x, Kind<T>::type, CUSPARSE_ORDER_COL));
                STATUS(cusparseSpSM_createDescr(&solves));
                STATUS(cusparseSpSM_bufferSize(handle, (cusparseOperation_t)op, plain, &alpha, a.m, matrix_b, matrix_x, Kind<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, solves, &size));
                CHECK(cudaMalloc(&buffer, size + 1));
                STATUS(cusparseSpSM_analysis(handle, (cusparseOperation_t)op, plain, &alpha, a.m, matrix_b, matrix_x, Kind<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, solves, buffer));
                STATUS(cusparseSpSM_solve(handle, (cusparseOperation_t)op, plain, &alpha, a.m, matrix_b, matrix_x, Kind<T>::type, CUSPARSE_SPSM_ALG_DEFAULT, solves));
                wrong += differences(to_host(gpu_x, n * columns), x);
                STATUS(cusparseSpSM_destroyDescr(solves));
                STATUS(cusparseDestroyDnVec(vector_b));
                STATUS(cusparseDestroyDnVec(vector_x));
                STATUS(cusparseDestroyDnMat(matrix_b));
                STATUS(cusparseDestroyDnMat(matrix_x));
            }
    cusparseFillMode_t fill;
    STATUS(cusparseSpMatGetAttribute(a.m, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    printf("triangles of %s, format %d: %d wrong, fill mode %d\n", name, (int)format, wrong, (int)fill);
}

// The values are multiplied by alpha, and where C has values already, beta times these are added.
template <class T> static void sparse_products(const char *name, bool is_reuse)
{
    Stored<T> a(n, 29, 11, false), b(29, 23, 12, false);
    int *offsets = on_device<int>(n + 1), *minors;
    T *values, alpha = T(2), beta = T(is_reuse ? 0 : 3);
    cusparseSpMatDescr_t c;
    cusparseSpGEMMDescr_t descr;
    size_t sizes[5] = {};
    void *buffers[5];
    cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT;
    STATUS(cusparseCreateCsr(&c, n, 23, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, Kind<T>::type));
    STATUS(cusparseSpGEMM_createDescr(&descr));
    for (int turn = 0; turn < 2; turn++) {
        buffers[0] = turn ? on_device<char>(sizes[0]) : nullptr;
        if (is_reuse)
            STATUS(cusparseSpGEMMreuse_workEstimation(handle, plain, plain, a.m, b.m, c, algorithm, descr, &sizes[0], buffers[0]));
        else
            STATUS(cusparseSpGEMM_workEstimation(handle, plain, plain, &alpha, a.m, b.m, &beta, c, Kind<T>::type, algorithm, descr, &sizes[0], buffers[0]));
    }
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 1; i < 4; i++)
            buffers[i] = turn ? on_device<char>(sizes[i] + 1) : nullptr;
        if (is_reuse)
            STATUS(cusparseSpGEMMreuse_nnz(handle, plain, plain, a.m, b.m, c, algorithm, descr, &sizes[1], buffers[1], &sizes[2], buffers[2], &sizes[3], buffers[3]));
        else
            STATUS(cusparseSpGEMM_compute(handle, plain, plain, &alpha, a.m, b.m, &beta, c, Kind<T>::type, algorithm, descr, &sizes[1], buffers[1]));
    }
    int64_t rows, cols, nnz;
    STATUS(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
    minors = on_device<int>((size_t)nnz);
    values = to_device(std::vector<T>((size_t)nnz, T(5)));
    STATUS(cusparseCsrSetPointers(c, offsets, minors, values));
    if (is_reuse) {
        STATUS(cusparseSpGEMMreuse_copy(handle, plain, plain, a.m, b.m, c, algorithm, descr, &sizes[4], nullptr));
        buffers[4] = on_device<char>(sizes[4] + 1);
        STATUS(cusparseSpGEMMreuse_copy(handle, plain, plain, a.m, b.m, c, algorithm, descr, &sizes[4], buffers[4]));
        for (int turn = 0; turn < 2; turn++)
            STATUS(cusparseSpGEMMreuse_compute(handle, plain, plain, &alpha, a.m, b.m, &beta, c, Kind<T>::type, algorithm, descr));
    } else {
        STATUS(cusparseSpGEMM_copy(handle, plain, plain, &alpha, a.m, b.m, &beta, c, Kind<T>::type, algorithm, descr));
    }
    std::vector<int> made_offsets = to_host(offsets, n + 1), made_minors = to_host(minors, (size_t)nnz), at(1, 0), expected;
    std::vector<T> made = to_host(values, (size_t)nnz), sums;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 23; j++) {
            T sum = T();
            bool is_stored = false;
            for (int k = 0; k < 29; k++) {
                sum += a.dense[i * 29 + k] * b.dense[k * 23 + j];
                is_stored = is_stored || (a.dense[i * 29 + k] != T() && b.dense[k * 23 + j] != T());
            }
            if (is_stored)
                expected.push_back(j), sums.push_back(alpha * sum + beta * T(5));
        }
        at.push_back((int)expected.size());
    }
    printf("sparse products of %s%s: %d entries, %d %d %d wrong\n", name, is_reuse ? ", again" : "", (int)nnz, differences(made_offsets, at),
           differences(made_minors, expected), differences(made, sums));
    STATUS(cusparseSpGEMM_destroyDescr(descr));
    STATUS(cusparseDestroySpMat(c));
}

// C = 2 A op(B) + 3 C where C is stored.
static void sampled(bool is_transposed)
{
    const int depth = 9;
    Stored<float> c(n, 23, 13, false);
    std::vector<float> a = numbers<float>(n * depth, 14), b = numbers<float>(depth * 23, 15), expected;
    cusparseDnMatDescr_t left, right;
    float alpha = 2, beta = 3;
    size_t size;
    cusparseOperation_t op = is_transposed ? CUSPARSE_OPERATION_TRANSPOSE : plain;
    STATUS(cusparseCreateDnMat(&left, n, depth, depth, to_device(a), CUDA_R_32F, CUSPARSE_ORDER_ROW));
    if (is_transposed)
        STATUS(cusparseCreateDnMat(&right, 23, depth, depth, to_device(b), CUDA_R_32F, CUSPARSE_ORDER_ROW));
    else
        STATUS(cusparseCreateDnMat(&right, depth, 23, 23, to_device(b), CUDA_R_32F, CUSPARSE_ORDER_ROW));
    STATUS(cusparseSDDMM_bufferSize(handle, plain, op, &alpha, left, right, &beta, c.m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
    void *buffer = on_device<char>(size + 1);
    STATUS(cusparseSDDMM_preprocess(handle, plain, op, &alpha, left, right, &beta, c.m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
    STATUS(cusparseSDDMM(handle, plain, op, &alpha, left, right, &beta, c.m, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
    for (size_t i = 0; i < c.values.size(); i++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
            sum += a[c.lines[i] * depth + k] * (is_transposed ? b[c.minors[i] * depth + k] : b[k * 23 + c.minors[i]]);
        expected.push_back(2 * sum + 3 * c.values[i]);
    }
    printf("sampled product: %d wrong\n", differences(to_host(c.gpu_values, expected.size()), expected));
    STATUS(cusparseDestroyDnMat(left));
    STATUS(cusparseDestroyDnMat(right));
}

// A matrix of 3 x 2 blocks of 2 x 2 elements with an empty row of blocks, times a vector.
static void blocked(cusparseOrder_t order)
{
    std::vector<int> offsets = {0, 2, 2, 3}, minors = {0, 1, 1};
    std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, x = {1, 2, 3, 4}, expected(6, 1);
    for (int row = 0; row < 6; row++)
        for (int block = offsets[row / 2]; block < offsets[row / 2 + 1]; block++)
            for (int i = 0; i < 2; i++)
                expected[row] += 2 * x[minors[block] * 2 + i] * values[block * 4 + (order == CUSPARSE_ORDER_ROW ? row % 2 * 2 + i : i * 2 + row % 2)];
    float *y = to_device(std::vector<float>(6, 1)), alpha = 2, beta = 1;
    cusparseSpMatDescr_t m;
    cusparseDnVecDescr_t in, out;
    size_t size;
    STATUS(cusparseCreateBsr(&m, 3, 2, 3, 2, 2, to_device(offsets), to_device(minors), to_device(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, order));
    STATUS(cusparseCreateDnVec(&in, 4, to_device(x), CUDA_R_32F));
    STATUS(cusparseCreateDnVec(&out, 6, y, CUDA_R_32F));
    STATUS(cusparseSpMV_bufferSize(handle, plain, &alpha, m, in, &beta, out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
    STATUS(cusparseSpMV(handle, plain, &alpha, m, in, &beta, out, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, on_device<char>(size + 1)));
    printf("blocks, order %d: %d wrong\n", (int)order, differences(to_host(y, 6), expected));
    STATUS(cusparseDestroySpMat(m));
    STATUS(cusparseDestroyDnVec(in));
    STATUS(cusparseDestroyDnVec(out));
}

// A rotation by a third and a fourth of a whole, and a captured dot product.
static void vectors()
{
    float c = 3, s = 4, result = 0, *x = to_device(std::vector<float>{1, 2, 3}), *y = to_device(std::vector<float>{5, 6, 7, 8});
    cusparseSpVecDescr_t sparse;
    cusparseDnVecDescr_t dense;
    STATUS(cusparseCreateSpVec(&sparse, 4, 3, to_device(std::vector<int>{0, 2, 3}), x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    STATUS(cusparseCreateDnVec(&dense, 4, y, CUDA_R_32F));
    STATUS(cusparseRot(handle, &c, &s, sparse, dense));
    printf("rotated: %d %d wrong\n", differences(to_host(x, 3), std::vector<float>{23, 34, 41}), differences(to_host(y, 4), std::vector<float>{11, 6, 13, 12}));
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    size_t size;
    CHECK(cudaStreamCreate(&stream));
    STATUS(cusparseSpVV_bufferSize(handle, plain, sparse, dense, &result, CUDA_R_32F, &size));
    void *buffer = on_device<char>(size + 1);
    STATUS(cusparseSetStream(handle, stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    STATUS(cusparseSpVV(handle, plain, sparse, dense, &result, CUDA_R_32F, buffer));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&instance, graph, 0));
    CHECK(cudaGraphLaunch(instance, stream));
    CHECK(cudaStreamSynchronize(stream));
    STATUS(cusparseSetStream(handle, 0));
    printf("captured dot product: %g\n", result);
    STATUS(cusparseDestroySpVec(sparse));
    STATUS(cusparseDestroyDnVec(dense));
}

static void transposed()
{
    Stored<double> a(n, 29, 16, false);
    int nnz = (int)a.values.size(), *offsets = on_device<int>(30), *rows = on_device<int>((size_t)nnz);
    double *values = on_device<double>((size_t)nnz);
    size_t size;
    STATUS(cusparseCsr2cscEx2_bufferSize(handle, n, 29, nnz, a.gpu_values, a.gpu_offsets, a.gpu_minors, values, offsets, rows, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &size));
    STATUS(cusparseCsr2cscEx2(handle, n, 29, nnz, a.gpu_values, a.gpu_offsets, a.gpu_minors, values, offsets, rows, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, on_device<char>(size + 1)));
    std::vector<int> at(1, 0), minors;
    std::vector<double> expected;
    for (int j = 0; j < 29; j++) {
        for (int i = 0; i < n; i++)
            if (a.dense[i * 29 + j] != 0)
                minors.push_back(i), expected.push_back(a.dense[i * 29 + j]);
        at.push_back((int)minors.size());
    }
    printf("transposed: %d %d %d wrong\n", differences(to_host(offsets, 30), at), differences(to_host(rows, minors.size()), minors),
           differences(to_host(values, expected.size()), expected));
}

// Incomplete factors of a matrix whose factors have its places: L U with L of ones and U of small integers, and
// L L' of the same L. Then one without a pivot.
static void incomplete()
{
    const double lower[3][3] = {{1, 0, 0}, {2, 1, 0}, {0, -1, 1}}, upper[3][3] = {{2, 3, 0}, {0, -1, 4}, {0, 0, 5}};
    std::vector<int> offsets = {1, 3, 6, 8}, minors = {1, 2, 1, 2, 3, 2, 3}, lines = {0, 0, 1, 1, 1, 2, 2};
    int *gpu_offsets = to_device(offsets), *gpu_minors = to_device(minors), nnz = 7, size, zero = 9;
    std::vector<double> product, square, factors, root;
    for (int i = 0; i < nnz; i++) {
        int row = lines[i], column = minors[i] - 1;
        double lu = 0, ll = 0;
        for (int k = 0; k < 3; k++)
            lu += lower[row][k] * upper[k][column], ll += lower[row][k] * lower[column][k];
        product.push_back(lu), square.push_back(ll);
        factors.push_back(column < row ? lower[row][column] : upper[row][column]);
        root.push_back(column <= row ? lower[row][column] : ll);
    }
    cusparseMatDescr_t descr;
    csrilu02Info_t lu;
    csric02Info_t cholesky;
    cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    double *values = to_device(product);
    STATUS(cusparseCreateMatDescr(&descr));
    STATUS(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
    STATUS(cusparseCreateCsrilu02Info(&lu));
    STATUS(cusparseDcsrilu02_bufferSize(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, lu, &size));
    void *buffer = on_device<char>((size_t)size);
    STATUS(cusparseDcsrilu02_analysis(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, lu, policy, buffer));
    STATUS(cusparseDcsrilu02(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, lu, policy, buffer));
    STATUS(cusparseXcsrilu02_zeroPivot(handle, lu, &zero));
    printf("incomplete LU: %d wrong, zero %d\n", differences(to_host(values, (size_t)nnz), factors), zero);
    values = to_device(square);
    STATUS(cusparseCreateCsric02Info(&cholesky));
    STATUS(cusparseDcsric02_bufferSize(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, cholesky, &size));
    buffer = on_device<char>((size_t)size);
    STATUS(cusparseDcsric02_analysis(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, cholesky, policy, buffer));
    STATUS(cusparseDcsric02(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, cholesky, policy, buffer));
    STATUS(cusparseXcsric02_zeroPivot(handle, cholesky, &zero));
    std::vector<double> made = to_host(values, (size_t)nnz);
    for (int i = 0; i < nnz; i++)
        if (minors[i] - 1 > lines[i])
            made[i] = root[i]; // the upper part is not a result
    printf("incomplete Cholesky: %d wrong, zero %d\n", differences(made, root), zero);
    values = to_device(std::vector<double>{1, 2, 2, 4, 1, 1, 1});
    STATUS(cusparseDcsrilu02(handle, 3, nnz, descr, values, gpu_offsets, gpu_minors, lu, policy, buffer));
    printf("no pivot: %d", cusparseXcsrilu02_zeroPivot(handle, lu, &zero));
    printf(" %d\n", zero);
    STATUS(cusparseDestroyCsrilu02Info(lu));
    STATUS(cusparseDestroyCsric02Info(cholesky));
    STATUS(cusparseDestroyMatDescr(descr));
}

int main()
{
    STATUS(cusparseCreate(&handle));
    triangles<float>("float", CUSPARSE_FORMAT_CSR);
    triangles<double>("double", CUSPARSE_FORMAT_COO);
    triangles<std::complex<double>>("complex double", CUSPARSE_FORMAT_CSR);
    sparse_products<float>("float", false);
    sparse_products<std::complex<double>>("complex double", false);
    sparse_products<double>("double", true);
    sampled(false);
    sampled(true);
    blocked(CUSPARSE_ORDER_ROW);
    blocked(CUSPARSE_ORDER_COL);
    transposed();
    vectors();
    incomplete();
    STATUS(cusparseDestroy(handle));
}
