// SPDX-License-Identifier: Apache-2.0
// Pi by Thrust's random engines, one engine a point by discard, and a random walk of many particles.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

#include "corpus.h"

struct inside {
    __host__ __device__ int operator()(unsigned i) const
    {
        thrust::default_random_engine engine(42);
        engine.discard(2 * i);
        thrust::uniform_real_distribution<float> uniform(0.0f, 1.0f);
        float x = uniform(engine), y = uniform(engine);
        return x * x + y * y <= 1.0f;
    }
};

struct walk {
    int steps;
    __host__ __device__ int operator()(unsigned particle) const
    {
        thrust::minstd_rand engine(particle + 1);
        thrust::uniform_int_distribution<int> direction(0, 1);
        int place = 0;
        for (int i = 0; i < steps; i++)
            place += direction(engine) == 0 ? -1 : 1;
        return place;
    }
};

int main()
{
    const int points = 50000;
    thrust::counting_iterator<unsigned> first(0);
    int hits = thrust::transform_reduce(first, first + points, inside(), 0, thrust::plus<int>());
    printf("%d of %d inside: %.5f\n", hits, points, 4.0 * hits / points);

    thrust::device_vector<int> places(2000);
    thrust::transform(first, first + 2000, places.begin(), walk{64});
    thrust::host_vector<int> h = places;
    print_hash("places", thrust::raw_pointer_cast(places.data()), places.size());
    int differing = 0;
    for (unsigned i = 0; i < 2000; i++)
        differing += h[i] != walk{64}(i);
    printf("differ from the host: %d\n", differing);
    printf("farthest: %d\n", thrust::reduce(places.begin(), places.end(), 0, thrust::maximum<int>()));
}
