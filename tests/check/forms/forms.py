#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The forms of what a checked run found: text, JSON, SARIF 2.1.0, and the normal report of a run with --check.
# forms.py LOCKSTEP WORK: the program beside this file is run in the folder WORK.

import json
import os
import re
import shutil
import subprocess
import sys

lockstep, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))

# SARIF 2.1.0 (OASIS, errata 01) as far as Lockstep writes it: object -> (required, optional) properties with
# their kinds. A kind in brackets is an array of it. Properties that the standard does not have are errors.
STRING, NUMBER, LEVEL = "string", "number", "level"
SARIF = {
    "log": ({"version": STRING, "runs": ["run"]}, {"$schema": STRING}),
    "run": ({"tool": "tool"}, {"results": ["result"]}),
    "tool": ({"driver": "component"}, {}),
    "component": ({"name": STRING}, {"version": STRING, "rules": ["rule"]}),
    "rule": ({"id": STRING}, {"shortDescription": "text", "help": "text", "defaultConfiguration": "configuration",
                              "properties": "bag"}),
    "configuration": ({}, {"level": LEVEL}),
    "bag": ({}, {"tags": [STRING]}),
    "text": ({"text": STRING}, {}),
    "result": ({"message": "text"}, {"ruleId": STRING, "ruleIndex": NUMBER, "level": LEVEL, "locations": ["location"],
                                     "occurrenceCount": NUMBER, "codeFlows": ["flow"],
                                     "relatedLocations": ["location"]}),
    "location": ({}, {"id": NUMBER, "physicalLocation": "physical", "logicalLocations": ["logical"],
                      "message": "text"}),
    "physical": ({"artifactLocation": "artifact"}, {"region": "region"}),
    "artifact": ({"uri": STRING}, {}),
    "region": ({}, {"startLine": NUMBER, "startColumn": NUMBER}),
    "logical": ({}, {"name": STRING, "kind": STRING}),
    "flow": ({"threadFlows": ["thread"]}, {}),
    "thread": ({"locations": ["step"]}, {"id": STRING}),
    "step": ({}, {"location": "location"}),
}


def validate(value, kind, place):
    if isinstance(kind, list):
        assert isinstance(value, list), place
        for i, item in enumerate(value):
            validate(item, kind[0], f"{place}[{i}]")
    elif kind == STRING:
        assert isinstance(value, str), place
    elif kind == NUMBER:
        assert isinstance(value, int) and value >= 0, place
    elif kind == LEVEL:
        assert value in ("none", "note", "warning", "error"), place
    else:
        required, optional = SARIF[kind]
        assert isinstance(value, dict), place
        for name in required:
            assert name in value, f"{place} lacks {name}"
        for name, item in value.items():
            assert name in required or name in optional, f"{place}: the standard has no {name} here"
            validate(item, required.get(name) or optional[name], f"{place}.{name}")


def run(*words, code=None, folder=work):
    environment = dict(os.environ, LOCKSTEP_CACHE=os.path.join(work, "cache"))
    done = subprocess.run([lockstep, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=100)
    assert code is None or done.returncode == code, (words, done.returncode, done.stderr)
    return done


def kinds(messages):
    return sorted({message["kind"] for message in messages})


def test_problem_matcher():
    """The Visual Studio Code task reads the place, level, message and rule that JSON has."""
    with open(os.path.join(here, "../../../packaging/vscode/tasks.json")) as file:
        pattern = json.load(file)["tasks"][0]["problemMatcher"]["pattern"]
    done = run("check", "forms.cu", code=5)
    matches = [re.match(pattern["regexp"], line) for line in (done.stdout + done.stderr).splitlines()]
    fields = ("file", "line", "column", "severity", "message", "code")
    seen = {tuple(match[pattern[field]] for field in fields) for match in matches if match}
    report = json.loads(run("check", "forms.cu", "--json", "-q", code=5).stdout)
    for found in report["findings"] + report["warnings"]:
        place = (found["file"], str(found["line"]), str(found["column"]) if found["column"] > 0 else None)
        assert (*place, found["level"], found["message"], found["kind"]) in seen, (found, seen)
        for note in found["notes"]:
            assert any(row[3] == "note" and row[4] == note["text"] for row in seen), (note, seen)


def test_json():
    for _ in range(2):  # the second time, the program comes from the cache
        report = json.loads(run("check", "forms.cu", "--json", "-q", code=5).stdout)
        assert kinds(report["findings"]) == ["leak", "race-raw", "race-war", "uninit-result"], report["findings"]
        assert kinds(report["warnings"]) == ["missing-barrier"], report["warnings"]
        assert [note["text"] for note in report["warnings"][0]["notes"]] == ["it is written here"]
        assert kinds(report["performance"]) == ["bank-conflict", "small-grid"], report["performance"]
        conflict = [m for m in report["performance"] if m["kind"] == "bank-conflict"]
        assert len(conflict) == 2 and all(m["kernel"] == "column" and m["count"] == 2 for m in conflict), conflict
        told = " ".join([m["message"] + m["notes"][0]["text"] for m in report["findings"]])
        assert "'tile[2][0]'" in told and "from 'fresh[0]'" in told, told
    only = json.loads(run("check", "forms.cu", "--json", "-q", "--filter", "column").stdout)
    assert only["errors"] == 0 and not only["warnings"] and kinds(only["performance"])[0] == "bank-conflict"


def test_sarif():
    log = json.loads(run("check", "forms.cu", "--format", "sarif", "-q", code=5).stdout)
    validate(log, "log", "log")
    assert log["version"] == "2.1.0"
    sarif = log["runs"][0]
    rules = sarif["tool"]["driver"]["rules"]
    names = [rule["id"] for rule in rules]
    assert len(set(names)) == len(names), "rules share an id"
    results = sarif["results"]
    for result in results:
        assert names[result["ruleIndex"]] == result["ruleId"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "forms.cu", result
    by_rule = {result["ruleId"]: result for result in results}
    assert {"leak", "race-raw", "race-war", "uninit-result", "compiler/missing-barrier",
            "performance/bank-conflict"} <= set(by_rule)
    assert by_rule["race-raw"]["level"] == "error" and by_rule["leak"]["level"] == "warning"
    assert by_rule["performance/bank-conflict"]["level"] == "note"
    # A race has a thread for each side; a value is read and used by one thread.
    threads = by_rule["race-raw"]["codeFlows"][0]["threadFlows"]
    lines = [t["locations"][0]["location"]["physicalLocation"]["region"]["startLine"] for t in threads]
    assert lines == [10, 11] and threads[0]["id"] != threads[1]["id"], threads
    threads = by_rule["uninit-result"]["codeFlows"][0]["threadFlows"]
    lines = [s["location"]["physicalLocation"]["region"]["startLine"] for s in threads[0]["locations"]]
    assert len(threads) == 1 and lines == [16, 17], threads
    return names


def test_paths():  # as URIs: escaped, and absolute ones with their scheme
    shutil.copy(os.path.join(here, "forms.cu"), os.path.join(work, "a b#.cu"))
    absolute = os.path.join(work, "forms.cu")
    for path, folder, uri in [("a b#.cu", work, "a%20b%23.cu"), (absolute, here, "file://" + absolute)]:
        results = json.loads(run("check", path, "--format", "sarif", "-q", folder=folder).stdout)["runs"][0]["results"]
        found = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
        assert found == {uri}, (uri, found)


def test_run():  # --check in any other run: findings on stderr, in the report, and in the exit code
    done = run("run", "forms.cu", "--check", "--json", "-q", code=5)
    assert "lockstep check: 3 errors" in done.stderr, done.stderr
    gpu = json.loads(done.stdout)["gpus"][0]
    assert kinds(gpu["check"]["findings"]) == ["leak", "race-raw", "race-war", "uninit-result"]
    assert [w["name"] for w in gpu["warnings"] if w["level"] == "warning"] == ["missing-barrier"]
    assert "[race-raw]" in run("run", "forms.cu", "--check", code=5).stderr
    both = run("run", "forms.cu", "--check=leak", "--gpu", "h200,k40", code=0)
    assert both.stderr.count("[leak]") == 1 and "1 warning or note" in both.stderr, both.stderr
    plain = run("run", "forms.cu", "--json", "-q", code=0)
    assert json.loads(plain.stdout)["gpus"][0]["check"] is None and "lockstep check" not in plain.stderr


def test_api():  # errors of CUDA calls: the comments of api.cu say what is expected of their lines
    with open(os.path.join(here, "api.cu"), encoding="utf-8") as source:
        lines = enumerate(source.read().splitlines(), 1)
    expected = [(number, *match.groups()) for number, line in lines if (match := re.search(r"// (\S+-error): (.*)", line))]
    found = json.loads(run("check", os.path.join(here, "api.cu"), "--json", "-q", code=5).stdout)["findings"]
    found = [m for m in found if m["checker"] == "api"]
    assert [(m["line"], m["kind"]) for m in found] == [e[:2] for e in expected], found
    for message, (_, kind, words) in zip(found, expected):
        assert words in message["message"], (words, message["message"])
        assert message["level"] == ("error" if kind == "launch-error" else "warning")
    assert [m["count"] for m in found] == [3, 1, 1, 1], found


def test_notes():  # what is said beside the findings of notes.cu, whichever compiler made its device code
    path = os.path.join(here, "notes.cu")
    for compiler in ["builtin"] + (["clang"] if shutil.which("clang-19") else []):
        done = run("check", "notes.cu", "--json", "-q", "--compiler", compiler, code=5, folder=here)
        found = {}
        for message in json.loads(done.stdout)["findings"]:
            found.setdefault(message["kind"], []).append(message)
            assert message["file"] == "notes.cu", message
        notes = {kind: " ".join(note["text"] for m in messages for note in m["notes"]) for kind, messages in found.items()}
        lines = {kind: [note["line"] for m in messages for note in m["notes"]] for kind, messages in found.items()}
        assert "allocated here" in notes["uninit-result"] and 36 in lines["uninit-result"], found["uninit-result"]
        assert [m["level"] for m in found["uninit-copy"]] == ["warning"] and "races" in notes["uninit-copy"]
        assert found["leak"][0]["count"] == 3 and "300 bytes" in found["leak"][0]["message"], found["leak"]
        assert "one line does both" in notes["race-war"] and "__syncwarp()" in notes["race-raw"], notes
        assert [m["line"] for m in found["race-scope"]] == [13], found["race-scope"]
        if compiler == "builtin":  # clang takes it that loops end
            assert "repeats the same values" in found["fault"][0]["message"] and "livelock" not in done.stderr, (found, done.stderr)
            assert {note["file"] for note in found["fault"][0]["notes"]} == {"notes.cu"}, found["fault"]
            assert found["uninit-result"][0]["variable"] == "fresh[0]", found["uninit-result"]
    stopped = run("check", path, "--max-instructions", "10", "-q", code=5)
    told = re.findall(r"\S* error: kernel.*instruction limit", stopped.stdout + stopped.stderr)
    assert told and len(told) == len(set(told)), told
    said = run("check", path, "--format", "sanitizer", "-q", code=5).stdout
    assert len(re.findall(r"Race reported between Write access at \w+\+0x\w+ in \S+:\d+\n=========     and Write access at .*hazards?\]", said)) >= 2, said
    assert "(null)" not in said, said


def test_names():  # members, elements and locals, as the comments of names.cu say
    with open(os.path.join(here, "names.cu"), encoding="utf-8") as source:
        lines = enumerate(source.read().splitlines(), 1)
    expected = {(number, match[1]) for number, line in lines if (match := re.search(r"; *// (\S+)$", line))}
    found = json.loads(run("check", "names.cu", "--json", "-q", code=5, folder=here).stdout)["findings"]
    assert {(m["line"], m["variable"]) for m in found} == expected | {(35, "bodies[0].mass")}, found


def test_library():  # what a library's kernels find is shown where the program calls the library
    found = json.loads(run("check", "library.cu", "--json", "-q", code=5, folder=here).stdout)["findings"]
    found = [m for m in found if m["kind"] in ("uninit-result", "fault")]
    assert sorted((m["file"], m["line"], m["kind"]) for m in found) == [("library.cu", 11, "uninit-result"), ("library.cu", 13, "fault")], found
    assert all(m["notes"][-1]["file"].startswith("lockstep/cublas/") for m in found), found


def test_help(names):  # lists every rule by its name
    listed = re.findall(r"^  (\S+)$", run("help", "findings", code=0).stdout, re.M)
    assert listed == [name.split("/")[-1] for name in names if name != "compiler/warning"], listed


shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
shutil.copy(os.path.join(here, "forms.cu"), work)
test_json()
test_problem_matcher()
test_help(test_sarif())
test_paths()
test_run()
test_api()
test_notes()
test_names()
test_library()
