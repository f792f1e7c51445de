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
# What zsh makes of the same words and a tab, in a terminal of its own.
if command -v zsh > /dev/null; then
    zsh -f -c '
        zmodload zsh/zpty
        zpty shell "PS1= TERM=dumb exec zsh -f -i"
        zpty -w shell "lockstep() :; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
        zpty -w shell "setopt no_beep no_list_beep; print READY\$((1 + 1))"
        all=
        until [[ $all == *READY2* ]]; do zpty -r shell line || exit 1; all+=$line; done
        for words in "occ" "view --sv" "x.cu --mode cy" "help buf"; do
            zpty -w -n shell "lockstep $words"$'\''\t\n'\''
        done
        zpty -w shell exit
        all=
        while zpty -r shell line; do all+=$line; done
        for result in occupancy "view --svg" "--mode cycles" "help buffers"; do
            [[ $all == *"lockstep "*"$result"* ]] || { print -u2 "zsh does not offer $result"; exit 1; }
        done
    ' - "$2/completions"
fi
if command -v fish > /dev/null; then
    fish --no-config -c '
        source $argv[1]
        for pair in "lockstep occ:occupancy" "lockstep view --sv:--svg" "lockstep x.cu --mode cy:cycles" "lockstep help buf:buffers"
            set -l parts (string split : $pair)
            if not complete -C $parts[1] | string match -q -- "$parts[2]*"
                echo "fish does not offer $parts[2]" >&2
                exit 1
            end
        end
    ' "$2/completions/lockstep.fish"
fi
if command -v man > /dev/null; then
    test -z "$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -l "$2/lockstep.1" 2>&1 > /dev/null)"
fi
