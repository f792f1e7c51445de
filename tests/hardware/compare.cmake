# SPDX-License-Identifier: Apache-2.0
# Runs the launches of one program on the h200 preset and compares the counters with the recorded ones.
# cmake -DNAME=reduction -DROOT=... -DLOCKSTEP=... -DCOMPARE=... -DOUT=... -P compare.cmake
execute_process(
  COMMAND ${LOCKSTEP} run ${ROOT}/kernels/ptx/${NAME}.ptx @${ROOT}/kernels/launches/${NAME}.args
    --gpu h200 --page raw --csv --quiet --output ${OUT}
  RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "lockstep run ${NAME}.ptx: exit code ${code}")
endif()
set(known ${ROOT}/tests/hardware/known/${NAME}.csv)
if(NOT EXISTS ${known})
  set(known)
endif()
execute_process(COMMAND ${COMPARE} ${OUT} ${ROOT}/traces/h200/${NAME}.csv ${known}
  RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${NAME}: counters differ from the recorded ones")
endif()
