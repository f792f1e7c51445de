# SPDX-License-Identifier: Apache-2.0
# Published figures beside modeled time, from what `lockstep compare --csv` printed of them.
# Cells of these files hold neither quotes nor, but for kernel and grid, commas.
FNR == 1 {
    split(FILENAME, part, "/")
    source = part[length(part)]
    sub(/\.csv$/, "", source)
    next
}
{
    split(substr($0, 2, length($0) - 2), cell, "\",\"")
    if (cell[5] == "") next
    kernel = cell[2]
    sub(/^void /, "", kernel)
    gsub(/\(unsigned int\)/, "", kernel) # of template arguments
    sub(/\(.*/, "", kernel)
    printf "| %s | `%s` | %.1f %s | %.1f %s | %+.0f %% |\n", source, kernel, cell[8], cell[6], cell[7], cell[6], cell[9]
}
BEGIN {
    print "| source | launch | published | modeled | difference |"
    print "|---|---|---|---|---|"
}
