// SPDX-License-Identifier: Apache-2.0
// Thrust's iterators that store nothing: counting, constant, transform, permutation, zip, discard.
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include <cstdio>

typedef thrust::tuple<float, float, float> Float3;

struct dot_product {
    __host__ __device__ float operator()(const Float3 &a, const Float3 &b) const
    {
        return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) +
               thrust::get<2>(a) * thrust::get<2>(b);
    }
};

struct square {
    __host__ __device__ long long operator()(int x) const
    {
        return (long long)x * x;
    }
};

struct fused {
    template <class Tuple> __host__ __device__ void operator()(Tuple t) const
    {
        thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
    }
};

struct row_of {
    int columns;
    __host__ __device__ int operator()(int i) const
    {
        return i / columns;
    }
};

int main()
{
    thrust::counting_iterator<int> count(1);
    long long squares = thrust::reduce(thrust::make_transform_iterator(count, square()),
                                       thrust::make_transform_iterator(count + 1000, square()));
    printf("squares: %lld\n", squares);

    const int n = 1000;
    thrust::device_vector<float> x(n), y(n), z(n), w(n);
    thrust::sequence(x.begin(), x.end());
    thrust::fill(y.begin(), y.end(), 2.0f);
    thrust::sequence(z.begin(), z.end(), 1.0f, 0.5f);
    auto a = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin()));
    thrust::transform(a, a + n, thrust::make_constant_iterator(Float3(1.0f, 2.0f, 4.0f)), w.begin(),
                      dot_product());
    printf("dot: %g %g %g\n", (float)w[0], (float)w[1], (float)w[n - 1]);

    auto b = thrust::make_zip_iterator(
        thrust::make_tuple(x.begin(), y.begin(), z.begin(), w.begin()));
    thrust::for_each(b, b + n, fused());
    printf("fused: %g %g %g\n", (float)w[0], (float)w[1], (float)w[n - 1]);

    thrust::device_vector<int> where(4);
    where[0] = 3, where[1] = 1, where[2] = 999, where[3] = 0;
    float picked = thrust::reduce(thrust::make_permutation_iterator(x.begin(), where.begin()),
                                  thrust::make_permutation_iterator(x.begin(), where.end()));
    printf("picked: %g\n", picked);

    auto greatest = thrust::max_element(w.begin(), w.end());
    printf("greatest %g at %d\n", (float)*greatest, (int)(greatest - w.begin()));
    auto range = thrust::minmax_element(z.begin(), z.end());
    printf("from %g to %g\n", (float)*range.first, (float)*range.second);

    const int rows = 5, columns = 200;
    thrust::device_vector<float> sums(rows);
    auto row = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), row_of{columns});
    thrust::reduce_by_key(row, row + rows * columns, x.begin(), thrust::make_discard_iterator(),
                          sums.begin());
    for (int i = 0; i < rows; i++)
        printf("row %d: %g\n", i, (float)sums[i]);
    printf("inner product: %g\n",
           thrust::inner_product(x.begin(), x.begin() + 100, y.begin(), 0.0f));
}
