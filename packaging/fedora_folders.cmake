# SPDX-License-Identifier: Apache-2.0
# Run by CPack before it packs: zsh of Fedora and RHEL reads completions from another folder than Debian's.
set(zsh ${CPACK_TEMPORARY_DIRECTORY}/usr/share/zsh)
if(CPACK_GENERATOR STREQUAL "RPM" AND EXISTS ${zsh}/vendor-completions)
  file(RENAME ${zsh}/vendor-completions ${zsh}/site-functions)
endif()
