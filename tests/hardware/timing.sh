#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the table of docs/timing-model.md: modeled cycles of the recorded launches beside measured ones. Fails when the
# page holds another, when the mean or the largest error is more than it was when LIMIT and WORST were last set, or when
# the model orders the launches in another way than the GPU.
#   tests/hardware/timing.sh LOCKSTEP ROOT       LOCKSTEP_REGOLD=1 writes the table into the page instead
# The table stands between the lines <!-- table errors --> and <!-- end -->.
set -eu
limit=7.3 worst=36 # percent; `deviations<128, 16>` is 28 or 35 % too fast, depending on where its arrays lie
rank=0.95
lockstep=$1
cd "$2"
page=docs/timing-model.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/compared"

# One program; what went wrong is printed.
compare() {
    local program=$1 code=0
    "$lockstep" compare "kernels/$program.cu" --ptx "kernels/ptx/$program.ptx" --import "traces/h200/$program.csv" \
        --mode cycles --metrics cycles_elapsed,duration_ns --csv --quiet --output "$work/compared/$program.csv" \
        >"$work/$program.out" 2>&1 || code=$?
    [[ $code == 0 || $code == 4 ]] || { cat "$work/$program.out"; echo "$program: exit code $code"; return 1; }
}
export -f compare
export lockstep work

for recorded in traces/h200/*.csv; do
    program=$(basename "$recorded" .csv)
    [[ -e kernels/$program.cu ]] && echo "$program"
done | xargs -P "$(nproc)" -I '{}' bash -c 'compare "{}"' || exit 1

export LC_ALL=C
awk -v limit=$limit -v worst=$worst -v rank=$rank -f tests/hardware/timing.awk "$work/compared"/*.csv >"$work/errors" || {
    tail -1 "$work/errors"
    echo "more than $limit % in the mean, more than $worst % at most, or a rank correlation below $rank"
    exit 1
}
awk -v table="$work/errors" '
    /^<!-- end -->$/ { skipping = 0 }
    !skipping { print }
    /^<!-- table errors -->$/ {
        skipping = 1
        while ((getline line < table) > 0) print line
    }' "$page" >"$work/page"
if [[ -n ${LOCKSTEP_REGOLD:-} ]]; then
    cp "$work/page" "$page"
elif ! diff -u "$page" "$work/page"; then
    echo "$page is stale: LOCKSTEP_REGOLD=1 ctest -R hardware_timing_page writes it anew"
    exit 1
fi
