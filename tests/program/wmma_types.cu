// SPDX-License-Identifier: Apache-2.0
// Every type, shape and layout of nvcuda::wmma, multiplied once and compared with sums on the host. All values
// are small integers, so that every sum is exact.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

template <class T> struct element { typedef T type; };
template <> struct element<wmma::precision::tf32> { typedef float type; };

template <int m, int n, int k, class T, class C, class A, class B>
__global__ void multiply(const typename element<T>::type *a, const typename element<T>::type *b, const C *c, C *d,
                         unsigned lda, unsigned ldb, unsigned ldc, bool is_column)
{
    wmma::fragment<wmma::matrix_a, m, n, k, T, A> fa;
    wmma::fragment<wmma::matrix_b, m, n, k, T, B> fb;
    wmma::fragment<wmma::accumulator, m, n, k, C> fc, fd;
    wmma::layout_t layout = is_column ? wmma::mem_col_major : wmma::mem_row_major;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    wmma::fill_fragment(fd, (C)1);
    for (int i = 0; i < fc.num_elements; i++) {
        fc.x[i] = fc.x[i] * (C)2 + fd.x[i];
    }
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d, fd, ldc, layout);
}

template <class T> __host__ __device__ double number(T x) { return (double)(float)x; }

static int wrong, total;

template <int m, int n, int k, class T, class C, class A, class B>
static void run(bool a_column, bool b_column, bool c_column)
{
    typedef typename element<T>::type E;
    E *a, *b;
    C *c, *d;
    cudaMallocManaged(&a, m * k * sizeof(E));
    cudaMallocManaged(&b, k * n * sizeof(E));
    cudaMallocManaged(&c, m * n * sizeof(C));
    cudaMallocManaged(&d, m * n * sizeof(C));
    for (int i = 0; i < m * k; i++) a[i] = (E)(float)(i * 7 % 5);
    for (int i = 0; i < k * n; i++) b[i] = (E)(float)(i * 3 % 4);
    for (int i = 0; i < m * n; i++) c[i] = (C)(float)(i % 9);
    multiply<m, n, k, T, C, A, B><<<1, 32>>>(a, b, c, d, a_column ? m : k, b_column ? k : n, c_column ? m : n, c_column);
    cudaDeviceSynchronize();
    for (int row = 0; row < m; row++) {
        for (int column = 0; column < n; column++) {
            int place = c_column ? column * m + row : row * n + column;
            double sum = 2 * number(c[place]) + 1;
            for (int i = 0; i < k; i++) {
                sum += number(a[a_column ? i * m + row : row * k + i]) * number(b[b_column ? column * k + i : i * n + column]);
            }
            wrong += number(d[place]) != sum;
            total++;
        }
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}

template <int m, int n, int k, class T, class C> static void layouts()
{
    for (int c_column = 0; c_column < 2; c_column++) {
        run<m, n, k, T, C, wmma::row_major, wmma::row_major>(false, false, c_column);
        run<m, n, k, T, C, wmma::row_major, wmma::col_major>(false, true, c_column);
        run<m, n, k, T, C, wmma::col_major, wmma::row_major>(true, false, c_column);
        run<m, n, k, T, C, wmma::col_major, wmma::col_major>(true, true, c_column);
    }
}

template <class T, class C> static void shapes(const char *name)
{
    wrong = total = 0;
    layouts<16, 16, 16, T, C>();
    layouts<32, 8, 16, T, C>();
    layouts<8, 32, 16, T, C>();
    printf("%s: %d wrong of %d\n", name, wrong, total);
}

int main()
{
    shapes<half, float>("half, float");
    shapes<half, half>("half, half");
    shapes<__nv_bfloat16, float>("bfloat16, float");
    shapes<signed char, int>("signed char, int");
    shapes<unsigned char, int>("unsigned char, int");
    wrong = total = 0;
    layouts<16, 16, 8, wmma::precision::tf32, float>();
    printf("tf32, float: %d wrong of %d\n", wrong, total);
    wrong = total = 0;
    layouts<8, 8, 4, double, double>();
    printf("double, double: %d wrong of %d\n", wrong, total);
}
