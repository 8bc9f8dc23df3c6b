# SPDX-License-Identifier: MIT
# Run by make amalgamation. Writes the core as two files, vox.h and vox.c:
#
#     awk -v folder=FOLDER -f Packaging/amalgamate.awk SOURCE...
#
# A header takes the place of its first include; one without a guard, of each. What a source defines
# as a macro ends with the source, so that several may use one name.

BEGIN {
    target = folder "/vox.h"
    print "/* SPDX-License-Identifier: MIT */" >target
    paste("include/vox.h")
    close(target)
    target = folder "/vox.c"
    print "/* SPDX-License-Identifier: MIT */\n" \
        "/** The C core of Vox as one file: docs/c/amalgamation.md. Define VOX_YAJL, and link libyajl, for\n" \
        " *  a core that reads with libyajl. */\n" \
        "#if !defined(VOX_YAJL) && !defined(VOX_WITHOUT_YAJL)\n#define VOX_WITHOUT_YAJL\n#endif\n" \
        "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n" \
        "#ifdef __cplusplus /* which warns of the initializers of C, and g++ of its own vectors */\n" \
        "#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n" \
        "#ifdef __clang__\n#pragma GCC diagnostic ignored \"-Wc99-designator\"\n" \
        "#else\n#pragma GCC diagnostic ignored \"-Wuninitialized\"\n" \
        "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n#endif\n#endif\n" \
        "#include \"vox.h\"" >target
    for (source = 1; source < ARGC; source++) {
        macros = ""
        paste(ARGV[source])
        printf "%s", macros >target
    }
}

# Writes a file, with the files of ours that it includes.
function paste(path,    line, words) {
    if (path in done)
        return
    printf "\n/* --- %s --- */\n\n", path >target
    while ((getline line <path) > 0) {
        split(line, words, /[ \t"<>(]+/)
        if (line ~ /^#ifndef VOX_[A-Z0-9_]*_H$/ || line == "#ifndef VOX_H")
            done[path]
        if (path ~ /\.c$/ && line ~ /^[ \t]*# *define /)
            macros = macros "#undef " words[line ~ /^[ \t]/ ? 3 : 2] "\n"
        if (line ~ /^# *include "/)
            paste("CSources/" words[2])
        else if (line ~ /^# *include <vox/)
            paste("include/" words[2])
        else if (line !~ /SPDX-License-Identifier/)
            print line >target
    }
    close(path)
}
