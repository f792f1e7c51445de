// SPDX-License-Identifier: Apache-2.0
#include "sim/sm/executor.h"
#define S(name) Outcome name(Block *block, Warp *warp, const Micro *micro, uint32_t on) { (void)micro; return fault_raise(block, warp, FAULT_UNSUPPORTED, on, #name); }
S(exec_members)
S(exec_map_cluster)
S(exec_shuffle)
S(exec_vote)
S(exec_match)
S(exec_redux)
S(exec_activemask)
S(exec_elect)
S(exec_atom)
S(exec_copy_async)
S(exec_copy_bulk)
S(exec_mbarrier)
S(exec_matrix)
S(exec_system_call)
