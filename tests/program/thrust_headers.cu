// SPDX-License-Identifier: Apache-2.0
// One header of Thrust alone brings what it does in NVIDIA's: the functors, iterators and algorithms
// it is made of, and standard headers.
#include <thrust/transform_reduce.h>

int main()
{
    auto first = thrust::counting_iterator<int>(1);
    auto start = std::chrono::steady_clock::now();
    int squares = thrust::transform_reduce(first, first + 10, thrust::square<int>(), 0,
                                           thrust::plus<int>());
    int values[] = {3, 1, 2};
    thrust::transform(values, values + 3, values, thrust::negate<int>());
    thrust::pair<int, int> pair(values[0], values[1]);
    thrust::tuple<int, int> both = thrust::make_tuple(pair.first, pair.second);
    bool is_later = std::chrono::steady_clock::now() >= start;
    std::cout << squares << " " << thrust::get<1>(both) << " " << is_later << std::endl;
    return 0;
}
