#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A program with and without a clock, and on any number of host threads.
# modes.sh counts LOCKSTEP ROOT PROGRAM          the same output and the same counters with a clock as without
# modes.sh threads LOCKSTEP ROOT PROGRAM N...    the same output, cycles and everything else on N host threads each
#                                                (PROGRAM@GPU: on another GPU than an H200)
# modes.sh sums LOCKSTEP ROOT PROGRAM            what warps wait for adds up to the cycles that they are resident, and issued
#                                                instructions with the empty issue slots to all slots
set -u
what=$1 lockstep=$2 root=$3 program=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1

# run FILE OPTION...: the counters go to FILE, what the program prints to FILE.out
run()
{
    local file=$1
    shift
    local target=(--ptx "kernels/ptx/$program.ptx")
    [[ $program == *@* ]] && target=(--gpu "${program#*@}")
    "$lockstep" "kernels/${program%@*}.cu" "${target[@]}" --quiet --csv --page raw "$@" \
        > "$file" 2> "$file.out"
}

compare_modes()
{
    run "$work/counts" || { cat "$work/counts.out"; return 1; }
    local metrics
    metrics=$(head -1 "$work/counts" | tr -d '"' | cut -d, -f12-)
    run "$work/cycles" --mode cycles --metrics "$metrics" || { cat "$work/cycles.out"; return 1; }
    diff "$work/counts" "$work/cycles" && diff "$work/counts.out" "$work/cycles.out"
}

compare_threads()
{
    local first=$1
    for threads in "$@"; do
        run "$work/$threads" --mode cycles --threads "$threads" || { cat "$work/$threads.out"; return 1; }
        cmp "$work/$first" "$work/$threads" && cmp "$work/$first.out" "$work/$threads.out" || return 1
    done
    grep -q sm__cycles_elapsed "$work/$first"
}

add_up()
{
    run "$work/sums" --mode cycles --metrics warp_cycles,warp_states,issue_slots,issue_slots_left,inst_issued ||
        { cat "$work/sums.out"; return 1; }
    tail -n +3 "$work/sums" | sed 's/^.*,\("[0-9.]*","[0-9.]*","[0-9.]*","[0-9.]*","[0-9.]*"\)$/\1/' | tr -d '"' |
        awk -F, '$0 == ",,,," { next } # it ran without a clock
            { launches++ }
            NF != 5 || $1 <= 0 || $1 != $2 || $3 != $4 + $5 { print "launch " launches ": " $0; wrong = 1 }
            END { exit wrong || launches == 0 }'
}

if [ "$what" = counts ]; then
    compare_modes
elif [ "$what" = sums ]; then
    add_up
else
    compare_threads "$@"
fi
