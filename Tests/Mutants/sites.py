# SPDX-License-Identifier: MIT
"""Finds the places of Swift sources where `mutate` can change something, on one line each."""

import os
import re

KINDS = ["condition", "guard", "comparison", "statement", "constant", "option"]
COMPARISONS = {
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="],
    "!=": ["=="],
}
OPEN, CLOSE = "([{", ")]}"
# A text, or a comment. What is between the marks is replaced by as many marks.
HIDDEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|(#+)"{3}.*?"{3}\1|(#+)".*?"\2|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/'
    r"|(?<=[=(, ])#?/[^ /\n*][^/\n]*/#?", re.S)
KEYWORD = re.compile(r"\b(return|if|guard|while|where|in|else|case|try|await|let|var|switch|throw)\b ?$")
BINDING = re.compile(r"^\s*(let|var|case|#available)\b")


class Site:
    """One place, and the text of its line with `isMutant(N)` in it."""

    def __init__(self, path, line, kind, old, new):
        self.path, self.line, self.kind, self.old, self.new = path, line, kind, old, new
        self.module = path.split("/")[1]

    def changed(self, number):
        return self.new.replace("isMutant()", f"isMutant({number})")

    def described(self):
        name = os.path.basename(self.path)
        return f"{name}\t{self.old.strip()}\t{self.new.strip()}"


def masked(text):
    def marks(match):
        return re.sub(r"[^\n]", "\x01", match.group(0))
    return HIDDEN.sub(marks, text)


def split_conditions(code):
    """The bounds of the conditions between commas at the top level; none where brackets are open."""
    depth, begin, bounds = 0, 0, []
    for index, character in enumerate(code):
        if character in OPEN:
            depth += 1
        elif character in CLOSE:
            depth -= 1
            if depth < 0:
                return []
        elif character == "," and depth == 0:
            bounds.append((begin, index))
            begin = index + 1
    return bounds + [(begin, len(code))] if depth == 0 else []


def condition_sites(line, code):
    match = re.match(r"^(\s*(?:\} else )?(if|guard|while) )(.+?)( else \{.*| \{)$", code)
    if not match:
        return
    begin = match.start(3)
    for left, right in split_conditions(match.group(3)):
        part = line[begin + left:begin + right]
        if BINDING.match(part) or not part.strip():
            continue
        stripped = part.lstrip()
        blank = part[:len(part) - len(stripped)]

        def with_text(text):
            return line[:begin + left] + blank + text + line[begin + right:]
        yield "condition", with_text(f"({stripped}) != isMutant()")
        if match.group(2) == "guard":
            yield "guard", with_text(f"({stripped}) || isMutant()")


def operand_left(code, end):
    depth = 0
    for index in range(end - 1, -1, -1):
        character = code[index]
        if character in CLOSE:
            depth += 1
        elif character in OPEN:
            if depth == 0:
                return index + 1
            depth -= 1
        elif depth == 0:
            before = code[:index + 1]
            if character in ",;:" or before.endswith(("&& ", "|| ", "? ", "= ", "?? ")):
                return index + 1
            if KEYWORD.search(before) and not re.match(r"\w", code[index + 1:]):
                return index + 1
            if character == "!" and (index == 0 or code[index - 1] in " ("):
                return index + 1
    return len(code) - len(code.lstrip())


def operand_right(code, begin):
    depth = 0
    for index in range(begin, len(code)):
        rest = code[index:]
        if depth == 0 and (
                rest[0] in ",;" or rest.startswith((" &&", " ||", " ?", " :", " {", " else", " }"))):
            return index
        if rest[0] in OPEN:
            depth += 1
        elif rest[0] in CLOSE:
            if depth == 0:
                return index
            depth -= 1
    return len(code) if depth == 0 else None


def comparison_sites(line, code):
    for match in re.finditer(r" (<=|>=|<|>|==|!=) ", code):
        left = operand_left(code, match.start())
        right = operand_right(code, match.end())
        if right is None or code[left:match.start()].strip() == "" or right <= match.end():
            continue
        lead = line[left:match.start()]
        blank = lead[:len(lead) - len(lead.lstrip())]
        a, b = lead.strip(), line[match.end():right].strip()
        for other in COMPARISONS[match.group(1)]:
            yield "comparison", (
                f"{line[:left]}{blank}(isMutant() ? {a} {other} {b} : {a} {match.group(1)} {b}){line[right:]}")


def statement_sites(line, code, before):
    match = re.match(r"^(\s+)((?:try\?? )?(?:await )?_? ?=? ?[a-z_][\w.?!]*(?:\[[^\]]*\])?(?:\(.*\)| [-+*|]?= .+))$", code)
    if not match or not line.strip() or re.match(r"\s*(return|let|var|case|throw|if|guard|for|while|switch|init|func|default|else|catch|do|repeat|subscript|static|super|import|indirect|where|in)\b", code):
        return
    if before.rstrip().endswith(("(", ",", "=", "?", ":", "&&", "||", "??", "+", "[", "return")):
        return
    if any(code.count(a) != code.count(b) for a, b in zip(OPEN, CLOSE)):
        return
    yield "statement", f"{match.group(1)}if !isMutant() {{ {line[len(match.group(1)):]} }}"


def constant_sites(line, code):
    if re.match(r"\s*(@|case \w+ = |import|#|precedencegroup|infix)", code):
        return
    for match in re.finditer(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w.]|\s*:)", code):
        text = match.group(1)
        yield "constant", f"{line[:match.start()]}(isMutant() ? {text} + 1 : {text}){line[match.end():]}"
    for match in re.finditer(r"(?<=return |.... = )(true|false)$", code):
        text = match.group(1)
        other = "false" if text == "true" else "true"
        yield "constant", f"{line[:match.start()]}(isMutant() ? {other} : {text}){line[match.end():]}"


def option_sites(line, code, lines, index):
    match = re.match(r"^\s+public var (\w+)(?:: [^={]+)? = [^{]+$", code)
    if match:
        name = match.group(1)
        # The further member makes the compiler build again what sets the option: without it, modules
        # that were built before would still set the value without the observer.
        yield "option", (
            f"{line} {{ didSet {{ if isMutant() {{ {name} = oldValue }} }} }}"
            f"; package var {name}IsChanged: Bool {{ isMutant() }}")
    match = re.match(r"^(\s+)self\.(\w+) = (\w+)$", code)
    if match and match.group(2) == match.group(3):
        name = match.group(2)
        for above in reversed(lines[max(index - 30, 0):index]):
            stated = re.search(rf"\b{name}: [^=,]+ = ([^,]+?)(?:,|\)?$|\) )", above)
            if stated:
                yield "option", f"{match.group(1)}self.{name} = isMutant() ? ({stated.group(1)}) : {name}"
                return


def sites_of_file(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines, codes = text.split("\n"), masked(text).split("\n")
    for index, (line, code) in enumerate(zip(lines, codes)):
        before = codes[index - 1] if index else ""
        if "inlinable" in before or not code.strip("\x01 "):
            continue
        found = [
            *condition_sites(line, code), *comparison_sites(line, code),
            *statement_sites(line, code, before), *constant_sites(line, code),
            *option_sites(line, code, codes, index)]
        for kind, new in found:
            yield Site(path, index, kind, line, new)


def sites_of(modules, files):
    for module in modules:
        for folder, _, names in sorted(os.walk(f"Sources/{module}")):
            for name in sorted(names):
                if name.endswith(".swift") and (not files or name in files):
                    yield from sites_of_file(os.path.join(folder, name))
