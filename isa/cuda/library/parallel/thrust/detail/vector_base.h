// SPDX-License-Identifier: Apache-2.0
// Vectors on the host and on the device. Memory: where elements are, and what points at them.
#pragma once
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/equal.h>
#include <thrust/fill.h>
#include <thrust/iterator/reverse_iterator.h>
#ifndef __CUDA_ARCH__
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>
#endif

namespace thrust
{
namespace detail
{
struct host_memory {
    template <class T> using pointer = T *;
    static constexpr bool is_device = false;
};
struct device_memory {
    template <class T> using pointer = device_ptr<T>;
    static constexpr bool is_device = true;
};
struct managed_memory {
    template <class T> using pointer = universal_ptr<T>;
    static constexpr bool is_device = true;
};

template <class T, class Memory> class vector_base
{
  public:
    typedef T value_type;
    typedef typename Memory::template pointer<T> iterator;
    typedef typename Memory::template pointer<const T> const_iterator;
    typedef iterator pointer;
    typedef const_iterator const_pointer;
    typedef typename iterator_traits<iterator>::reference reference;
    typedef typename iterator_traits<const_iterator>::reference const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef thrust::reverse_iterator<iterator> reverse_iterator;
    typedef thrust::reverse_iterator<const_iterator> const_reverse_iterator;
#ifdef __CUDA_ARCH__
  private:
    T *place;
    size_t count, room;
#else
  private:
    T *place = nullptr;
    size_t count = 0, room = 0;

    static T *allocate(size_t n)
    {
        void *made = nullptr;
        if (n == 0) {
            return nullptr;
        }
        if constexpr (std::is_same<Memory, host_memory>::value) {
            made = ::operator new(n * sizeof(T));
        } else if constexpr (std::is_same<Memory, managed_memory>::value) {
            check(cudaMallocManaged(&made, n * sizeof(T)), "vector");
        } else {
            check(cudaMalloc(&made, n * sizeof(T)), "vector");
        }
        return static_cast<T *>(made);
    }
    static void release(T *at)
    {
        if constexpr (std::is_same<Memory, host_memory>::value) {
            ::operator delete((void *)at);
        } else {
            cudaFree((void *)at);
        }
    }
    void destroy(size_t first, size_t end)
    {
        if constexpr (!Memory::is_device && !std::is_trivially_destructible<T>::value) {
            for (size_t i = first; i < end; i++) {
                place[i].~T();
            }
        }
    }
    void construct(size_t first, size_t end)
    {
        if constexpr (!Memory::is_device) {
            for (size_t i = first; i < end; i++) {
                new ((void *)(place + i)) T();
            }
        } else {
            construct(first, end, T());
        }
    }
    void construct(size_t first, size_t end, const T &value)
    {
        if constexpr (!Memory::is_device) {
            for (size_t i = first; i < end; i++) {
                new ((void *)(place + i)) T(value);
            }
        } else if (first < end) {
            thrust::fill_n(thrust::device, place + first, end - first, value);
        }
    }
    template <class In> void construct_range(size_t first, In from, In to)
    {
        if constexpr (!Memory::is_device && !std::is_trivially_copyable<T>::value) {
            for (T *at = place + first; from != to; ++from, ++at) {
                new ((void *)at) T(*from);
            }
        } else {
            thrust::copy(from, to, iterator(place + first));
        }
    }
    template <class In> static size_t length(In first, In last)
    {
        if constexpr (std::is_same<typename system_of<In>::type, host_system_tag>::value) {
            return (size_t)std::distance(first, last);
        } else {
            return (size_t)(last - first);
        }
    }
    // Elements first .. end - 1 move to other memory.
    void move_to(T *other, size_t first, size_t end, size_t to)
    {
        if constexpr (!Memory::is_device) {
            for (size_t i = first; i < end; i++) {
                new ((void *)(other + to + i - first)) T(std::move(place[i]));
            }
        } else if (first < end) {
            check(cudaMemcpy((void *)(other + to), (const void *)(place + first),
                             (end - first) * sizeof(T), cudaMemcpyDefault),
                  "vector");
        }
    }
    void take(T *other, size_t other_count, size_t other_room)
    {
        destroy(0, count);
        release(place);
        place = other;
        count = other_count;
        room = other_room;
    }
    // Room for n elements from `at` on.
    void open(size_t at, size_t n)
    {
        size_t larger = count + n > room ? (2 * room > count + n ? 2 * room : count + n) : room;
        T *other = allocate(larger);
        move_to(other, 0, at, 0);
        move_to(other, at, count, at + n);
        size_t all = count + n;
        take(other, all, larger);
    }
    template <class In> static constexpr bool is_iterator = !std::is_arithmetic<In>::value;

  public:
    vector_base() = default;
    explicit vector_base(size_t n) : place(allocate(n)), count(n), room(n)
    {
        construct(0, n);
    }
    vector_base(size_t n, const T &value) : place(allocate(n)), count(n), room(n)
    {
        construct(0, n, value);
    }
    vector_base(const vector_base &other) : vector_base(other.begin(), other.end())
    {
    }
    vector_base(vector_base &&other) noexcept
        : place(other.place), count(other.count), room(other.room)
    {
        other.place = nullptr;
        other.count = other.room = 0;
    }
    template <class U, class M>
    vector_base(const vector_base<U, M> &other) : vector_base(other.begin(), other.end())
    {
    }
    template <class U, class A>
    vector_base(const std::vector<U, A> &other) : vector_base(other.begin(), other.end())
    {
    }
    vector_base(std::initializer_list<T> values) : vector_base(values.begin(), values.end())
    {
    }
    template <class In, typename std::enable_if<is_iterator<In>, int>::type = 0>
    vector_base(In first, In last)
    {
        size_t n = length(first, last);
        place = allocate(n);
        count = room = n;
        construct_range(0, first, last);
    }
    template <class N, typename std::enable_if<std::is_integral<N>::value, int>::type = 0>
    vector_base(N n, N value) : vector_base((size_t)n, (const T &)(T)value)
    {
    }
    ~vector_base()
    {
        destroy(0, count);
        release(place);
    }
    vector_base &operator=(const vector_base &other)
    {
        if (this != &other) {
            assign(other.begin(), other.end());
        }
        return *this;
    }
    vector_base &operator=(vector_base &&other) noexcept
    {
        swap(other);
        return *this;
    }
    template <class U, class M> vector_base &operator=(const vector_base<U, M> &other)
    {
        assign(other.begin(), other.end());
        return *this;
    }
    template <class U, class A> vector_base &operator=(const std::vector<U, A> &other)
    {
        assign(other.begin(), other.end());
        return *this;
    }
    vector_base &operator=(std::initializer_list<T> values)
    {
        assign(values.begin(), values.end());
        return *this;
    }
    template <class In, typename std::enable_if<is_iterator<In>, int>::type = 0>
    void assign(In first, In last)
    {
        size_t n = length(first, last);
        if (n > room) {
            T *other = allocate(n);
            take(other, 0, n);
        }
        destroy(0, count);
        count = n;
        construct_range(0, first, last);
    }
    void assign(size_t n, const T &value)
    {
        T copy = value;
        if (n > room) {
            T *other = allocate(n);
            take(other, 0, n);
        }
        destroy(0, count);
        count = n;
        construct(0, n, copy);
    }
    void reserve(size_t n)
    {
        if (n > room) {
            T *other = allocate(n);
            size_t all = count;
            move_to(other, 0, count, 0);
            take(other, all, n);
        }
    }
    void resize(size_t n)
    {
        reserve(n);
        destroy(n < count ? n : count, count);
        construct(count, n > count ? n : count);
        count = n;
    }
    void resize(size_t n, const T &value)
    {
        T copy = value;
        reserve(n);
        destroy(n < count ? n : count, count);
        construct(count, n > count ? n : count, copy);
        count = n;
    }
    void shrink_to_fit()
    {
        if (count < room) {
            T *other = allocate(count);
            size_t all = count;
            move_to(other, 0, count, 0);
            take(other, all, all);
        }
    }
    void clear()
    {
        destroy(0, count);
        count = 0;
    }
    void push_back(const T &value)
    {
        T copy = value;
        reserve(count < room ? room : room == 0 ? 1 : 2 * room);
        construct(count, count + 1, copy);
        count++;
    }
    template <class... A> void emplace_back(A &&...arguments)
    {
        push_back(T(std::forward<A>(arguments)...));
    }
    void pop_back()
    {
        destroy(count - 1, count);
        count--;
    }
    iterator insert(const_iterator at, const T &value)
    {
        size_t index = (size_t)(at - begin());
        T copy = value;
        open(index, 1);
        construct(index, index + 1, copy);
        return begin() + index;
    }
    void insert(const_iterator at, size_t n, const T &value)
    {
        size_t index = (size_t)(at - begin());
        T copy = value;
        open(index, n);
        construct(index, index + n, copy);
    }
    template <class In, typename std::enable_if<is_iterator<In>, int>::type = 0>
    void insert(const_iterator at, In first, In last)
    {
        size_t index = (size_t)(at - begin()), n = length(first, last);
        vector_base values(first, last);
        open(index, n);
        construct_range(index, values.begin(), values.end());
    }
    iterator erase(const_iterator at)
    {
        return erase(at, at + 1);
    }
    iterator erase(const_iterator first, const_iterator last)
    {
        size_t from = (size_t)(first - begin()), to = (size_t)(last - begin());
        T *other = allocate(room);
        size_t all = count - (to - from), larger = room;
        move_to(other, 0, from, 0);
        move_to(other, to, count, from);
        take(other, all, larger);
        return begin() + from;
    }
    void swap(vector_base &other) noexcept
    {
        std::swap(place, other.place);
        std::swap(count, other.count);
        std::swap(room, other.room);
    }
    reference at(size_t i)
    {
        if (i >= count) {
            throw std::out_of_range("vector::at");
        }
        return begin()[i];
    }
#endif

  public:
    __host__ __device__ iterator begin()
    {
        return iterator(place);
    }
    __host__ __device__ const_iterator begin() const
    {
        return const_iterator((const T *)place);
    }
    __host__ __device__ const_iterator cbegin() const
    {
        return begin();
    }
    __host__ __device__ iterator end()
    {
        return iterator(place + count);
    }
    __host__ __device__ const_iterator end() const
    {
        return const_iterator((const T *)place + count);
    }
    __host__ __device__ const_iterator cend() const
    {
        return end();
    }
    __host__ __device__ reverse_iterator rbegin()
    {
        return reverse_iterator(end());
    }
    __host__ __device__ const_reverse_iterator rbegin() const
    {
        return const_reverse_iterator(end());
    }
    __host__ __device__ reverse_iterator rend()
    {
        return reverse_iterator(begin());
    }
    __host__ __device__ const_reverse_iterator rend() const
    {
        return const_reverse_iterator(begin());
    }
    __host__ __device__ reference operator[](size_t i)
    {
        return begin()[i];
    }
    __host__ __device__ const_reference operator[](size_t i) const
    {
        return begin()[i];
    }
    __host__ __device__ reference front()
    {
        return *begin();
    }
    __host__ __device__ const_reference front() const
    {
        return *begin();
    }
    __host__ __device__ reference back()
    {
        return begin()[count - 1];
    }
    __host__ __device__ const_reference back() const
    {
        return begin()[count - 1];
    }
    __host__ __device__ pointer data()
    {
        return pointer(place);
    }
    __host__ __device__ const_pointer data() const
    {
        return const_pointer((const T *)place);
    }
    __host__ __device__ size_t size() const
    {
        return count;
    }
    __host__ __device__ size_t capacity() const
    {
        return room;
    }
    __host__ __device__ size_t max_size() const
    {
        return ~(size_t)0 / sizeof(T) / 2;
    }
    __host__ __device__ bool empty() const
    {
        return count == 0;
    }
};

#ifndef __CUDA_ARCH__
template <class T, class M, class U, class N>
bool operator==(const vector_base<T, M> &a, const vector_base<U, N> &b)
{
    if (a.size() != b.size()) {
        return false;
    }
    if constexpr (M::is_device == N::is_device) {
        return thrust::equal(a.begin(), a.end(), b.begin());
    } else {
        std::vector<T> left(a.size());
        std::vector<U> right(b.size());
        thrust::copy(a.begin(), a.end(), left.begin());
        thrust::copy(b.begin(), b.end(), right.begin());
        return std::equal(left.begin(), left.end(), right.begin());
    }
}
template <class T, class M, class U, class A>
bool operator==(const vector_base<T, M> &a, const std::vector<U, A> &b)
{
    return a == vector_base<U, host_memory>(b);
}
template <class T, class M, class U, class A>
bool operator==(const std::vector<U, A> &b, const vector_base<T, M> &a)
{
    return a == vector_base<U, host_memory>(b);
}
template <class T, class M, class Other> bool operator!=(const vector_base<T, M> &a, const Other &b)
{
    return !(a == b);
}
template <class T, class M> void swap(vector_base<T, M> &a, vector_base<T, M> &b)
{
    a.swap(b);
}
#endif
} // namespace detail
} // namespace thrust
