// SPDX-License-Identifier: Apache-2.0
// First steps with Thrust: vectors on both sides, SAXPY by functor and by placeholder, and a norm.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cmath>
#include <iostream>

struct saxpy {
    const float a;
    saxpy(float a) : a(a)
    {
    }
    __host__ __device__ float operator()(const float &x, const float &y) const
    {
        return a * x + y;
    }
};

struct square {
    __host__ __device__ double operator()(double x) const
    {
        return x * x;
    }
};

int main()
{
    const int n = 1 << 12;
    thrust::device_vector<float> x(n), y(n, 1.0f), z(n);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), saxpy(2.0f));

    thrust::host_vector<float> h = z;
    std::cout << "saxpy: " << h[0] << " " << h[1] << " ... " << h[n - 1] << "\n";

    using namespace thrust::placeholders;
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 2.0f * _1 + _2);
    std::cout << "placeholders agree: " << (y == z) << "\n";

    thrust::fill(y.begin(), y.begin() + 10, 0.5f);
    y[3] = 7.0f;
    thrust::device_vector<float> head(y.begin(), y.begin() + 12);
    std::cout << "head:";
    for (float value : thrust::host_vector<float>(head))
        std::cout << " " << value;
    std::cout << "\n";

    thrust::device_vector<double> v(1000);
    thrust::sequence(v.begin(), v.end(), 1.0, 2.0);
    double sum = thrust::transform_reduce(v.begin(), v.end(), square(), 0.0, thrust::plus<double>());
    std::cout << "norm: " << std::sqrt(sum) << " of " << sum << "\n";

    thrust::device_vector<int> i(100000), j(100000, 7);
    thrust::sequence(i.begin(), i.end());
    thrust::transform(i.begin(), i.end(), j.begin(), i.begin(), thrust::modulus<int>());
    std::cout << "sum of remainders: " << thrust::reduce(i.begin(), i.end()) << "\n";
    std::cout << "largest: " << thrust::reduce(i.begin(), i.end(), -1, thrust::maximum<int>()) << "\n";
    v.resize(4);
    v.push_back(11);
    std::cout << "size " << v.size() << ", last " << v.back() << ", empty " << v.empty() << "\n";
}
