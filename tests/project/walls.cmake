# SPDX-License-Identifier: Apache-2.0
# rooms.cmake must find each kind of broken wall: a small tree with one of each, and what is said of it.
# Run as: cmake -DSCRATCH=<folder> -P walls.cmake

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${SCRATCH})
file(WRITE ${SCRATCH}/CMakeLists.txt "lockstep_room(isa/low)
# lockstep_room(isa/commented)
lockstep_room(isa/early DEPENDS isa/late)
lockstep_room(isa/late DEPENDS isa/low PUBLISHES sim/public.h)
lockstep_room(isa/narrow DEPENDS isa/late ONLY sim/chosen.h)
lockstep_program(sim/top DEPENDS
                 isa/late)
")
file(WRITE ${SCRATCH}/docs/architecture.md "| `isa/late` | x |\n| `isa/low` | x |\n| `isa/old` | x |
| `isa/early` | x |\n| `isa/early` | x |\n| `sim/top` | x |\n")
file(WRITE ${SCRATCH}/isa/low/low.c "#include \"isa/low/low.h\"\n#include \"isa/late/late.h\"\n")
file(WRITE ${SCRATCH}/isa/narrow/narrow.c "#include \"sim/chosen.h\"\n#include \"sim/public.h\"\n#include \"isa/low/low.h\"\n")
file(WRITE ${SCRATCH}/sim/top/top.c "#include \"isa/low/low.h\"\n#include \"sim/public.h\"\n#include \"sim/chosen.h\"\n")
file(WRITE ${SCRATCH}/sim/stray/stray.c "")

execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH} -P ${CMAKE_CURRENT_LIST_DIR}/rooms.cmake
                ERROR_VARIABLE said RESULT_VARIABLE status)
string(REPLACE "${SCRATCH}/" "" said "${said}")
foreach(wanted
        "CMakeLists.txt: isa/early is built on isa/late, which is not above it"
        "sim/stray is a folder of sources, but not a room of CMakeLists.txt"
        "isa/low/low.c: isa/low must not include isa/late/late.h"
        "isa/narrow/narrow.c: isa/narrow must not include isa/low/low.h"
        "sim/top/top.c: sim/top must not include sim/chosen.h"
        "docs/architecture.md has isa/low below isa/late, which is built on it"
        "docs/architecture.md describes isa/old, which is not a room of CMakeLists.txt"
        "docs/architecture.md describes isa/early twice"
        "docs/architecture.md does not describe isa/narrow"
        "9 faults in the walls, 8 includes checked")
  string(FIND "${said}" "${wanted}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "not said: ${wanted}")
  endif()
endforeach()
if(status EQUAL 0)
  message(SEND_ERROR "rooms.cmake accepts a tree of broken walls")
endif()
