# SPDX-License-Identifier: Apache-2.0
# Runs every program in kernels/ on one GPU and compares what becomes of each with the table in
# presets/GPU.txt: "NAME ok" when it ends well and all its checks say ok, else "NAME refused: REASON"
# with the first error that it gave. A program that runs and computes something wrong is in the table
# as "NAME wrong: CHECKS": cc 1.x divides and takes square roots with errors of 2 and 3 units (CUDA C
# Programming Guide 5.5, "Standard Functions"), where math.cu asks for none. LOCKSTEP_REGOLD=1 writes the table anew.
# cmake -DLOCKSTEP=... -DGPU=... -DFOLDER=repository -P presets.cmake
file(GLOB programs RELATIVE ${FOLDER} ${FOLDER}/kernels/*.cu)
list(SORT programs)
set(table "")
foreach(program ${programs})
  execute_process(COMMAND ${LOCKSTEP} ${program} --gpu ${GPU} WORKING_DIRECTORY ${FOLDER}
                  OUTPUT_VARIABLE stdout ERROR_VARIABLE stderr RESULT_VARIABLE code)
  get_filename_component(name ${program} NAME_WE)
  string(REGEX MATCHALL "[^\n]*WRONG" wrong "${stdout}")
  string(REGEX REPLACE " +WRONG" "" wrong "${wrong}")
  string(REPLACE ";" "," wrong "${wrong}")
  if(wrong)
    string(APPEND table "${name} wrong: ${wrong}\n")
  elseif(code EQUAL 0 AND stdout MATCHES "ok\n")
    string(APPEND table "${name} ok\n")
  elseif(stderr MATCHES "error: ([^\n]*)")
    string(APPEND table "${name} refused: ${CMAKE_MATCH_1}\n")
  else()
    string(APPEND table "${name} fails: exit code ${code}\n")
  endif()
endforeach()
set(golden ${FOLDER}/tests/program/presets/${GPU}.txt)
if(NOT "$ENV{LOCKSTEP_REGOLD}" STREQUAL "")
  file(WRITE ${golden} "${table}")
  return()
endif()
file(READ ${golden} expected)
if(NOT table STREQUAL expected)
  message(FATAL_ERROR "the table of ${GPU} differs from ${golden}\n---- expected\n${expected}"
                      "---- found\n${table}")
endif()
