#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# grade.sh EXERCISE FILE.cu: whether an answer is right (the program checks itself), passes every checker, and meets what table.txt
# asks. Exit code 0: passed. LOCKSTEP names the program to use.
set -u
[ $# = 2 ] || { echo "usage: grade.sh EXERCISE FILE.cu" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
lockstep=${LOCKSTEP:-lockstep}
row=$(grep "^$1 *|" "$here/table.txt") || { echo "unknown exercise '$1'" >&2; exit 2; }
file=$2
gpu=$(echo "$row" | cut -d'|' -f2 | tr -d ' ')
totals=$(echo "$row" | cut -d'|' -f4)
set -- $(echo "$row" | cut -d'|' -f3)
for goal; do
    set -- "$@" --expect "$goal"
    shift
done
report=$(mktemp) || exit 2
trap 'rm -f "$report"' EXIT
counters=$(echo "$totals" | tr -s ' ' '\n' | sed 's/[<>=].*//' | sort -u | grep . | paste -sd, -)
code=0
"$lockstep" "$file" --check --gpu "$gpu" --quiet --csv --page raw -m "${counters:-inst_executed}" -o "$report" "$@" || code=1

# Adds up the columns of the counters. No launch makes sums of 0.
awk -F'","' -v goals="$totals" '
    { gsub(/^"|"$/, "") }
    FNR == 1 { for (i = 1; i <= NF; i++) name[i] = $i }
    FNR > 2 { for (i = 1; i <= NF; i++) sum[name[i]] += $i }
    END {
        count = split(goals, goal, " ")
        for (i = 1; i <= count; i++) {
            match(goal[i], /[<>=]=/)
            operator = substr(goal[i], RSTART, 2)
            wanted = substr(goal[i], RSTART + 2) + 0
            found = sum[substr(goal[i], 1, RSTART - 1)] + 0
            if (operator == "<=" ? found <= wanted : operator == ">=" ? found >= wanted : found == wanted) continue
            printf "expected %s in all launches together, found %.0f\n", goal[i], found
            is_short = 1
        }
        exit is_short
    }' "$report" || code=1
[ $code = 0 ] && echo "passed" || echo "not yet"
exit $code
