/* SPDX-License-Identifier: MIT */
/** Parallel reading: the lists that the skim cuts out are dealt to threads, run
 *  of elements by run of elements.
 *
 *      {"data": [ {…}, {…}, | {…}, {…} ], "links": {…}}
 *      pppppppppp 1111111111 222222222  ppppppppppppppp   p: this thread
 *
 *  Every run has a part of chunk 0 to itself, as large as its text can need. So
 *  the nodes stand in document order again, but for those around the lists, which
 *  come first. Only what is rarely asked for (text with escapes, memory) needs
 *  the lock. Whatever is wrong, reading eagerly will find it. */
#include "append.h"
#include "skim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/** Below this, threads cost more than they save. */
#define SMALL ((size_t)256 << 10)
#define MOST_THREADS 64

/** One that was slow, or short, leaves the others little to wait for. */
#define RUNS_A_THREAD 4

/** Elements of a list that one thread parses. */
typedef struct parallel_run {
    uint32_t list; /* which of those that were cut out */
    uint32_t count;
    const vox__extent *elements;
    vox_ref parent; /* the node of the list */
    vox_ref first;  /* its nodes, up to `limit` */
    vox_ref limit;
    vox_ref next;  /* behind the last node made */
    vox_ref last;  /* the last element */
    size_t values; /* at least as many as there are */
    vox_status status;
} parallel_run;

typedef struct parallel_job {
    vox_tree *tree;
    const vox__skim *skim;
    parallel_run *runs;
    size_t count;
    size_t threads;
    void (*step)(struct parallel_job *job, parallel_run *run);
    atomic_size_t next;
    pthread_mutex_t lock;
} parallel_job;

/* --- threads --------------------------------------------------------------- */

static void *work(void *context) {
    parallel_job *job = context;
    for (;;) {
        size_t index = atomic_fetch_add(&job->next, 1);
        if (index >= job->count) {
            return NULL;
        }
        job->step(job, &job->runs[index]);
    }
}

/** Takes a step with every run. Threads that cannot be had are done without. */
static void spread(parallel_job *job, void (*step)(parallel_job *job, parallel_run *run)) {
    pthread_t threads[MOST_THREADS];
    size_t started = 0;
    job->step = step;
    atomic_store(&job->next, 0);
    while (started + 1 < job->threads && pthread_create(&threads[started], NULL, work, job) == 0) {
        started++;
    }
    (void)work(job);
    while (started) {
        (void)pthread_join(threads[--started], NULL);
    }
}

size_t vox__parallel_threads(const vox_options *options, size_t length) {
    size_t wanted = options->threads;
    if (options->strict) {
        return 1; /* repeated names are noted in indexes, which have no lock */
    }
    if (wanted == 0) {
        long online = length < SMALL ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
        wanted = online > 1 ? (size_t)online : 1;
    }
    return wanted < MOST_THREADS ? wanted : MOST_THREADS;
}

/* --- runs ------------------------------------------------------------------ */

/** Deals the elements: a run ends with its list, or when it has its share. */
static size_t deal(const vox__skim *skim, size_t share, parallel_run *runs) {
    size_t count = 0;
    for (uint32_t list = 0; list < skim->cut_count; list++) {
        const vox__cut *cut = &skim->cuts[list];
        for (uint32_t index = 0, first = 0; index < cut->count; index++) {
            const vox__extent *extents = skim->extents + cut->first;
            bool last = index + 1 == cut->count;
            if (last || extents[index].end - extents[first].start >= share) {
                if (runs) {
                    runs[count].list = list;
                    runs[count].elements = &extents[first];
                    runs[count].count = index + 1 - first;
                }
                count++;
                first = index + 1;
            }
        }
    }
    return count;
}

static void scan_run(parallel_job *job, parallel_run *run) {
    size_t from = run->elements[0].start, to = run->elements[run->count - 1].end;
    vox__scan scan = vox__scan_text(NULL, (const char *)job->skim->bytes + from, to - from);
    run->status = scan.status;
    run->values = scan.values;
}

/** Says that something is wrong, not what. */
static void parse_run(parallel_job *job, parallel_run *run) {
    parse_state parser;
    vox__parser_begin(&parser, job->tree, run->elements->start, run->first, run->limit);
    parser.parent = run->parent;
    parser.max_depth = SIZE_MAX; /* the skim has checked it */
    parser.lock = &job->lock;
    bool good = true;
    for (uint32_t index = 0; good && index < run->count; index++) {
        good = vox__plain_run(&parser, run->elements[index].start, run->elements[index].end);
    }
    run->next = parser.next;
    run->last = parser.last;
    run->status = good ? VOX_OK : parser.status == VOX_OK ? VOX_ERROR_SYNTAX : parser.status;
    vox__scratch_end(&parser.scratch);
}

static vox_status worst(const parallel_job *job) {
    vox_status status = VOX_OK;
    for (size_t index = 0; index < job->count && status == VOX_OK; index++) {
        status = job->runs[index].status;
    }
    return status;
}

/** Finds the nodes of the lists: they were read in this order. */
static void find_lists(const parallel_job *job) {
    vox_ref ref = 1;
    for (size_t index = 0; index < job->count; index++) {
        uint32_t open = job->skim->cuts[job->runs[index].list].open;
        while (ref + 1 < job->tree->nodes.used && vox__node(job->tree, ref)->start < open) {
            ref++;
        }
        job->runs[index].parent = ref;
    }
}

/** Gives each run its nodes, behind those around the lists. */
static void place_runs(const parallel_job *job) {
    vox_ref next = job->tree->nodes.used;
    for (size_t index = 0; index < job->count; index++) {
        parallel_run *run = &job->runs[index];
        run->first = next;
        run->limit = next + (vox_ref)run->values;
        next = run->limit;
    }
}

/** Links the elements of runs to one another and to their lists, and leaves what
 *  runs did not need unused. */
static void join(const parallel_job *job) {
    vox_tree *tree = job->tree;
    for (size_t index = 0; index < job->count; index++) {
        const parallel_run *run = &job->runs[index];
        vox_node *list = vox__node(tree, run->parent), *first = vox__node(tree, run->first);
        vox_ref last = vox__last_ref(tree, list);
        if (last) {
            vox__node(tree, last)->next = run->first;
            first->previous = last;
        } else {
            list->child = run->first;
        }
        vox__node(tree, list->child)->previous = run->last;
        vox__node(tree, run->last)->next = 0;
        size_t unused = run->limit - run->next;
        memset(vox__node(tree, run->first) + (run->next - run->first), 0, unused * sizeof *list);
        tree->nodes.skipped += (uint32_t)unused;
        tree->nodes.used = run->limit;
    }
}

static vox_status read_runs(parallel_job *job, size_t start) {
    vox_tree *tree = job->tree;
    size_t around;
    vox_status status = vox__lazy_scan(job->skim, &around);
    spread(job, scan_run);
    status = status == VOX_OK ? worst(job) : status;
    size_t values = around;
    for (size_t index = 0; index < job->count && status == VOX_OK; index++) {
        values += job->runs[index].values;
    }
    if (status == VOX_OK && values > tree->options.max_nodes) {
        status = VOX_ERROR_NODE_LIMIT; /* or nearly */
    }
    if (status == VOX_OK) {
        status = vox__arena_start(tree, &tree->nodes, values + 2);
    }
    if (status == VOX_OK) {
        status = vox__parse_around(tree, start, job->skim);
    }
    if (status == VOX_OK) {
        find_lists(job);
        place_runs(job);
        spread(job, parse_run);
        status = worst(job);
    }
    if (status == VOX_OK) {
        join(job);
        vox__arena_finish(tree, &tree->nodes, tree->nodes.used);
    }
    return status;
}

vox_status vox__parallel_read(vox_tree *tree, const vox__skim *skim, size_t start) {
    parallel_job job = {
        .tree = tree, .skim = skim, .threads = vox__parallel_threads(&tree->options, skim->length)};
    void *memory = NULL;
    size_t share = skim->length / (job.threads * RUNS_A_THREAD) + 1;
    job.count = deal(skim, share, NULL);
    vox_status status = vox__temporary(tree, &memory, 0, job.count * sizeof(parallel_run));
    if (status != VOX_OK) {
        return status;
    }
    memset(memory, 0, job.count * sizeof(parallel_run));
    job.runs = memory;
    (void)deal(skim, share, job.runs);
    if (pthread_mutex_init(&job.lock, NULL) == 0) {
        status = read_runs(&job, start);
        (void)pthread_mutex_destroy(&job.lock);
    } else {
        status = VOX_ERROR_SYNTAX;
    }
    (void)vox__temporary(tree, &memory, job.count * sizeof(parallel_run), 0);
    return status;
}
