# SPDX-License-Identifier: Apache-2.0
# Reads figures.table, whose head says what its columns are. With ask=gpus or ask=counts: prints what a run of `program`
# must be asked for, comma-separated. With ask=check: reads that run's messages and CSV too, in the
# order table, messages, report, prints each figure beside ours, and exits with 1 when one
# differs or its launch is not there.

function trim(text)
{
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# "void f<(int)8>(const float *, int)" is f<8>.
function kernel_name(text)
{
    sub(/^void /, "", text)
    gsub(/\((unsigned )?int\)/, "", text)
    sub(/\([^()]*\)$/, "", text)
    return text
}

# Expressions: numbers, counters of `launch`, gcd(a, b), * / + - and parentheses.
function next_token()
{
    sub(/^ +/, "", rest)
    if (!match(rest, /^([a-z_][a-z_0-9]*|[0-9.]+|.)/)) RLENGTH = 0
    token = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
}

function fail(why)
{
    if (wrong == "") wrong = why
    return 0
}

function skip(wanted)
{
    if (token != wanted) fail("'" wanted "' expected at '" token rest "'")
    next_token()
}

function greatest_common_divisor(a, b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b)
}

function primary(    name, a, b)
{
    name = token
    next_token()
    if (name ~ /^[0-9]/) return name + 0
    if (name == "(") {
        a = sum()
        skip(")")
        return a
    }
    if (name == "gcd") {
        skip("(")
        a = sum()
        skip(",")
        b = sum()
        skip(")")
        return greatest_common_divisor(a, b)
    }
    if (name == "round") {
        skip("(")
        a = sum()
        skip(")")
        return int(a + 0.5)
    }
    if (name !~ /^[a-z_]/) return fail("a number or a counter expected at '" name token rest "'")
    if (ask == "counts") asked[name] = 1
    else if (!((launch, name) in value)) return fail("no " name " of this launch")
    return value[launch, name]
}

function product(    left, right)
{
    left = primary()
    while (token == "*" || token == "/") {
        if (token == "*") {
            next_token()
            left *= primary()
        } else {
            next_token()
            right = primary()
            left = right != 0 ? left / right : (ask == "check" ? fail("division by 0") : 0)
        }
    }
    return left
}

function sum(    left)
{
    left = product()
    while (token == "+" || token == "-") {
        if (token == "+") {
            next_token()
            left += product()
        } else {
            next_token()
            left -= product()
        }
    }
    return left
}

function evaluate(text,    result)
{
    rest = text
    next_token()
    result = sum()
    if (token != "") fail("nothing expected at '" token rest "'")
    return result
}

function keys(set,    key, list)
{
    list = ""
    for (key in set) list = list (list == "" ? "" : ",") key
    return list
}

FNR == 1 {
    file++
}

file == 1 {
    if ($0 ~ /^ *(#|$)/) next
    if (split($0, cell, "|") != 7) {
        print FILENAME ":" FNR ": 7 columns expected"
        exit bad = 1
    }
    if (trim(cell[2]) != program) next
    figures++
    for (column = 1; column <= 7; column++) figure[figures, column] = trim(cell[column])
    count = split(figure[figures, 3], names, " ")
    for (i = 1; i <= count; i++) gpus[names[i]] = 1
    if (ask == "counts" && figure[figures, 5] != "refused") evaluate(figure[figures, 5])
    next
}

# Messages: with several GPUs, a head says whose they are.
file == 2 && /^==== .* ====$/ {
    speaking = " " substr($0, 6, length($0) - 10) " "
    gsub(",", " ", speaking)
}
file == 2 && /kernel '.*' is not launched: / {
    match($0, /kernel '[^']*'/)
    name = substr($0, RSTART + 8, RLENGTH - 9)
    sub(/.* /, "")
    sub(/[^0-9].*/, "")
    refused[name] = refused[name] speaking "=" $0 ";"
}

file == 3 {
    count = split(substr($0, 2, length($0) - 2), cell, "\",\"")
    if (FNR == 1) for (i = 1; i <= count; i++) head[i] = cell[i]
    if (FNR <= 2) next
    gpu = keys(gpus) # a report on one GPU does not name it
    for (i = 1; i <= count; i++) if (head[i] == "GPU") gpu = cell[i]
    sub(/.*\//, "", gpu)
    sub(/\.gpu$/, "", gpu)
    name = gpu " " kernel_name(cell[5])
    launch = name " " ++seen[name]
    known[launch] = 1
    for (i = 1; i <= count; i++) if (i > 5 && cell[i] ~ /^[0-9.]+$/) value[launch, head[i]] = cell[i] + 0
}

# What the GPU allowed at most when it refused this launch.
function refusal(gpu, name,    count, i, part)
{
    count = split(refused[name], part, ";")
    for (i = 1; i <= count; i++)
        if (index(part[i], " " gpu " ")) return substr(part[i], index(part[i], "=") + 1) + 0
    return fail("not refused")
}

function check(number, gpu,    ours, expected, counts, name)
{
    wrong = ""
    counts = figure[number, 5]
    name = figure[number, 4]
    launch = gpu " " (name ~ / [0-9]+$/ ? name : name " 1")
    if (counts == "refused") ours = refusal(gpu, name)
    else if (launch in known) ours = evaluate(counts)
    else fail("no such launch")
    expected = evaluate(figure[number, 6])
    if (figure[number, 1] !~ /^(EPFL|MUNI|GUIDE|UT|SHEF)( (EPFL|MUNI|GUIDE|UT|SHEF))*$/) fail("no such lecture")
    if (wrong == "" && ours != expected) wrong = "DIFFERS"
    printf "%s: %s\n    %s on %s: %s = %.10g, expected %s = %.10g%s\n", figure[number, 1], figure[number, 7],
        name, gpu, counts, ours, figure[number, 6], expected, wrong == "" ? "" : "    " wrong
    return wrong != ""
}

END {
    if (bad) exit 1
    if (figures == 0) {
        print FILENAME " has no figure of " program
        exit 1
    }
    if (ask == "gpus") print keys(gpus)
    if (ask == "counts") print keys(asked)
    if (ask != "check") exit wrong != ""
    for (number = 1; number <= figures; number++) {
        count = split(figure[number, 3], names, " ")
        for (i = 1; i <= count; i++) {
            total++
            failures += check(number, names[i])
        }
    }
    printf "%d figures, %d differ\n", total, failures
    exit failures > 0
}
