# SPDX-License-Identifier: Apache-2.0
# The man page and the shell completions are made from the command line's tables: `cmake --build
# build/release --target manual` writes docs/lockstep.1 and docs/completions; a test fails when they are stale.

set(manual_folder ${PROJECT_SOURCE_DIR}/sim/cli)
add_executable(lockstep_manual ${manual_folder}/manual/manual.c ${manual_folder}/manual/man_page.c
  ${manual_folder}/manual/completions.c ${manual_folder}/command_table.c)
target_link_libraries(lockstep_manual PRIVATE isa_base)
add_custom_target(manual COMMAND lockstep_manual ${PROJECT_SOURCE_DIR}/docs VERBATIM)

set(completions ${PROJECT_SOURCE_DIR}/docs/completions)
install(FILES ${completions}/lockstep.bash RENAME lockstep
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completions}/_lockstep DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${completions}/lockstep.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
