/* SPDX-License-Identifier: MIT */
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

/** yajl's tree wants text that ends with NUL: the copy is part of the job, as it is for others. */
int64_t bench_yajl_tree(const bench_job *job) {
    char *text = malloc(job->length + 1);
    if (!text) {
        return -1;
    }
    memcpy(text, job->bytes, job->length);
    text[job->length] = '\0';
    yajl_val tree = yajl_tree_parse(text, NULL, 0);
    free(text);
    yajl_tree_free(tree);
    return tree ? 0 : -1;
}
