// SPDX-License-Identifier: Apache-2.0
// The CUDA Runtime API for C++: the functions of cuda_runtime_api.h, their overloads and templates,
// and what a kernel launch in host code becomes. Compiled by the host's C++ compiler, C++11 on.
#ifndef LOCKSTEP_CUDA_RUNTIME_H
#define LOCKSTEP_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_functions.h"

#if defined(__cplusplus)
// nvcc includes these before the program's first line.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <utility>

#if defined(__CUDACC__)
#include "crt/host_functions.h" // a plain C++ file may have functions of these names
#include <math.h>               // cos(float) and its like in the global namespace, not only in std
#include <stdlib.h>
#endif
#include "cuda_runtime_overloads.h"
#ifndef __LOCKSTEP_OWN_TEXTURE__ // the name is the program's
#include "cuda_runtime_textures.h"
#endif
#include "device_functions.h"
#include "surface_functions.h"
#include "texture_fetch_functions.h"

// Where the runtime finds an argument of a kernel: at the parameter itself. For a reference what is
// handed over is the address that it refers to, which lives as long as this object.
template <class __T> struct __lockstepArgument {
    explicit __lockstepArgument(__T &value) : at((void *)__builtin_addressof(value))
    {
    }
    operator void *() const
    {
        return at;
    }
    void *at;
};

template <class __T> struct __lockstepArgument<__T &> {
    explicit __lockstepArgument(__T &value) : referent(__builtin_addressof(value))
    {
    }
    operator void *() const
    {
        return (void *)&referent;
    }
    __T *referent;
};

// Body of a kernel's stub. The empty statement after the call keeps it from becoming a jump, after
// which the return address would no longer lie in the stub.
static inline __attribute__((__always_inline__)) void
__lockstepLaunchStub(std::initializer_list<void *> arguments)
{
    __lockstepLaunchStubAt(const_cast<void **>(arguments.begin()));
    __asm__ __volatile__("" : : : "memory");
}
#endif

#endif
