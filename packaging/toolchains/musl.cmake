# SPDX-License-Identifier: Apache-2.0
# One static x86-64 binary that needs no library of the system it runs on (Debian: musl-tools).
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(LOCKSTEP_STATIC ON)
