// SPDX-License-Identifier: Apache-2.0
// Histograms of words' lengths and of letters with Thrust: dense by searches, sparse by
// reduce_by_key, and the distinct letters by unique.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <cstdio>
#include <cstring>

static const char text[] =
    "the threads of a warp run in lockstep and a branch that divides them is run on both sides one "
    "after the other so the time of a warp is the time of all the ways that its threads take while "
    "the threads of other ways wait for them at the place where the ways meet again";

struct is_boundary {
    __host__ __device__ int operator()(char left, char right) const
    {
        return left == ' ' && right != ' ';
    }
};

int main()
{
    const int n = (int)strlen(text);
    thrust::device_vector<char> letters(text, text + n);
    int words = thrust::inner_product(letters.begin(), letters.end() - 1, letters.begin() + 1, 1,
                                      thrust::plus<int>(), is_boundary());
    printf("%d characters, %d words\n", n, words);

    thrust::sort(letters.begin(), letters.end());
    thrust::device_vector<int> ends(128);
    thrust::counting_iterator<int> first(0);
    thrust::upper_bound(letters.begin(), letters.end(), first, first + 128, ends.begin());
    thrust::adjacent_difference(ends.begin(), ends.end(), ends.begin());
    thrust::host_vector<int> dense = ends;
    for (char letter = 'a'; letter <= 'z'; letter++)
        if (dense[letter] > 12)
            printf("%c %d\n", letter, dense[letter]);

    thrust::device_vector<char> names(n);
    thrust::device_vector<int> counts(n);
    auto last = thrust::reduce_by_key(letters.begin(), letters.end(),
                                      thrust::constant_iterator<int>(1), names.begin(),
                                      counts.begin());
    int distinct = (int)(last.first - names.begin());
    thrust::host_vector<char> name = names;
    thrust::host_vector<int> count = counts;
    int differing = 0;
    for (int i = 0; i < distinct; i++)
        differing += dense[name[i]] != count[i];
    printf("%d distinct, %d differ\n", distinct, differing);

    letters.erase(thrust::unique(letters.begin(), letters.end()), letters.end());
    thrust::host_vector<char> alphabet = letters;
    printf("[%.*s]\n", (int)alphabet.size(), alphabet.data());

    thrust::sort_by_key(counts.begin(), counts.begin() + distinct, names.begin(),
                        thrust::greater<int>());
    printf("most frequent but the space: %d\n", (int)counts[1]);
}
