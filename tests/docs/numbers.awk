# SPDX-License-Identifier: Apache-2.0
# Numbers that no command gives go stale unseen. Each number of two digits or more, or with a decimal point, in the
# text of a page must stand in a block of the same section (from one ## to the next), its commands included, or be given
# for the page, with where it comes from:
#     <!-- given: 5.3 112.4 2.7: the lecture's bandwidths -->
# Tables between <!-- table and <!-- end --> have a test of their own.
# Text in backquotes, names (H200) and the targets of links are not looked at. A given number that the text does not use is an error.

function plain(number) {
    gsub(/,/, "", number)
    if (number ~ /\./)
        sub(/\.?0*$/, "", number) # 100.00 is 100
    return number
}

# Notes each number of a text, without the commas between its digits, as one of the blocks or one of the text.
function numbers_of(text, is_wanted,    number) {
    while (match(text, /[0-9][0-9,]*(\.[0-9]+)?/)) {
        number = plain(substr(text, RSTART, RLENGTH))
        text = substr(text, RSTART + RLENGTH)
        if (!is_wanted)
            is_in_blocks[number] = 1
        else if (length(number) > 1 && !(number in wanted_at))
            wanted_at[number] = FNR
    }
}

function end_of_section(    number) {
    for (number in wanted_at) {
        if (number in given_at)
            is_used[number] = 1
        else if (!(number in is_in_blocks)) {
            printf "%s:%d: no command of this section gives the number %s\n", FILENAME, wanted_at[number], number
            wrong = 1
        }
    }
    split("", is_in_blocks)
    split("", wanted_at)
}

# The numbers that are given are read first, wherever they stand.
BEGIN {
    page = ARGV[1]
    while ((getline line < page) > 0) {
        count_of_lines++
        if (line !~ /^<!-- given: .*: .* -->$/)
            continue
        sub(/^<!-- given: /, "", line)
        sub(/:.*/, "", line)
        count = split(line, numbers, " ")
        for (i = 1; i <= count; i++)
            given_at[plain(numbers[i])] = count_of_lines
    }
    close(page)
}

/^```/ { is_in_block = !is_in_block; next }
is_in_block { numbers_of($0, 0); next }
/^<!-- table/ { is_generated = 1 }
/^<!-- end/ { is_generated = 0 }
/^<!--/ || is_generated { next }
/^## / { end_of_section() }
{
    gsub(/`[^`]*`/, "")
    gsub(/\]\([^)]*\)/, "")
    gsub(/[A-Za-z_]+[0-9]+/, "") # a name such as H200
    numbers_of($0, 1)
}
END {
    end_of_section()
    for (number in given_at)
        if (!(number in is_used)) {
            printf "%s:%d: the text has no number %s\n", FILENAME, given_at[number], number
            wrong = 1
        }
    exit wrong
}
