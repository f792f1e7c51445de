#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare.sh LOCKSTEP PROGRAM CSV KNOWN OPTION...: compares one program of kernels/ with what an H200 counted
# (traces/h200/PROGRAM.csv) and leaves the comparison in CSV, from which validation.sh makes its page. Prints what
# differs, and fails then. With LOCKSTEP_REGOLD=1 it does not fail: the page then says what differs.
lockstep=$1 program=$2 csv=$3 known=$4
shift 4
cd "$(dirname "$0")/../.." || exit 1
mkdir -p "$(dirname "$csv")"
[ -e "$known" ] && set -- "$@" --known "$known"
"$lockstep" compare "kernels/$program.cu" --import "traces/h200/$program.csv" --csv --quiet --output "$csv" "$@"
code=$?
[ "$code" = 0 ] && exit 0
[ "$code" = 4 ] && grep -v -E '"(same|known|not compared|ok[^"]*|within[^"]*)"' "$csv"
[ "$code" = 4 ] && [ -n "${LOCKSTEP_REGOLD:-}" ] && exit 0
exit "$code"
