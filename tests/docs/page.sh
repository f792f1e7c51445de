#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs what a page of the documentation says can be run: page.sh LOCKSTEP ROOT PAGE WORK [numbers]
#
# A block ```console holds commands, `$ ` and what a shell takes (lines ending in \ or | go on), each followed by what it
# prints to stdout; a line `…` stands for any lines left out. They run from ROOT, with LOCKSTEP's folder first in PATH,
# and must end with exit code 0. With `numbers` each number of the text must come from the blocks (numbers.awk).
# LOCKSTEP_REGOLD=1 writes what the commands print into the page; lines left out stay left out.
set -u
here=$(cd "$(dirname "$0")" && pwd)
lockstep=$1 root=$2 page=$3 work=$4 numbers=${5:-}
PATH=$(dirname "$lockstep"):$PATH
export PATH
unset CLICOLOR_FORCE
rm -rf "$work"
mkdir -p "$work"

awk -v ask=commands -v work="$work" -f "$here/blocks.awk" "$page" || exit 1
for command in "$work"/*.sh; do
    [ -f "$command" ] || { echo "$page: no command"; exit 1; }
    (cd "$root" && sh "$command") > "${command%.sh}.out" 2> "${command%.sh}.err" < /dev/null
    code=$?
    if [ $code != 0 ]; then
        echo "$page: exit code $code of:"
        cat "$command" "${command%.sh}.err"
        exit 1
    fi
done
if [ "${LOCKSTEP_REGOLD:-}" ]; then
    awk -v ask=rewrite -v work="$work" -f "$here/blocks.awk" "$page" > "$work/page.md" || exit 1
    cmp -s "$work/page.md" "$page" || cp "$work/page.md" "$page"
fi
wrong=0
awk -v ask=check -v work="$work" -f "$here/blocks.awk" "$page" || wrong=1
[ "$numbers" ] && { awk -f "$here/numbers.awk" "$page" || wrong=1; }
exit $wrong
