# SPDX-License-Identifier: Apache-2.0
# The page's parts become one text that page.c includes: page_assets.cmake joins them, again
# whenever one of them changes.

set(view_folder ${PROJECT_SOURCE_DIR}/sim/view)
set(view_assets ${PROJECT_BINARY_DIR}/generated/sim/view/page_assets.inc)
file(GLOB view_parts CONFIGURE_DEPENDS ${view_folder}/assets/*)
add_custom_command(OUTPUT ${view_assets}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${view_folder}/assets -DOUTPUT=${view_assets}
          -P ${view_folder}/page_assets.cmake
  DEPENDS ${view_parts} ${view_folder}/page_assets.cmake
          ${PROJECT_SOURCE_DIR}/sim/figure/palette.def ${PROJECT_SOURCE_DIR}/sim/figure/strip.def
  COMMENT "Embedding the teaching page"
  VERBATIM)
target_sources(${name} PRIVATE ${view_assets})
target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/generated)
set_source_files_properties(${view_folder}/page.c PROPERTIES OBJECT_DEPENDS ${view_assets})
