#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `--trace` writes is JSON, its slices nest on every track, and its arrows lead from slice to slice.
# trace.sh LOCKSTEP CMAKE SOURCE_FOLDER PROGRAM STEPS
set -euo pipefail
lockstep=$1 cmake=$2 source=$3 program=$4 steps=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source" # the program has the name by which other tests built it
"$lockstep" "kernels/$program.cu" --trace "$work/trace.json" --max-events "$steps" 2>"$work/notes"
grep -q "left out" "$work/notes"
"$cmake" -DFILE="$work/trace.json" -P "$source/tests/timing/trace.cmake"

# ph pid tid ts dur id of each event that has a time, a line each, as the writer puts them.
sed -nE 's/.*"ph":"([XsfC])","pid":([0-9]+)(,"tid":([0-9]+))?,.*"ts":([0-9]+)(,"dur":([0-9]+))?(.*"id":([0-9]+))?.*/\1 \2 \4. \5 \7. \9./p' \
    "$work/trace.json" | sort -s -k2,2n -k3,3n -k4,4n -k5,5nr >"$work/events"
awk '
    $1 == "X" {
        slices++
        if ($2 != process || $3 != track) {
            depth = 0
            process = $2
            track = $3
        }
        until = $4 + $5
        while (depth > 0 && ends[depth] <= $4) {
            depth--
        }
        if (depth > 0 && until > ends[depth]) {
            print "slices overlap on track " $2 "/" $3 " at " $4
            bad = 1
        }
        ends[++depth] = until
        begins[$2 " " $3 " " $4] = 1
    }
    $1 == "s" { starts[$6] = $2 " " $3 " " $4; at[$6] = $4 }
    $1 == "f" { finishes[$6] = $2 " " $3 " " $4; flows++; to[$6] = $4 }
    $1 == "C" { counters++ }
    END {
        for (flow in finishes) {
            if (!(finishes[flow] in begins) || !(starts[flow] in begins) || at[flow] >= to[flow]) {
                print "arrow " flow " does not lead from a slice to a later one"
                bad = 1
            }
        }
        print slices " slices, " flows " arrows, " counters " counts"
        exit bad || slices < 1000 || flows < 10 || counters < 10
    }' "$work/events"
