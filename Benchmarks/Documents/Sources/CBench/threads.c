/* SPDX-License-Identifier: MIT */
/** How much more two threads do than one on this machine: the bound of every job that
 *  is dealt to threads. Each parses a document of its own. */
#include <bench.h>

#include <pthread.h>
#include <vox.h>

typedef struct parsing {
    const bench_job *job;
    vox_pool *pool;
    bool parsed;
} parsing;

static void *parse(void *context) {
    parsing *own = context;
    vox_options options = vox_options_default();
    options.max_size = options.max_nodes = UINT32_MAX;
    options.allocator = vox_pool_allocator(own->pool);
    vox_tree *tree = NULL;
    own->parsed = vox_tree_parse(own->job->bytes, own->job->length, &options, &tree, NULL) ==
                  VOX_OK;
    vox_tree_free(tree);
    return NULL;
}

static int64_t parse_two(const bench_job *job, bool at_once) {
    static vox_pool *pools[2];
    parsing one = {job, NULL, false}, other = one;
    for (int index = 0; index < 2; index++) {
        if (!pools[index] && vox_pool_new(NULL, SIZE_MAX / 2, &pools[index]) != VOX_OK) {
            return -1;
        }
    }
    one.pool = pools[0];
    other.pool = pools[1];
    pthread_t thread;
    if (!at_once) {
        (void)parse(&other);
    } else if (pthread_create(&thread, NULL, parse, &other) != 0) {
        return -1;
    }
    (void)parse(&one);
    if (at_once) {
        (void)pthread_join(thread, NULL);
    }
    return one.parsed && other.parsed ? 0 : -1;
}

int64_t bench_two_at_once(const bench_job *job) {
    return parse_two(job, true);
}

int64_t bench_two_in_turn(const bench_job *job) {
    return parse_two(job, false);
}
