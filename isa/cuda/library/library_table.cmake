# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=isa/cuda/library -DLIST=headers.txt -DOUTPUT=library_table.inc -P library_table.cmake
# Writes the files named in LIST as character arrays (string literals have a limit of length) and a
# table of them, sorted by the name by which #include finds them. The sources of libraries are lockstep/...

file(STRINGS ${LIST} files)
set(names "")
foreach(file ${files})
  file(RELATIVE_PATH name ${FOLDER} ${file})
  set(is_shared 0)
  if(name MATCHES "^(toolkit|curand|cublas|cufft|cusparse|cusolver)/")
    set(is_shared 1)
  endif()
  string(REGEX REPLACE "^(device|toolkit)/" "" name ${name})
  string(REGEX REPLACE "^(curand|cublas|cufft|cusparse|cusolver)/" "lockstep/\\1/" name ${name})
  if(DEFINED file_of_${name})
    message(FATAL_ERROR "${file} and ${file_of_${name}} are both <${name}>")
  endif()
  set(file_of_${name} ${file})
  set(is_shared_${name} ${is_shared})
  list(APPEND names ${name})
endforeach()
list(SORT names COMPARE STRING)

set(code "// Made by isa/cuda/library/library_table.cmake from the device headers: change those.\n")
set(rows "")
set(number 0)
foreach(name ${names})
  file(READ ${file_of_${name}} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND code "static const unsigned char text_${number}[] = {${hex}0};\n")
  string(APPEND rows
         "    {\"${name}\", (const char *)text_${number}, sizeof text_${number} - 1, ${is_shared_${name}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND code "static const LibraryHeader headers[] = {\n${rows}    {0, 0, 0, 0}};\n")
file(WRITE ${OUTPUT} "${code}")
