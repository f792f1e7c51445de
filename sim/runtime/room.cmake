# SPDX-License-Identifier: Apache-2.0
# The headers that host code of a CUDA program is compiled with.

install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/runtime/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep/include)

# A checked program's errors name the CUDA function that the program called: it must stay on the stack.
target_compile_options(sim_runtime PRIVATE -fno-optimize-sibling-calls)
