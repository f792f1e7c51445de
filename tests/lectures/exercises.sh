#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# exercises.sh LOCKSTEP ROOT: every exercise of docs/lectures/exercises starts right but not yet good, and its solution passes.
# answers/EXERCISE-NAME.sed makes another answer of the exercise's start; its first line is what grade.sh says of it.
LOCKSTEP=$1
export LOCKSTEP
answers=$2/tests/lectures/answers
cd "$2/docs/lectures/exercises" || exit 1
answer=$(mktemp).cu
trap 'rm -f "$answer" "${answer%.cu}"' EXIT
failed=0
for file in *.cu; do
    name=${file%.cu}
    started=$(sh grade.sh "$name" "$file" 2>&1)
    case $started in
    *wrong*) echo "$name: the start is wrong"; failed=1 ;;
    *"not yet") ;;
    *) echo "$name: nothing is left to do"; failed=1 ;;
    esac
    solved=$(sh grade.sh "$name" "solutions/$file" 2>&1) || { echo "$name: the solution fails"; echo "$solved"; failed=1; }
done
for script in "$answers"/*.sed; do
    name=$(basename "$script" | cut -d- -f1)
    says=$(sed -n '1s/^# //p' "$script")
    sed -f "$script" "$name.cu" > "$answer"
    if cmp -s "$name.cu" "$answer"; then echo "$script changes nothing"; failed=1; fi
    graded=$(sh grade.sh "$name" "$answer" 2>&1)
    case $graded in
    *"$says"*) ;;
    *) echo "$script: '$says' is missing in"; echo "$graded"; failed=1 ;;
    esac
    case $says,$graded in
    passed,*passed | [!p]*,*"not yet") ;;
    *) echo "$script: another verdict"; echo "$graded"; failed=1 ;;
    esac
done
count=$(grep -vc '^#' table.txt)
[ "$count" = "$(ls ./*.cu | wc -l)" ] || { echo "table.txt has $count rows"; failed=1; }
exit $failed
