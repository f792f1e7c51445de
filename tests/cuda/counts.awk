# SPDX-License-Identifier: Apache-2.0
# Lays the counts of one program under two compilers side by side: awk -f counts.awk OURS.csv NVCC.csv, both in
# the form of `ncu --csv --page raw`. Launches are matched by their order. Warp instructions may differ by `limit`
# percent; requests, sectors, wavefronts and bank conflicts not at all. -v known=FILE (launch,metric,reason): these
# may; one that does not occur fails, so that the list cannot go stale. -v program=NAME starts each row.
# Prints a row a launch: program, kernel, ours, nvcc's, percent, and what memory counters differ. Exit code 1: too far.

function cut(line, cells,    count, cell, i, letter, is_quoted) {
    count = 0
    cell = ""
    is_quoted = 0
    for (i = 1; i <= length(line); i++) {
        letter = substr(line, i, 1)
        if (letter == "\"") {
            is_quoted = !is_quoted
        } else if (letter == "," && !is_quoted) {
            cells[++count] = cell
            cell = ""
        } else {
            cell = cell letter
        }
    }
    cells[++count] = cell
    return count
}

function is_memory(name) {
    return name ~ /requests|sectors|wavefronts|bank_conflict/ && name !~ /pct|ratio|average|per_second/
}

function short_name(name) {
    sub(/^l1tex__/, "", name)
    sub(/_pipe_lsu_mem/, "", name)
    sub(/\.sum$/, "", name)
    return name
}

function is_known(launch, name) {
    if (!((launch, name) in reason)) {
        return 0
    }
    is_used[launch, name] = 1
    return 1
}

BEGIN {
    limit = limit == "" ? 15 : limit
    while (known != "" && (getline line < known) > 0) {
        if (cut(line, cells) >= 3 && cells[1] != "launch") {
            reason[cells[1], cells[2]] = cells[3]
        }
    }
}

FNR == 1 { file++; delete names; columns = cut($0, names); next }
FNR == 2 { next } # units

{
    launch = FNR - 3
    launches[file] = launch + 1
    count = cut($0, cells)
    for (i = 1; i <= columns; i++) {
        if (names[i] == "Kernel Name") {
            kernel[launch] = cells[i]
        } else if (names[i] == "smsp__inst_executed.sum") {
            instructions[file, launch] = cells[i]
        } else if (is_memory(names[i])) {
            value[file, launch, names[i]] = cells[i]
            memory_names[names[i]] = 1
        }
    }
}

END {
    is_wrong = launches[1] != launches[2]
    if (is_wrong) {
        printf "%s launches: %d ours, %d nvcc's\n", program, launches[1], launches[2]
    }
    for (launch = 0; launch < launches[1] && !is_wrong; launch++) {
        ours = instructions[1, launch]
        theirs = instructions[2, launch]
        percent = theirs == 0 ? (ours == 0 ? 0 : 999) : 100 * (ours / theirs - 1)
        note = ""
        if ((percent > limit || percent < -limit) && !is_known(launch, "smsp__inst_executed.sum")) {
            wrong++
            note = note " [instructions]"
        }
        for (name in memory_names) {
            if (value[1, launch, name] != value[2, launch, name]) {
                note = note " " short_name(name) ":" value[1, launch, name] "/" value[2, launch, name]
                if (is_known(launch, name)) {
                    note = note "(known)"
                } else {
                    wrong++
                }
            }
        }
        printf "%s %-44s %10d %10d %+7.1f%% %s\n", program, substr(kernel[launch], 1, 44), ours, theirs, percent, note
    }
    for (row in reason) {
        if (!(row in is_used)) {
            split(row, cells, SUBSEP)
            printf "known difference that no longer occurs: launch %s, %s\n", cells[1], cells[2]
            wrong++
        }
    }
    exit is_wrong || wrong > 0
}
