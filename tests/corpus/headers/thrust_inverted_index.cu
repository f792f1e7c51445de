// SPDX-License-Identifier: Apache-2.0
// An inverted index of documents with Thrust: words found by flags, hashed by transforms of a counting iterator,
// pairs sorted by key, unique pairs, runs reduced by key, and queries by intersections of sets.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

static const char *documents[] = {
    "It was the best of times, it was the worst of times, it was the age of wisdom",
    "Call me Ishmael. Some years ago - never mind how long precisely - having little or no money",
    "It is a truth universally acknowledged, that a single man in possession of a good fortune",
    "All happy families are alike; every unhappy family is unhappy in its own way.",
    "It was a bright cold day in April, and the clocks were striking thirteen.",
    "The sky above the port was the color of television, tuned to a dead channel.",
    "In a hole in the ground there lived a hobbit. Not a nasty, dirty, wet hole"};

struct IsLetter {
    __host__ __device__ bool operator()(char c) const { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
};

struct StartsWord {
    const char *text;
    __host__ __device__ bool operator()(int i) const
    {
        IsLetter is_letter;
        return is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]));
    }
};

struct HashWord {
    const char *text;
    int size;
    __host__ __device__ unsigned operator()(int i) const
    {
        unsigned h = 2166136261u;
        for (; i < size && IsLetter()(text[i]); i++)
            h = (h ^ (unsigned char)(text[i] | 32)) * 16777619u;
        return h;
    }
};

typedef thrust::tuple<unsigned, int> Posting; // hash of the word, document

struct SameWord {
    __host__ __device__ bool operator()(const Posting &a, const Posting &b) const { return thrust::get<0>(a) == thrust::get<0>(b); }
};

static unsigned hash_of(const char *word)
{
    std::string s(word);
    return HashWord{s.c_str(), (int)s.size()}(0);
}

int main()
{
    std::string text;
    thrust::host_vector<int> ends;
    for (const char *d : documents) {
        text += d;
        text += '\n';
        ends.push_back((int)text.size());
    }
    thrust::device_vector<char> d_text(text.begin(), text.end());
    thrust::device_vector<int> d_ends = ends;
    const char *raw = thrust::raw_pointer_cast(d_text.data());
    const int size = (int)d_text.size();

    // Where words begin.
    thrust::counting_iterator<int> first(0);
    thrust::device_vector<int> starts(size);
    auto last = thrust::copy_if(thrust::device, first, first + size, starts.begin(), StartsWord{raw});
    starts.resize(last - starts.begin());
    long letters = thrust::count_if(d_text.begin(), d_text.end(), IsLetter());
    printf("%d characters, %ld letters, %zu words\n", size, letters, starts.size());

    // Their hashes and documents.
    thrust::device_vector<unsigned> hash(starts.size());
    thrust::device_vector<int> document(starts.size());
    thrust::transform(starts.begin(), starts.end(), hash.begin(), HashWord{raw, size});
    thrust::upper_bound(d_ends.begin(), d_ends.end(), starts.begin(), starts.end(), document.begin());
    auto postings = thrust::make_zip_iterator(thrust::make_tuple(hash.begin(), document.begin()));
    thrust::sort(postings, postings + hash.size());
    auto end = thrust::unique(postings, postings + hash.size());
    size_t count = end - postings;
    printf("%zu postings\n", count);

    // How many documents each word is in.
    thrust::device_vector<unsigned> word(count);
    thrust::device_vector<int> frequency(count);
    auto reduced = thrust::reduce_by_key(hash.begin(), hash.begin() + count, thrust::constant_iterator<int>(1), word.begin(), frequency.begin());
    size_t words = reduced.first - word.begin();
    word.resize(words), frequency.resize(words);
    int distinct = (int)thrust::inner_product(hash.begin() + 1, hash.begin() + count, hash.begin(), 1, thrust::plus<int>(), thrust::not_equal_to<unsigned>());
    printf("%zu distinct words, counted otherwise %d\n", words, distinct);
    thrust::device_vector<int> offsets(words);
    thrust::exclusive_scan(frequency.begin(), frequency.end(), offsets.begin());

    for (const char *w : {"it", "a", "the", "hole", "unhappy", "zebra"}) {
        unsigned h = hash_of(w);
        bool is_there = thrust::binary_search(word.begin(), word.end(), h);
        int at = (int)(thrust::lower_bound(word.begin(), word.end(), h) - word.begin());
        printf("%-8s in %d:", w, is_there ? (int)frequency[at] : 0);
        if (is_there)
            for (int i = 0; i < frequency[at]; i++)
                printf(" %d", (int)document[offsets[at] + i]);
        printf("\n");
    }
    // Documents with both words, with either, with the first alone.
    auto range = [&](const char *w) {
        int at = (int)(thrust::lower_bound(word.begin(), word.end(), hash_of(w)) - word.begin());
        return std::make_pair(document.begin() + offsets[at], document.begin() + offsets[at] + frequency[at]);
    };
    auto was = range("was"), a = range("a");
    thrust::device_vector<int> found(20);
    auto show = [&](const char *name, thrust::device_vector<int>::iterator stop) {
        printf("%s:", name);
        for (auto i = found.begin(); i != stop; ++i)
            printf(" %d", (int)*i);
        printf("\n");
    };
    show("both", thrust::set_intersection(was.first, was.second, a.first, a.second, found.begin()));
    show("either", thrust::set_union(was.first, was.second, a.first, a.second, found.begin()));
    show("was alone", thrust::set_difference(was.first, was.second, a.first, a.second, found.begin()));

    // The commonest words, by frequency downwards and hash upwards.
    auto ranked = thrust::make_zip_iterator(thrust::make_tuple(frequency.begin(), word.begin()));
    thrust::stable_sort_by_key(frequency.begin(), frequency.end(), word.begin(), thrust::greater<int>());
    for (int i = 0; i < 4; i++) {
        thrust::tuple<int, unsigned> t = ranked[i];
        printf("%d x %08x\n", thrust::get<0>(t), thrust::get<1>(t));
    }
    return 0;
}
