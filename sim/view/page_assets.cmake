# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=sim/view/assets -DOUTPUT=page_assets.inc [-DPAGE=page.html] -P page_assets.cmake
# Joins page.html, style.css and the scripts in the order of scripts.txt, and writes what stands
# before and behind the data as two character arrays (string literals have a limit of length).
# PAGE: writes the joined page itself, for whoever works on it.

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/style.css style)
file(STRINGS ${FOLDER}/scripts.txt names)
# The colors and hatches of all drawings become constants of the script and variables of the style.
file(STRINGS ${FOLDER}/../../figure/palette.def rows REGEX "^(COLOR|HATCH)\\(")
set(variables "")
set(constants "")
set(hatches "")
foreach(row IN LISTS rows)
  if(row MATCHES "^COLOR\\(([A-Z]+), *(\"[^\"]+\")\\)")
    string(APPEND constants "const ${CMAKE_MATCH_1} = ${CMAKE_MATCH_2};\n")
    string(REPLACE "\"" "" value ${CMAKE_MATCH_2})
    string(TOLOWER ${CMAKE_MATCH_1} lower)
    string(APPEND variables " --${lower}: ${value};")
  elseif(row MATCHES "^HATCH\\([A-Z_]+, *(.*)\\)$")
    string(APPEND hatches "  [${CMAKE_MATCH_1}],\n")
  else()
    message(FATAL_ERROR "palette.def: ${row}")
  endif()
endforeach()
set(style ":root {${variables} }\n${style}")
set(script "\"use strict\";\n${constants}const HATCHES = [\n${hatches}];\n")
foreach(name ${names})
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}")
endforeach()

# part(OUT NAME): what stands before @NAME@ goes to OUT, the rest stays in `page`.
macro(part out name)
  string(FIND "${page}" "@${name}@" at)
  if(at LESS 0)
    message(FATAL_ERROR "page.html has no @${name}@")
  endif()
  string(LENGTH "@${name}@" size)
  string(SUBSTRING "${page}" 0 ${at} ${out})
  math(EXPR at "${at} + ${size}")
  string(SUBSTRING "${page}" ${at} -1 page)
endmacro()

part(before_style STYLE)
part(before_data DATA)
part(before_script SCRIPT)
file(WRITE ${OUTPUT}.head "${before_style}${style}${before_data}")
file(WRITE ${OUTPUT}.tail "${before_script}${script}${page}")

set(code "// Made by sim/view/page_assets.cmake from sim/view/assets: change those.\n")
foreach(half head tail)
  file(READ ${OUTPUT}.${half} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(APPEND code "static const unsigned char page_${half}[] = {${hex}0};\n")
endforeach()
file(WRITE ${OUTPUT} "${code}")
