// SPDX-License-Identifier: Apache-2.0
// A class template Matrix<T, R, C> used on the host and on the device: operators, nested types, static
// members, a friend, conversion, and a batch of small products, one thread each.
#include "corpus.h"

template <typename T, int R, int C> class Matrix {
  public:
    typedef T value_type;
    struct Index {
        int row, column;
        __host__ __device__ Index(int r, int c) : row(r), column(c) {}
        __host__ __device__ bool diagonal() const { return row == column; }
    };
    class Row {
        T *first_;

      public:
        __host__ __device__ explicit Row(T *first) : first_(first) {}
        __host__ __device__ T &operator[](int c) { return first_[c]; }
    };
    static constexpr int rows = R, columns = C;

    __host__ __device__ Matrix() {}
    __host__ __device__ explicit Matrix(T scale)
    {
        for (int r = 0; r < R; r++)
            for (int c = 0; c < C; c++)
                at(r, c) = Index(r, c).diagonal() ? scale : T(0);
    }
    __host__ __device__ T &at(int r, int c) { return cell_[r * C + c]; }
    __host__ __device__ const T &at(int r, int c) const { return cell_[r * C + c]; }
    __host__ __device__ T &operator()(Index i) { return at(i.row, i.column); }
    __host__ __device__ Row operator[](int r) { return Row(cell_ + r * C); }
    __host__ __device__ Matrix &operator+=(const Matrix &other)
    {
        for (int i = 0; i < R * C; i++)
            cell_[i] += other.cell_[i];
        return *this;
    }
    __host__ __device__ Matrix operator-() const
    {
        Matrix result;
        for (int i = 0; i < R * C; i++)
            result.cell_[i] = -cell_[i];
        return result;
    }
    template <int K> __host__ __device__ Matrix<T, R, K> operator*(const Matrix<T, C, K> &other) const
    {
        Matrix<T, R, K> result;
        for (int r = 0; r < R; r++)
            for (int k = 0; k < K; k++) {
                T sum = T(0);
                for (int c = 0; c < C; c++)
                    sum += at(r, c) * other.at(c, k);
                result.at(r, k) = sum;
            }
        return result;
    }
    __host__ __device__ Matrix<T, C, R> transposed() const;
    __host__ __device__ operator bool() const { return cell_[0] != T(0); }
    friend __host__ __device__ Matrix operator+(Matrix a, const Matrix &b) { return a += b; }
    friend __host__ __device__ bool operator==(const Matrix &a, const Matrix &b)
    {
        for (int i = 0; i < R * C; i++)
            if (a.cell_[i] != b.cell_[i])
                return false;
        return true;
    }

  private:
    T cell_[R * C];
};

template <typename T, int R, int C>
__host__ __device__ Matrix<T, C, R> Matrix<T, R, C>::transposed() const
{
    Matrix<T, C, R> result;
    for (int r = 0; r < R; r++)
        for (int c = 0; c < C; c++)
            result.at(c, r) = at(r, c);
    return result;
}

template <typename T> using Matrix3 = Matrix<T, 3, 3>;

template <typename M> __host__ __device__ typename M::value_type trace(const M &m)
{
    typename M::value_type sum = 0;
    for (int i = 0; i < (M::rows < M::columns ? M::rows : M::columns); i++)
        sum += m.at(i, i);
    return sum;
}

__host__ __device__ int work(const Matrix<int, 3, 4> &a, const Matrix<int, 4, 3> &b, Matrix3<int> &out)
{
    Matrix3<int> c = a * b + Matrix3<int>(2);
    c[1][2] -= 5;
    c(Matrix3<int>::Index(2, 0)) ^= 3;
    out = -(c * c.transposed());
    return c == c.transposed() ? -1 : trace(out) + (c ? 1 : 0);
}

__global__ void products(const Matrix<int, 3, 4> *a, const Matrix<int, 4, 3> *b, Matrix3<int> *c,
                         int *traces, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        traces[i] = work(a[i], b[i], c[i]);
}

__global__ void powers(const Matrix3<float> *in, Matrix3<float> *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Matrix3<float> power(1.0f);
        for (int k = 0; k < 4; k++)
            power = power * in[i];
        out[i] = power;
    }
}

int main()
{
    const int n = 5000;
    Random random(11);
    std::vector<Matrix<int, 3, 4>> a(n);
    std::vector<Matrix<int, 4, 3>> b(n);
    std::vector<Matrix3<float>> f(n);
    for (int i = 0; i < n; i++) {
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) {
                a[i].at(r, c) = (int)(random.next() % 41) - 20;
                b[i].at(c, r) = (int)(random.next() % 41) - 20;
            }
        // Small whole numbers: every product and sum is exact, fused or not.
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                f[i].at(r, c) = (float)((int)(random.next() % 17) - 8);
    }
    Matrix<int, 3, 4> *da = to_device(a);
    Matrix<int, 4, 3> *db = to_device(b);
    Matrix3<int> *dc = on_device<Matrix3<int>>(n);
    int *traces = on_device<int>(n);
    products<<<(n + 63) / 64, 64>>>(da, db, dc, traces, n);
    std::vector<int> result = to_host(traces, n);
    std::vector<Matrix3<int>> matrices = to_host(dc, n);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        Matrix3<int> expected;
        wrong += work(a[i], b[i], expected) != result[i] || !(expected == matrices[i]);
    }
    printf("wrong: %d\n", wrong);
    print_hash("traces", result);
    print_hash("matrices", matrices);
    Matrix3<float> *df = to_device(f), *dp = on_device<Matrix3<float>>(n);
    powers<<<20, 128>>>(df, dp, n);
    print_hash("powers", dp, n);
    return 0;
}
