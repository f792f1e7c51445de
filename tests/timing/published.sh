#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Published figures beside modeled time.
# published.sh figures LOCKSTEP ROOT GPU TRACE KERNELS PROGRAM [ARGUMENT]
#   the figures of these kernels are within 20 % of the published ones, and in their order
# published.sh ratios LOCKSTEP ROOT GPU TRACE PROGRAM
#   from step to step, and in all, times fall as the published ones do, within 20 %
# published.sh camping LOCKSTEP ROOT
#   rows of 4096 floats begin in one of the partitions of a GTX 280: transposes are at most half as fast as with
#   4000, and what padding gains with 4000 it gains no more, as MUNI says
set -u
mode=$1 lockstep=$2 root=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1

# figures FILE OPTION... : "kernel ours theirs verdict", as published from slow to fast
figures()
{
    local file=$1 code=0
    shift
    "$lockstep" compare --mode cycles --quiet --csv "$@" > "$work/csv" 2> "$work/err" || code=$?
    [ $code = 0 ] || [ $code = 4 ] || { cat "$work/err"; exit 1; }
    awk -F '","' '$5 == "GB/s" || $5 == "ms" { sub(/^void /, "", $2); sub(/[<(].*/, "", $2); print $2, $7, $8, $11 }' "$work/csv" | sort -k3,3n > "$file"
    cat "$file"
}

if [ "$mode" = figures ]; then
    gpu=$1 trace=$2 kernels=$3
    shift 3
    figures "$work/figures" --gpu "$gpu" --import "$trace" -k "regex:$kernels" "$@"
    awk '$4 != "within" { print "beyond 20 %: " $1; bad = 1 }
         $2 < before { print "out of order: " $1; bad = 1 }
         { before = $2; rows++ }
         END { exit bad || rows < 6 }' "$work/figures"
elif [ "$mode" = ratios ]; then
    figures "$work/figures" --gpu "$1" --import "$2" "$3"
    awk 'function judge(ours, theirs) { bad = bad || ours / theirs > 1.2 || ours / theirs < 0.8; print ours, theirs }
         NR == 1 { first = $2; first_published = $3 }
         NR > 1 { judge($2 / before, $3 / before_published) }
         { before = $2; before_published = $3 }
         END { judge(before / first, before_published / first_published); exit bad || NR < 5 }' "$work/figures"
else
    for n in 4096 4000; do
        figures "$work/$n" --gpu gtx280 --import traces/gtx280/ruetsch.csv tests/timing/transpose_published.cu $n
    done
    sort -o "$work/4096" "$work/4096"
    sort "$work/4000" | join "$work/4096" - | awk '
        { camped[$1] = $2; free[$1] = $5; rows++ }
        END {
            bad = rows != 5
            bad += camped["transpose_tiled"] * 2 > free["transpose_tiled"]
            bad += camped["transpose_padded"] * 2 > free["transpose_padded"]
            bad += camped["copy_rows"] < free["copy_rows"] * 0.9
            bad += free["transpose_padded"] < free["transpose_tiled"] * 1.03
            bad += camped["transpose_padded"] > camped["transpose_tiled"] * 1.03
            exit bad > 0
        }'
fi
