# SPDX-License-Identifier: MIT
"""A model of columns: what a row has in its columns and in its rest, by Python's json.

It draws corpora by lot: records with wrong types, and with members that are missing or unknown."""

import datetime
import decimal
import json
import random
import re
from decimal import Decimal

NOTHING = object()
EXACT = decimal.Context(prec=2000)

TYPES = [
    {"type": "bool"}, {"type": "int64"}, {"type": "double"}, {"type": "utf8"},
    {"type": "decimal128", "precision": 20, "scale": 4}, {"type": "date32"}, {"type": "timestamp"},
    {"type": "json"}, {"type": "list", "items": {"type": "int64"}},
    {"type": "list", "items": {"type": "list", "items": {"type": "utf8"}}},
    {"type": "struct", "columns": [
        {"name": "n", "type": "int64"}, {"name": "s", "path": "in.s", "type": "utf8"},
        {"name": "l", "type": "list", "items": {"type": "double"}}]},
]

MOMENT = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d(?::?\d\d)?)")
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def load(text):
    return json.loads(text, parse_float=Decimal)


# --- the values that fit ----------------------------------------------------------------


def is_number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def as_int64(value, _):
    if is_number(value) and value == EXACT.to_integral_value(Decimal(value)) and -2**63 <= value < 2**63:
        return int(value)
    return NOTHING


def as_double(value, _):
    if not is_number(value):
        return NOTHING
    try:
        number = float(value)
    except OverflowError:
        return NOTHING
    if abs(number) == float("inf") or isinstance(value, int) and int(number) != value:
        return NOTHING
    return number


def as_decimal(value, column):
    if isinstance(value, str) and re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", value):
        value = Decimal(value)
    if not is_number(value):
        return NOTHING
    scaled = EXACT.scaleb(Decimal(value), column["scale"])
    if scaled != EXACT.to_integral_value(scaled) or abs(scaled) >= 10**column["precision"]:
        return NOTHING
    return Decimal(value)


def as_date(value, _):
    try:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return datetime.date.fromisoformat(value)
    except ValueError:
        pass
    return NOTHING


def as_timestamp(value, _):
    parts = MOMENT.fullmatch(value) if isinstance(value, str) else None
    if not parts or (parts[5] or "")[6:].strip("0"):
        return NOTHING
    zone = parts[6].replace(":", "")
    minutes = 0 if zone in "Zz" else int(zone[:3]) * 60 + int(zone[0] + (zone[3:] or "0"))
    try:
        day = datetime.date.fromisoformat(parts[1])
        moment = datetime.datetime(day.year, day.month, day.day, int(parts[2]), int(parts[3]),
                                   int(parts[4]), int((parts[5] or "0")[:6].ljust(6, "0")),
                                   tzinfo=datetime.timezone.utc)
    except ValueError:
        return NOTHING
    return (moment - EPOCH) // datetime.timedelta(microseconds=1) - minutes * 60_000_000


SCALARS = {
    "bool": lambda value, _: value if isinstance(value, bool) else NOTHING,
    "utf8": lambda value, _: value if isinstance(value, str) else NOTHING,
    "json": lambda value, _: value,
    "int64": as_int64, "double": as_double, "decimal128": as_decimal, "date32": as_date,
    "timestamp": as_timestamp,
}


def split(value, column):
    """What a column takes of a value, and what is left."""
    kind = column["type"]
    if value is None:
        return None, NOTHING
    if kind == "list":
        if not isinstance(value, list):
            return None, value
        pairs = [split(element, column["items"]) for element in value]
        rests = [rest for _, rest in pairs]
        left = any(rest is not NOTHING for rest in rests)
        return [taken for taken, _ in pairs], [
            None if rest is NOTHING else rest for rest in rests] if left else NOTHING
    if kind == "struct":
        if not isinstance(value, dict):
            return None, value
        return split_object(value, [(each.get("path", each["name"]).split("."), each)
                                    for each in column["columns"]])
    taken = SCALARS[kind](value, column)
    return (None, value) if taken is NOTHING else (taken, NOTHING)


def split_object(value, paths):
    """What columns take of an object, by their names, and the members that are left."""
    taken, rest = {column["name"]: None for _, column in paths}, {}
    for name, member in value.items():
        below = [(path[1:], column) for path, column in paths if path[0] == name]
        ends = [column for path, column in below if not path]
        left = member
        for column in ends:
            taken[column["name"]], left = split(member, column)
        if below and not ends:
            if isinstance(member, dict):
                found, left = split_object(member, below)
                taken.update(found)
            elif member is None:
                left = NOTHING
        if left is not NOTHING:
            rest[name] = left
    return taken, rest if rest else NOTHING


def row(resource, description):
    """The columns of a resource object, and its rest."""
    paths = [(["type"], {"name": "", "type": "json"})] if "type" in description else []
    for column in description["columns"]:
        path = column.get("path", column["name"]).split(".")
        kept = path[0] in ("id", "type")
        linked = path[0] in ("author", "comments")
        paths.append((path if kept else ["relationships", path[0], "data", *path[1:]] if linked
                      else ["attributes", *path], column))
    for always in ("attributes", "relationships"):
        paths.append(([always, "\0"], {"name": "", "type": "json"}))
    taken, rest = split_object(resource, paths)
    taken.pop("", None)
    return taken, None if rest is NOTHING else rest


# --- drawing corpora --------------------------------------------------------------------


class Lot:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def number(self):
        choose = self.random.choice
        return choose([
            str(self.random.randrange(-1000, 1000)), str(self.random.getrandbits(62)),
            str(self.random.getrandbits(64)), str(2**63 - 1), str(-2**63), str(2**63),
            "9007199254740993", "3.0", "3e2", "3.5", "1e400", "1e-7", "0.1", "12345.6789", "1.23456",
            repr(self.random.uniform(-1e6, 1e6)), repr(self.random.random() * 10**-300),
            f"{self.random.randrange(10**6)}.{self.random.randrange(10**4)}", "123456789012345678901",
        ])

    def string(self):
        choose = self.random.choice
        return choose([
            "", "x", "ключ", "\\u00e9\\n", "\\ud83d\\ude00", "a" * self.random.randrange(300),
            "1.5", "007", "12345678901234567.8901", "-3", "2024-02-29", "2023-02-29", "1969-12-31",
            "0001-01-01", "9999-12-31", "2024-13-01", "2024-02-29T12:34:56Z",
            "2024-02-29 12:34:56.123456+01:00", "1969-12-31T23:59:59.999999-0530",
            "2024-02-29T12:34:56.1234560Z", "2024-02-29T12:34:56.1234567Z", "2024-02-29T25:00:00Z",
            "2024-02-29T12:34:56", "2024-02-29T12:34:56+02",
        ])

    def value(self, depth=0):
        kind = self.random.randrange(10 if depth < 3 else 7)
        if kind < 3:
            return self.number()
        if kind < 5:
            return f'"{self.string()}"'
        if kind < 7:
            return self.random.choice(["true", "false", "null"])
        if kind < 9:
            return f"[{', '.join(self.value(depth + 1) for _ in range(self.random.randrange(4)))}]"
        return self.object({}, depth + 1)

    def object(self, members, depth=1):
        members = list(members.items())
        for _ in range(self.random.randrange(3)):
            members.append((self.random.choice("nlqz"), self.value(depth)))
        self.random.shuffle(members)
        return "{%s}" % ",".join(f'"{name}":{value}' for name, value in members)

    def fitting(self, column):
        """A value that fits more often than one drawn by lot."""
        kind = column["type"]
        if self.chance(4):
            return self.value()
        if kind == "list":
            return f"[{','.join(self.fitting(column['items']) for _ in range(self.random.randrange(4)))}]"
        if kind == "struct":
            members = {"n": self.number(), "in": self.object({"s": f'"{self.string()}"'}), "l": "[1.5,2]"}
            return self.object({name: members[name] for name in members if not self.chance(4)})
        if kind in ("int64", "double", "decimal128"):
            return self.number()
        return self.random.choice(["true", "false"]) if kind == "bool" else f'"{self.string()}"'

    def description(self):
        columns = [{"name": "id", "type": "utf8"}]
        for index in range(self.random.randrange(1, 8)):
            column = {"name": f"c{index}", **self.random.choice(TYPES)}
            if self.chance(4):
                column["path"] = f"deep.c{index}"
            columns.append(column)
        if self.chance(2):
            columns.append({"name": "author", "path": "author.id", "type": "utf8"})
        if self.chance(3):
            columns.append({"name": "comments", "type": "json"})
        made = {"table": "resources", "columns": columns}
        if self.chance(2):
            made["type"] = "articles"
        return made

    def resource(self, description):
        attributes, deep = {}, {}
        for column in description["columns"]:
            if column["name"].startswith("c") and column["name"][1:].isdigit() and not self.chance(5):
                (deep if "path" in column else attributes)[column["name"]] = self.fitting(column)
        if deep or self.chance(6):
            attributes["deep"] = self.object(deep) if not self.chance(6) else self.value()
        members = {"type": '"people"' if self.chance(6) else '"articles"',
                   "id": f'"{self.random.randrange(100)}"'}
        if not self.chance(8):
            members["attributes"] = self.object(attributes) if not self.chance(30) else "null"
        if self.chance(2):
            identifier = f'{{"type":"people","id":"{self.random.randrange(9)}"}}'
            author = self.random.choice([identifier, identifier, "null"])
            members["relationships"] = self.object({
                "author": self.object({"data": author}),
                "comments": f'{{"data":[{identifier}]}}' if self.chance(2) else '{"links":{}}'})
        if self.chance(5):
            members["meta"] = self.object({})
        return "{%s}" % ",".join(f'"{name}":{value}' for name, value in members.items())

    def corpus(self, description, records):
        """Lines of NDJSON, and the rows of the model: the columns and the rest, or None for an
        error."""
        lines, rows = [], []
        for _ in range(records):
            if self.chance(15):
                line = self.resource(description)
                lines.append(line[:self.random.randrange(1, len(line))])
                rows.append((None, lines[-1]))
                continue
            count = self.random.choice([1, 1, 1, 0, 2, 3])
            resources = [self.resource(description) for _ in range(count)]
            plain = count == 1 and self.chance(2)
            lines.append(resources[0] if plain else f'{{"data":[{",".join(resources)}]}}')
            for resource in map(load, resources):
                if description.get("type", resource["type"]) == resource["type"]:
                    rows.append(row(resource, description))
        return "\n".join(lines).encode(), rows
