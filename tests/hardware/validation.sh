#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the tables of docs/validation.md from `lockstep compare` and fails when the page holds others.
#   tests/hardware/validation.sh LOCKSTEP ROOT       LOCKSTEP_REGOLD=1 writes them into the page instead
# A table stands between the lines <!-- table NAME --> and <!-- end -->.
set -eu
lockstep=$1
cd "$2"
page=docs/validation.md
here=tests/hardware
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work"/{nvcc,builtin,figures,tables}

# compare FILE PROGRAM KNOWN OPTION...: a mismatch (4) is for the tests of the programs to report.
compare() {
    local file=$1 program=$2 known=$3
    shift 3
    [[ ! -e $known ]] || set -- "$@" --known "$known"
    "$lockstep" compare "kernels/$program.cu" "$@" --csv --quiet --output "$file" >"$work/out" 2>&1 || {
        local code=$?
        [[ $code == 4 ]] || { cat "$work/out"; echo "$program: exit code $code"; exit 1; }
    }
}

for recorded in traces/h200/*.csv; do
    program=$(basename "$recorded" .csv)
    [[ -e kernels/$program.cu ]] || continue
    compare "$work/nvcc/$program.csv" "$program" "$here/known/$program.csv" --import "$recorded" \
        --ptx "kernels/ptx/$program.ptx" --tolerance 10
    compare "$work/builtin/$program.csv" "$program" "$here/known/builtin/$program.csv" \
        --import "$recorded" --tolerance 15
done
compare "$work/figures/gtx280-reduction.csv" reduction - --gpu gtx280 --import traces/gtx280/muni.csv
compare "$work/figures/gtx280-transpose.csv" transpose - --gpu gtx280 --import traces/gtx280/muni.csv
compare "$work/figures/g80-reduction.csv" reduction - --gpu 8800gtx --import traces/g80/harris.csv

export LC_ALL=C
for compiler in nvcc builtin; do
    for table in programs metrics known; do
        awk -v table=$table -f "$here/validation.awk" "$work/$compiler"/*.csv >"$work/tables/$compiler-$table"
    done
done
awk -f "$here/figures.awk" "$work/figures"/*.csv >"$work/tables/figures"

awk -v folder="$work/tables" '
    /^<!-- end -->$/ { skipping = 0 }
    !skipping { print }
    /^<!-- table .* -->$/ {
        skipping = 1
        file = folder "/" $3
        while ((getline line < file) > 0) print line
        close(file)
    }' "$page" >"$work/page"
if [[ -n ${LOCKSTEP_REGOLD:-} ]]; then
    cp "$work/page" "$page"
elif ! diff -u "$page" "$work/page"; then
    echo "$page is stale: LOCKSTEP_REGOLD=1 ctest -R hardware_validation_page writes it anew"
    exit 1
fi
