// SPDX-License-Identifier: Apache-2.0
// Where an algorithm runs: a policy says so, or else the iterators' systems do. Device policies
// carry a stream; the others run the algorithm as a loop on the thread that calls it.
#pragma once
#include <cuda_runtime.h>
#include <thrust/detail/error.h>
#include <type_traits>
#include <utility>

// Objects that host code and kernels name.
#ifdef __CUDA_ARCH__
#define LOCKSTEP_THRUST_OBJECT static __device__ const
#else
#define LOCKSTEP_THRUST_OBJECT static const
#endif

namespace thrust
{
namespace detail
{
template <class... T> struct make_void {
    typedef void type;
};
template <class... T> using void_type = typename make_void<T...>::type;
template <class T> struct plain {
    typedef typename std::remove_cv<typename std::remove_reference<T>::type>::type type;
};
template <class T> using plain_t = typename plain<T>::type;
template <class T> struct same_type {
    typedef T type;
};
} // namespace detail

template <class Derived> struct execution_policy {
    __host__ __device__ const Derived &derived() const
    {
        return static_cast<const Derived &>(*this);
    }
};
template <class Derived> struct host_execution_policy : execution_policy<Derived> {
    static constexpr bool is_device = false;
    __host__ __device__ cudaStream_t lockstep_stream() const
    {
        return 0;
    }
};
template <class Derived> struct device_execution_policy : execution_policy<Derived> {
    static constexpr bool is_device = true;
    __host__ __device__ cudaStream_t lockstep_stream() const
    {
        return 0;
    }
};

struct host_system_tag : host_execution_policy<host_system_tag> {
};
struct device_system_tag : device_execution_policy<device_system_tag> {
};
struct any_system_tag : device_execution_policy<any_system_tag> {
};
struct random_access_traversal_tag {
};
struct random_access_device_iterator_tag {
};

namespace detail
{
struct host_policy : host_execution_policy<host_policy> {
    template <class Allocator> const host_policy &operator()(Allocator &&) const
    {
        return *this;
    }
};
struct sequential_policy : host_execution_policy<sequential_policy> {
};
struct device_policy : device_execution_policy<device_policy> {
    cudaStream_t stream;
    __host__ __device__ constexpr device_policy(cudaStream_t s = 0) : stream(s)
    {
    }
    __host__ __device__ cudaStream_t lockstep_stream() const
    {
        return stream;
    }
    __host__ __device__ device_policy on(cudaStream_t s) const
    {
        return device_policy(s);
    }
    template <class Allocator>
    __host__ __device__ const device_policy &operator()(Allocator &&) const
    {
        return *this;
    }
};

// The system of an iterator: that which it names, else the host's.
template <class Iterator, class = void> struct system_of {
    typedef host_system_tag type;
};
template <class Iterator>
struct system_of<Iterator, void_type<typename Iterator::lockstep_system>> {
    typedef typename Iterator::lockstep_system type;
};

// Of several: the device's if one is there, else the host's, else any.
template <class... System> struct join_systems {
    typedef any_system_tag type;
};
template <class First, class... Rest> struct join_systems<First, Rest...> {
    typedef typename join_systems<Rest...>::type rest;
    typedef typename std::conditional<std::is_same<First, any_system_tag>::value ||
                                          (std::is_same<First, host_system_tag>::value &&
                                           std::is_same<rest, device_system_tag>::value),
                                      rest, First>::type type;
};
template <class... Iterator>
using system_of_all = typename join_systems<typename system_of<Iterator>::type...>::type;

// Iterators of any system run on the device, as in Thrust.
template <class... Iterator>
using policy_of =
    typename std::conditional<std::is_same<system_of_all<Iterator...>, host_system_tag>::value,
                              host_policy, device_policy>::type;
template <class Iterator>
struct is_device_iterator : std::is_same<typename system_of<Iterator>::type, device_system_tag> {
};
} // namespace detail

template <class Iterator> struct iterator_system : detail::system_of<Iterator> {
};

LOCKSTEP_THRUST_OBJECT detail::host_policy host{};
LOCKSTEP_THRUST_OBJECT detail::device_policy device{};
LOCKSTEP_THRUST_OBJECT detail::sequential_policy seq{};

namespace system
{
namespace cuda
{
typedef device_system_tag tag;
template <class Derived> using execution_policy = device_execution_policy<Derived>;
LOCKSTEP_THRUST_OBJECT ::thrust::detail::device_policy par{};
LOCKSTEP_THRUST_OBJECT ::thrust::detail::device_policy par_nosync{};
} // namespace cuda
namespace cpp
{
typedef host_system_tag tag;
LOCKSTEP_THRUST_OBJECT ::thrust::detail::host_policy par{};
} // namespace cpp
namespace omp
{
typedef host_system_tag tag;
LOCKSTEP_THRUST_OBJECT ::thrust::detail::host_policy par{};
} // namespace omp
namespace tbb
{
typedef host_system_tag tag;
LOCKSTEP_THRUST_OBJECT ::thrust::detail::host_policy par{};
} // namespace tbb
} // namespace system
namespace cuda = system::cuda;
namespace cuda_cub = system::cuda;
namespace cpp = system::cpp;
namespace omp = system::omp;
namespace tbb = system::tbb;
} // namespace thrust
