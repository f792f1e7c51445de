// SPDX-License-Identifier: Apache-2.0
// Prefix sums and what is built of them with Thrust: compaction, partition, gather and scatter.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>

#include <cstdio>

#include "corpus.h"

struct is_even {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};

struct is_above {
    int limit;
    __host__ __device__ bool operator()(int x) const
    {
        return x > limit;
    }
};

template <class T> static void say(const char *name, const thrust::device_vector<T> &values)
{
    print_hash(name, thrust::raw_pointer_cast(values.data()), values.size());
}

int main()
{
    const int n = 30000;
    thrust::host_vector<int> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (i * 7919) % 1009;
    thrust::device_vector<int> in = h, out(n);

    thrust::inclusive_scan(in.begin(), in.end(), out.begin());
    printf("sum %d\n", (int)out.back());
    say("inclusive", out);
    thrust::exclusive_scan(in.begin(), in.end(), out.begin(), 100);
    say("exclusive from 100", out);
    thrust::inclusive_scan(in.begin(), in.end(), out.begin(), thrust::maximum<int>());
    say("greatest so far", out);

    auto end = thrust::copy_if(in.begin(), in.end(), out.begin(), is_even());
    out.resize(end - out.begin());
    printf("%d are even\n", (int)out.size());
    say("even", out);
    end = thrust::remove_if(out.begin(), out.end(), is_above{500});
    out.erase(end, out.end());
    say("even and not above 500", out);

    thrust::device_vector<int> parts = in;
    auto middle = thrust::stable_partition(parts.begin(), parts.end(), is_above{900});
    printf("%d above 900\n", (int)(middle - parts.begin()));
    say("partition", parts);
    printf("zeros %d, any above 1008 %d, all above -1 %d\n",
           (int)thrust::count(in.begin(), in.end(), 0),
           (int)thrust::any_of(in.begin(), in.end(), is_above{1008}),
           (int)thrust::all_of(in.begin(), in.end(), is_above{-1}));

    thrust::device_vector<int> map(n), moved(n);
    thrust::sequence(map.begin(), map.end());
    thrust::reverse(map.begin(), map.end());
    thrust::gather(map.begin(), map.end(), in.begin(), moved.begin());
    say("reversed", moved);
    thrust::scatter(moved.begin(), moved.end(), map.begin(), parts.begin());
    printf("scattered back: %d\n", (int)(parts == in));

    thrust::device_vector<int> few(10, 1), segments(10);
    for (int i = 0; i < 10; i++)
        segments[i] = i / 4;
    thrust::inclusive_scan_by_key(segments.begin(), segments.end(), few.begin(), few.begin());
    for (int i = 0; i < 10; i++)
        printf("%d%c", (int)few[i], i == 9 ? '\n' : ' ');
}
