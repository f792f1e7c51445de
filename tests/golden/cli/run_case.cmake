# SPDX-License-Identifier: Apache-2.0
# Runs one case in the folder it stands in and compares. {WORK} in an argument is a folder for files that the
# program writes; `# file NAME` lines name such files, whose text is compared as part of the output. With LABELS, a list of
# folders, lines of the programs in them are named by their text (tests/golden/explain/labels.awk).

get_filename_component(folder ${CASE} DIRECTORY)
get_filename_component(name ${CASE} NAME_WE)

# translate(FILE TO RESULT): the text of FILE with its labels as line numbers, or the other way round.
function(translate file to result)
  execute_process(COMMAND awk -v to=${to} -v "path=${LABELS}" -f ${CMAKE_CURRENT_LIST_DIR}/../explain/labels.awk ${file}
                  WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(case_file ${CASE})
if(LABELS)
  translate(${CASE} numbers text)
  set(case_file ${WORK}/${name}.numbers)
  file(WRITE ${case_file} "${text}")
endif()
file(STRINGS ${case_file} lines ENCODING UTF-8)
set(code "")
set(arguments)
set(files)
foreach(line IN LISTS lines)
  if(line MATCHES "^# exit ([0-9]+)$")
    set(code ${CMAKE_MATCH_1})
  elseif(line MATCHES "^# file (.+)$")
    list(APPEND files ${CMAKE_MATCH_1})
  elseif(NOT line MATCHES "^#")
    string(REPLACE "{WORK}" "${WORK}" line "${line}")
    list(APPEND arguments "${line}")
  endif()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} -E env NO_COLOR=1 ${PROGRAM} ${arguments}
                WORKING_DIRECTORY ${folder} RESULT_VARIABLE result
                OUTPUT_VARIABLE out ERROR_VARIABLE err TIMEOUT 60)
foreach(file IN LISTS files)
  file(READ ${WORK}/${file} text)
  string(APPEND out "--- ${file}\n${text}")
endforeach()
string(REPLACE "${WORK}" "{WORK}" out "${out}")
string(REPLACE "${WORK}" "{WORK}" err "${err}")
if(LABELS)
  foreach(stream out err)
    file(WRITE ${WORK}/${name}.${stream} "${${stream}}")
    translate(${WORK}/${name}.${stream} labels ${stream})
  endforeach()
endif()

if("$ENV{LOCKSTEP_REGOLD}")
  foreach(stream out err)
    file(REMOVE ${folder}/${name}.${stream}) # silence has no file
    if(NOT "${${stream}}" STREQUAL "")
      file(WRITE ${folder}/${name}.${stream} "${${stream}}")
    endif()
  endforeach()
endif()

set(problems "")
if(NOT "${result}" STREQUAL "${code}")
  string(APPEND problems "exit code ${result}, expected ${code}\n")
endif()
foreach(stream out err)
  set(expected "")
  if(EXISTS ${folder}/${name}.${stream})
    file(READ ${folder}/${name}.${stream} expected)
  endif()
  if(NOT "${${stream}}" STREQUAL "${expected}")
    file(WRITE ${WORK}/${name}.${stream} "${${stream}}")
    string(APPEND problems "${stream} differs: diff ${folder}/${name}.${stream} ${WORK}/${name}.${stream}\n"
                           "${${stream}}\n")
  endif()
endforeach()
if(NOT problems STREQUAL "")
  message(FATAL_ERROR "${problems}")
endif()
