# SPDX-License-Identifier: Apache-2.0
# Runs all measurements and fails at the end if one of them failed. FOLDER: of the programs; LOCKSTEP: the command line's
# program, or nothing.
set(failed "")
foreach(line "bench_run 1" "bench_run 2" "bench_classes counts" "bench_classes cycles" "bench_check 1"
        "bench_cycles ${LOCKSTEP}" "bench_compile")
  separate_arguments(command UNIX_COMMAND "${line}")
  list(POP_FRONT command name)
  execute_process(COMMAND ${FOLDER}/${name} ${command} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(APPEND failed "${line}")
  endif()
endforeach()
if(failed)
  list(JOIN failed ", " text)
  message(FATAL_ERROR "failed, or slower than 75 % of what tests/bench/baseline.csv records: ${text}")
endif()
