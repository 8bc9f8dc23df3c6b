/* SPDX-License-Identifier: MIT */
/** A sidecar: threads that check documents for another program. Each thread has its own parser.
 *
 *      sidecar THREADS <requests >responses
 *
 *  A request is a line with a JSON:API document. The response is a line, in the order of finishing:
 *  `NUMBER ok TYPE ID`, or `NUMBER error OFFSET POINTER MESSAGE`. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <vox.h>

#define MOST_THREADS 64

/** Reads the next request and its number. One thread at a time reads. */
static ssize_t take_request(char **line, size_t *room, size_t *number) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static size_t taken;
    pthread_mutex_lock(&lock);
    const ssize_t length = getline(line, room, stdin);
    *number = length < 0 ? taken : ++taken;
    pthread_mutex_unlock(&lock);
    return length;
}

static void respond(vox_tree *tree, size_t number) {
    const vox_node *data = vox_object_get(tree, vox_tree_root(tree), vox_string_from_c("data"));
    const vox_node *type = vox_object_get(tree, data, vox_string_from_c("type"));
    const vox_node *id = vox_object_get(tree, data, vox_string_from_c("id"));
    const vox_string t = vox_node_text(tree, type), i = vox_node_text(tree, id);
    printf("%zu ok %.*s %.*s\n", number, (int)t.length, t.bytes, (int)i.length, i.bytes);
}

static void respond_error(const vox_error *error, size_t number) {
    printf("%zu error %zu \"%s\" %s\n", number, error->offset, error->pointer, error->message);
}

/** Runs one thread. The thread owns its parser and the trees of the parser. Threads share
 *  neither, so no lock is needed. */
static void *work(void *unused) {
    vox_parser *parser;
    char *line = NULL;
    size_t room = 0, number;
    if (vox_parser_new(NULL, (size_t)4 << 20, &parser) != VOX_OK) {
        return unused;
    }
    for (ssize_t length; (length = take_request(&line, &room, &number)) >= 0;) {
        vox_tree *tree;
        vox_error error;
        const vox_string any = {NULL, 0};
        if (vox_parser_parse(parser, line, (size_t)length, &tree, &error)) {
            respond_error(&error, number);
            continue;
        }
        if (vox_document_check(tree, VOX_PRIMARY_ONE, any, VOX_READING_STRICT, NULL, &error)) {
            respond_error(&error, number);
        } else {
            respond(tree, number);
        }
        vox_tree_free(tree);
    }
    free(line);
    vox_parser_free(parser); /* after all its trees */
    return unused;
}

int main(int count, char **arguments) {
    pthread_t threads[MOST_THREADS];
    int wanted = count > 1 ? atoi(arguments[1]) : 4, started = 0;
    while (started < wanted && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, work, NULL) == 0) {
        started++;
    }
    for (int thread = 0; thread < started; thread++) {
        pthread_join(threads[thread], NULL);
    }
    return started > 0 ? 0 : 1;
}
