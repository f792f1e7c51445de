#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# grade.sh EXERCISE FILE.cu: whether an answer is right (the program checks itself) and meets what table.txt asks.
# Exit code 0: passed. LOCKSTEP names the program to use.
set -u
[ $# = 2 ] || { echo "usage: grade.sh EXERCISE FILE.cu" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
lockstep=${LOCKSTEP:-lockstep}
row=$(grep "^$1 *|" "$here/table.txt") || { echo "unknown exercise '$1'" >&2; exit 2; }
gpu=$(echo "$row" | cut -d'|' -f2 | tr -d ' ')
set -- "$2" $(echo "$row" | cut -d'|' -f3) $(echo "$row" | cut -d'|' -f4)
file=$1 is_checked=$2
shift 2
for goal; do
    set -- "$@" --expect "$goal"
    shift
done
code=0
"$lockstep" "$file" --gpu "$gpu" --quiet "$@" || code=1
if [ "$is_checked" = check ]; then
    "$lockstep" check "$file" --gpu "$gpu" || code=1
fi
[ $code = 0 ] && echo "passed" || echo "not yet"
exit $code
