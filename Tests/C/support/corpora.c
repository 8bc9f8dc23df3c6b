/* SPDX-License-Identifier: MIT */
#include "corpora.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define PATH_SIZE 1024

static void full_path(char path[PATH_SIZE], const char *below) {
    const char *folder = getenv("VOX_CORPORA");
    folder = !folder ? "../shared/corpora" : *folder ? folder : "/dev/null"; /* has no files */
    if (snprintf(path, PATH_SIZE, "%s/%s", folder, below) >= PATH_SIZE) {
        path[0] = '\0'; /* longer than every name in the corpora */
    }
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/** Returns true when the environment names a folder. */
static bool may_not_be_missing(void) {
    const char *folder = getenv("VOX_CORPORA");
    return folder && *folder;
}

bool corpora_have(const char *folder) {
    char path[PATH_SIZE];
    full_path(path, folder);
    if (is_folder(path)) {
        return true;
    }
    check_note("%s is not there", path);
    if (CHECK(!may_not_be_missing())) {
        check_skip("no shared corpora; VOX_CORPORA names their folder");
    }
    return false;
}

bool corpora_read(const char *path, vox_string *text) {
    char full[PATH_SIZE];
    full_path(full, path);
    FILE *file = fopen(full, "rb");
    if (!file) {
        return false;
    }
    /* The block is exactly as large as the file, so that the address sanitizer detects reads
     * beyond the end. */
    struct stat status;
    size_t length = fstat(fileno(file), &status) == 0 ? (size_t)status.st_size : 0;
    char *bytes = malloc(length ? length : 1);
    bool complete = bytes && fread(bytes, 1, length, file) == length;
    fclose(file);
    if (!complete) {
        free(bytes);
        return false;
    }
    *text = (vox_string){bytes, length};
    return true;
}

static bool ends_in(const char *name, const char *suffix) {
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && strcmp(name + length - tail, suffix) == 0;
}

static size_t visit_file(
    const char *below, const char *name, void (*visit)(void *, corpora_file), void *context
) {
    vox_string text;
    if (!CHECK(corpora_read(below, &text))) {
        return 0;
    }
    check_note("%s", below);
    visit(context, (corpora_file){below, name, text});
    check_note(NULL);
    free((void *)(uintptr_t)text.bytes);
    return 1;
}

size_t corpora_visit(
    const char *folder, const char *suffix, void (*visit)(void *context, corpora_file file),
    void *context
) {
    char full[PATH_SIZE];
    full_path(full, folder);
    struct dirent **entries = NULL;
    int count = scandir(full, &entries, NULL, alphasort);
    size_t visited = 0;
    for (int index = 0; index < count; index++) {
        const char *name = entries[index]->d_name;
        char below[PATH_SIZE];
        snprintf(below, sizeof below, "%s/%s", folder, name);
        full_path(full, below);
        if (name[0] != '.' && is_folder(full)) {
            visited += corpora_visit(below, suffix, visit, context);
        } else if (name[0] != '.' && ends_in(name, suffix)) {
            visited += visit_file(below, name, visit, context);
        }
        free(entries[index]);
    }
    free(entries);
    return visited;
}

size_t corpora_lines(const char *path, void (*visit)(vox_string line)) {
    vox_string text;
    if (!corpora_read(path, &text)) {
        return 0;
    }
    size_t lines = 0;
    for (size_t start = 0; start < text.length;) {
        size_t end = start;
        while (end < text.length && text.bytes[end] != '\n' && text.bytes[end] != '\r') {
            end++;
        }
        vox_string line = {text.bytes + start, end - start};
        while (line.length && line.bytes[line.length - 1] == ' ') {
            line.length--;
        }
        if (line.length && line.bytes[0] != '#') {
            check_note("%s: %.*s", path, (int)(line.length < 100 ? line.length : 100), line.bytes);
            visit(line);
            lines++;
        }
        start = end + 1;
    }
    check_note(NULL);
    free((void *)(uintptr_t)text.bytes);
    return lines;
}
