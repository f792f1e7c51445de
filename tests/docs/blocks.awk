# SPDX-License-Identifier: Apache-2.0
# The ```console blocks of a page. ask=commands: writes them to work/NNN.sh; check: compares what follows each with
# work/NNN.out; rewrite: prints the page with what they printed.
function file_of(n, ending) { return sprintf("%s/%03d.%s", work, n, ending) }

# What a line is but for its numbers and the width of its columns.
function shape_of(line) {
    gsub(/[0-9][0-9.,]*/, "#", line)
    gsub(/ +/, " ", line)
    return line
}

function read_printed(    name, line) {
    split("", printed)
    printed_count = 0
    name = file_of(command_count, "out")
    while ((getline line < name) > 0)
        printed[++printed_count] = line
    close(name)
}

# Whether expected[from..to] stands in printed from line `at` on.
function stands_at(from, to, at,    i) {
    for (i = from; i <= to; i++)
        if (at + i - from > printed_count || printed[at + i - from] != expected[i])
            return 0
    return 1
}

# Pieces between lines left out appear in their order, the first at the start and the last at the end. A page that leaves
# out everything says nothing.
function matches(    i, from, at, is_free) {
    if (expected_count == 1 && expected[1] == "…")
        return 0
    at = 1
    is_free = 0
    for (i = 1; i <= expected_count; i++) {
        if (expected[i] == "…") {
            is_free = 1
            continue
        }
        from = i
        while (i < expected_count && expected[i + 1] != "…")
            i++
        if (is_free && i == expected_count)
            at = printed_count - (i - from) > at ? printed_count - (i - from) : at
        else if (is_free)
            while (at <= printed_count && !stands_at(from, i, at))
                at++
        if (!stands_at(from, i, at))
            return 0
        at += i - from + 1
        is_free = 0
    }
    return is_free || at == printed_count + 1
}

# Shows the printed lines from..to.
function show(from, to,    k) {
    for (k = from; k <= to; k++)
        is_shown[k] = 1
}

# The lines that were kept before, with their new numbers, and what is new between them; all lines when nothing was left
# out, or none of what was kept is there any more.
function print_renewed(    i, k, at, is_free) {
    split("", is_shown)
    at = 0
    is_free = 0
    for (i = 1; i <= expected_count; i++) {
        if (expected[i] == "…") {
            is_free = 1
            continue
        }
        for (k = at + 1; k <= printed_count; k++)
            if (shape_of(printed[k]) == shape_of(expected[i]))
                break
        if (k > printed_count)
            continue
        show(is_free ? k : at + 1, k)
        at = k
        is_free = 0
    }
    if (!is_free || at == 0)
        show(at + 1, printed_count)
    for (k = 1; k <= printed_count; k++)
        if (k in is_shown)
            print printed[k]
        else if (k == 1 || (k - 1) in is_shown)
            print "…"
}

function end_of_command(    i) {
    if (!is_in_command)
        return
    is_in_command = 0
    if (ask == "commands") {
        close(file_of(command_count, "sh"))
        return
    }
    read_printed()
    if (ask == "rewrite") {
        print_renewed()
        return
    }
    if (matches())
        return
    wrong++
    printf "%s:%d: this prints something else:\n", FILENAME, command_line
    for (i = 1; i <= printed_count; i++)
        print "    " printed[i]
}

!is_in_block && /^```console$/ { is_in_block = 1; if (ask == "rewrite") print; next }
!is_in_block { if (ask == "rewrite") print; next }
/^```$/ { end_of_command(); is_in_block = 0; if (ask == "rewrite") print; next }
/^\$ / && !goes_on {
    end_of_command()
    is_in_command = 1
    command_count++
    command_line = FNR
    split("", expected)
    expected_count = 0
}
!is_in_command { printf "%s:%d: a console block starts with a command, $ ...\n", FILENAME, FNR; exit wrong = 1 }
/^\$ / || goes_on {
    if (ask == "commands")
        print (goes_on ? $0 : substr($0, 3)) > file_of(command_count, "sh")
    if (ask == "rewrite")
        print
    goes_on = /[\\|]$/
    next
}
{ expected[++expected_count] = $0 }
END {
    if (is_in_block) {
        printf "%s: a console block has no end\n", FILENAME
        wrong = 1
    }
    exit wrong > 0
}
