# SPDX-License-Identifier: Apache-2.0
# No program of kernels/, tests/corpus and tests/program gets [missing-barrier] or
# [warp-synchronous], on a new GPU and on an old one. Those that do not compile (some are about
# that) do not count, but most must.
file(GLOB programs ${ROOT}/kernels/*.cu ${ROOT}/kernels/microbench/*.cu ${ROOT}/tests/corpus/*.cu
     ${ROOT}/tests/program/*.cu)
set(compiled 0)
foreach(program ${programs})
  foreach(target sm_90 sm_60)
    execute_process(COMMAND ${LOCKSTEP} compile ${program} --arch ${target}
                            -o ${WORK}/no_false_alarm.ptx
                    TIMEOUT 60 ERROR_VARIABLE messages RESULT_VARIABLE code)
    if(code EQUAL 0)
      math(EXPR compiled "${compiled} + 1")
    endif()
    if(messages MATCHES "missing-barrier|warp-synchronous")
      message(SEND_ERROR "${program}: ${messages}")
    endif()
  endforeach()
endforeach()
list(LENGTH programs count)
message(STATUS "${compiled} compilations of ${count} programs")
if(compiled LESS 200)
  message(SEND_ERROR "only ${compiled} compilations were looked at")
endif()
