// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's products: orders, transpositions, batches and epilogues, beside plain loops.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static int wrong = 0;
#define CHECK(condition)                                                                                        \
    if (!(condition)) {                                                                                         \
        printf("line %d: wrong\n", __LINE__);                                                                   \
        wrong++;                                                                                                \
    }
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

static unsigned seed = 3;
static float next()
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 24) / 64.0f - 2; // exact in 16 bits
}

static void convert(float from, float &to)
{
    to = from;
}
static void convert(float from, __half &to)
{
    to = __float2half(from);
}
static void convert(float from, __nv_bfloat16 &to)
{
    to = __float2bfloat16(from);
}
static float back(float a)
{
    return a;
}
static float back(__half a)
{
    return __half2float(a);
}
static float back(__nv_bfloat16 a)
{
    return __bfloat162float(a);
}

template <class T> struct Device {
    T *at;
    std::vector<T> host;
    Device(size_t count) : host(count)
    {
        cudaMalloc(&at, count * sizeof(T));
        for (T &value : host)
            convert(next(), value);
        cudaMemcpy(at, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device()
    {
        cudaFree(at);
    }
    void fetch()
    {
        cudaMemcpy(host.data(), at, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    }
};

static double gelu(double x)
{
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
static double slope(double x)
{
    return (gelu(x + 1e-4) - gelu(x - 1e-4)) / 2e-4;
}

static cublasLtHandle_t handle;

struct Case {
    int m, n, k, batch;
    bool trans_a, trans_b, row_a, row_b, row_d;
    unsigned epilogue;
    float alpha, beta;
};

static size_t place(bool is_row, int row, int column, int ld)
{
    return is_row ? (size_t)row * ld + column : row + (size_t)column * ld;
}

template <class In, class Out> static void run(const Case &c, cudaDataType in, cudaDataType out, double tolerance)
{
    int rows_a = c.trans_a ? c.k : c.m, columns_a = c.trans_a ? c.m : c.k, rows_b = c.trans_b ? c.n : c.k,
        columns_b = c.trans_b ? c.k : c.n;
    int lda = (c.row_a ? columns_a : rows_a) + 1, ldb = (c.row_b ? columns_b : rows_b) + 2,
        ldd = (c.row_d ? c.n : c.m) + 3;
    long long size_a = (long long)lda * (c.row_a ? rows_a : columns_a), size_b = (long long)ldb * (c.row_b ? rows_b : columns_b),
              size_d = (long long)ldd * (c.row_d ? c.m : c.n);
    Device<In> a(size_a * c.batch), b(size_b * c.batch);
    Device<Out> from(size_d * c.batch), d(size_d * c.batch), aux((size_t)c.m * c.n * c.batch);
    Device<Out> bias(std::max(c.m, c.n));
    std::vector<Out> before = d.host, aux_before = aux.host, bias_before = bias.host;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layouts[4];
    OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    cublasOperation_t op_a = c.trans_a ? CUBLAS_OP_T : CUBLAS_OP_N, op_b = c.trans_b ? CUBLAS_OP_T : CUBLAS_OP_N;
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op_a, sizeof op_a));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &op_b, sizeof op_b));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &c.epilogue, sizeof c.epilogue));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.at, sizeof bias.at));
    int64_t aux_ld = c.m, aux_stride = (int64_t)c.m * c.n;
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &aux.at, sizeof aux.at));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof aux_ld));
    OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, &aux_stride, sizeof aux_stride));
    OK(cublasLtMatrixLayoutCreate(&layouts[0], in, rows_a, columns_a, lda));
    OK(cublasLtMatrixLayoutCreate(&layouts[1], in, rows_b, columns_b, ldb));
    OK(cublasLtMatrixLayoutCreate(&layouts[2], out, c.m, c.n, ldd));
    OK(cublasLtMatrixLayoutCreate(&layouts[3], out, c.m, c.n, ldd));
    const bool are_rows[] = {c.row_a, c.row_b, c.row_d, c.row_d};
    const int64_t strides[] = {size_a, size_b, size_d, size_d};
    for (int i = 0; i < 4; i++) {
        int32_t order = are_rows[i] ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL, batch = c.batch;
        OK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
        OK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch));
        OK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i],
                                            sizeof strides[i]));
    }
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    size_t limit = 1 << 20;
    OK(cublasLtMatmulPreferenceCreate(&preference));
    OK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &limit, sizeof limit));
    OK(cublasLtMatmulAlgoGetHeuristic(handle, desc, layouts[0], layouts[1], layouts[2], layouts[3], preference, 1, &found,
                                      &count));
    CHECK(count == 1 && found.state == CUBLAS_STATUS_SUCCESS && found.workspaceSize <= limit);
    OK(cublasLtMatmul(handle, desc, &c.alpha, a.at, layouts[0], b.at, layouts[1], &c.beta, from.at, layouts[2], d.at, layouts[3],
                      &found.algo, nullptr, 0, 0));
    d.fetch();
    aux.fetch();
    bias.fetch();
    double worst = 0, worst_aux = 0, worst_bias = 0;
    std::vector<double> sums(std::max(c.m, c.n));
    for (int z = 0; z < c.batch; z++) {
        for (int j = 0; j < c.n; j++) {
            for (int i = 0; i < c.m; i++) {
                double sum = 0;
                for (int l = 0; l < c.k; l++) {
                    size_t at_a = place(c.row_a, c.trans_a ? l : i, c.trans_a ? i : l, lda),
                           at_b = place(c.row_b, c.trans_b ? j : l, c.trans_b ? l : j, ldb);
                    sum += (double)back(a.host[z * size_a + at_a]) * back(b.host[z * size_b + at_b]);
                }
                size_t at_d = z * size_d + place(c.row_d, i, j, ldd), at_aux = (size_t)z * aux_stride + i + (size_t)j * c.m;
                double value = c.alpha * sum + c.beta * back(from.host[at_d]);
                if (c.epilogue & CUBLASLT_EPILOGUE_BIAS)
                    value += back(bias_before[i]);
                if (c.epilogue == CUBLASLT_EPILOGUE_DGELU)
                    value *= slope(back(aux_before[at_aux]));
                else if (c.epilogue & 128)
                    worst_aux = std::max(worst_aux, std::abs(value - back(aux.host[at_aux])) / (1 + std::abs(value)));
                if (c.epilogue & CUBLASLT_EPILOGUE_GELU)
                    value = gelu(value);
                if (c.epilogue & CUBLASLT_EPILOGUE_RELU)
                    value = std::max(value, 0.0);
                worst = std::max(worst, std::abs(value - back(d.host[at_d])) / (1 + std::abs(value)));
            }
        }
    }
    for (int j = 0; j < c.n && c.epilogue == CUBLASLT_EPILOGUE_BGRADB; j++) {
        double sum = 0;
        for (int l = 0; l < c.k; l++)
            sum += back(b.host[place(c.row_b, c.trans_b ? j : l, c.trans_b ? l : j, ldb)]);
        worst_bias = std::max(worst_bias, std::abs(sum - back(bias.host[j])) / (1 + std::abs(sum)));
    }
    for (int i = 0; i < c.m && c.epilogue == CUBLASLT_EPILOGUE_BGRADA; i++) {
        double sum = 0;
        for (int l = 0; l < c.k; l++)
            sum += back(a.host[place(c.row_a, c.trans_a ? l : i, c.trans_a ? i : l, lda)]);
        worst_bias = std::max(worst_bias, std::abs(sum - back(bias.host[i])) / (1 + std::abs(sum)));
    }
    size_t outside = place(c.row_d, c.row_d ? 0 : c.m, c.row_d ? c.n : 0, ldd); // padding stays as it was
    CHECK(back(d.host[outside]) == back(before[outside]));
    printf("%d x %d x %d, epilogue %u: %s\n", c.m, c.n, c.k, c.epilogue,
           worst < tolerance && worst_aux < tolerance && worst_bias < tolerance ? "agrees" : "differs");
    wrong += worst >= tolerance || worst_aux >= tolerance || worst_bias >= tolerance;
    for (cublasLtMatrixLayout_t layout : layouts)
        OK(cublasLtMatrixLayoutDestroy(layout));
    OK(cublasLtMatmulPreferenceDestroy(preference));
    OK(cublasLtMatmulDescDestroy(desc));
}

// Descriptions on the stack, factors in device memory, 64-bit floats; then what is refused.
static void others()
{
    cublasLtMatmulDescOpaque_t desc;
    cublasLtMatrixLayoutOpaque_t layout;
    double *at, host[3 * 4] = {1, 2, 3, 4, 0, 1, 1, 0, 2, 3, 0, 0};
    cudaMalloc(&at, sizeof host);
    cudaMemcpy(at, host, sizeof host, cudaMemcpyHostToDevice);
    int32_t mode = CUBLASLT_POINTER_MODE_DEVICE, got = 0;
    size_t written = 0;
    OK(cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_64F, CUDA_R_64F));
    OK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode));
    OK(cublasLtMatmulDescGetAttribute(&desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, &got, sizeof got, &written));
    CHECK(got == mode && written == sizeof got);
    OK(cublasLtMatrixLayoutInit(&layout, CUDA_R_64F, 2, 2, 2));
    // D = 2 A B + 3 C; the factors are the third block's first two numbers, C and D are A.
    OK(cublasLtMatmul(handle, &desc, at + 8, at, &layout, at + 4, &layout, at + 9, at, &layout, at, &layout, nullptr, nullptr, 0,
                      0));
    cudaMemcpy(host, at, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", host[0], host[1], host[2], host[3]);
    cublasLtMatrixLayoutOpaque_t other;
    OK(cublasLtMatrixLayoutInit(&other, CUDA_R_64F, 3, 2, 3));
    printf("shapes that do not fit: %d\n", cublasLtMatmul(handle, &desc, at + 8, at, &other, at + 4, &other, at + 9, at, &layout, at,
                                                          &layout, nullptr, nullptr, 0, 0));
    uint32_t epilogue = CUBLASLT_EPILOGUE_RELU, none = CUBLASLT_EPILOGUE_DEFAULT;
    OK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    printf("an epilogue of doubles: %d\n", cublasLtMatmul(handle, &desc, at + 8, at, &layout, at + 4, &layout, at + 9, at, &layout, at,
                                                          &layout, nullptr, nullptr, 0, 0));
    printf("an attribute of another size: %d\n",
           cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, 8));
    cublasHandle_t of_cublas;
    OK(cublasCreate(&of_cublas));
    OK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &none, sizeof none));
    OK(cublasLtMatmul((cublasLtHandle_t)of_cublas, &desc, at + 8, at, &layout, at + 4, &layout, at + 9, at, &layout, at, &layout,
                      nullptr, nullptr, 0, 0));
    OK(cublasDestroy(of_cublas));
    printf("a handle that is none: %d\n", cublasLtMatmul((cublasLtHandle_t)of_cublas, &desc, at + 8, at, &layout, at + 4, &layout,
                                                        at + 9, at, &layout, at, &layout, nullptr, nullptr, 0, 0));
    printf("%s, version %d\n", cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED), cublasLtGetVersion() > 0);
    cudaFree(at);
}

int main()
{
    OK(cublasLtCreate(&handle));
    const unsigned epilogues[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS,
                                  CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS,
                                  CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU,
                                  CUBLASLT_EPILOGUE_BGRADA, CUBLASLT_EPILOGUE_BGRADB};
    int number = 0;
    for (unsigned epilogue : epilogues) {
        int bits = number++ * 11 + 5; // another mixture of orders each time
        int batch = epilogue == CUBLASLT_EPILOGUE_BGRADA || epilogue == CUBLASLT_EPILOGUE_BGRADB ? 1 : 2;
        Case c = {33, 20, 17, batch, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0,
                  epilogue, 0.25f, bits % 3 == 0 ? 0.0f : 0.5f};
        run<float, float>(c, CUDA_R_32F, CUDA_R_32F, 1e-4);
        run<__half, __half>(c, CUDA_R_16F, CUDA_R_16F, 2e-3);
        run<__nv_bfloat16, __nv_bfloat16>(c, CUDA_R_16BF, CUDA_R_16BF, 1e-2);
        run<__nv_bfloat16, float>(c, CUDA_R_16BF, CUDA_R_32F, 1e-4);
    }
    others();
    OK(cublasLtDestroy(handle));
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
