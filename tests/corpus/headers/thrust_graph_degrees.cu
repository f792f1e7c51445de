// SPDX-License-Identifier: Apache-2.0
// Thrust on edges of a graph: make it symmetric, sort and unique pairs by zip iterators, degrees, offsets, and a moving average.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <iostream>

struct is_loop {
    template <typename Pair> __host__ __device__ bool operator()(const Pair &p) const { return thrust::get<0>(p) == thrust::get<1>(p); }
};
struct window_mean {
    double width;
    __host__ __device__ double operator()(const thrust::tuple<double, double> &t) const { return (thrust::get<0>(t) - thrust::get<1>(t)) / width; }
};

int main()
{
    const int vertices = 200, edges = 900;
    thrust::host_vector<int> a(edges), b(edges);
    for (unsigned i = 0, s = 11; i < edges; i++) {
        a[i] = (s = s * 1664525u + 1013904223u) % 1000 * ((s >> 9) % vertices) / 1000;
        b[i] = (s = s * 1664525u + 1013904223u) >> 8 & 127;
    }
    thrust::device_vector<int> from(2 * edges), to(2 * edges);
    thrust::copy(a.begin(), a.end(), from.begin());
    thrust::copy(b.begin(), b.end(), from.begin() + edges);
    thrust::copy(b.begin(), b.end(), to.begin());
    thrust::copy(a.begin(), a.end(), to.begin() + edges);
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(from.begin(), to.begin()));
    auto last = thrust::remove_if(pairs, pairs + 2 * edges, is_loop());
    std::cout << "without loops " << last - pairs;
    thrust::sort(pairs, last);
    last = thrust::unique(pairs, last);
    const int m = static_cast<int>(last - pairs);
    from.resize(m), to.resize(m);
    std::cout << ", distinct " << m << ", sum of ends " << thrust::reduce(to.begin(), to.end(), 0L) << "\n";

    thrust::device_vector<int> offsets(vertices + 1), degrees(vertices), ids(vertices);
    thrust::counting_iterator<int> first(0);
    thrust::lower_bound(from.begin(), from.end(), first, first + vertices + 1, offsets.begin());
    thrust::transform(offsets.begin() + 1, offsets.end(), offsets.begin(), degrees.begin(), thrust::minus<int>());
    thrust::sequence(ids.begin(), ids.end());
    thrust::stable_sort_by_key(degrees.begin(), degrees.end(), ids.begin(), thrust::greater<int>());
    for (int i = 0; i < 5; i++)
        std::cout << ids[i] << ":" << degrees[i] << " ";
    thrust::device_vector<int> values(vertices), counts(vertices);
    auto ends = thrust::reduce_by_key(degrees.begin(), degrees.end(), thrust::make_constant_iterator(1), values.begin(), counts.begin());
    const int kinds = ends.first - values.begin();
    auto most = thrust::max_element(counts.begin(), ends.second);
    std::cout << "kinds " << kinds << ", commonest " << values[most - counts.begin()] << " x " << *most << std::endl;

    const int width = 8;
    thrust::device_vector<double> series(vertices + 1), mean(vertices + 1 - width);
    series[0] = 0;
    thrust::inclusive_scan(degrees.begin(), degrees.end(), series.begin() + 1);
    auto windows = thrust::make_zip_iterator(thrust::make_tuple(series.begin() + width, series.begin()));
    thrust::transform(windows, windows + mean.size(), mean.begin(), window_mean{double(width)});
    std::cout.precision(17);
    std::cout << mean[0] << " " << mean[100] << " " << mean.back() << " " << thrust::reduce(mean.begin(), mean.end(), 0.0, thrust::plus<double>()) << std::endl;
    return 0;
}
