# SPDX-License-Identifier: Apache-2.0
# The presets become a table of constants: a tool made of this room's own parser turns presets/*.gpu
# into one C file, again whenever a preset changes.

set(preset_folder ${PROJECT_SOURCE_DIR}/sim/gpu)
set(preset_table ${PROJECT_BINARY_DIR}/generated/sim/gpu/preset_table.c)
file(GLOB preset_files CONFIGURE_DEPENDS ${preset_folder}/presets/*.gpu)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/sim/gpu)

add_executable(gpu_embed ${preset_folder}/embed/embed.c ${preset_folder}/gpu.c
  ${preset_folder}/gpu_value.c ${preset_folder}/parse.c)
target_link_libraries(gpu_embed PRIVATE isa_base)
add_custom_command(OUTPUT ${preset_table}
  COMMAND gpu_embed ${preset_table} ${preset_files}
  DEPENDS gpu_embed ${preset_files}
  COMMENT "Compiling the GPU presets"
  VERBATIM)
target_sources(${name} PRIVATE ${preset_table})
