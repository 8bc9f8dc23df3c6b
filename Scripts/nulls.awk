# SPDX-License-Identifier: MIT
# Run by Scripts/nulls.
# Reads the public headers, and prints a line for each argument that may be NULL: for the C tests
# (form=rows) or for the manual (form=table). See Scripts/nulls.

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}
function complain(what) {
    printf "%s: %s\n", FILENAME, what >"/dev/stderr"
    broken = 1
}

# Keeps what the section `NULL:` of a comment says in `into`, by name.
function read_rules(comment, into, lines, count, at, line, text, inside, clauses, clause, names, i, j, n) {
    delete into
    count = split(comment, lines, "\n")
    text = ""
    for (at = 1; at <= count; at++) {
        line = lines[at]
        sub(/^ *(\/\*\*|\*\/?) ?/, "", line)
        sub(/ *\*\/$/, "", line)
        if (line ~ /^ *NULL: /) { inside = 1; sub(/^ *NULL: /, "", line) }
        else if (line ~ /^ *[A-Z][a-z]+: / || line ~ /^ *$/) inside = 0
        if (inside) text = text " " trim(line)
    }
    sub(/\.$/, "", text)
    count = split(text, clauses, ";")
    for (i = 1; i <= count; i++) {
        clause = trim(clauses[i])
        if (!match(clause, / (allowed|neutral|never|VOX_ERROR_[A-Z_]+)/)) {
            complain("no status in \"" clause "\"")
            continue
        }
        n = split(substr(clause, 1, RSTART - 1), names, /, */)
        for (j = 1; j <= n; j++) {
            into[trim(names[j])] = substr(clause, RSTART + 1)
        }
    }
}

# One argument of the function `name`, its place and its declaration.
function argument(place, declared, is_inline, parameter, kind, rule, words) {
    if (declared !~ /\*|\[/ && declared !~ /^(vox_string|vox_[a-z]*_?sink) /) return
    if (is_inline && declared !~ /\*/) return # what is inlined checks nothing
    parameter = declared
    sub(/\[.*/, "", parameter)
    sub(/.*[ *]/, "", parameter)
    kind = "PLAIN"
    if (declared ~ /^vox_string [a-z]/) kind = "TEXT"
    else if (declared ~ /^(const )?vox_node \*[a-z]/ && has_tree) kind = "NODE"
    rule = parameter in own ? own[parameter] : parameter in general ? general[parameter] : ""
    if (rule == "") {
        complain(name ": nothing is said of " parameter " being NULL")
        return
    }
    match(rule, /^[A-Za-z_]+/)
    words = substr(rule, RLENGTH + 1)
    rule = substr(rule, 1, RLENGTH)
    if (form == "table") {
        printf "| %s | `%s` | %s |\n", name == shown ? "" : name "()", parameter, told(rule) words
        shown = name
        return
    }
    printf "NULL_ROW(%s, %d, %s, %s, %s)\n", name, place, parameter, kind, expected(rule)
}
function told(rule) {
    return rule == "neutral" && returns == "vox_status" ? "VOX_ERROR_MISSING" : rule
}
function expected(rule) {
    if (rule == "allowed") return "SAME"
    if (rule == "neutral") return returns == "vox_status" ? "VOX_ERROR_MISSING" : "NEUTRAL"
    if (rule == "never") return returns == "vox_status" ? "ARMORED_STATUS" : "ARMORED_NEUTRAL"
    return rule
}

function declaration(text, is_inline, list, parts, count, i) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^(VOX_API|static inline) /, "", text)
    name = text
    sub(/\(.*/, "", name)
    returns = name
    sub(/.*[ *]/, "", name)
    sub(/[ *]*[a-z0-9_]+$/, "", returns)
    list = text
    sub(/^[^(]*\(/, "", list)
    sub(/\) *[;{].*$/, "", list)
    has_tree = list ~ /vox_tree \*/
    read_rules(comment, own)
    count = split(list, parts, ",")
    for (i = 1; i <= count; i++) argument(i - 1, trim(parts[i]), is_inline)
    functions++
}

BEGIN {
    if (form == "rows") {
        print "/* SPDX-License-Identifier: MIT */"
        print "/** What each public function returns when an argument is NULL: function, place and name of the"
        print " *  argument, what it is, and the result. Made from the public headers by Scripts/nulls. */"
        print "/* clang-format off */"
    } else {
        print "| function | argument | NULL |"
        print "|---|---|---|"
    }
}
FNR == 1 { delete general; head = 1; comment = ""; collecting = 0 }
/^\/\*\*/ { comment = ""; collecting = 1 }
collecting {
    comment = comment $0 "\n"
    if (/\*\//) {
        collecting = 0
        if (head) { read_rules(comment, general); head = 0 }
    }
    next
}
/^(VOX_API|static inline) / { declared = ""; inside = 1 }
inside {
    declared = declared $0 "\n"
    if (/[;{]/) {
        declaration(declared, declared ~ /^static/)
        inside = 0
        comment = ""
    }
}
END {
    if (!functions) { print "nulls: no function found" >"/dev/stderr"; broken = 1 }
    exit broken
}
