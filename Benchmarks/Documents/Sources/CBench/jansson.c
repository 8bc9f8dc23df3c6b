/* SPDX-License-Identifier: MIT */
#include <bench.h>

#include <jansson.h>

int64_t bench_jansson(const bench_job *job) {
    json_t *root = json_loadb(job->bytes, job->length, JSON_DECODE_ANY, NULL);
    json_decref(root);
    return root ? 0 : -1;
}
