// SPDX-License-Identifier: Apache-2.0
// What algorithms ask of an iterator, and the base of the iterators here: a class that derives from
// iterator_facade supplies dereference, advance, equal and distance_to.
#pragma once
#include <thrust/detail/policy.h>
#ifndef __CUDA_ARCH__
#include <iterator>
#endif

namespace thrust
{
#ifdef __CUDA_ARCH__
namespace detail
{
struct random_access_category {
};
} // namespace detail
#else
namespace detail
{
typedef std::random_access_iterator_tag random_access_category;
} // namespace detail
#endif
typedef detail::random_access_category random_access_host_iterator_tag;

template <class Iterator> struct iterator_traits {
    typedef typename Iterator::value_type value_type;
    typedef typename Iterator::reference reference;
    typedef typename Iterator::difference_type difference_type;
    typedef typename Iterator::pointer pointer;
    typedef typename Iterator::iterator_category iterator_category;
};
template <class T> struct iterator_traits<T *> {
    typedef typename std::remove_cv<T>::type value_type;
    typedef T &reference;
    typedef ptrdiff_t difference_type;
    typedef T *pointer;
    typedef detail::random_access_category iterator_category;
};
template <class Iterator> struct iterator_value {
    typedef typename iterator_traits<Iterator>::value_type type;
};
template <class Iterator> struct iterator_reference {
    typedef typename iterator_traits<Iterator>::reference type;
};
template <class Iterator> struct iterator_difference {
    typedef typename iterator_traits<Iterator>::difference_type type;
};
template <class Iterator> struct iterator_pointer {
    typedef typename iterator_traits<Iterator>::pointer type;
};
template <class Iterator> struct iterator_traversal {
    typedef random_access_traversal_tag type;
};
namespace detail
{
template <class Iterator> using value_of = typename iterator_traits<Iterator>::value_type;
// Values that algorithms compute with: what an output iterator without values takes is unknown.
template <class Out, class Other>
using value_or =
    typename std::conditional<std::is_void<value_of<Out>>::value, Other, value_of<Out>>::type;
} // namespace detail

struct use_default {
};

struct iterator_core_access {
    template <class Iterator>
    __host__ __device__ static typename Iterator::reference dereference(const Iterator &it)
    {
        return it.dereference();
    }
    template <class Iterator, class Distance>
    __host__ __device__ static void advance(Iterator &it, Distance n)
    {
        it.advance(n);
    }
    template <class Iterator> __host__ __device__ static void increment(Iterator &it)
    {
        it.increment();
    }
    template <class Iterator> __host__ __device__ static void decrement(Iterator &it)
    {
        it.decrement();
    }
    template <class Iterator>
    __host__ __device__ static typename Iterator::difference_type distance(const Iterator &from,
                                                                           const Iterator &to)
    {
        return from.distance_to(to);
    }
    template <class Iterator>
    __host__ __device__ static bool equal(const Iterator &a, const Iterator &b)
    {
        return a.equal(b);
    }
};

template <class Derived, class Value, class System, class Traversal, class Reference,
          class Difference = ptrdiff_t>
class iterator_facade
{
    __host__ __device__ Derived &self()
    {
        return static_cast<Derived &>(*this);
    }
    __host__ __device__ const Derived &self() const
    {
        return static_cast<const Derived &>(*this);
    }

  public:
    typedef typename std::remove_cv<Value>::type value_type;
    typedef Reference reference;
    typedef Difference difference_type;
    typedef value_type *pointer;
    typedef detail::random_access_category iterator_category;
    typedef System lockstep_system;

    __host__ __device__ Reference operator*() const
    {
        return iterator_core_access::dereference(self());
    }
    __host__ __device__ Reference operator[](Difference n) const
    {
        return *(self() + n);
    }
    __host__ __device__ Derived &operator++()
    {
        iterator_core_access::increment(self());
        return self();
    }
    __host__ __device__ Derived operator++(int)
    {
        Derived old = self();
        iterator_core_access::increment(self());
        return old;
    }
    __host__ __device__ Derived &operator--()
    {
        iterator_core_access::decrement(self());
        return self();
    }
    __host__ __device__ Derived operator--(int)
    {
        Derived old = self();
        iterator_core_access::decrement(self());
        return old;
    }
    __host__ __device__ Derived &operator+=(Difference n)
    {
        iterator_core_access::advance(self(), n);
        return self();
    }
    __host__ __device__ Derived &operator-=(Difference n)
    {
        iterator_core_access::advance(self(), -n);
        return self();
    }
    __host__ __device__ Derived operator+(Difference n) const
    {
        Derived copy = self();
        iterator_core_access::advance(copy, n);
        return copy;
    }
    __host__ __device__ Derived operator-(Difference n) const
    {
        Derived copy = self();
        iterator_core_access::advance(copy, -n);
        return copy;
    }
    __host__ __device__ Difference operator-(const Derived &other) const
    {
        return iterator_core_access::distance(other, self());
    }
    __host__ __device__ bool operator==(const Derived &other) const
    {
        return iterator_core_access::equal(self(), other);
    }
    __host__ __device__ bool operator!=(const Derived &other) const
    {
        return !iterator_core_access::equal(self(), other);
    }
    __host__ __device__ bool operator<(const Derived &other) const
    {
        return iterator_core_access::distance(self(), other) > 0;
    }
    __host__ __device__ bool operator>(const Derived &other) const
    {
        return iterator_core_access::distance(self(), other) < 0;
    }
    __host__ __device__ bool operator<=(const Derived &other) const
    {
        return iterator_core_access::distance(self(), other) >= 0;
    }
    __host__ __device__ bool operator>=(const Derived &other) const
    {
        return iterator_core_access::distance(self(), other) <= 0;
    }
};

template <class D, class V, class S, class T, class R, class N>
__host__ __device__ D operator+(N n, const iterator_facade<D, V, S, T, R, N> &it)
{
    return static_cast<const D &>(it) + n;
}

namespace detail
{
template <class T, class Default>
using or_default = typename std::conditional<std::is_same<T, use_default>::value, Default, T>::type;
} // namespace detail

// An iterator that is another one in all but what its derived class changes.
template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default,
          class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<
          Derived, detail::or_default<Value, detail::value_of<Base>>,
          detail::or_default<System, typename detail::system_of<Base>::type>,
          random_access_traversal_tag,
          detail::or_default<Reference, typename iterator_traits<Base>::reference>,
          detail::or_default<Difference, typename iterator_traits<Base>::difference_type>>
{
    Base inner;
    typedef detail::or_default<Reference, typename iterator_traits<Base>::reference> result;
    typedef detail::or_default<Difference, typename iterator_traits<Base>::difference_type> step;

  protected:
    typedef iterator_adaptor super_t;

  public:
    typedef Base base_type;
    __host__ __device__ iterator_adaptor() : inner()
    {
    }
    __host__ __device__ explicit iterator_adaptor(const Base &base) : inner(base)
    {
    }
    __host__ __device__ const Base &base() const
    {
        return inner;
    }
    __host__ __device__ Base &base_reference()
    {
        return inner;
    }
    __host__ __device__ const Base &base_reference() const
    {
        return inner;
    }
    __host__ __device__ result dereference() const
    {
        return *inner;
    }
    __host__ __device__ void advance(step n)
    {
        inner += n;
    }
    __host__ __device__ void increment()
    {
        ++inner;
    }
    __host__ __device__ void decrement()
    {
        --inner;
    }
    __host__ __device__ bool equal(const Derived &other) const
    {
        return inner == static_cast<const iterator_adaptor &>(other).inner;
    }
    __host__ __device__ step distance_to(const Derived &other) const
    {
        return static_cast<const iterator_adaptor &>(other).inner - inner;
    }
};

template <class Iterator, class Distance> __host__ __device__ void advance(Iterator &it, Distance n)
{
    it += n;
}
template <class Iterator>
__host__ __device__ typename iterator_traits<Iterator>::difference_type distance(Iterator first,
                                                                                 Iterator last)
{
    return last - first;
}
template <class Iterator, class Distance = typename iterator_traits<Iterator>::difference_type>
__host__ __device__ Iterator next(Iterator it, Distance n = 1)
{
    return it + n;
}
template <class Iterator, class Distance = typename iterator_traits<Iterator>::difference_type>
__host__ __device__ Iterator prev(Iterator it, Distance n = 1)
{
    return it - n;
}

namespace detail
{
// What a kernel gets in place of an iterator: pointers for device_ptr, in all their combinations.
template <class Iterator> struct raw_iterator {
    typedef Iterator type;
    static __host__ __device__ type get(const Iterator &it)
    {
        return it;
    }
};
template <class Iterator> using raw_t = typename raw_iterator<Iterator>::type;
template <class Iterator> __host__ __device__ raw_t<Iterator> raw(const Iterator &it)
{
    return raw_iterator<Iterator>::get(it);
}
} // namespace detail
} // namespace thrust
