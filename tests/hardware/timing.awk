# SPDX-License-Identifier: Apache-2.0
# The table of docs/timing-model.md from `lockstep compare --mode cycles --csv` of one program a file: launches that took
# the GPU longer than 5 us, with modeled and measured cycles; below it what they come to. The exit code is 1 when the mean of
# the errors' sizes is more than -v limit=PERCENT, one is more than -v worst=PERCENT, or the rank correlation less than -v rank=R.
BEGIN { FS = "\",\""; shortest_ns = 5000 }
FNR == 1 { program = FILENAME; sub(/.*\//, "", program); sub(/\.csv$/, "", program); next }
{
    key = program SUBSEP substr($1, 2) + 0
    if (!(key in name)) { name[key] = $2; grid[key] = $4; block[key] = $3; keys[++count] = key }
    ours[key, $5] = $7
    theirs[key, $5] = $8
}
function size(x) { return x < 0 ? -x : x }
# How many of the other launches come before this one.
function rank_of(values, key, i, before) {
    before = 0
    for (i = 1; i <= rows; i++) before += values[used[i]] < values[key]
    return before
}
END {
    print "| program | launch | modeled | measured | error |"
    print "|---|---|--:|--:|--:|"
    for (i = 1; i <= count; i++) {
        key = keys[i]
        if (theirs[key, "gpu__time_duration.sum"] <= shortest_ns) continue
        used[++rows] = key
        x[key] = ours[key, "sm__cycles_elapsed.max"]
        y[key] = theirs[key, "sm__cycles_elapsed.max"]
        error = 100 * (x[key] / y[key] - 1)
        sum += size(error)
        most = size(error) > most ? size(error) : most
        beyond += size(error) > 35
        split(key, part, SUBSEP)
        short = name[key]
        sub(/^void /, "", short)
        sub(/\(.*/, "", short)
        gsub(/\|/, "\\|", short)
        printf "| %s | `%s` %sx%s | %d | %d | %+.1f %% |\n", part[1], short, grid[key], block[key], x[key], y[key], error
    }
    for (i = 1; i <= rows; i++) {
        d = rank_of(x, used[i]) - rank_of(y, used[i])
        squares += d * d
    }
    correlation = 1 - 6 * squares / (rows * (rows * rows - 1))
    printf "\n%d launches: mean absolute error %.1f %%, largest %.1f %%, %d beyond 35 %%, rank correlation %.3f.\n", \
        rows, sum / rows, most, beyond, correlation
    if (sum / rows > limit || most > worst || correlation < rank) exit 1
}
