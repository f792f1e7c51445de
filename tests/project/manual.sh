#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The man page and the completions are what the tables of the command line say, and shells can read
# them: manual.sh MANUAL DOCS WORK.
set -eu
mkdir -p "$3/completions"
"$1" "$3"
for file in lockstep.1 completions/lockstep.bash completions/_lockstep completions/lockstep.fish; do
    diff -u "$2/$file" "$3/$file" || {
        echo "$file is stale: cmake --build build/release --target manual" >&2
        exit 1
    }
done
# What bash offers for a few words.
if command -v bash > /dev/null; then
    bash -c '
        . "$1"
        offers() {
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _lockstep
            echo " ${COMPREPLY[*]} "
        }
        [[ $(offers lockstep occ) == *" occupancy "* ]] &&
        [[ $(offers lockstep view --sv) == " --svg " ]] &&
        [[ $(offers lockstep x.cu --mode cy) == " cycles " ]] &&
        [[ $(offers lockstep help buf) == " buffers " ]] || { echo "bash offers something else" >&2; exit 1; }
    ' - "$2/completions/lockstep.bash"
fi
if command -v zsh > /dev/null; then zsh -n "$2/completions/_lockstep"; fi
if command -v man > /dev/null; then
    test -z "$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -l "$2/lockstep.1" 2>&1 > /dev/null)"
fi
