# SPDX-License-Identifier: Apache-2.0
# NAME.cu at -O0 gives NAME.ptx. LOCKSTEP_REGOLD=1 writes it anew.
set(out ${WORK}/${NAME}.O0.ptx)
execute_process(COMMAND ${LOCKSTEP} compile ${NAME}.cu -O0 -o ${out} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${NAME}.cu does not compile")
endif()
if("$ENV{LOCKSTEP_REGOLD}" STREQUAL "1")
  configure_file(${out} ${CMAKE_CURRENT_LIST_DIR}/${NAME}.ptx COPYONLY)
endif()
execute_process(COMMAND diff -u ${NAME}.ptx ${out} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${NAME}.ptx differs (LOCKSTEP_REGOLD=1 accepts what comes out)")
endif()
