#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the tables of docs/validation.md and fails when the page holds others.
#   tests/hardware/validation.sh ROOT COMPARED       LOCKSTEP_REGOLD=1 writes them into the page instead
# COMPARED/nvcc and COMPARED/builtin hold what compare.sh left, a file for each program recorded on an H200.
# A table stands between the lines <!-- table NAME --> and <!-- end -->.
set -eu
cd "$1"
compared=$2
page=docs/validation.md
here=tests/hardware
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tables"

export LC_ALL=C
for compiler in nvcc builtin; do
    for table in programs metrics known; do
        awk -v table=$table -f "$here/validation.awk" "$compared/$compiler"/*.csv >"$work/tables/$compiler-$table"
    done
done

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
