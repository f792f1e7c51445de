#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the tables of docs/validation.md and fails when the page holds others.
#   tests/hardware/validation.sh LOCKSTEP ROOT COMPARED       LOCKSTEP_REGOLD=1 writes them into the page instead
# COMPARED/nvcc and COMPARED/builtin hold what compare.sh left, a file for each program recorded on an H200.
# A table stands between the lines <!-- table NAME --> and <!-- end -->.
set -eu
lockstep=$1
cd "$2"
compared=$3
page=docs/validation.md
here=tests/hardware
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work"/{figures,tables}

# figures FILE PROGRAM OPTION...: published figures beside ours. A mismatch (4) is no failure: they are not judged.
figures() {
    local file=$1 program=$2
    shift 2
    "$lockstep" compare "kernels/$program.cu" "$@" --csv --quiet --output "$work/figures/$file.csv" >"$work/out" 2>&1 || {
        local code=$?
        [[ $code == 4 ]] || { cat "$work/out"; echo "$program: exit code $code"; exit 1; }
    }
}

figures gtx280-reduction reduction --gpu gtx280 --import traces/gtx280/muni.csv
figures gtx280-transpose transpose --gpu gtx280 --import traces/gtx280/muni.csv
figures g80-reduction reduction --gpu 8800gtx --import traces/g80/harris.csv

export LC_ALL=C
for compiler in nvcc builtin; do
    for table in programs metrics known; do
        awk -v table=$table -f "$here/validation.awk" "$compared/$compiler"/*.csv >"$work/tables/$compiler-$table"
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
