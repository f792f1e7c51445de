// SPDX-License-Identifier: Apache-2.0
// The tags of <cuda/ptx>: one type and one constant for each memory order, space, scope, operation,
// group of blocks and kind that a modifier of a PTX instruction names; libcu++ documentation, "PTX
// bindings". For host and device code.
#ifndef LOCKSTEP_PTX_TAGS_H
#define LOCKSTEP_PTX_TAGS_H

#include <type_traits>

#define __LOCKSTEP_TAG(family, name)                                                               \
    using family##_##name##_t = family##_t<dot_##family::name>;                                    \
    static constexpr family##_##name##_t family##_##name{};
// A value of dot_cta_group already names its family.
#define __LOCKSTEP_GROUP_TAG(name)                                                                 \
    using name##_t = cta_group_t<dot_cta_group::name>;                                             \
    static constexpr name##_t name{};

namespace cuda
{
namespace ptx
{

enum class dot_sem { acq_rel, acquire, relaxed, release, sc, weak };
enum class dot_space { global, cluster, shared };
enum class dot_scope { cta, cluster, gpu, sys };
enum class dot_op { add, dec, inc, max, min, and_op, or_op, xor_op, cas, exch };
enum class dot_cta_group { cta_group_1, cta_group_2 };
enum class dot_kind { f16, f8f6f4, i8, mxf4, mxf4nvf4, mxf8f6f4, tf32 };

template <dot_sem value> using sem_t = ::std::integral_constant<dot_sem, value>;
template <dot_space value> using space_t = ::std::integral_constant<dot_space, value>;
template <dot_scope value> using scope_t = ::std::integral_constant<dot_scope, value>;
template <dot_op value> using op_t = ::std::integral_constant<dot_op, value>;
template <dot_cta_group value> using cta_group_t = ::std::integral_constant<dot_cta_group, value>;
template <dot_kind value> using kind_t = ::std::integral_constant<dot_kind, value>;
template <int value> using n32_t = ::std::integral_constant<int, value>;

__LOCKSTEP_TAG(sem, acq_rel)
__LOCKSTEP_TAG(sem, acquire)
__LOCKSTEP_TAG(sem, relaxed)
__LOCKSTEP_TAG(sem, release)
__LOCKSTEP_TAG(sem, sc)
__LOCKSTEP_TAG(sem, weak)
__LOCKSTEP_TAG(space, global)
__LOCKSTEP_TAG(space, cluster)
__LOCKSTEP_TAG(space, shared)
__LOCKSTEP_TAG(scope, cta)
__LOCKSTEP_TAG(scope, cluster)
__LOCKSTEP_TAG(scope, gpu)
__LOCKSTEP_TAG(scope, sys)
__LOCKSTEP_TAG(op, add)
__LOCKSTEP_TAG(op, dec)
__LOCKSTEP_TAG(op, inc)
__LOCKSTEP_TAG(op, max)
__LOCKSTEP_TAG(op, min)
__LOCKSTEP_TAG(op, and_op)
__LOCKSTEP_TAG(op, or_op)
__LOCKSTEP_TAG(op, xor_op)
__LOCKSTEP_TAG(op, cas)
__LOCKSTEP_TAG(op, exch)
__LOCKSTEP_TAG(kind, f16)
__LOCKSTEP_TAG(kind, f8f6f4)
__LOCKSTEP_TAG(kind, i8)
__LOCKSTEP_TAG(kind, mxf4)
__LOCKSTEP_TAG(kind, mxf4nvf4)
__LOCKSTEP_TAG(kind, mxf8f6f4)
__LOCKSTEP_TAG(kind, tf32)
__LOCKSTEP_GROUP_TAG(cta_group_1)
__LOCKSTEP_GROUP_TAG(cta_group_2)

} // namespace ptx
} // namespace cuda

#undef __LOCKSTEP_TAG
#undef __LOCKSTEP_GROUP_TAG
#endif
