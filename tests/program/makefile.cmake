# SPDX-License-Identifier: Apache-2.0
# A project with a Makefile for nvcc, built by `lockstep nvcc` under its own name and through a
# folder in PATH; then lines that cannot work: cmake -DLOCKSTEP=... -DMAKE=... -DCXX=... -DSOURCE=... -DFOLDER=... -P

# expect(CODE OUT-REGEX ERR-REGEX command...)
function(expect code out err)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER}
                  OUTPUT_VARIABLE stdout ERROR_VARIABLE stderr RESULT_VARIABLE result)
  if(NOT result STREQUAL code OR NOT stdout MATCHES "${out}" OR NOT stderr MATCHES "${err}")
    message(SEND_ERROR "${ARGN}\nexit code ${result} instead of ${code}, expected '${out}' and "
                       "'${err}'\n---- stdout\n${stdout}---- stderr\n${stderr}")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(COPY ${SOURCE}/ DESTINATION ${FOLDER})
set(nvcc ${LOCKSTEP} nvcc)
set(built "^6048 6048, 750\n[^\n]*scaled\n$")

# The variable, which make also exports: it names no compiler that Lockstep could use.
expect(0 "" "no effect in a simulation: -Xptxas\n" ${MAKE} -s "NVCC=${LOCKSTEP} nvcc" CXX=${LOCKSTEP})
expect(0 "${built}" "^$" ./scaled)
expect(7 "^thread 0\nthread 1\n2 arguments, the last 'b  c'\n$" "^$" ./alone a "b  c")
expect(0 "Nothing to be done" "" ${MAKE} "NVCC=${LOCKSTEP} nvcc")
# From another folder, moved, with options of Lockstep; and the rules for make.
file(RENAME ${FOLDER}/alone ${FOLDER}/src/moved)
expect(7 "thread 1\n1 arguments, the last 'x'.*hello.*inst_executed" "" ${CMAKE_COMMAND} -E chdir / ${CMAKE_COMMAND} -E env
       "LOCKSTEP_OPTIONS=--gpu v100 --page raw" ${FOLDER}/src/moved x)
expect(0 "^scale.o: src/scale.cu .\n  src/scale.h\n$" "" ${CMAKE_COMMAND} -E cat scale.d)
expect(0 "^x.o: alone.cu\n$" "" ${nvcc} -MM -MT x.o alone.cu)
# The shim; a source that changed makes its object new.
expect(0 "PATH=" "" ${nvcc} --shim bin)
expect(0 "^nvcc [^\n]* -c src/scale.cu -o scale.o\nnvcc [^\n]* main.o scale.o sum.o -o scaled -lm\n$" "" ${CMAKE_COMMAND}
       -E env "PATH=${FOLDER}/bin:$ENV{PATH}" ${MAKE} -W src/scale.cu scaled)
expect(0 "${built}" "" ./scaled)
expect(0 "not NVIDIA's" "" bin/nvcc --version)

# One file in other ways.
configure_file(${FOLDER}/alone.cu ${FOLDER}/other.cpp COPYONLY)
expect(7 "^thread 0\nthread 1\n0 arguments" "no effect in a simulation: -G\n"
       ${nvcc} -x cu -G -g -DA=1 -UA -rdc=true -use_fast_math -gencode arch=compute_70,code=sm_70
       -gencode=arch=compute_80,code=[sm_80,compute_80] -Xcompiler "-Wall -O1" -run other.cpp)
expect(0 "" "" ${nvcc} -ptx -arch=sm_80 alone.cu)
expect(0 ".target sm_80" "" ${CMAKE_COMMAND} -E cat alone.ptx)
expect(0 "" "" ${nvcc} -dlink main.o scale.o sum.o -o linked.o)
expect(0 "" "" ${nvcc} main.o scale.o sum.o linked.o -o scaled)

# Each object with its own options, one as from a Makefile's compiler of C++ files.
expect(0 "" "" ${nvcc} -Isrc -DFACTOR=4 -arch=sm_75 -c src/scale.cu)
expect(0 "" "" ${nvcc} -forward-unknown-to-host-compiler -fopenmp -Wall -Isrc -c src/main.cpp -o main.o)
expect(0 "^8064 8064, 750" "" ${CMAKE_COMMAND} -E env "CXX=${LOCKSTEP} nvcc" ${nvcc} -run main.o scale.o sum.o -o other
       -lcudart -Xlinker=-rpath,/nowhere)
expect(1 "" "only lockstep nvcc can link" ${CXX} main.o)

# Objects as for executables: one addresses the C library's streams directly, one std::cout, its
# class's table and optind, and one variables of a thread, which only an executable can.
file(WRITE ${FOLDER}/say.c "#include <stdio.h>\nvoid say(void)\n{\n    fputs(\"said\\n\", stderr);\n}\n")
file(WRITE ${FOLDER}/cout.cpp "#include <iostream>\n#include <sstream>\n#include <unistd.h>\nextern \"C\" void say()\n{\n"
     "    std::ostringstream text;\n    text << ++optind;\n    std::cout << text.str() << std::endl;\n}\n")
file(WRITE ${FOLDER}/thread.cpp "extern \"C\" int say()\n{\n    static thread_local int n;\n    return ++n;\n}\n")
file(WRITE ${FOLDER}/say.cu "extern \"C\" void say();\nint main()\n{\n    say();\n}\n")
expect(0 "" "" ${CXX} -x c -fPIE -c say.c -o said.o)
expect(0 "^$" "^said\n$" ${nvcc} -run say.cu said.o)
expect(0 "" "" ${CXX} -O2 -fPIE -c cout.cpp)
expect(0 "" "" ${AR} rcs libcout.a cout.o)
expect(0 "^2\n$" "" ${nvcc} -run say.cu cout.o)
expect(0 "^2\n$" "" ${nvcc} -run say.cu libcout.a)
expect(0 "" "" ${CXX} -fPIE -c thread.cpp)
expect(1 "" "position-independent: compile them with -fPIC" ${nvcc} -run say.cu thread.o)

# Device code linked across objects and archives, as Makefiles write it.
expect(0 "" "" ${nvcc} -dc ${LINKED}.cu -o first.o)
expect(0 "" "" ${nvcc} -rdc=true -c ${LINKED}_other.cu -o second.o)
expect(0 "" "" ${nvcc} -dlink first.o second.o -o device.o -lcudadevrt)
expect(0 "other 20\nother 6\n" "" ${nvcc} -run first.o second.o device.o -lcudadevrt -o linked)
expect(0 "" "" ${nvcc} -lib second.o -o libsecond.a)
expect(0 "other 20\nother 6\n" "" ${nvcc} -run first.o -L. -lsecond -o linked)
expect(0 "" "" ${AR} rcs libthird.a second.o)
expect(0 "other 20\nother 6\n" "" ${nvcc} -run first.o libthird.a libthird.a -o linked)
expect(1 "" "'twice.int.' is used, but no file defines it" ${nvcc} first.o -o linked)

expect(0 "" "" ${nvcc} -arch=sm_90a -ptx alone.cu -o alone90a.ptx)
file(READ ${FOLDER}/alone90a.ptx ptx)
if(NOT ptx MATCHES "\\.target sm_90a\n")
  message(SEND_ERROR "-arch=sm_90a is not the target of its PTX")
endif()

# What cannot work.
expect(1 "^$" "unknown option --resource-usge; did you mean '--resource-usage'" ${nvcc} --resource-usge alone.cu)
expect(0 "" "" ${nvcc} -fatbin alone.cu)
file(READ ${FOLDER}/alone.fatbin fatbin)
if(NOT fatbin MATCHES "\\.visible \\.entry")
  message(FATAL_ERROR "-fatbin does not write PTX")
endif()
expect(1 "^$" "-cubin is not supported: there is no machine code" ${nvcc} -cubin alone.cu)
expect(1 "^$" "--default-stream null is not supported, only legacy" ${nvcc} --default-stream null alone.cu)
expect(1 "^$" "unknown architecture 'sm_x'" ${nvcc} -arch=sm_x alone.cu)
expect(1 "^$" "unknown architecture 'allx'" ${nvcc} -arch=allx alone.cu)
expect(1 "^$" "has no main" ${nvcc} scale.o sum.o)
expect(1 "^$" "src/sum.cu.*linked twice" ${nvcc} sum.o sum.o)
expect(0 "" "" ${nvcc} -Isrc -DFACTOR=4 -c src/scale.cu)
expect(0 "" "" ${nvcc} main.o scale.o sum.o -o other) # no architecture fits any
expect(0 "'--arch=sm_75'" "" ${CMAKE_COMMAND} -E cat other)
expect(0 "" "" ${nvcc} -Isrc -DFACTOR=4 -arch=sm_80 -c src/scale.cu)
expect(1 "^$" "device code of scale.o and sum.o is compiled with different options \\('--arch=sm_80'\\)" ${nvcc}
       main.o scale.o sum.o)
file(WRITE ${FOLDER}/wrong.cu "__global__ void k() { int }\n")
expect(1 "^$" "wrong.cu:1:" ${nvcc} -c wrong.cu)
if(EXISTS ${FOLDER}/wrong.o)
  message(SEND_ERROR "an object of a file that is wrong")
endif()
