# SPDX-License-Identifier: Apache-2.0
# Whether a file is JSON with events. Run as: cmake -DFILE=<file> -P trace.cmake
file(READ ${FILE} text)
string(JSON count LENGTH "${text}" traceEvents)
string(JSON phase GET "${text}" traceEvents 0 ph)
if(count LESS 1000 OR NOT phase STREQUAL "M")
  message(FATAL_ERROR "${count} events, the first with phase ${phase}")
endif()
