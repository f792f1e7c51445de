// SPDX-License-Identifier: Apache-2.0
// The helpers of NVIDIA's CUDA samples that Lockstep offers: arguments, a stopwatch, comparisons.
#ifndef LOCKSTEP_CUDA_HELPER_FUNCTIONS_H
#define LOCKSTEP_CUDA_HELPER_FUNCTIONS_H

#include "helper_string.h"
#include "helper_timer.h"

#include <cmath>

// Whether the root of the summed squared differences, over that of the reference, is below epsilon.
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int length,
                           const float epsilon)
{
    double error = 0, scale = 0;
    for (unsigned int i = 0; i < length; i++) {
        double difference = (double)reference[i] - (double)data[i];
        error += difference * difference;
        scale += (double)reference[i] * (double)reference[i];
    }
    return scale > 0 && std::sqrt(error) / std::sqrt(scale) < (double)epsilon;
}

// Whether all elements but a share of `threshold` differ by less than epsilon.
template <class __T, class __S>
inline bool compareData(const __T *reference, const __T *data, const unsigned int length,
                        const __S epsilon, const float threshold)
{
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < length; i++) {
        double difference = (double)reference[i] - (double)data[i];
        wrong += std::fabs(difference) <= (double)epsilon ? 0 : 1;
    }
    return (float)wrong <= (float)length * threshold;
}

#endif
