// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms with __device__ lambdas that capture. needs: extended-lambda
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

#include "corpus.h"

template <class F> static int sum_over(int n, F f)
{
    thrust::counting_iterator<int> first(0);
    return thrust::transform_reduce(thrust::device, first, first + n, f, 0, thrust::plus<int>());
}

int main()
{
    const int width = 96, height = 64;
    thrust::device_vector<int> image(width * height);
    thrust::tabulate(image.begin(), image.end(), [=] __device__(int i) {
        int x = i % width, y = i / width;
        return (x ^ y) & 255;
    });

    thrust::device_vector<int> blurred(width * height);
    int *from = thrust::raw_pointer_cast(image.data());
    int *to = thrust::raw_pointer_cast(blurred.data());
    thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), width * height,
                       [=] __device__(int i) {
                           int x = i % width, sum = from[i];
                           sum += x > 0 ? from[i - 1] : from[i];
                           sum += x + 1 < width ? from[i + 1] : from[i];
                           to[i] = sum / 3;
                       });
    print_hash("blurred", to, width * height);

    int threshold = 40;
    thrust::transform(blurred.begin(), blurred.end(), image.begin(),
                      [threshold] __device__(int v) { return v > threshold ? 1 : 0; });
    printf("bright: %d\n", thrust::reduce(image.begin(), image.end()));
    printf("multiples: %d\n",
           sum_over(1000, [] __host__ __device__(int i) { return i % 3 == 0 || i % 5 == 0 ? i : 0; }));
    printf("cubes: %d\n", sum_over(50, [threshold] __device__(int i) -> int { return i * i * i + threshold; }));
}
