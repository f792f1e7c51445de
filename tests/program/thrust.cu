// SPDX-License-Identifier: Apache-2.0
// Thrust's algorithms on device and host vectors, beside the standard library's on the same values.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <list>
#include <numeric>
#include <string>
#include <vector>

static int wrong;
#define SAME(...)                                                                                  \
    do {                                                                                           \
        if (!(__VA_ARGS__)) {                                                                      \
            printf("line %d differs: %s\n", __LINE__, #__VA_ARGS__);                               \
            wrong++;                                                                               \
        }                                                                                          \
    } while (0)

typedef std::vector<int> Ints;

static Ints numbers(int count, int below)
{
    Ints values(count);
    unsigned state = 12345 + count;
    for (int &x : values) {
        state = state * 1664525u + 1013904223u;
        x = (int)(state >> 8) % below - below / 3;
    }
    return values;
}

template <class V> static Ints host(const V &values)
{
    Ints result(values.size());
    thrust::copy(values.begin(), values.end(), result.begin());
    return result;
}
template <class V> static Ints host(const V &values, size_t count)
{
    Ints result = host(values);
    result.resize(count);
    return result;
}

struct is_even {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};
struct last_digit_less {
    __host__ __device__ bool operator()(int a, int b) const
    {
        return a % 10 < b % 10;
    }
};
struct same_tens {
    __host__ __device__ bool operator()(int a, int b) const
    {
        return a / 10 == b / 10;
    }
};
struct twice {
    __host__ __device__ int operator()(int x) const
    {
        return 2 * x;
    }
};
// Associative, but not commutative.
struct compose {
    __host__ __device__ int2 operator()(const int2 &f, const int2 &g) const
    {
        return make_int2(f.x * g.x, f.y * g.x + g.y);
    }
};
struct spoil {
    int *place;
    __device__ void operator()(int i) const
    {
        place[i] = i;
    }
};

template <class V> static void sorts(const Ints &values)
{
    Ints sorted = values, index(values.size());
    V v(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    thrust::sort(v.begin(), v.end());
    SAME(host(v) == sorted);
    SAME(thrust::is_sorted(v.begin(), v.end()));
    thrust::sort(v.begin(), v.end(), thrust::greater<int>());
    SAME(std::equal(sorted.rbegin(), sorted.rend(), host(v).begin()));
    V w(values.begin(), values.end()), places(values.size());
    thrust::sequence(places.begin(), places.end());
    thrust::stable_sort_by_key(w.begin(), w.end(), places.begin(), last_digit_less());
    std::iota(index.begin(), index.end(), 0);
    std::stable_sort(index.begin(), index.end(),
                     [&](int a, int b) { return last_digit_less()(values[a], values[b]); });
    SAME(host(places) == index);
    thrust::sequence(places.begin(), places.end());
    w.assign(values.begin(), values.end());
    thrust::sort_by_key(w.begin(), w.end(), places.begin());
    std::iota(index.begin(), index.end(), 0);
    std::stable_sort(index.begin(), index.end(), [&](int a, int b) { return values[a] < values[b]; });
    SAME(host(places) == index && host(w) == sorted);
    V ones(3, 1);
    SAME(thrust::is_sorted_until(v.begin(), v.end()) - v.begin() ==
         std::is_sorted_until(sorted.rbegin(), sorted.rend()) - sorted.rbegin());
}

template <class V> static void reductions(const Ints &values)
{
    V v(values.begin(), values.end());
    SAME(thrust::reduce(v.begin(), v.end()) == std::accumulate(values.begin(), values.end(), 0));
    SAME(thrust::reduce(v.begin(), v.end(), 7ll) ==
         std::accumulate(values.begin(), values.end(), 7ll));
    SAME(thrust::reduce(v.begin(), v.end(), -1000000, thrust::maximum<int>()) ==
         (values.empty() ? -1000000 : *std::max_element(values.begin(), values.end())));
    SAME(thrust::count_if(v.begin(), v.end(), is_even()) ==
         std::count_if(values.begin(), values.end(), is_even()));
    SAME(thrust::count(v.begin(), v.end(), 5) == std::count(values.begin(), values.end(), 5));
    SAME(thrust::max_element(v.begin(), v.end()) - v.begin() ==
         std::max_element(values.begin(), values.end()) - values.begin());
    SAME(thrust::min_element(v.begin(), v.end(), last_digit_less()) - v.begin() ==
         std::min_element(values.begin(), values.end(), last_digit_less()) - values.begin());
    SAME(thrust::transform_reduce(v.begin(), v.end(), twice(), 1, thrust::plus<int>()) ==
         2 * std::accumulate(values.begin(), values.end(), 0) + 1);
    SAME(thrust::inner_product(v.begin(), v.end(), v.begin(), 0) ==
         std::inner_product(values.begin(), values.end(), values.begin(), 0));
    SAME(thrust::find(v.begin(), v.end(), 11) - v.begin() ==
         std::find(values.begin(), values.end(), 11) - values.begin());
    SAME(thrust::find_if_not(v.begin(), v.end(), is_even()) - v.begin() ==
         std::find_if_not(values.begin(), values.end(), is_even()) - values.begin());
    SAME(thrust::all_of(v.begin(), v.end(), is_even()) ==
         std::all_of(values.begin(), values.end(), is_even()));
    SAME(thrust::any_of(v.begin(), v.end(), is_even()) ==
         std::any_of(values.begin(), values.end(), is_even()));
    V w = v;
    SAME(thrust::equal(v.begin(), v.end(), w.begin()) && v == w);
    if (!values.empty()) {
        w[w.size() - 1] = w[w.size() - 1] + 1;
        SAME(!thrust::equal(v.begin(), v.end(), w.begin()) && v != w);
        SAME(thrust::mismatch(v.begin(), v.end(), w.begin()).first == v.end() - 1);
    }
}

template <class V> static void scans(const Ints &values)
{
    V v(values.begin(), values.end()), out(values.size());
    Ints expected(values.size());
    std::partial_sum(values.begin(), values.end(), expected.begin());
    thrust::inclusive_scan(v.begin(), v.end(), out.begin());
    SAME(host(out) == expected);
    thrust::exclusive_scan(v.begin(), v.end(), out.begin(), 100);
    int sum = 100;
    for (size_t i = 0; i < values.size(); i++) {
        expected[i] = sum;
        sum += values[i];
    }
    SAME(host(out) == expected);
    out = v;
    thrust::exclusive_scan(out.begin(), out.end(), out.begin(), 100);
    SAME(host(out) == expected);
    std::partial_sum(values.begin(), values.end(), expected.begin(), thrust::maximum<int>());
    out = v;
    thrust::inclusive_scan(out.begin(), out.end(), out.begin(), thrust::maximum<int>());
    SAME(host(out) == expected);
    std::adjacent_difference(values.begin(), values.end(), expected.begin());
    thrust::adjacent_difference(v.begin(), v.end(), v.begin());
    SAME(host(v) == expected);
    v.assign(values.begin(), values.end());
    thrust::transform_inclusive_scan(v.begin(), v.end(), out.begin(), twice(), thrust::plus<int>());
    std::partial_sum(values.begin(), values.end(), expected.begin());
    for (int &x : expected)
        x *= 2;
    SAME(host(out) == expected);
    // By key: runs of equal tens.
    Ints keys = values, runs, sums;
    std::sort(keys.begin(), keys.end());
    V k(keys.begin(), keys.end()), keys_out(values.size()), values_out(values.size());
    auto end = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), keys_out.begin(),
                                     values_out.begin(), same_tens(), thrust::plus<int>());
    thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), same_tens());
    for (size_t i = 0; i < keys.size(); i++) {
        if (i == 0 || !same_tens()(keys[i - 1], keys[i])) {
            runs.push_back(keys[i] / 10);
            sums.push_back(0);
        }
        sums.back() += values[i];
        expected[i] = sums.back();
    }
    size_t count = end.first - keys_out.begin();
    Ints tens = host(keys_out, count);
    for (int &x : tens)
        x /= 10;
    SAME(host(out) == expected && tens == runs && host(values_out, count) == sums);
    thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), 5, same_tens());
    for (size_t i = 0; i < keys.size(); i++)
        expected[i] += 5 - values[i];
    SAME(host(out) == expected);
}

template <class V> static void selections(const Ints &values)
{
    V v(values.begin(), values.end()), out(values.size()), rest(values.size());
    Ints expected, others;
    std::copy_if(values.begin(), values.end(), std::back_inserter(expected), is_even());
    std::remove_copy_if(values.begin(), values.end(), std::back_inserter(others), is_even());
    size_t n = thrust::copy_if(v.begin(), v.end(), out.begin(), is_even()) - out.begin();
    SAME(host(out, n) == expected);
    n = thrust::remove_copy_if(v.begin(), v.end(), out.begin(), is_even()) - out.begin();
    SAME(host(out, n) == others);
    auto ends =
        thrust::partition_copy(v.begin(), v.end(), out.begin(), rest.begin(), is_even());
    SAME(host(out, ends.first - out.begin()) == expected &&
         host(rest, ends.second - rest.begin()) == others);
    V w = v;
    n = thrust::stable_partition(w.begin(), w.end(), is_even()) - w.begin();
    Ints joined = expected;
    joined.insert(joined.end(), others.begin(), others.end());
    SAME(n == expected.size() && host(w) == joined);
    w = v;
    w.erase(thrust::remove_if(w.begin(), w.end(), is_even()), w.end());
    SAME(host(w) == others);
    Ints sorted = values;
    std::sort(sorted.begin(), sorted.end());
    w.assign(sorted.begin(), sorted.end());
    n = thrust::unique(w.begin(), w.end(), same_tens()) - w.begin();
    sorted.erase(std::unique(sorted.begin(), sorted.end(), same_tens()), sorted.end());
    SAME(host(w, n) == sorted);
    w = v;
    thrust::replace_if(w.begin(), w.end(), is_even(), -1);
    Ints replaced = values;
    std::replace_if(replaced.begin(), replaced.end(), is_even(), -1);
    SAME(host(w) == replaced);
    thrust::reverse(w.begin(), w.end());
    std::reverse(replaced.begin(), replaced.end());
    SAME(host(w) == replaced);
}

template <class V> static void sorted_ranges(Ints a, Ints b)
{
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    V v(a.begin(), a.end()), w(b.begin(), b.end()), out(a.size() + b.size());
    Ints expected(a.size() + b.size());
#define BOTH(name)                                                                                 \
    {                                                                                              \
        size_t n = thrust::name(v.begin(), v.end(), w.begin(), w.end(), out.begin()) - out.begin(); \
        size_t m = std::name(a.begin(), a.end(), b.begin(), b.end(), expected.begin()) -            \
                   expected.begin();                                                               \
        SAME(n == m && host(out, n) == Ints(expected.begin(), expected.begin() + m));              \
    }
    BOTH(merge)
    BOTH(set_union)
    BOTH(set_intersection)
    BOTH(set_difference)
    BOTH(set_symmetric_difference)
    V places(b.size());
    thrust::lower_bound(v.begin(), v.end(), w.begin(), w.end(), places.begin());
    Ints found(b.size());
    for (size_t i = 0; i < b.size(); i++)
        found[i] = (int)(std::lower_bound(a.begin(), a.end(), b[i]) - a.begin());
    SAME(host(places) == found);
    SAME(thrust::upper_bound(v.begin(), v.end(), 4) - v.begin() ==
         std::upper_bound(a.begin(), a.end(), 4) - a.begin());
    SAME(thrust::binary_search(v.begin(), v.end(), 4) ==
         std::binary_search(a.begin(), a.end(), 4));
}

static void vectors()
{
    thrust::device_vector<int> d(3, 7);
    d.push_back(9);
    d.insert(d.begin() + 1, 5);
    d.resize(7);
    d[6] += 4;
    d[5]++;
    SAME(host(d) == Ints({7, 5, 7, 7, 9, 1, 4}));
    d.erase(d.begin() + 1, d.begin() + 3);
    SAME(d.size() == 5 && d.front() == 7 && d.back() == 4 && d[2] == 9);
    thrust::host_vector<int> h = d;
    h[0] = 1;
    Ints three = {1, 2, 3};
    thrust::device_vector<int> e = h, f(three);
    e.swap(f);
    SAME(host(e) == Ints({1, 2, 3}) && host(f) == Ints({1, 7, 9, 1, 4}));
    std::list<int> list = {4, 5, 6};
    thrust::device_vector<float> g(list.begin(), list.end());
    SAME(g[2] == 6.0f && thrust::reduce(g.begin(), g.end()) == 15.0f);
    thrust::host_vector<std::string> words(2, "word");
    words.push_back("end");
    words.insert(words.begin(), "first");
    words.erase(words.begin() + 1);
    SAME(words.size() == 3 && words[0] == "first" && words[2] == "end");
    thrust::universal_vector<int> u(4);
    thrust::sequence(u.begin(), u.end(), 3);
    SAME(u[3] == 6 && *u.begin() == 3);
    int *raw = thrust::raw_pointer_cast(d.data());
    thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
    *p = 12;
    SAME(d[0] == 12 && p[1] == 7 && thrust::reduce(thrust::device, raw, raw + 5) == 33);
    thrust::device_vector<bool> flags(3, true);
    flags[1] = false;
    SAME(thrust::count(flags.begin(), flags.end(), true) == 2);
    d.clear();
    SAME(d.empty() && thrust::reduce(d.begin(), d.end()) == 0);
}

static void functions_of_their_order()
{
    const int n = 3000;
    std::vector<int2> steps(n);
    for (int i = 0; i < n; i++)
        steps[i] = make_int2(2 * (i % 3) - 1, i % 7);
    thrust::device_vector<int2> v(steps.begin(), steps.end()), out(n);
    thrust::inclusive_scan(v.begin(), v.end(), out.begin(), compose());
    thrust::host_vector<int2> results = out;
    int2 all = steps[0];
    bool are_same = true;
    for (int i = 1; i < n; i++) {
        all = compose()(all, steps[i]);
        are_same = are_same && results[i].x == all.x && results[i].y == all.y;
    }
    SAME(are_same);
}

__global__ void in_one_thread(int *values, int count, int *results)
{
    thrust::sort(thrust::seq, values, values + count);
    results[0] = thrust::reduce(thrust::seq, values, values + count);
    results[1] = (int)(thrust::lower_bound(thrust::seq, values, values + count, 10) - values);
    results[2] = (int)(thrust::unique(thrust::seq, values, values + count, same_tens()) - values);
    results[3] = *thrust::max_element(thrust::seq, values, values + results[2]);
    thrust::pair<int, float> p = thrust::make_pair(3, 0.5f);
    thrust::tuple<int, char, double> t(p.first, 'x', p.second);
    results[4] = thrust::get<0>(t) + thrust::get<1>(t) + (int)(thrust::get<2>(t) * 4);
    results[5] = t < thrust::make_tuple(3, 'y', 0.0);
}

static void kernels()
{
    Ints values = numbers(100, 90);
    thrust::device_vector<int> v(values.begin(), values.end()), r(6);
    in_one_thread<<<1, 1>>>(thrust::raw_pointer_cast(v.data()), 100, thrust::raw_pointer_cast(r.data()));
    std::sort(values.begin(), values.end());
    Ints expected = {std::accumulate(values.begin(), values.end(), 0),
                     (int)(std::lower_bound(values.begin(), values.end(), 10) - values.begin())};
    values.erase(std::unique(values.begin(), values.end(), same_tens()), values.end());
    expected.push_back((int)values.size());
    expected.push_back(values.back());
    expected.push_back(3 + 'x' + 2);
    expected.push_back(1);
    SAME(host(r) == expected);
}

static void iterators()
{
    thrust::device_vector<int> v(5), out(5);
    thrust::sequence(v.begin(), v.end(), 1);
    thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(out.begin(), twice()));
    SAME(host(out) == Ints({2, 4, 6, 8, 10}));
    thrust::copy(thrust::make_reverse_iterator(v.end()), thrust::make_reverse_iterator(v.begin()),
                 out.begin());
    SAME(host(out) == Ints({5, 4, 3, 2, 1}));
    thrust::scatter(v.begin(), v.end(), out.begin(), thrust::make_discard_iterator());
    Ints map = {4, 2, 0, 1, 3};
    thrust::device_vector<int> m(map.begin(), map.end());
    thrust::gather(m.begin(), m.end(), v.begin(), out.begin());
    SAME(host(out) == Ints({5, 3, 1, 2, 4}));
    thrust::scatter(v.begin(), v.end(), m.begin(), out.begin());
    SAME(host(out) == Ints({3, 4, 2, 5, 1}));
    auto zip = thrust::make_zip_iterator(v.begin(), out.begin());
    thrust::sort(zip, zip + 5, [] __device__(const thrust::tuple<int, int> &a,
                                             const thrust::tuple<int, int> &b) {
        return thrust::get<1>(a) > thrust::get<1>(b);
    });
    SAME(host(v) == Ints({4, 2, 1, 3, 5}) && host(out) == Ints({5, 4, 3, 2, 1}));
    thrust::tuple<int, int> first = *zip;
    SAME(thrust::get<0>(first) == 4 && thrust::get<1>(first) == 5);
    using namespace thrust::placeholders;
    thrust::transform(v.begin(), v.end(), out.begin(), v.begin(), 3 * _1 - _2 % 2);
    SAME(host(v) == Ints({11, 6, 2, 9, 14}));
}

static void errors()
{
    try {
        thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), 3,
                           spoil{(int *)nullptr});
        SAME(!"an error is thrown");
    } catch (const thrust::system_error &error) {
        SAME(error.code().value() == cudaErrorIllegalAddress);
    }
}

int main()
{
    for (int count : {1, 2, 7, 300, 3000}) {
        Ints values = numbers(count, 1000);
        sorts<thrust::device_vector<int>>(values);
        sorts<thrust::host_vector<int>>(values);
        reductions<thrust::device_vector<int>>(values);
        reductions<thrust::host_vector<int>>(values);
        scans<thrust::device_vector<int>>(values);
        scans<thrust::host_vector<int>>(values);
        selections<thrust::device_vector<int>>(values);
        selections<thrust::host_vector<int>>(values);
        sorted_ranges<thrust::device_vector<int>>(values, numbers(count / 2 + 1, 800));
        sorted_ranges<thrust::host_vector<int>>(values, numbers(count / 2 + 1, 800));
    }
    vectors();
    functions_of_their_order();
    kernels();
    iterators();
    thrust::default_random_engine engine(7);
    engine.discard(1000);
    thrust::uniform_int_distribution<int> die(1, 6);
    unsigned word = engine();
    printf("random: %u %d\n", word, die(engine));
    errors();
    printf("%d wrong\n", wrong);
}
