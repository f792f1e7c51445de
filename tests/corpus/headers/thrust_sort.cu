// SPDX-License-Identifier: Apache-2.0
// Sorting with Thrust: integers, floats downwards, pairs by key, structures by a comparison of their
// own, and searches in what was sorted.
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <cstdio>

#include "corpus.h"

struct Student {
    int year;
    float grade;
};

struct by_year_then_grade {
    __host__ __device__ bool operator()(const Student &a, const Student &b) const
    {
        return a.year != b.year ? a.year < b.year : a.grade > b.grade;
    }
};

template <class T> static void say(const char *name, const thrust::device_vector<T> &values)
{
    print_hash(name, thrust::raw_pointer_cast(values.data()), values.size());
}

int main()
{
    const int n = 20000;
    thrust::host_vector<int> numbers(n);
    thrust::host_vector<float> measures(n);
    thrust::host_vector<Student> students(1000);
    Random random(12345);
    for (int i = 0; i < n; i++) {
        numbers[i] = (int)random.next() - (1 << 23);
        measures[i] = (float)random.next() / 65536.0f - 100.0f;
    }
    for (int i = 0; i < 1000; i++)
        students[i] = {1 + (int)(random.next() % 4), (float)(random.next() % 1000) / 10.0f};

    thrust::device_vector<int> keys = numbers;
    thrust::sort(keys.begin(), keys.end());
    printf("least %d, middle %d, greatest %d\n", (int)keys[0], (int)keys[n / 2], (int)keys[n - 1]);
    say("sorted", keys);

    thrust::device_vector<float> floats = measures;
    thrust::sort(floats.begin(), floats.end(), thrust::greater<float>());
    printf("%.3f >= %.3f\n", (float)floats[0], (float)floats[n - 1]);
    say("downwards", floats);

    thrust::device_vector<int> order(n);
    thrust::sequence(order.begin(), order.end());
    keys = numbers;
    thrust::stable_sort_by_key(keys.begin(), keys.end(), order.begin());
    say("order", order);
    printf("is sorted: %d\n", (int)thrust::is_sorted(keys.begin(), keys.end()));

    thrust::device_vector<Student> class_list = students;
    thrust::stable_sort(class_list.begin(), class_list.end(), by_year_then_grade());
    Student best = class_list[0], worst = class_list[999];
    printf("best of year %d: %.1f, worst of year %d: %.1f\n", best.year, best.grade, worst.year,
           worst.grade);
    say("students", class_list);

    for (int value : {-5000000, 0, 5000000}) {
        auto at = thrust::lower_bound(keys.begin(), keys.end(), value);
        printf("below %d: %d\n", value, (int)(at - keys.begin()));
    }
    printf("has its own first: %d\n",
           (int)thrust::binary_search(keys.begin(), keys.end(), numbers[0]));
}
