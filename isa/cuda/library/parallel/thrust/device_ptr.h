// SPDX-License-Identifier: Apache-2.0
// Pointers that say that they point into the device's memory.
#pragma once
#include <thrust/detail/traits.h>
#include <thrust/device_reference.h>

namespace thrust
{
namespace detail
{
#ifdef __CUDA_ARCH__
template <class T> struct device_access {
    typedef T &reference;
    static __device__ T &at(T *place)
    {
        return *place;
    }
};
#else
template <class T> struct device_access {
    typedef device_reference<T> reference;
    static device_reference<T> at(T *place)
    {
        return device_reference<T>(place);
    }
};
#endif
template <class T> struct managed_access {
    typedef T &reference;
    static __host__ __device__ T &at(T *place)
    {
        return *place;
    }
};

// Pointer: the class that derives from this one. Access: what it points at.
template <template <class> class Pointer, class T, template <class> class Access>
class tagged_pointer
{
    T *place;
    typedef Pointer<T> Self;
    __host__ __device__ Self &self()
    {
        return static_cast<Self &>(*this);
    }

  public:
    typedef typename std::remove_cv<T>::type value_type;
    typedef T element_type;
    typedef typename Access<T>::reference reference;
    typedef Self pointer;
    typedef T *raw_pointer;
    typedef ptrdiff_t difference_type;
    typedef random_access_category iterator_category;
    typedef device_system_tag lockstep_system;
    template <class U> struct rebind {
        typedef Pointer<U> other;
    };

    __host__ __device__ tagged_pointer(T *at = nullptr) : place(at)
    {
    }
    __host__ __device__ T *get() const
    {
        return place;
    }
    __host__ __device__ reference operator*() const
    {
        return Access<T>::at(place);
    }
    __host__ __device__ reference operator[](ptrdiff_t n) const
    {
        return Access<T>::at(place + n);
    }
    __host__ __device__ T *operator->() const
    {
        return place;
    }
    __host__ __device__ explicit operator bool() const
    {
        return place != nullptr;
    }
    __host__ __device__ Self &operator++()
    {
        place++;
        return self();
    }
    __host__ __device__ Self operator++(int)
    {
        return Self(place++);
    }
    __host__ __device__ Self &operator--()
    {
        place--;
        return self();
    }
    __host__ __device__ Self operator--(int)
    {
        return Self(place--);
    }
    __host__ __device__ Self &operator+=(ptrdiff_t n)
    {
        place += n;
        return self();
    }
    __host__ __device__ Self &operator-=(ptrdiff_t n)
    {
        place -= n;
        return self();
    }
    __host__ __device__ Self operator+(ptrdiff_t n) const
    {
        return Self(place + n);
    }
    __host__ __device__ Self operator-(ptrdiff_t n) const
    {
        return Self(place - n);
    }
};
template <template <class> class Pointer, class T, template <class> class Access>
__host__ __device__ Pointer<T> operator+(ptrdiff_t n, const tagged_pointer<Pointer, T, Access> &p)
{
    return p + n;
}

#define LOCKSTEP_THRUST_COMPARE(op)                                                                \
    template <template <class> class Pointer, class T, class U, template <class> class Access>     \
    __host__ __device__ bool operator op(const tagged_pointer<Pointer, T, Access> &a,              \
                                         const tagged_pointer<Pointer, U, Access> &b)              \
    {                                                                                              \
        return a.get() op b.get();                                                                 \
    }
LOCKSTEP_THRUST_COMPARE(==)
LOCKSTEP_THRUST_COMPARE(!=)
LOCKSTEP_THRUST_COMPARE(<)
LOCKSTEP_THRUST_COMPARE(>)
LOCKSTEP_THRUST_COMPARE(<=)
LOCKSTEP_THRUST_COMPARE(>=)
#undef LOCKSTEP_THRUST_COMPARE
template <template <class> class Pointer, class T, class U, template <class> class Access>
__host__ __device__ ptrdiff_t operator-(const tagged_pointer<Pointer, T, Access> &a,
                                        const tagged_pointer<Pointer, U, Access> &b)
{
    return a.get() - b.get();
}
template <template <class> class Pointer, class T, template <class> class Access>
__host__ __device__ bool operator==(const tagged_pointer<Pointer, T, Access> &a, decltype(nullptr))
{
    return a.get() == nullptr;
}
template <template <class> class Pointer, class T, template <class> class Access>
__host__ __device__ bool operator!=(const tagged_pointer<Pointer, T, Access> &a, decltype(nullptr))
{
    return a.get() != nullptr;
}
} // namespace detail

template <class T>
class device_ptr : public detail::tagged_pointer<device_ptr, T, detail::device_access>
{
    typedef detail::tagged_pointer<device_ptr, T, detail::device_access> Base;

  public:
    __host__ __device__ device_ptr() : Base(nullptr)
    {
    }
    __host__ __device__ device_ptr(decltype(nullptr)) : Base(nullptr)
    {
    }
    template <class U> __host__ __device__ explicit device_ptr(U *at) : Base(at)
    {
    }
    template <class U>
    __host__ __device__ device_ptr(const device_ptr<U> &other) : Base(static_cast<T *>(other.get()))
    {
    }
};
// Memory without a type, as device_malloc gives it.
template <> class device_ptr<void>
{
    void *place;

  public:
    typedef void element_type;
    typedef void *raw_pointer;
    __host__ __device__ explicit device_ptr(void *at = nullptr) : place(at)
    {
    }
    template <class U>
    __host__ __device__ device_ptr(const device_ptr<U> &other) : place((void *)other.get())
    {
    }
    __host__ __device__ void *get() const
    {
        return place;
    }
};

// A pointer to managed memory: the device's, which host code reads in place.
template <class T>
class universal_ptr : public detail::tagged_pointer<universal_ptr, T, detail::managed_access>
{
    typedef detail::tagged_pointer<universal_ptr, T, detail::managed_access> Base;

  public:
    __host__ __device__ universal_ptr() : Base(nullptr)
    {
    }
    template <class U> __host__ __device__ explicit universal_ptr(U *at) : Base(at)
    {
    }
    template <class U>
    __host__ __device__ universal_ptr(const universal_ptr<U> &other)
        : Base(static_cast<T *>(other.get()))
    {
    }
};

namespace detail
{
template <class T> struct raw_iterator<device_ptr<T>> {
    typedef T *type;
    static __host__ __device__ T *get(const device_ptr<T> &it)
    {
        return it.get();
    }
};
template <class T> struct raw_iterator<universal_ptr<T>> {
    typedef T *type;
    static __host__ __device__ T *get(const universal_ptr<T> &it)
    {
        return it.get();
    }
};
} // namespace detail

template <class T> __host__ __device__ T *raw_pointer_cast(T *p)
{
    return p;
}
template <class T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &p)
{
    return p.get();
}
template <class T> __host__ __device__ T *raw_pointer_cast(const universal_ptr<T> &p)
{
    return p.get();
}
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *p)
{
    return device_ptr<T>(p);
}
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T> &p)
{
    return p;
}
namespace system
{
namespace cuda
{
template <class T> using pointer = device_ptr<T>;
} // namespace cuda
} // namespace system
} // namespace thrust
