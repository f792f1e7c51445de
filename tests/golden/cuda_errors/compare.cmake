# SPDX-License-Identifier: Apache-2.0
# What `lockstep compile NAME.cu` says, errors and warnings, is NAME.err; its last line is the exit
# code. A line "// lockstep compile OPTIONS" adds options. LOCKSTEP_REGOLD=1 writes it anew.
set(out ${WORK}/${NAME}.err)
file(STRINGS ${NAME}.cu options REGEX "^// lockstep compile ")
string(REPLACE "// lockstep compile " "" options "${options}")
separate_arguments(options)
execute_process(COMMAND ${LOCKSTEP} compile ${NAME}.cu ${options} -o ${WORK}/${NAME}.ptx TIMEOUT 20
                ERROR_VARIABLE messages RESULT_VARIABLE code)
file(WRITE ${out} "${messages}exit code ${code}\n")
if("$ENV{LOCKSTEP_REGOLD}" STREQUAL "1")
  configure_file(${out} ${CMAKE_CURRENT_LIST_DIR}/${NAME}.err COPYONLY)
endif()
execute_process(COMMAND diff -u ${NAME}.err ${out} RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${NAME}.err differs (LOCKSTEP_REGOLD=1 accepts what comes out)")
endif()
