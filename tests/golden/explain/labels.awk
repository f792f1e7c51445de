# SPDX-License-Identifier: Apache-2.0
# Lines of programs by their text instead of their number, so that a change elsewhere in a program leaves the cases of
# tests/golden/explain as they are. `FILE.cu:{TEXT}` is the line that reads TEXT, `{TEXT}#2` the second one that does.
# With -v to=numbers the labels at the end of lines become line numbers (an argument of a case); with -v to=labels the
# numbers behind names of .cu files become labels, and those of PTX lines, which move with every change of the
# compiler, become `#`. Names without a folder are looked up in the folders of `path`.

function load(name,    n, i, file, line, folders)
{
    if (name in count)
        return
    count[name] = 0
    n = split(". " path, folders, " ")
    for (i = 1; i <= n && !count[name]; i++) {
        file = folders[i] "/" name
        while ((getline line < file) > 0) {
            gsub(/^[ \t]+|[ \t]+$/, "", line)
            text[name, ++count[name]] = line
            repeated[name, count[name]] = ++seen[file, line]
            number[name, line, seen[file, line]] = count[name]
        }
        close(file)
    }
}

function label(name, line,    again)
{
    load(name)
    if (line < 1 || line > count[name])
        return line
    again = repeated[name, line]
    return "{" text[name, line] "}" (again > 1 ? "#" again : "")
}

to == "labels" {
    out = ""
    rest = $0
    while (match(rest, /[A-Za-z0-9_.\/-]+\.cuh?:[0-9]+/)) {
        place = substr(rest, RSTART, RLENGTH)
        colon = index(place, ":")
        name = substr(place, 1, colon - 1)
        out = out substr(rest, 1, RSTART - 1) name ":" label(name, substr(place, colon + 1) + 0)
        rest = substr(rest, RSTART + RLENGTH)
    }
    out = out rest
    gsub(/PTX line [0-9]+/, "PTX line #", out)
    print out
}

to == "numbers" && match($0, /\.cuh?:\{.*\}(#[0-9]+)?$/) {
    name = substr($0, 1, index($0, ":{") - 1)
    line = substr($0, index($0, ":{") + 2)
    again = 1
    if (match(line, /\}#[0-9]+$/))
        again = substr(line, RSTART + 2)
    sub(/\}(#[0-9]+)?$/, "", line)
    load(name)
    if (!((name, line, again) in number)) {
        print name ": no line reads '" line "'" > "/dev/stderr"
        exit 1
    }
    print name ":" number[name, line, again]
    next
}

to == "numbers" {
    print
}
