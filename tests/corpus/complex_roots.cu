// SPDX-License-Identifier: Apache-2.0
// Complex numbers in double precision: a class template with operators beside cuComplex.h's functions, roots of
// polynomials by Weierstrass' iteration, and basins of Newton's method counted by root.
#include <cuComplex.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        const cudaError_t error_code = call;                                                       \
        if (error_code != cudaSuccess) {                                                           \
            printf("CUDA Error:\n    File:       %s\n    Line:       %d\n    Error text: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_code)); \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

template <typename T> class Complex
{
  public:
    T re, im;
    __host__ __device__ constexpr Complex(T r = T(), T i = T()) : re(r), im(i) {}
    __host__ __device__ Complex &operator+=(const Complex &o) { return re += o.re, im += o.im, *this; }
    __host__ __device__ Complex &operator-=(const Complex &o) { return re -= o.re, im -= o.im, *this; }
    __host__ __device__ Complex &operator*=(const Complex &o) { return *this = Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __host__ __device__ Complex &operator/=(const Complex &o)
    {
        T d = o.re * o.re + o.im * o.im;
        return *this = Complex((re * o.re + im * o.im) / d, (im * o.re - re * o.im) / d);
    }
    friend __host__ __device__ Complex operator+(Complex a, const Complex &b) { return a += b; }
    friend __host__ __device__ Complex operator-(Complex a, const Complex &b) { return a -= b; }
    friend __host__ __device__ Complex operator*(Complex a, const Complex &b) { return a *= b; }
    friend __host__ __device__ Complex operator/(Complex a, const Complex &b) { return a /= b; }
    __host__ __device__ T norm() const { return re * re + im * im; }
};
using complex = Complex<double>;

template <typename T> __host__ __device__ Complex<T> horner(const Complex<T> *c, int degree, Complex<T> z)
{
    Complex<T> v = c[degree];
    for (int k = degree - 1; k >= 0; --k)
        v = v * z + c[k];
    return v;
}

constexpr int DEGREE = 5;
__constant__ double basin_roots[3][2] = {{1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};

// A polynomial a block, a root a thread; all roots improve at once.
__global__ void weierstrass(const complex *coefficients, complex *roots, int *rounds)
{
    __shared__ complex c[DEGREE + 1], z[DEGREE];
    __shared__ int moving;
    int t = threadIdx.x;
    for (int i = t; i <= DEGREE; i += blockDim.x)
        c[i] = coefficients[blockIdx.x * (DEGREE + 1) + i];
    if (t == 0) {
        complex seed(0.4, 0.9), p(1, 0);
        for (int i = 0; i < DEGREE; i++)
            z[i] = p, p *= seed;
    }
    __syncthreads();
    int round = 0;
    for (; round < 200; round++) {
        complex next, old;
        if (t == 0)
            moving = 0;
        __syncthreads();
        if (t < DEGREE) {
            old = z[t];
            complex product = c[DEGREE];
            for (int j = 0; j < DEGREE; j++)
                if (j != t)
                    product *= old - z[j];
            next = old - horner(c, DEGREE, old) / product;
            if ((next - old).norm() > 1e-24)
                moving = 1;
        }
        __syncthreads();
        if (t < DEGREE)
            z[t] = next;
        if (!moving)
            break;
        __syncthreads();
    }
    __syncthreads();
    if (t < DEGREE)
        roots[blockIdx.x * DEGREE + t] = z[t];
    if (t == 0)
        rounds[blockIdx.x] = round;
}

// z^3 - 1 by cuComplex.h's functions.
__global__ void newton(unsigned char *basin, int size)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size || y >= size)
        return;
    cuDoubleComplex z = make_cuDoubleComplex((x + 0.5) / size * 4 - 2, (y + 0.5) / size * 4 - 2);
    const cuDoubleComplex one = make_cuDoubleComplex(1, 0), three = make_cuDoubleComplex(3, 0);
    for (int i = 0; i < 40; i++) {
        cuDoubleComplex z2 = cuCmul(z, z);
        z = cuCsub(z, cuCdiv(cuCsub(cuCmul(z2, z), one), cuCmul(three, z2)));
    }
    int which = 3;
    for (int r = 0; r < 3; r++)
        if (cuCabs(cuCsub(z, make_cuDoubleComplex(basin_roots[r][0], basin_roots[r][1]))) < 1e-6)
            which = r;
    basin[y * size + x] = (unsigned char)which;
}

__global__ void single_precision(const cuFloatComplex *a, cuFloatComplex *out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        cuFloatComplex p = cuCfmaf(a[i], cuConjf(a[n - 1 - i]), make_cuFloatComplex(0.5f, -0.5f));
        out[i] = make_cuFloatComplex(cuCrealf(p) + cuCimagf(a[i]), cuCabsf(make_cuFloatComplex(3.0f * i, 4.0f * i)));
    }
}

int main()
{
    // Known roots, multiplied out: (z - r1) .. (z - r5)
    const int polynomials = 6;
    std::vector<complex> coefficients;
    for (int p = 0; p < polynomials; p++) {
        std::vector<complex> c = {complex(1)};
        for (int k = 0; k < DEGREE; k++) {
            complex root(k - 2 + p * 0.5, (k * (p + 1)) % 4 - 1.5);
            std::vector<complex> product(c.size() + 1);
            for (size_t i = 0; i < c.size(); i++) {
                product[i + 1] += c[i];
                product[i] -= c[i] * root;
            }
            c = product;
        }
        coefficients.insert(coefficients.end(), c.begin(), c.end());
    }
    complex *d_coefficients, *d_roots;
    int *d_rounds;
    TRY(cudaMalloc(&d_coefficients, coefficients.size() * sizeof(complex)));
    TRY(cudaMalloc(&d_roots, polynomials * DEGREE * sizeof(complex)));
    TRY(cudaMalloc(&d_rounds, polynomials * sizeof(int)));
    TRY(cudaMemcpy(d_coefficients, coefficients.data(), coefficients.size() * sizeof(complex), cudaMemcpyHostToDevice));
    weierstrass<<<polynomials, 32>>>(d_coefficients, d_roots, d_rounds);
    std::vector<complex> roots(polynomials * DEGREE);
    std::vector<int> rounds(polynomials);
    TRY(cudaMemcpy(roots.data(), d_roots, roots.size() * sizeof(complex), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(rounds.data(), d_rounds, polynomials * sizeof(int), cudaMemcpyDeviceToHost));
    for (int p = 0; p < polynomials; p++) {
        int found = 0;
        for (int k = 0; k < DEGREE; k++) {
            complex expected(k - 2 + p * 0.5, (k * (p + 1)) % 4 - 1.5);
            for (int j = 0; j < DEGREE; j++)
                found += std::sqrt((roots[p * DEGREE + j] - expected).norm()) < 1e-8;
        }
        printf("polynomial %d: %d roots found, fewer than 100 rounds: %d\n", p, found, rounds[p] < 100);
    }

    const int size = 90;
    unsigned char *d_basin;
    std::vector<unsigned char> basin(size * size);
    TRY(cudaMalloc(&d_basin, basin.size()));
    newton<<<dim3((size + 15) / 16, (size + 15) / 16), dim3(16, 16)>>>(d_basin, size);
    TRY(cudaMemcpy(basin.data(), d_basin, basin.size(), cudaMemcpyDeviceToHost));
    int counts[4] = {};
    for (unsigned char b : basin)
        counts[b]++;
    printf("basins: %d %d %d, symmetric: %d, undecided %d\n", counts[0], counts[1], counts[2], counts[1] == counts[2], counts[3]);
    for (int y = 4; y < size; y += 9) {
        for (int x = 2; x < size; x += 4)
            putchar("ox+?"[basin[y * size + x]]);
        putchar('\n');
    }

    std::vector<cuFloatComplex> a(10), out(10);
    for (int i = 0; i < 10; i++)
        a[i] = make_cuFloatComplex(i * 0.5f, 2.0f - i);
    cuFloatComplex *d_a, *d_out;
    TRY(cudaMalloc(&d_a, sizeof(cuFloatComplex) * 10));
    TRY(cudaMalloc(&d_out, sizeof(cuFloatComplex) * 10));
    TRY(cudaMemcpy(d_a, a.data(), sizeof(cuFloatComplex) * 10, cudaMemcpyHostToDevice));
    single_precision<<<1, 32>>>(d_a, d_out, 10);
    TRY(cudaMemcpy(out.data(), d_out, sizeof(cuFloatComplex) * 10, cudaMemcpyDeviceToHost));
    for (const cuFloatComplex &z : out)
        printf("(%g, %.4f) ", z.x, z.y);
    printf("\n");
    return 0;
}
