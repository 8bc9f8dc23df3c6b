# SPDX-License-Identifier: MIT
# Run by Scripts/contract.
# Reads, as the variable `kind` says, which promises are due, the promises, and the
# tests; then prints what is covered. A list of promises is a contract here, named
# as its numbers begin. For Scripts/contract.

function complain(text) {
    print "contract: " text >"/dev/stderr"
    broken = 1
}

# How a test names a promise.
function label(contract, number) {
    return contract == "T" ? sprintf("T%02d", number) : sprintf("%s-%03d", contract, number)
}

function add_promise(number, text) {
    gsub(/\*\*|`/, "", text)
    key = contract SUBSEP number
    if (!(contract in most)) contracts[++contract_count] = contract
    if (key in promise) complain("two promises are " label(contract, number))
    promise[key] = text
    most[contract] = number > most[contract] ? number : most[contract]
    promises_of[contract]++
}

kind == "due" {
    sub(/#.*/, "")
    for (field = 2; field <= NF; field++) {
        if ($field !~ /^[0-9]+(-[0-9]+)?$/) complain("neither a number nor a range is due: " $field)
        split($field, range, "-")
        last = range[2] == "" ? range[1] : range[2]
        for (number = range[1] + 0; number <= last + 0; number++) due[$1, number] = 1
    }
    next
}

# `- **MW-036** Text.`
kind == "promises" && /^- / {
    text = $0
    sub(/^- \*\*[A-Z0-9-]+\*\* +/, "", text)
    number = $2
    gsub(/[^0-9]/, "", number)
    sub(/^0+/, "", number) # a zero in front makes it octal to some
    if (text == $0 || $2 != "**" label(contract, number + 0) "**") {
        complain(FILENAME ":" FNR ": a promise has the form: - **" label(contract, 1) \
            "** One sentence.")
        next
    }
    add_promise(number + 0, text)
}
kind == "promises" { next }

{ split($0, row, "\t") }
row[1] == "report" {
    reports[++report_count] = row[2]
    date[report_count] = row[3]
    next
}
{
    count_of[report_count]++
    title = row[3]
    while (match(title, /^(MW-|JA-|T-?)[0-9]+/)) {
        name = substr(title, 1, RLENGTH)
        rest = substr(title, RLENGTH + 1)
        if (rest !~ /^([ ,:;.]|$)/) break # such as T1a
        sub(/^[ ,:;.]+/, "", rest)
        title = rest
        contract = name
        sub(/-?[0-9]+$/, "", contract)
        sub(/^[A-Z]+-?0*/, "", name) # a zero in front makes it octal to some
        key = contract SUBSEP (name + 0)
        if (!(key in promise)) {
            complain("there is no promise " label(contract, name) ", which " row[2] " names")
            continue
        }
        sum = ++tests[key]
        result[key, sum] = row[1]
        test[key, sum] = row[2]
        results[key, row[1]]++
    }
}

# A text as JSON; its control characters have been made spaces.
function quoted(text) {
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    gsub(/[[:cntrl:]]/, " ", text)
    return "\"" text "\""
}

function truth(condition) { return condition ? "true" : "false" }

# What stands before the item of this number.
function comma(number) { return number == 1 ? "" : "," }

function list(contract, wanted, separator,    number, text) {
    for (number = 1; number <= most[contract]; number++) {
        if (state[contract, number] !~ wanted) continue
        text = text (text == "" ? "" : separator) number
    }
    return text
}

# What there is instead of a test that passed.
function reason(key,    sum) {
    for (sum = 1; sum <= tests[key]; sum++) {
        if (result[key, sum] == "failed" || !results[key, "failed"]) {
            return result[key, sum] ": " test[key, sum]
        }
    }
    return "no test"
}

function shortened(text,    cut) {
    if (length(text) <= 84) return text
    # Cut at a space, for awk may count bytes.
    for (cut = 80; cut > 1 && substr(text, cut, 1) != " "; cut--);
    return substr(text, 1, cut) "…"
}

function print_json(    index_, contract, number, key, sum) {
    printf "{\n  \"reports\": ["
    for (index_ = 1; index_ <= report_count; index_++) {
        printf "%s\n    {\"file\": %s, \"date\": %s, \"tests\": %d}", comma(index_),
            quoted(reports[index_]), quoted(date[index_]), count_of[index_]
    }
    printf "\n  ],\n  \"contracts\": ["
    for (index_ = 1; index_ <= contract_count; index_++) {
        contract = contracts[index_]
        printf "%s\n    {\n      \"name\": %s,\n", comma(index_), quoted(contract)
        printf "      \"covered\": [%s],\n", list(contract, "covered", ", ")
        printf "      \"missing\": [%s],\n", list(contract, "missing|later", ", ")
        printf "      \"missing_due\": [%s],\n", list(contract, "missing", ", ")
        printf "      \"lines\": ["
        sum = 0
        for (number = 1; number <= most[contract]; number++) {
            key = contract SUBSEP number
            if (!(key in promise)) continue
            printf "%s\n        {\"line\": %s, \"covered\": %s, \"due\": %s, \"text\": %s, \"tests\": [",
                comma(++sum), quoted(label(contract, number)),
                truth(state[key] == "covered"), truth(key in due),
                quoted(promise[key])
            print_tests(key)
            printf "]}"
        }
        printf "\n      ]\n    }"
    }
    printf "\n  ]\n}\n"
}

function print_tests(key,    sum) {
    for (sum = 1; sum <= tests[key]; sum++) {
        printf "%s{\"name\": %s, \"result\": %s}", comma(sum),
            quoted(test[key, sum]), quoted(result[key, sum])
    }
}

function print_text(    index_, contract, number, key, text) {
    for (index_ = 1; index_ <= report_count; index_++) {
        printf "%s, the run of %s: %d tests\n", reports[index_], date[index_], count_of[index_]
    }
    for (index_ = 1; index_ <= contract_count; index_++) {
        contract = contracts[index_]
        print ""
        for (number = 1; number <= most[contract]; number++) {
            key = contract SUBSEP number
            if (!(key in promise)) continue
            printf "%-7s  %s  %s\n", (state[key] == "missing" ? "MISSING" : state[key]),
                label(contract, number), shortened(promise[key])
            if (state[key] == "missing" || (state[key] != "covered" && tests[key])) {
                printf "                 (%s)\n", reason(key)
            }
        }
    }
    print ""
    for (index_ = 1; index_ <= contract_count; index_++) {
        text = list(contracts[index_], "missing", " ")
        if (text != "") printf "due, but missing: %s %s\n", contracts[index_], text
    }
    for (index_ = 1; index_ <= contract_count; index_++) {
        contract = contracts[index_]
        text = list(contract, "missing|later", " ")
        printf "%s %d of %d, missing: %s\n", contract, covered[contract], promises_of[contract],
            (text == "" ? "none" : text)
    }
}

END {
    if (contract_count != 3) complain("not all lists have promises in them")
    for (key in due) {
        split(key, part, SUBSEP)
        if (!(key in promise)) complain("there is no promise " label(part[1], part[2]) ", which is due")
    }
    for (key in promise) {
        split(key, part, SUBSEP)
        if (results[key, "passed"] && !results[key, "failed"]) {
            state[key] = "covered"
            covered[part[1]]++
        } else if (key in due) {
            state[key] = "missing"
            failed = 1
        } else {
            state[key] = "later"
        }
    }
    if (json) print_json(); else print_text()
    exit broken ? 2 : failed
}
