/* SPDX-License-Identifier: MIT */
/** One job of the C core, so many times: what `make bench-instructions` counts the instructions of,
 *  here and at another commit. It keeps to what both know.
 *
 *      core                        prints a line for each job: its name, a tab, a unit, a tab, how
 *                                  many units a round has
 *      core JOB ROUNDS             does it
 *      core parse ROUNDS FILE      reads a file instead of the text made here
 */
#include <vox.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARTICLES = 200,
    ROOM = 1 << 20,
    PIECE = 1 << 16
};

typedef struct text {
    char *bytes;
    size_t length;
} text;

static int64_t sum; /* what was read, so that reading is not left out */

static void must(vox_status status) {
    if (status != VOX_OK) {
        fprintf(stderr, "core: status %d\n", (int)status);
        exit(EXIT_FAILURE);
    }
}

/* --- Texts ----------------------------------------------------------------------- */

static text text_new(void) {
    text made = {malloc(ROOM), 0};
    if (!made.bytes)
        must(VOX_ERROR_MEMORY);
    return made;
}

#define PUT(text, ...)                                                                             \
    ((text)->length += (size_t                                                                     \
     )snprintf((text)->bytes + (text)->length, ROOM - (text)->length, __VA_ARGS__))

static text articles(int count) {
    text made = text_new();
    PUT(&made, "{\"data\":[");
    for (int at = 0; at < count; at++) {
        PUT(&made,
            "%s{\"type\":\"articles\",\"id\":\"%d\",\"attributes\":{\"title\":\"Article %d, and "
            "some more words\",\"body\":\"One\\nTwo \\u00e9 three\",\"views\":%d,\"rating\":%d.5,"
            "\"published\":%s,\"created\":\"2026-04-12T12:34:56Z\"},\"relationships\":{\"author\":"
            "{\"data\":{\"type\":\"people\",\"id\":\"%d\"}}}}",
            at ? "," : "", at, at, at * 7919 % 100000, at % 50, at % 2 ? "true" : "false", at % 20);
    }
    PUT(&made, "]}");
    return made;
}

static text numbers(void) {
    text made = text_new();
    PUT(&made, "[");
    for (int at = 0; at < 5000; at++) {
        PUT(&made, "%s%.*g", at ? "," : "", 4 + at % 13, (at * 7919 % 10007 - 5000) / 37.0);
    }
    PUT(&made, "]");
    return made;
}

static text file(const char *path) {
    text read = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        must(VOX_ERROR_ARGUMENT);
    long size = ftell(file);
    rewind(file);
    read.bytes = malloc(size > 0 ? (size_t)size : 1);
    if (size < 0 || !read.bytes)
        must(VOX_ERROR_MEMORY);
    read.length = fread(read.bytes, 1, (size_t)size, file);
    fclose(file);
    return read;
}

static vox_tree *parsed(text text, vox_mode mode) {
    vox_options options = vox_options_default();
    options.mode = mode;
    vox_tree *tree = NULL;
    must(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

/* --- Jobs ------------------------------------------------------------------------ */

static vox_node *member(vox_tree *tree, const vox_node *object, const char *name) {
    return vox_object_get(tree, object, vox_string_from_c(name));
}

/** Adds a number and a text of an article. */
static const vox_node *read_article(vox_tree *tree, const vox_node *article) {
    const vox_node *attributes = member(tree, article, "attributes");
    int64_t views = 0;
    (void)vox_node_int64(tree, member(tree, attributes, "views"), &views);
    sum += views + (int64_t)vox_node_text(tree, member(tree, attributes, "title")).length;
    return attributes;
}

static void read_three(vox_tree *tree) {
    const vox_node *data = member(tree, vox_tree_root(tree), "data");
    if (vox_node_kind(data) == VOX_ARRAY)
        data = vox_node_first(tree, data);
    (void)read_article(tree, data);
    sum += (int64_t)vox_node_text(tree, member(tree, data, "id")).length;
}

static void read_every(vox_tree *tree) {
    const vox_node *data = member(tree, vox_tree_root(tree), "data");
    for (vox_node *at = vox_node_first(tree, data); at; at = vox_node_next(tree, at)) {
        const vox_node *attributes = read_article(tree, at);
        sum += (int64_t)vox_node_text(tree, member(tree, attributes, "created")).length;
    }
}

static void read_numbers(vox_tree *tree) {
    const vox_node *root = vox_tree_root(tree);
    for (vox_node *at = vox_node_first(tree, root); at; at = vox_node_next(tree, at)) {
        double value = 0;
        (void)vox_node_double(tree, at, &value);
        sum += (int64_t)value;
    }
}

static void set(vox_tree *tree, vox_node *object, const char *name, vox_value value) {
    must(vox_object_set(tree, object, vox_string_from_c(name), value, NULL));
}

static vox_node *put(vox_tree *tree, vox_node *object, const char *name) {
    vox_node *made = NULL;
    must(vox_object_set(tree, object, vox_string_from_c(name), vox_value_object(), &made));
    return made;
}

static void build(int count) {
    vox_tree *tree = NULL;
    must(vox_tree_new(NULL, &tree));
    vox_node *root = vox_tree_root(tree), *data = NULL;
    must(vox_node_set(tree, root, vox_value_object()));
    must(vox_object_set(tree, root, vox_string_from_c("data"), vox_value_array(), &data));
    for (int at = 0; at < count; at++) {
        vox_node *resource = NULL;
        must(vox_array_append(tree, data, vox_value_object(), &resource));
        set(tree, resource, "type", vox_value_string(vox_string_from_c("articles")));
        set(tree, resource, "id", vox_value_string(vox_string_from_c("1")));
        vox_node *attributes = put(tree, resource, "attributes");
        set(tree, attributes, "title", vox_value_string(vox_string_from_c("Some more words")));
        set(tree, attributes, "views", vox_value_int64(at));
        set(tree, attributes, "rating", vox_value_double(at * 0.25));
        set(tree, attributes, "published", vox_value_boolean(at % 2 == 0));
        vox_node *author = put(
            tree, put(tree, put(tree, resource, "relationships"), "author"), "data"
        );
        set(tree, author, "type", vox_value_string(vox_string_from_c("people")));
        set(tree, author, "id", vox_value_string(vox_string_from_c("9")));
    }
    vox_buffer buffer = {0};
    must(vox_write_buffer(tree, root, VOX_STYLE_COMPACT, &buffer));
    sum += (int64_t)buffer.length;
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
}

static void stream(text text) {
    vox_stream *stream = NULL;
    must(vox_stream_new(NULL, &stream));
    vox_item item = {0};
    for (size_t at = 0; at < text.length; at += PIECE) {
        size_t length = text.length - at < PIECE ? text.length - at : PIECE;
        must(vox_stream_feed(stream, text.bytes + at, length));
        if (at + length == text.length)
            vox_stream_finish(stream);
        do {
            must(vox_stream_next(stream, &item, NULL));
            sum += item.kind;
            if (item.tree)
                vox_tree_free(item.tree);
        } while (item.kind != VOX_ITEM_NONE);
    }
    vox_stream_free(stream);
}

static int receive(void *context, const vox_finding *finding) {
    (void)context, (void)finding;
    sum++;
    return 0;
}

/* --- The program ----------------------------------------------------------------- */

/** A job on a parsed text; its parsing is no part of it where `is_kept`. */
typedef struct job {
    const char *name, *unit;
    int of; /* 1: all articles, 2: one, 3: the least document, 4: numbers, 0: none */
    vox_mode mode;
    bool is_kept;
} job;

static const job jobs[] = {
    {"parse 30 bytes, read, free", "document", 3, VOX_MODE_EAGER, false},
    {"parse 400 bytes, read, free", "document", 2, VOX_MODE_EAGER, false},
    {"parse", "byte", 1, VOX_MODE_EAGER, false},
    {"parse lazily", "byte", 1, VOX_MODE_LAZY, false},
    {"parse lazily, read every", "byte", 1, VOX_MODE_LAZY, false},
    {"parse numbers, read all", "number", 4, VOX_MODE_EAGER, false},
    {"validate", "byte", 1, VOX_MODE_EAGER, true},
    {"write compact", "byte", 1, VOX_MODE_EAGER, true},
    {"write pretty", "byte", 1, VOX_MODE_EAGER, true},
    {"stream", "byte", 1, VOX_MODE_EAGER, false},
    {"build one", "document", 0, VOX_MODE_EAGER, false},
    {"build 200", "document", 0, VOX_MODE_EAGER, false},
};

static void work(const char *name, vox_tree *tree) {
    if (strstr(name, "read every"))
        read_every(tree);
    else if (strstr(name, "read all"))
        read_numbers(tree);
    else if (strstr(name, "read"))
        read_three(tree);
    else if (!strcmp(name, "validate"))
        must(vox_validate(tree, NULL, (vox_finding_sink){receive, NULL}));
    else if (!strncmp(name, "write", 5)) {
        vox_buffer buffer = {0};
        vox_style style = strstr(name, "pretty") ? VOX_STYLE_PRETTY : VOX_STYLE_COMPACT;
        must(vox_write_buffer(tree, vox_tree_root(tree), style, &buffer));
        sum += (int64_t)buffer.length;
        vox_buffer_free(&buffer);
    }
}

static text text_of(const job *job) {
    static char least[] = "{\"data\":{\"type\":\"a\",\"id\":\"1\"}}";
    if (job->of == 3)
        return (text){least, sizeof least - 1};
    return job->of == 4 ? numbers() : articles(job->of == 2 ? 1 : job->of == 1 ? ARTICLES : 0);
}

int main(int count, char **arguments) {
    size_t number = sizeof jobs / sizeof *jobs;
    for (size_t at = 0; at < number; at++) {
        const job *job = &jobs[at];
        if (count > 2 && strcmp(job->name, arguments[1]))
            continue;
        text text = count > 3 ? file(arguments[3]) : text_of(job);
        if (count < 3) {
            size_t units = !strcmp(job->unit, "byte")     ? text.length
                           : !strcmp(job->unit, "number") ? 5000
                                                          : 1;
            printf("%s\t%s\t%zu\n", job->name, job->unit, units);
            continue;
        }
        vox_tree *kept = job->is_kept ? parsed(text, job->mode) : NULL;
        for (long round = strtol(arguments[2], NULL, 10); round > 0; round--) {
            if (!strcmp(job->name, "stream")) {
                stream(text);
            } else if (!job->of) {
                build(strstr(job->name, "one") ? 1 : ARTICLES);
            } else {
                vox_tree *tree = kept ? kept : parsed(text, job->mode);
                work(job->name, tree);
                if (!kept)
                    vox_tree_free(tree);
            }
        }
        fprintf(stderr, "%lld\n", (long long)sum);
        return EXIT_SUCCESS;
    }
    return count < 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
