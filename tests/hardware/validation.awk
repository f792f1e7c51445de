# SPDX-License-Identifier: Apache-2.0
# Tables of docs/validation.md from what `lockstep compare --csv` printed. Each input is a file PROGRAM.csv.
# -v table=programs|metrics|known
BEGIN { OFS = " | " }
FNR == 1 {
    program = FILENAME
    sub(/.*\//, "", program)
    sub(/\.csv$/, "", program)
    programs[++program_count] = program
    next
}
{
    cells = split_row($0)
    if (cell[11] == "refused") next # by both
    launch = program " " cell[1] " " cell[2] " " cell[3] " " cell[4]
    if (!(launch in seen_launch)) {
        seen_launch[launch] = 1
        launches[program]++
    }
    metric = cell[5]; class = cell[10]; verdict = cell[11]; reason = cell[12]
    if (metric == "") {
        missing[program]++
        next
    }
    if (verdict == "not compared") next
    kind = verdict ~ /^within/ ? "within" : verdict ~ /^ok/ ? "ok" : verdict
    count(program, kind, cell[7])
    count("all programs", kind, cell[7])
    if (!(metric in class_of)) {
        class_of[metric] = class
        metrics[++metric_count] = metric
    }
    by_metric[metric, kind]++
    by_metric[metric, "all"]++
    if (kind != "known") note_largest(metric, cell[9])
    if (kind == "known" || kind == "DIFFERS") note_difference(program, metric, kind == "known" ? reason : "**not explained**")
}
function split_row(row,    i, letter, is_quoted, n) {
    n = 1; cell[n] = ""; is_quoted = 0
    for (i = 1; i <= length(row); i++) {
        letter = substr(row, i, 1)
        if (letter == "\"") {
            if (is_quoted && substr(row, i + 1, 1) == "\"") { cell[n] = cell[n] "\""; i++ }
            else is_quoted = !is_quoted
        } else if (letter == "," && !is_quoted) cell[++n] = ""
        else cell[n] = cell[n] letter
    }
    return n
}
function count(row, kind, ours) {
    tally[row, kind]++
    tally[row, "all"]++
    if (kind == "same" && ours == 0) tally[row, "zero"]++
}
function note_largest(metric, percent) {
    percent = percent == "" ? 0 : percent + 0
    if (percent * percent > largest[metric] * largest[metric]) largest[metric] = percent
}
function note_difference(program, metric, reason,    key) {
    key = program SUBSEP reason
    if (!(key in differences)) difference_order[++difference_count] = key
    if (index(differences[key] " ", " " metric " ") == 0) differences[key] = differences[key] " " metric
    difference_values[key]++
}
function program_row(row, name, launch_count) {
    print "| " name, launch_count + 0, tally[row, "all"] + 0, tally[row, "same"] + 0, tally[row, "zero"] + 0, \
        tally[row, "ok"] + 0, tally[row, "within"] + 0, tally[row, "known"] + 0, \
        tally[row, "DIFFERS"] + missing[row] " |"
}
function print_programs(    i, total) {
    print "| program | launches | counters compared | the same | of these both 0 | hardware above, by arbitration | within tolerance | known difference | differs, or no partner |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= program_count; i++) {
        program_row(programs[i], programs[i], launches[programs[i]])
        total += launches[programs[i]]
        missing["all programs"] += missing[programs[i]]
    }
    program_row("all programs", "**all**", total)
}
function print_metrics(    i, m, low) {
    print "| counter | class | launches | the same | hardware above | within tolerance | known | largest difference |"
    print "|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= metric_count; i++) {
        m = metrics[i]
        if (by_metric[m, "all"] == 0) continue
        print "| `" m "`", class_of[m], by_metric[m, "all"], by_metric[m, "same"] + 0, by_metric[m, "ok"] + 0, \
            by_metric[m, "within"] + 0, by_metric[m, "known"] + by_metric[m, "DIFFERS"] + 0, \
            (largest[m] == 0 ? "–" : sprintf("%+.1f %%", largest[m])) " |"
    }
}
function print_known(    i, part, names, list, k, names_count) {
    print "| program | counters | values | why |"
    print "|---|---|---|---|"
    for (i = 1; i <= difference_count; i++) {
        split(difference_order[i], part, SUBSEP)
        names_count = split(substr(differences[difference_order[i]], 2), names, " ")
        list = ""
        for (k = 1; k <= names_count; k++) list = list (k > 1 ? ", " : "") "`" names[k] "`"
        print "| " part[1], list, difference_values[difference_order[i]], part[2] " |"
    }
    if (difference_count == 0) print "| – | – | – | – |"
}
END {
    if (table == "programs") print_programs()
    if (table == "metrics") print_metrics()
    if (table == "known") print_known()
}
