# SPDX-License-Identifier: Apache-2.0
# A project of CMake's CUDA language, built by the stand-in for a toolkit that `lockstep nvcc --shim`
# makes, and run: cmake -DLOCKSTEP=... -DGENERATOR=... -DTYPE=... -DSOURCE=... -DFOLDER=... -P
# FOUND=PATH: the stand-in is found in PATH; FOUND=CXX: the variables CUDACXX and CXX name it;
# FOUND=CUDACXX: the first one alone, so that the system's compilers make the objects of C++ files.
# A toolkit that is installed would be found in PATH alone, so the system's folders are all of PATH.

# expect(OUT-REGEX command...): succeeds, and prints this.
function(expect out)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER}
                  OUTPUT_VARIABLE stdout ERROR_VARIABLE stderr RESULT_VARIABLE result)
  if(NOT result STREQUAL 0 OR NOT stdout MATCHES "${out}")
    message(FATAL_ERROR "${ARGN}\nexit code ${result}, expected '${out}'\n---- stdout\n${stdout}"
                        "---- stderr\n${stderr}")
  endif()
  set(stdout "${stdout}" PARENT_SCOPE)
  set(stderr "${stderr}" PARENT_SCOPE)
endfunction()

foreach(variable CC CXX CUDACXX CUDAHOSTCXX CUDA_PATH CUDAToolkit_ROOT CMAKE_GENERATOR
        CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CXXFLAGS LDFLAGS)
  unset(ENV{${variable}})
endforeach()
set(system /usr/local/bin:/usr/bin:/bin)
set(ENV{PATH} ${system})

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
expect("PATH=${FOLDER}/bin:.PATH cmake" ${LOCKSTEP} nvcc --shim bin)
if(FOUND STREQUAL PATH)
  set(ENV{PATH} ${FOLDER}/bin:${system})
else()
  set(ENV{CUDACXX} ${FOLDER}/bin/nvcc)
  if(FOUND STREQUAL CXX)
    set(ENV{CXX} ${FOLDER}/bin/c++)
  else() # for executables, this is -fPIE
    set(options -DCMAKE_POSITION_INDEPENDENT_CODE=ON)
  endif()
endif()
expect("Found CUDAToolkit: ${FOLDER}/bin/include" ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${TYPE}
       ${options} -S ${SOURCE} -B build)
if(stderr MATCHES "[Ww]arning")
  message(SEND_ERROR "cmake warns:\n${stderr}")
endif()
set(ENV{PATH} ${system})
unset(ENV{CUDACXX})
unset(ENV{CXX})

# y = i + 4: 255 * 256 / 2 + 4 * 256. The architecture is what nvcc takes without CUDA_ARCHITECTURES.
# A C++ program that only links a shared library of CUDA files needs CXX: CMake adds nothing to it.
if(FOUND STREQUAL CUDACXX)
  set(targets --target solve linked)
endif()
expect("" ${CMAKE_COMMAND} --build build ${targets})
string(TOLOWER ${TYPE} type)
expect("^${type}: 33664 of 256, 750, no error\n$" build/solve 4)
expect("^42 on 800\n$" build/linked)
if(NOT FOUND STREQUAL CUDACXX)
  expect("^23 of 1\n$" build/host)
endif()
# Nothing is built again without a reason.
expect("no work to do|Built target .*\n$" ${CMAKE_COMMAND} --build build ${targets})
if(stdout MATCHES "Building")
  message(SEND_ERROR "what is up to date was built again:\n${stdout}")
endif()
