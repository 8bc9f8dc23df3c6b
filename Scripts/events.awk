# SPDX-License-Identifier: MIT
# Run by Scripts/contract and Scripts/skipped-tests.
# Turns the event stream of Swift Testing (version 0: a JSON record a line) into
# the rows of a report: `passed`, `failed` or `skipped`, name, display name, and
# why it was skipped, with tabs between.
#
# A parameterised test passes when all of its cases do. A test that ended with an
# issue, a known one too, failed; one that was cancelled, or never came to its
# end, was skipped.

# Fills `value` with the scalars of a record by the names that lead to them
# (`payload.kind`); an array adds an empty name. Of several the first one stays.
function parse(text,    depth, token, last, names, path, level) {
    split("", value)
    while (match(text, /"([^"\\]|\\.)*"|[][{}:,]|[^][{}:," \t]+/)) {
        token = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (token == ":") {
            names[depth] = substr(last, 2, length(last) - 2)
            last = ""
        } else if (token !~ /^[][{},]$/) {
            last = token
        } else if (token ~ /[[{]/) {
            names[++depth] = ""
        } else {
            if (last != "") {
                path = names[1]
                for (level = 2; level <= depth; level++) path = path "." names[level]
                if (!(path in value)) value[path] = last
                last = ""
            }
            if (token != ",") depth--
        }
    }
}

# The text of a JSON string, on one line.
function text_of(string) {
    string = substr(string, 2, length(string) - 2)
    gsub(/\\[bfnrt]/, " ", string)
    gsub(/\\"/, "\"", string)
    gsub(/\\\//, "/", string)
    gsub(/\\\\/, "\\", string)
    return string
}

# Most records are of no interest, and some are long.
!/"kind":"(function|testEnded|testSkipped|testCancelled|testCaseCancelled)"/ { next }

{
    parse($0)
    kind = text_of(value["payload.kind"])
}
kind == "function" {
    id = value["payload.id"]
    if (!(id in title)) order[++count] = id
    title[id] = text_of(value["payload.displayName"])
    next
}
{ id = value["payload.testID"] }
kind == "testEnded" {
    ended[id] = 1
    if (value["payload.messages..symbol"] !~ /^"(pass|passWithWarnings|skip)"$/) failed[id] = 1
    if (value["payload.messages..symbol"] == "\"skip\"") skipped[id] = 1
}
kind ~ /Skipped|Cancelled/ {
    skipped[id] = 1
    text = text_of(value["payload.messages..text"])
    if (sub(/^.* (skipped|cancelled): "?/, "", text)) {
        sub(/"?[.]?$/, "", text)
        reason[id] = text
    }
}

END {
    for (number = 1; number <= count; number++) {
        id = order[number]
        name = text_of(id)
        sub(/\/[^\/]*\.swift:[0-9]+:[0-9]+$/, "", name)
        result = id in failed ? "failed" : (id in ended) && !(id in skipped) ? "passed" : "skipped"
        printf "%s\t%s\t%s\t%s\n", result, name, title[id], result == "skipped" ? reason[id] : ""
    }
}
