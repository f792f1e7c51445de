# SPDX-License-Identifier: Apache-2.0
# The presets become a table of constants: preset_table.cmake turns presets/*.gpu into one C file,
# again whenever a preset changes.

set(preset_table ${PROJECT_BINARY_DIR}/generated/sim/gpu/preset_table.c)
set(preset_folder ${PROJECT_SOURCE_DIR}/sim/gpu)
file(GLOB preset_files CONFIGURE_DEPENDS ${preset_folder}/presets/*.gpu)
add_custom_command(OUTPUT ${preset_table}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${preset_folder} -DOUTPUT=${preset_table}
          -P ${preset_folder}/preset_table.cmake
  DEPENDS ${preset_files} ${preset_folder}/gpu.def ${preset_folder}/rule.def
          ${preset_folder}/preset_table.cmake
  COMMENT "Compiling the GPU presets"
  VERBATIM)
target_sources(${name} PRIVATE ${preset_table})
