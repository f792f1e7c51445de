// SPDX-License-Identifier: Apache-2.0
// Random orders, by a Feistel cipher of indices.
#pragma once
#include <thrust/copy.h>
#include <thrust/detail/select.h>
#include <thrust/iterator/counting_iterator.h>

namespace thrust
{
namespace detail
{
enum { CIPHER_ROUNDS = 24 };
struct index_cipher {
    unsigned left_bits, right_bits, keys[CIPHER_ROUNDS];
    template <class Engine>
    __host__ __device__ index_cipher(unsigned long long count, Engine &engine)
    {
        unsigned bits = 4;
        while (bits < 64 && ((count - 1) >> bits) != 0) {
            bits++;
        }
        left_bits = bits / 2;
        right_bits = bits - left_bits;
        for (int i = 0; i < CIPHER_ROUNDS; i++) {
            keys[i] = (unsigned)engine();
        }
    }
    __host__ __device__ long long size() const
    {
        return 1ll << (left_bits + right_bits);
    }
    __host__ __device__ long long operator()(long long index) const
    {
        unsigned left_mask = (1u << left_bits) - 1,
                 right_mask = (unsigned)((1ull << right_bits) - 1);
        unsigned left = (unsigned)(index >> right_bits), right = (unsigned)index & right_mask;
        for (int i = 0; i < CIPHER_ROUNDS; i++) {
            unsigned long long product = 0xD2B74407B1CE6E93ull * left;
            unsigned high = (unsigned)(product >> 32), low = (unsigned)product;
            low = (low << (right_bits - left_bits)) | right >> left_bits;
            left = ((high ^ keys[i]) ^ right) & left_mask;
            right = low & right_mask;
        }
        return (long long)(((unsigned long long)left << right_bits) | right);
    }
};
struct cipher_test {
    index_cipher cipher;
    long long count;
    __host__ __device__ bool operator()(long long i) const
    {
        return cipher(i) < count;
    }
};
template <class In> struct ciphered {
    typedef value_of<In> value_type;
    index_cipher cipher;
    In in;
    __host__ __device__ value_of<In> operator[](long long i) const
    {
        return in[cipher(i)];
    }
};
} // namespace detail

template <class P, class In, class Out, class Engine>
__host__ __device__ void shuffle_copy(const execution_policy<P> &policy, In first, In last, Out out,
                                      Engine &&engine)
{
    detail::index_cipher cipher((unsigned long long)(last - first), engine);
    detail::select(policy, detail::cipher_test{cipher, last - first}, cipher.size(),
                   detail::ciphered<detail::raw_t<In>>{cipher, detail::raw(first)},
                   detail::raw(out));
}
#ifndef __CUDA_ARCH__
template <class P, class It, class Engine>
void shuffle(const execution_policy<P> &policy, It first, It last, Engine &&engine)
{
    typedef detail::value_of<It> T;
    if constexpr (P::is_device) {
        detail::temporary<T> values(last - first);
        detail::each(policy,
                     detail::take_step<detail::raw_t<It>, T>{detail::raw(first), values.get()},
                     last - first);
        thrust::shuffle_copy(policy, values.get(), values.get() + (last - first), first, engine);
    } else {
        std::vector<T> values(first, last);
        thrust::shuffle_copy(policy, values.begin(), values.end(), first, engine);
    }
}
template <class It, class Engine> void shuffle(It first, It last, Engine &&engine)
{
    thrust::shuffle(detail::policy_of<It>(), first, last, engine);
}
template <class In, class Out, class Engine>
void shuffle_copy(In first, In last, Out out, Engine &&engine)
{
    thrust::shuffle_copy(detail::policy_of<In, Out>(), first, last, out, engine);
}
#endif
} // namespace thrust
#include <thrust/detail/all.h>
