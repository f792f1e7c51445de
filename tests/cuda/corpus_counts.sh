#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The programs of tests/corpus under Lockstep's compiler and under nvcc: how far their counts lie apart. Prints one
# row a launch and kind of kernel (equal rows once), then the distribution. Needs nvcc.
# corpus_counts.sh LOCKSTEP ROOT FOLDER [NAME...]   (FOLDER keeps the tables; nvcc's are made once)
set -u
lockstep=$1 root=$2 folder=$3
shift 3
here=$(dirname "$0")
mkdir -p "$folder"
command -v nvcc >/dev/null || { echo "no nvcc: skipped"; exit 77; }
[ $# -gt 0 ] || set -- $(cd "$root/tests/corpus" && ls ./*.cu | sed 's:^\./::; s:\.cu$::')
for name in "$@"; do
    source=$root/tests/corpus/$name.cu
    for compiler in nvcc builtin; do
        table=$folder/$name.$compiler.csv
        [ $compiler = nvcc ] && [ -s "$table" ] && continue
        timeout 120 "$lockstep" run "$source" --compiler $compiler --csv --page raw --quiet --output "$table" \
            >"$folder/$name.$compiler.txt" 2>&1 </dev/null || echo "$name: $compiler exits with $?" >&2
    done
    [ -s "$folder/$name.builtin.csv" ] && [ -s "$folder/$name.nvcc.csv" ] || continue
    awk -v program="$name" -f "$here/counts.awk" "$folder/$name.builtin.csv" "$folder/$name.nvcc.csv"
done | awk '!seen[$0]++' | tee "$folder/rows.txt"
awk '
    / launches: / { other++; next }
    match($0, /[-+][0-9.]+%/) {
        percent = substr($0, RSTART, RLENGTH - 1) + 0
        size = percent < 0 ? -percent : percent
        all++
        within[size <= 1 ? 1 : size <= 5 ? 5 : size <= 10 ? 10 : size <= 15 ? 15 : size <= 25 ? 25 : size <= 50 ? 50 : 999]++
        memory += $0 ~ /:[0-9.]+\/[0-9.]+/
        below += percent < -15
        above += percent > 15
    }
    END {
        printf "%d rows: within 1%% %d, 5%% %d, 10%% %d, 15%% %d, 25%% %d, 50%% %d, beyond %d\n", all, within[1],
            within[5], within[10], within[15], within[25], within[50], within[999]
        printf "more than 15%% below %d, above %d; unequal memory counters %d; other numbers of launches %d\n",
            below, above, memory, other
    }' "$folder/rows.txt"
