# SPDX-License-Identifier: Apache-2.0
# Run by CPack before it packs: all staged files get one time, so that packages depend on the sources alone.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +)
endif()
