// SPDX-License-Identifier: Apache-2.0
// What the corpus programs that use cuBLAS, cuRAND and cuFFT share.
#ifndef CORPUS_LIBRARY_H
#define CORPUS_LIBRARY_H

#include "corpus.h"

// The libraries' statuses have 0 for success.
#define STATUS(call)                                                                               \
    do {                                                                                           \
        int status_ = (int)(call);                                                                 \
        if (status_ != 0) {                                                                        \
            printf("%s:%d: status %d\n", __FILE__, __LINE__, status_);                             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

template <typename T> std::vector<T> random_values(size_t count, unsigned seed)
{
    Random random(seed);
    std::vector<T> values(count);
    for (T &value : values)
        value = (T)(2 * random.uniform() - 1);
    return values;
}

// Prints "name: ok", or where the result is further from the expected one than the tolerance, which
// is relative to the largest expected value.
template <typename T>
void expect(const char *name, const std::vector<T> &result, const std::vector<double> &expected,
            double tolerance)
{
    double largest = 1e-30;
    for (double value : expected)
        largest = value > largest ? value : -value > largest ? -value : largest;
    for (size_t i = 0; i < expected.size(); i++) {
        double difference = (double)result[i] - expected[i];
        if (!(difference <= tolerance * largest && -difference <= tolerance * largest)) {
            printf("%s: element %zu is %.9g, not %.9g\n", name, i, (double)result[i], expected[i]);
            return;
        }
    }
    printf("%s: ok\n", name);
}

#endif
