# SPDX-License-Identifier: Apache-2.0
# The headers that host code of a CUDA program is compiled with.

install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/runtime/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep/include)
# One of them is for kernels, too.
install(FILES ${PROJECT_SOURCE_DIR}/isa/cuda/library/toolkit/lockstep_device_attributes.h
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep/include)
target_include_directories(sim_runtime PUBLIC ${PROJECT_SOURCE_DIR}/isa/cuda/library/toolkit)

# A checked program's errors name the CUDA function that the program called: it must stay on the stack.
target_compile_options(sim_runtime PRIVATE -fno-optimize-sibling-calls)
