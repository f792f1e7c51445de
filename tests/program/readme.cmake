# SPDX-License-Identifier: Apache-2.0
# The table in README.md is what its command prints: cmake -DLOCKSTEP=... -DROOT=... -DWORK=folder -P readme.cmake
file(READ ${ROOT}/README.md readme)
string(REGEX MATCH "`-m ([a-z_,]+)` two of them are" found "${readme}")
set(metrics ${CMAKE_MATCH_1})
execute_process(COMMAND ${LOCKSTEP} kernels/transpose.cu --gpu 8800gtx,gtx280,gtx480,h200 -q -m ${metrics}
                        -k "regex:^transpose_(tiled|square_row_major)$" -o ${WORK}/readme.txt
                WORKING_DIRECTORY ${ROOT} OUTPUT_QUIET RESULT_VARIABLE code COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK}/readme.txt table)
string(FIND "${readme}" "${table}" at)
if(metrics STREQUAL "" OR table STREQUAL "" OR at EQUAL -1)
  message(FATAL_ERROR "README.md does not have this table:\n${table}")
endif()
