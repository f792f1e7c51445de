#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copy_im2col.sh LOCKSTEP ROOT: copies in im2col mode leave what they left on an H200 (traces/h200/hopper/copy_im2col.out),
# and those that begin outside of the box fail as there. The program goes on behind each case that fails. Left out are
# three cases whose tiles are larger than the program's buffer.
set -uo pipefail
lockstep=$1
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=0
for _ in $(seq 40); do
    "$lockstep" tests/hardware/hopper/copy_im2col.cu -q -- "$first" 1000000 >>"$work/out" 2>"$work/err" && break
    first=$(grep -E '^[0-9]+$' "$work/err" | tail -1)
    [[ $first =~ ^[0-9]+$ ]] || { cat "$work/err"; exit 1; }
done
# The text of an error differs: a fault here is an illegal instruction there.
compared() {
    grep -v -E '(129|197) x 4 step 2 [13] 3, swizzle 3' "$1" | sed 's/ cudaErrorIllegal.*/ fails/'
}
diff <(compared traces/h200/hopper/copy_im2col.out) <(compared "$work/out")
