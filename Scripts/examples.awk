# SPDX-License-Identifier: MIT
# Run by Scripts/check-examples.
# Finds the examples in Markdown and in the documentation comments of Swift files,
# for Scripts/check-examples; a Swift file in Examples is one as a whole.
#
# Leaves each block in the folder `dir` as N.body, what it must print as N.expected,
# and in `index` a line
#
#     N  FILE  FIRST-LINE  LAST-LINE  LANGUAGE  MODE  BASE  REASON
#
# with tabs between. MODE is run, compile, check or skip; BASE is the block it follows
# upon, or 0. What is wrong with the blocks themselves is in `problems`.

function report(line, what) {
    printf "%s:%d: %s\n", FILENAME, line, what >(dir "/problems")
}
function forget() { mode = "run"; reason = "-"; continues = 0; marked = 0 }
function close_program() {
    n++
    printf "%s", body >(dir "/" n ".body")
    close(dir "/" n ".body")
    printf "%d\t%s\t%d\t%d\tswift\trun\t0\t-\n", n, program, 1, lines >(dir "/index")
    program = ""
}
function leave() { # the end of a file or of a documentation comment
    if (program) close_program()
    if (fence != "") report(opened, "the fenced block is not closed")
    if (marked) report(marked, "the comment stands before no example")
    fence = ""; previous = 0
    delete base
    delete start
    delete lastMode
    forget()
}
function close_block() {
    if (lang == "output") {
        if (!previous) report(opened, "the output belongs to no example")
        else printf "%s", body >(dir "/" previous ".expected")
        close(dir "/" previous ".expected")
        previous = 0
    } else if (lang == "swift" || (!isComment && (lang == "c" || lang == "sh"))) {
        n++
        printf "%s", body >(dir "/" n ".body")
        close(dir "/" n ".body")
        from = 0
        if (lang != "sh" && (isComment || continues) && lastMode[lang] != "skip") from = base[lang] + 0
        if (continues == 2) from = start[lang] + 0
        if (continues && !from) report(marked, "there is no example to continue")
        printf "%d\t%s\t%d\t%d\t%s\t%s\t%d\t%s\n", n, FILENAME, opened + 1, FNR - 1, lang, mode, \
            from, reason >(dir "/index")
        base[lang] = n
        lastMode[lang] = mode
        # A manifest is no example that others continue.
        if (!start[lang] && body !~ /^\/\/ swift-tools-version/) start[lang] = n
        previous = n
        forget()
    } else {
        previous = 0
        if (marked) report(marked, "the comment stands before no example")
        forget()
    }
    fence = ""
}
function markdown(text) {
    if (fence != "") {
        stripped = text
        sub(/^ */, "", stripped)
        closing = stripped
        sub(/[ \t]*$/, "", closing)
        if (closing == fence || (length(closing) > length(fence) &&
            index(closing, fence) == 1 && closing !~ /[^`~]/)) { close_block(); return }
        for (i = 0; i < indent && substr(text, 1, 1) == " "; i++) text = substr(text, 2)
        body = body text "\n"
        return
    }
    if (text ~ /^ *(```|~~~)/) {
        match(text, /^ */)
        indent = RLENGTH
        text = substr(text, indent + 1)
        match(text, /^(`+|~+)/)
        fence = substr(text, 1, RLENGTH)
        lang = substr(text, RLENGTH + 1)
        sub(/^[ \t]*/, "", lang)
        sub(/[ \t{,].*/, "", lang)
        if (lang == "bash" || lang == "shell" || lang == "console") lang = "sh"
        if (lang == "C") lang = "c"
        opened = FNR
        body = ""
    } else if (text ~ /^[ \t]*<!-- *(not run|compiled only|type-checked): .*-->/) {
        mode = text ~ /<!-- *not run/ ? "skip" : text ~ /<!-- *type/ ? "check" : "compile"
        reason = text
        sub(/^[^:]*: */, "", reason)
        sub(/ *-->.*/, "", reason)
        marked = FNR
    } else if (text ~ /^[ \t]*<!-- *continues( the first)? *-->/) {
        continues = text ~ /the first/ ? 2 : 1
        marked = FNR
    } else if (text !~ /^[ \t]*$/) {
        if (marked) report(marked, "the comment stands before no example")
        forget()
        previous = 0
    }
}
FNR == 1 {
    leave()
    isComment = FILENAME ~ /\.swift$/
    program = FILENAME ~ /^Examples\/.*\.swift$/ ? FILENAME : ""
    if (program) body = ""
}
{ sub(/\r$/, "") }
program { body = body $0 "\n"; lines = FNR; next }
isComment {
    if ($0 !~ /^[ \t]*\/\/\//) { leave(); next }
    sub(/^[ \t]*\/\/\/ ?/, "")
}
{ markdown($0) }
END { leave() }
