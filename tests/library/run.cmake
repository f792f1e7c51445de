# SPDX-License-Identifier: Apache-2.0
# cmake -DCOMPILER=nvcc|lockstep -DNVCC= -DLOCKSTEP= -DCHECK= -DSOURCE= -DLIBRARY= -DFOLDER= -P run.cmake
# Compiles kernels.cu, runs all its kernels in one go, compares what they wrote.
file(MAKE_DIRECTORY ${FOLDER})

function(step what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result})\n${output}${errors}")
  endif()
  message("${output}")
endfunction()

if(COMPILER STREQUAL "nvcc")
  step(nvcc ${NVCC} -ptx -arch=sm_90 -DLIBRARY_BY_NVCC -I${LIBRARY} ${SOURCE}/kernels.cu -o math.ptx)
else()
  step(compile ${LOCKSTEP} compile ${SOURCE}/kernels.cu -o math.ptx)
endif()
step(arguments ${CHECK} write .)
step(run ${LOCKSTEP} run math.ptx @run.args -q -o report.txt)
step(compare ${CHECK} compare .)
file(REMOVE_RECURSE ${FOLDER})
