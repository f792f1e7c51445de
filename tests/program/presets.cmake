# SPDX-License-Identifier: Apache-2.0
# Runs every program in kernels/ on one GPU and compares what becomes of each with the table in
# presets/GPU.txt: "NAME ok" when it ends well and all its checks say ok, with the variants that the
# program itself said this GPU cannot launch behind it; "NAME not on this GPU" when it can launch none of
# them; "NAME wrong: CHECKS" when it computes something else; "NAME refused: REASON" with the first error
# that it gave. LOCKSTEP_REGOLD=1 writes the table anew.
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
  string(REGEX MATCHALL "[^\n]*not on this GPU" without "${stdout}")
  string(REGEX REPLACE " +not on this GPU" "" without "${without}")
  string(REPLACE ";" " | " without "${without}")
  if(wrong)
    string(APPEND table "${name} wrong: ${wrong}\n")
  elseif(code EQUAL 0 AND without AND stdout MATCHES "ok\n")
    string(APPEND table "${name} ok, without: ${without}\n")
  elseif(code EQUAL 0 AND without)
    string(APPEND table "${name} not on this GPU\n")
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
