# SPDX-License-Identifier: Apache-2.0
"""Where C files can be mutated, found in clang's syntax tree, and the text that holds the chosen mutants.

A mutant is an expression `mutant(N) ? changed : original` (mutant.h), so that one build holds all of them. An entry of a
static table is set when mutant N is on: at the start of the program, or where the function declares the table.

Leaves out: what a macro makes (but not its arguments), constants that the compiler needs (sizes, cases, other
initializers), steps of `for`, and lines that only speak (messages), check ourselves or allocate.
"""
import json
import re
import subprocess
from dataclasses import dataclass

SWAPS = {"<": ["<=", ">="], "<=": ["<"], ">": [">=", "<="], ">=": [">"], "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"],
         "*": ["+"], "/": ["*"], "%": ["/"], "&&": ["||"], "||": ["&&"], "<<": [">>"], ">>": ["<<"], "&": ["|"],
         "|": ["&"], "^": ["&"], "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="], "|=": ["&="], "&=": ["|="],
         "<<=": [">>="], ">>=": ["<<="]}
CONSTANT = {"ConstantExpr", "UnaryExprOrTypeTraitExpr", "StaticAssertDecl", "EnumDecl", "RecordDecl", "OffsetOfExpr"}
QUIET = re.compile(r"^\s*(#|//)|printf|_error\(|diagnostics_add|text_add|EXPECT|assert\(|CHECK\(|_alloc\(|_grow\(|_reserve\(")
SIGNS = re.compile(r'//[^\n]*|\n')


@dataclass
class Site:
    """A mutant: the text from begin to end of a file becomes what `write` makes of it."""
    path: str
    begin: int
    end: int
    old: str
    new: str
    parts: tuple = ()  # of an operator: where its operands are; of a table: the declaration, and where to set the entry
    line: int = 0
    number: int = 0
    lines: int = 0 # that it goes on
    row: str = ""  # of a table: the file that spells the entry

    def key(self):
        return (self.path, self.begin, self.end, self.old, self.new)

    def is_at(self, path, line):
        return path == self.path and (self.line <= line <= self.line + self.lines or self.row)

    def write(self, render):
        whole, is_on = render(self.begin, self.end), f"mutant({self.number})"
        if self.old in ("true", "false", "condition"):
            return f"(!({whole}) == {is_on})"
        if self.old in ("++", "--"):
            return f"({is_on} ? ({flat(render(*self.parts))}){self.new} : {whole})"
        if not self.parts:
            return f"({whole} + {is_on})"
        left, right = flat(render(*self.parts[0])), flat(render(*self.parts[1]))
        return f"({is_on} ? ({left}) {self.new} ({right}) : ({whole}))"


def flat(text):
    return SIGNS.sub(" ", text)


class Tree:
    """The syntax tree of one file."""

    def __init__(self, command, folder, path):
        self.path, self.file, self.texts = path, "", {}
        dump = [w for w in command if not w.startswith("-W")] + ["-w", "-fsyntax-only", "-Xclang", "-ast-dump=json"]
        out = subprocess.run(["clang"] + dump[1:], cwd=folder, stdout=subprocess.PIPE, check=True).stdout
        root = json.loads(out, object_hook=self.resolve)
        self.records = {}
        self.sites, self.tables = [], []
        for node in root["inner"]:
            self.declaration(node)

    def resolve(self, node):
        """clang names a place's file only where it differs from the place before."""
        if "offset" in node:
            self.file = node.setdefault("file", self.file)
        return node

    def text(self, path):
        if path not in self.texts:
            with open(path, encoding="utf-8") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    @staticmethod
    def place(where):
        """The place that is spelled in a file, unless a macro's own text makes it."""
        if "spellingLoc" in where:
            return where["spellingLoc"] if where["expansionLoc"].get("isMacroArgExpansion") else None
        return where if "offset" in where else None

    def extent(self, node):
        begin, end = self.place(node["range"]["begin"]), self.place(node["range"]["end"])
        if begin is None or end is None or begin["file"] != end["file"] or begin["file"].startswith("<"):
            return None
        return begin["file"], begin["offset"], end["offset"] + end["tokLen"]

    def add(self, where, old, new, parts=()):
        path, begin, end = where
        text = self.text(path)
        line_begin = text.rfind("\n", 0, begin) + 1
        line = text[line_begin:text.find("\n", begin)]
        if not QUIET.search(line) and "#" not in text[begin:end]:
            self.sites.append(Site(path, begin, end, old, new, parts, text.count("\n", 0, begin) + 1,
                                   lines=text.count("\n", begin, end)))

    def declaration(self, node):
        kind = node["kind"]
        if kind == "RecordDecl" and node.get("completeDefinition"):
            self.records[node.get("name", node["id"])] = self.records[node["id"]] = [
                f["name"] for f in node.get("inner", []) if f["kind"] == "FieldDecl" and "name" in f]
        elif kind == "FunctionDecl":
            for inner in node.get("inner", []):
                if inner["kind"] == "CompoundStmt":
                    self.statement(inner, node)
        elif kind == "VarDecl":
            self.table(node, None)

    def statement(self, node, parent):
        kind, inner = node.get("kind"), node.get("inner", [])
        if kind is None or kind in CONSTANT:
            return
        if kind == "DeclStmt" and inner and inner[0].get("storageClass") == "static":
            if len(inner) == 1:
                self.table(inner[0], self.extent(node))
            return
        if kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.operator(node, *inner)
        elif kind == "UnaryOperator":
            self.unary(node, parent)
        elif kind == "IntegerLiteral":
            self.literal(node, parent)
        elif kind in ("IfStmt", "ConditionalOperator"):
            where = self.extent(inner[0])
            if where and inner[0]["kind"] not in ("BinaryOperator", "UnaryOperator"):
                self.add(where, "condition", "negated")
        for index, child in enumerate(inner):
            if not (kind == "ForStmt" and index == 3):
                self.statement(child, node)

    def operator(self, node, left, right):
        where, a, b = self.extent(node), self.extent(left), self.extent(right)
        code = node["opcode"]
        if not where or not a or not b or code not in SWAPS or not where[0] == a[0] == b[0]:
            return
        if flat(self.text(where[0])[a[2]:b[1]]).strip() != code or ("*" in right["type"]["qualType"] and code in "+-"):
            return
        for new in SWAPS[code]:
            self.add(where, code, new, (a[1:], b[1:]))

    def unary(self, node, parent):
        where, operand = self.extent(node), self.extent(node["inner"][0])
        if where and operand and node["opcode"] == "!":
            self.add(where, "condition", "negated")
        elif where and operand and node["opcode"] in ("++", "--"):
            self.add(where, node["opcode"], "--" if node["opcode"] == "++" else "++", operand[1:])

    def literal(self, node, parent):
        where = self.extent(node)
        if where is None and "expansionLoc" in node["range"]["begin"]:
            place = node["range"]["begin"]["expansionLoc"]
            where = place["file"], place["offset"], place["offset"] + place["tokLen"]
            word = self.text(where[0])[where[1]:where[2]]
            if word in ("true", "false"):
                self.add(where, word, "false" if word == "true" else "true")
        elif where and parent.get("castKind") != "NullToPointer" and parent["kind"] != "InitListExpr":
            self.add(where, node["value"], str(int(node["value"]) + 1))

    def table(self, node, statement):
        inner = [n for n in node.get("inner", []) if n["kind"] == "InitListExpr"]
        where = self.extent(node)
        if node.get("storageClass") != "static" or not inner or not where or where[0] != self.path:
            return
        name = self.place(node["loc"])
        declared = (where[1], name["offset"]) if name else None
        if declared and "const" in self.text(self.path)[slice(*declared)]:
            self.entries(inner[0], node["name"], (declared, statement[2] if statement else None), False)

    def entries(self, node, access, table, is_bool):
        kind = node["kind"]
        if kind in ("ImplicitCastExpr", "ParenExpr", "CStyleCastExpr", "ConstantExpr"):
            is_bool = node.get("castKind") == "IntegralToBoolean"
            self.entries(node["inner"][0], access, table, is_bool)
        elif kind == "InitListExpr":
            fields = self.fields(node)
            for index, entry in enumerate(node.get("inner", [])):
                if fields is None:
                    self.entries(entry, f"{access}[{index}]", table, is_bool)
                elif index < len(fields):
                    self.entries(entry, f"{access}.{fields[index]}", table, is_bool)
        elif kind == "IntegerLiteral":
            value = int(node["value"])
            place = node["range"]["begin"]
            place = place.get("spellingLoc", place) if self.extent(node) else place.get("expansionLoc", place)
            new = str(1 - value if is_bool and value < 2 else value + 1)
            line = self.text(place["file"]).count("\n", 0, place["offset"]) + 1
            self.tables.append(Site(self.path, 0, 0, f"{access}: {value}", new, table, line, row=place["file"]))

    def fields(self, node):
        written = node["type"]["qualType"]
        if written.endswith("]"):
            return None
        name = node["type"].get("desugaredQualType", written)
        return self.records.get(re.sub(r"\b(const|struct)\b", "", name).strip(), [])


def render(text, begin, end, sites):
    """The text with its mutants; those in others come first inside them."""
    made, at = [], begin
    rest = sorted(sites, key=lambda s: (s.begin, -s.end))
    while rest:
        outer = rest.pop(0)
        within = [s for s in rest if s.end <= outer.end]
        rest = [s for s in rest if s.end > outer.end]
        made += [text[at:outer.begin], outer.write(
            lambda a, b, inner=within: render(text, a, b, [s for s in inner if s.begin >= a and s.end <= b]))]
        at = outer.end
    return "".join(made) + text[at:end]


class Insert:
    """Text put into another: at a table, or behind the file."""

    def __init__(self, begin, end, text):
        self.begin, self.end, self.made = begin, end, text

    def write(self, render_part):
        return self.made


def mutated(text, sites):
    """The text of one file with its mutants, of operators and of tables."""
    edits, behind = [s for s in sites if s.end > 0], []
    declared, settings = set(), {}
    for site in sites:
        if site.end > 0:
            continue
        declaration, at = site.parts
        setting = f" if (mutant({site.number})) {{ {site.old.split(':')[0]} = {site.new}; }}"
        if at is None:
            behind.append(f"\n__attribute__((constructor)) static void mutant_{site.number}(void) {{{setting} }}\n")
        else:
            settings[at] = settings.get(at, "") + setting
        declared.add(declaration)
    edits += [Insert(at, at, made) for at, made in settings.items()]
    edits += [Insert(b, e, re.sub(r"\bconst\b", "", text[b:e])) for b, e in declared]
    return render(text, 0, len(text), edits) + "".join(behind)
