// SPDX-License-Identifier: Apache-2.0
// cuSPARSE against plain loops: products of all formats, operations, orders and index types, vectors,
// conversions, and what is refused.
#include "../corpus/library.h"

#include <complex>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>

static const int rows = 37, cols = 29, wide = 5;
static cusparseHandle_t handle;

template <class T> struct Kind;
template <> struct Kind<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct Kind<double> { static const cudaDataType type = CUDA_R_64F; };
template <> struct Kind<std::complex<float>> { static const cudaDataType type = CUDA_C_32F; };
template <> struct Kind<std::complex<double>> { static const cudaDataType type = CUDA_C_64F; };

static float number(Random &random, float) { return 2 * random.uniform() - 1; }
static double number(Random &random, double) { return 2 * random.uniform() - 1; }
template <class R> static std::complex<R> number(Random &random, std::complex<R>)
{
    R x = 2 * random.uniform() - 1, y = 2 * random.uniform() - 1;
    return {x, y};
}
static float conjugated(float a) { return a; }
static double conjugated(double a) { return a; }
template <class R> static std::complex<R> conjugated(std::complex<R> a) { return std::conj(a); }

// Row-major, two thirds of it zero, and with empty rows.
template <class T> static std::vector<T> sparse_values(unsigned seed)
{
    Random random(seed);
    std::vector<T> a(rows * cols);
    for (int i = 0; i < rows * cols; i++)
        if (i / cols % 7 != 3 && random.next() % 3 == 0)
            a[i] = number(random, T());
    return a;
}
template <class T> static std::vector<T> dense_values(int count, unsigned seed)
{
    Random random(seed);
    std::vector<T> a(count);
    for (T &value : a)
        value = number(random, T());
    return a;
}

template <class T, class I> struct Stored {
    std::vector<I> offsets, lines, minors;
    std::vector<T> values;
    Stored(const std::vector<T> &a, bool is_by_column, int base)
    {
        int n = is_by_column ? cols : rows, length = is_by_column ? rows : cols;
        offsets.push_back((I)base);
        for (int line = 0; line < n; line++) {
            for (int i = 0; i < length; i++) {
                T value = is_by_column ? a[i * cols + line] : a[line * cols + i];
                if (value != T())
                    lines.push_back((I)(line + base)), minors.push_back((I)(i + base)), values.push_back(value);
            }
            offsets.push_back((I)((I)values.size() + base));
        }
    }
    cusparseSpMatDescr_t describe(cusparseFormat_t format, int base) const
    {
        cusparseSpMatDescr_t m;
        cusparseIndexType_t type = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
        cusparseIndexBase_t from = (cusparseIndexBase_t)base;
        I *minor = to_device(minors), *major = to_device(format == CUSPARSE_FORMAT_COO ? lines : offsets);
        T *at = to_device(values);
        long long nnz = (long long)values.size();
        if (format == CUSPARSE_FORMAT_CSR)
            STATUS(cusparseCreateCsr(&m, rows, cols, nnz, major, minor, at, type, type, from, Kind<T>::type));
        else if (format == CUSPARSE_FORMAT_CSC)
            STATUS(cusparseCreateCsc(&m, rows, cols, nnz, major, minor, at, type, type, from, Kind<T>::type));
        else
            STATUS(cusparseCreateCoo(&m, rows, cols, nnz, major, minor, at, type, from, Kind<T>::type));
        return m;
    }
};

template <class T> static bool is_near(T a, T b) { return std::abs(a - b) < 1e-4; }

template <class T, class I> static void products(const char *name, cusparseFormat_t format, int base)
{
    std::vector<T> a = sparse_values<T>(1);
    cusparseSpMatDescr_t m = Stored<T, I>(a, format == CUSPARSE_FORMAT_CSC, base).describe(format, base);
    T scale[2] = {T(1.5), T(-0.5)}, *on_gpu = to_device(std::vector<T>(scale, scale + 2));
    int wrong = 0;
    const int operations = std::is_floating_point<T>::value ? 2 : 3; // nothing to conjugate is an error
    for (int op = 0; op < operations; op++)
        for (int order = 0; order < 3; order++) { // 0: a vector
            if (order > 0 && format == CUSPARSE_FORMAT_CSC)
                continue;
            int m_out = op ? cols : rows, m_in = op ? rows : cols, n = order ? wide : 1;
            std::vector<T> b = dense_values<T>(m_in * n, 2), c = dense_values<T>(m_out * n, 3);
            T *gpu_b = to_device(b), *gpu_c = to_device(c);
            bool is_device = op == 1;
            const T *alpha = is_device ? on_gpu : scale, *beta = alpha + 1;
            STATUS(cusparseSetPointerMode(handle, is_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
            size_t size = 0;
            void *buffer = nullptr;
            if (order == 0) {
                cusparseDnVecDescr_t x, y;
                STATUS(cusparseCreateDnVec(&x, m_in, gpu_b, Kind<T>::type));
                STATUS(cusparseCreateDnVec(&y, m_out, gpu_c, Kind<T>::type));
                STATUS(cusparseSpMV_bufferSize(handle, (cusparseOperation_t)op, alpha, m, x, beta, y, Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &size));
                CHECK(cudaMalloc(&buffer, size + 1));
                STATUS(cusparseSpMV(handle, (cusparseOperation_t)op, alpha, m, x, beta, y, Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
                STATUS(cusparseDestroyDnVec(x));
                STATUS(cusparseDestroyDnVec(y));
            } else {
                cusparseDnMatDescr_t x, y;
                bool is_row = order == CUSPARSE_ORDER_ROW;
                STATUS(cusparseCreateDnMat(&x, m_in, n, is_row ? n : m_in, gpu_b, Kind<T>::type, (cusparseOrder_t)order));
                STATUS(cusparseCreateDnMat(&y, m_out, n, is_row ? n : m_out, gpu_c, Kind<T>::type, (cusparseOrder_t)order));
                STATUS(cusparseSpMM_bufferSize(handle, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, m, x, beta, y, Kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, &size));
                CHECK(cudaMalloc(&buffer, size + 1));
                STATUS(cusparseSpMM(handle, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, m, x, beta, y, Kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, buffer));
                STATUS(cusparseDestroyDnMat(x));
                STATUS(cusparseDestroyDnMat(y));
            }
            std::vector<T> result = to_host(gpu_c, c.size());
            for (int i = 0; i < m_out; i++)
                for (int j = 0; j < n; j++) {
                    T sum = T();
                    bool is_row = order == CUSPARSE_ORDER_ROW;
                    for (int k = 0; k < m_in; k++) {
                        T left = op ? a[k * cols + i] : a[i * cols + k];
                        sum += (op == 2 ? conjugated(left) : left) * b[is_row ? k * n + j : j * m_in + k];
                    }
                    int at = is_row ? i * n + j : j * m_out + i;
                    wrong += !is_near(result[at], scale[0] * sum + scale[1] * c[at]);
                }
            STATUS(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
        }
    STATUS(cusparseDestroySpMat(m));
    printf("%s format %d base %d indices %d: %d wrong\n", name, (int)format, base, (int)sizeof(I), wrong);
}

// 16-bit elements, which are multiples of 1/4 so that every sum is exact; y is float or 16 bits.
template <class T, class Y> static void halves(const char *name, cudaDataType type, cudaDataType type_y)
{
    std::vector<float> a = sparse_values<float>(4), b(cols), expected(rows);
    std::vector<T> b16(cols);
    for (int i = 0; i < rows * cols; i++)
        a[i] = a[i] == 0 ? 0 : (float)(i % 3 + 1) / 4;
    for (int i = 0; i < cols; i++)
        b[i] = (float)(i % 5 - 2), b16[i] = (T)b[i];
    Stored<float, int> stored(a, false, 0);
    std::vector<T> values16;
    for (float value : stored.values)
        values16.push_back((T)value);
    Y *gpu_y = on_device<Y>(rows);
    float alpha = 2, beta = 0;
    cusparseConstSpMatDescr_t m;
    cusparseConstDnVecDescr_t x;
    cusparseDnVecDescr_t y;
    STATUS(cusparseCreateConstCsr(&m, rows, cols, (int64_t)values16.size(), to_device(stored.offsets), to_device(stored.minors), to_device(values16), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
    STATUS(cusparseCreateConstDnVec(&x, cols, to_device(b16), type));
    STATUS(cusparseCreateDnVec(&y, rows, gpu_y, type_y));
    size_t size;
    void *buffer;
    cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    STATUS(cusparseSpMV_bufferSize(handle, n, &alpha, m, x, &beta, y, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, &size));
    CHECK(cudaMalloc(&buffer, size + 1));
    STATUS(cusparseSpMV_preprocess(handle, n, &alpha, m, x, &beta, y, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, buffer));
    STATUS(cusparseSpMV(handle, n, &alpha, m, x, &beta, y, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, buffer));
    std::vector<Y> result = to_host(gpu_y, rows);
    int wrong = 0;
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int k = 0; k < cols; k++)
            sum += 2 * a[i * cols + k] * b[k];
        wrong += (float)result[i] != sum;
    }
    printf("%s: %d wrong\n", name, wrong);
    STATUS(cusparseDestroySpMat(m));
    STATUS(cusparseDestroyDnVec(x));
    STATUS(cusparseDestroyDnVec(y));
}

static void vectors()
{
    std::vector<float> x = dense_values<float>(6, 5), y = dense_values<float>(20, 6);
    std::vector<int> at = {1, 4, 5, 11, 18, 20}; // from 1
    float *gpu_x = to_device(x), *gpu_y = to_device(y), alpha = 2, beta = 3, dot = 0;
    cusparseSpVecDescr_t sparse;
    cusparseDnVecDescr_t dense;
    STATUS(cusparseCreateSpVec(&sparse, 20, 6, to_device(at), gpu_x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
    STATUS(cusparseCreateDnVec(&dense, 20, gpu_y, CUDA_R_32F));
    size_t size;
    void *buffer;
    STATUS(cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, dense, &dot, CUDA_R_32F, &size));
    CHECK(cudaMalloc(&buffer, size + 1));
    STATUS(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, dense, &dot, CUDA_R_32F, buffer));
    CHECK(cudaDeviceSynchronize());
    double sum = 0;
    std::vector<double> expected(20);
    for (int i = 0; i < 20; i++)
        expected[i] = 3.0 * y[i];
    for (int i = 0; i < 6; i++)
        sum += (double)x[i] * y[at[i] - 1], expected[at[i] - 1] += 2.0 * x[i];
    expect("dot", std::vector<float>{dot}, {sum}, 1e-5);
    STATUS(cusparseAxpby(handle, &alpha, sparse, &beta, dense));
    expect("axpby", to_host(gpu_y, 20), expected, 1e-5);
    STATUS(cusparseScatter(handle, sparse, dense));
    for (int i = 0; i < 6; i++)
        expected[at[i] - 1] = x[i];
    expect("scatter", to_host(gpu_y, 20), expected, 1e-5);
    CHECK(cudaMemset(gpu_x, 0, 24));
    STATUS(cusparseGather(handle, dense, sparse));
    expect("gather", to_host(gpu_x, 6), std::vector<double>(x.begin(), x.end()), 1e-5);
    STATUS(cusparseDestroySpVec(sparse));
    STATUS(cusparseDestroyDnVec(dense));
}

static void conversions(cusparseFormat_t format)
{
    std::vector<float> a = sparse_values<float>(9);
    float *gpu_a = to_device(a), *back = on_device<float>(rows * cols);
    int *first = on_device<int>(rows * cols), *second = on_device<int>(rows * cols);
    cusparseDnMatDescr_t dense, other;
    cusparseSpMatDescr_t m;
    STATUS(cusparseCreateDnMat(&dense, rows, cols, cols, gpu_a, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    STATUS(cusparseCreateDnMat(&other, rows, cols, rows, back, CUDA_R_32F, CUSPARSE_ORDER_COL));
    if (format == CUSPARSE_FORMAT_CSR)
        STATUS(cusparseCreateCsr(&m, rows, cols, 0, first, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    else if (format == CUSPARSE_FORMAT_CSC)
        STATUS(cusparseCreateCsc(&m, rows, cols, 0, first, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    else
        STATUS(cusparseCreateCoo(&m, rows, cols, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    size_t size;
    void *buffer;
    STATUS(cusparseDenseToSparse_bufferSize(handle, dense, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
    CHECK(cudaMalloc(&buffer, size + 1));
    STATUS(cusparseDenseToSparse_analysis(handle, dense, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    int64_t r, c, nnz;
    STATUS(cusparseSpMatGetSize(m, &r, &c, &nnz));
    float *values = on_device<float>((size_t)nnz);
    if (format == CUSPARSE_FORMAT_CSR)
        STATUS(cusparseCsrSetPointers(m, first, second, values));
    else if (format == CUSPARSE_FORMAT_CSC)
        STATUS(cusparseCscSetPointers(m, first, second, values));
    else
        STATUS(cusparseCooSetPointers(m, first, second, values));
    STATUS(cusparseDenseToSparse_convert(handle, dense, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    Stored<float, int> expected(a, format == CUSPARSE_FORMAT_CSC, 0);
    bool is_coo = format == CUSPARSE_FORMAT_COO;
    const std::vector<int> &major = is_coo ? expected.lines : expected.offsets;
    bool is_same = format == CUSPARSE_FORMAT_CSC || // whose columns NVIDIA's library does not sort
                   (to_host(first, major.size()) == major && to_host(second, expected.minors.size()) == expected.minors &&
                    to_host(values, expected.values.size()) == expected.values);
    printf("dense to format %d: %d entries, %s\n", (int)format, (int)nnz, is_same ? "ok" : "wrong");
    void *room;
    STATUS(cusparseSparseToDense_bufferSize(handle, m, other, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    CHECK(cudaMalloc(&room, size + 1));
    STATUS(cusparseSparseToDense(handle, m, other, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, room));
    std::vector<float> result = to_host(back, rows * cols);
    int wrong = 0;
    for (int i = 0; i < rows * cols; i++)
        wrong += result[i % cols * rows + i / cols] != a[i];
    printf("and back: %d wrong\n", wrong);
    if (is_coo) {
        int *offsets = on_device<int>(rows + 1), *again = on_device<int>((size_t)nnz);
        STATUS(cusparseXcoo2csr(handle, first, (int)nnz, rows, offsets, CUSPARSE_INDEX_BASE_ZERO));
        STATUS(cusparseXcsr2coo(handle, offsets, (int)nnz, rows, again, CUSPARSE_INDEX_BASE_ZERO));
        printf("offsets %s, rows %s\n", to_host(offsets, rows + 1) == expected.offsets ? "ok" : "wrong",
               to_host(again, (size_t)nnz) == expected.lines ? "ok" : "wrong");
    }
    STATUS(cusparseDestroySpMat(m));
    STATUS(cusparseDestroyDnMat(dense));
    STATUS(cusparseDestroyDnMat(other));
}

static void show(const char *what, cusparseStatus_t status)
{
    printf("%s: %s (%s)\n", what, cusparseGetErrorName(status), cusparseGetErrorString(status));
}

static void refusals()
{
    float *p = on_device<float>(64), one = 1;
    int *i = on_device<int>(64);
    cusparseSpMatDescr_t m;
    cusparseDnVecDescr_t x, d;
    cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    STATUS(cusparseCreateCsr(&m, 4, 5, 0, i, i, p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    STATUS(cusparseCreateDnVec(&x, 4, p, CUDA_R_32F));
    STATUS(cusparseCreateDnVec(&d, 5, p, CUDA_R_64F));
    show("no handle", cusparseSpMV(nullptr, n, &one, m, x, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    show("no matrix", cusparseSpMV(handle, n, &one, nullptr, x, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    show("a handle that is none", cusparseSpMV((cusparseHandle_t)16, n, &one, m, x, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    show("a matrix that is none", cusparseSpMV(handle, n, &one, (cusparseSpMatDescr_t)16, x, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    show("sizes", cusparseSpMV(handle, n, &one, m, x, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    show("types", cusparseSpMV(handle, n, &one, m, d, &one, x, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    STATUS(cusparseDestroySpMat(m));
    STATUS(cusparseDestroyDnVec(x));
    STATUS(cusparseDestroyDnVec(d));
    show("negative size", cusparseCreateDnVec(&d, -1, p, CUDA_R_32F));
    show("leading dimension", cusparseCreateDnMat(nullptr, 4, 4, 2, p, CUDA_R_32F, CUSPARSE_ORDER_COL));
    show("nowhere to create", cusparseCreate(nullptr));
    show("destroy nothing", cusparseDestroy(nullptr));
}

int main()
{
    STATUS(cusparseCreate(&handle));
    for (int format = 1; format <= 3; format++) {
        products<float, int>("float", (cusparseFormat_t)format, 0);
        products<double, int>("double", (cusparseFormat_t)format, 1);
        products<std::complex<float>, int>("complex float", (cusparseFormat_t)format, 0);
        products<std::complex<double>, long long>("complex double", (cusparseFormat_t)format, 0);
    }
    halves<__half, float>("half to float", CUDA_R_16F, CUDA_R_32F);
    halves<__half, __half>("half", CUDA_R_16F, CUDA_R_16F);
    halves<__nv_bfloat16, float>("bfloat16 to float", CUDA_R_16BF, CUDA_R_32F);
    halves<__nv_bfloat16, __nv_bfloat16>("bfloat16", CUDA_R_16BF, CUDA_R_16BF);
    vectors();
    for (int format = 1; format <= 3; format++)
        conversions((cusparseFormat_t)format);
    refusals();
    STATUS(cusparseDestroy(handle));
}
