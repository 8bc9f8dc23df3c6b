/* SPDX-License-Identifier: MIT */
/** Two threads: each with a stream of the same columns, and one stream whose arrays go to the other
 *  thread. */
#include "arrow_text.h"
#include "tests.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum {
    ROWS = 3000
};
static char lines[ROWS * 64];
static size_t length;

static void make_lines(void) {
    length = 0;
    for (int row = 0; row < ROWS; row++) {
        length += (size_t)snprintf(
            lines + length, sizeof lines - length, "{\"n\":%d,\"t\":\"row %d\",\"x\":[%d]}\n", row,
            row, row
        );
    }
}

static const char description[] =
    "{\"table\":\"records\",\"columns\":[{\"name\":\"n\",\"type\":\"int64\"},"
    "{\"name\":\"t\",\"type\":\"utf8\"}]}";

/** Threads other than that of the test do not check: they return what they found. */
typedef struct consumer {
    vox_columns *columns;
    int64_t sum;
    int64_t rows;
    int failure;
} consumer;

static int64_t sum_of(const struct ArrowArray *array) {
    const int64_t *values = array->children[0]->buffers[1];
    int64_t sum = 0;
    for (int64_t row = 0; row < array->length; row++) {
        sum += values[row];
    }
    return sum;
}

static void *consume(void *context) {
    consumer *self = context;
    vox_columns_options options = vox_columns_options_default();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    options.batch_rows = 100;
    self->failure = (int)vox_columns_text(self->columns, "f", lines, length, &options, &stream);
    while (!self->failure && !(self->failure = stream.get_next(&stream, &array)) && array.release) {
        self->sum += sum_of(&array);
        self->rows += array.length;
        array.release(&array);
    }
    stream.release(&stream);
    return NULL;
}

static void two_consumers(void) {
#ifdef VOX_FREESTANDING
    check_skip("one thread uses a description of a freestanding core");
    return;
#endif
    vox_columns *columns;
    consumer consumers[2] = {{0}};
    pthread_t threads[2];
    make_lines();
    CHECK_OK(vox_columns_new(description, sizeof description - 1, NULL, &columns, NULL));
    for (int at = 0; at < 2; at++) {
        consumers[at].columns = columns;
        CHECK(pthread_create(&threads[at], NULL, consume, &consumers[at]) == 0);
    }
    for (int at = 0; at < 2; at++) {
        CHECK(pthread_join(threads[at], NULL) == 0);
        CHECK_SIZE(consumers[at].failure, 0);
        CHECK_SIZE(consumers[at].rows, ROWS);
        CHECK_SIZE(consumers[at].sum, (int64_t)ROWS * (ROWS - 1) / 2);
    }
    vox_columns_free(columns);
}

/** A source that asks its own stream for a batch, as another thread may do at this time. */
typedef struct asking_source {
    struct ArrowArrayStream *stream;
    int answers; /* that were EBUSY */
    int pieces;
} asking_source;

static int ask(void *context, vox_piece *piece) {
    asking_source *self = context;
    struct ArrowArray array = {.length = 7};
    const int answer = self->stream->get_next(self->stream, &array);
    const char *message = self->stream->get_last_error(self->stream);
    self->answers += answer == EBUSY && array.release == NULL && array.length == 0 && message &&
                     strcmp(message, "another thread reads from the stream") == 0;
    if (self->pieces++ < 3) {
        *piece = (vox_piece){.bytes = lines, .length = length};
    }
    return 0;
}

/** A stream that is being read refuses a second reader, and goes on as before. */
static void one_reader_at_a_time(void) {
    vox_columns *columns;
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    asking_source source = {&stream, 0, 0};
    const vox_source given = {ask, NULL, &source};
    int64_t rows = 0;
    make_lines();
    CHECK_OK(vox_columns_new(description, sizeof description - 1, NULL, &columns, NULL));
    CHECK_OK(vox_columns_stream(columns, &given, NULL, &stream));
    while (CHECK(stream.get_next(&stream, &array) == 0) && array.release) {
        rows += array.length;
        array.release(&array);
    }
    CHECK(stream.get_last_error(&stream) == NULL);
    CHECK_SIZE(rows, 3 * ROWS);
    CHECK_SIZE(source.answers, source.pieces);
    stream.release(&stream);
    vox_columns_free(columns);
}

/** A queue of one array between two threads. */
typedef struct handover {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct ArrowArray array;
    bool is_full;
    bool ended;
    int64_t sum;
} handover;

static void *release_arrays(void *context) {
    handover *self = context;
    for (;;) {
        pthread_mutex_lock(&self->lock);
        while (!self->is_full && !self->ended) {
            pthread_cond_wait(&self->changed, &self->lock);
        }
        if (!self->is_full) {
            pthread_mutex_unlock(&self->lock);
            return NULL;
        }
        struct ArrowArray taken = self->array;
        self->is_full = false;
        pthread_cond_signal(&self->changed);
        pthread_mutex_unlock(&self->lock);
        self->sum += sum_of(&taken);
        taken.release(&taken);
    }
}

static void arrays_of_another_thread(void) {
    handover shared = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    vox_columns_options options = vox_columns_options_default();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    vox_columns *columns;
    pthread_t thread;
    make_lines();
    options.batch_rows = 50;
    CHECK_OK(vox_columns_new(description, sizeof description - 1, NULL, &columns, NULL));
    CHECK_OK(vox_columns_text(columns, "f", lines, length, &options, &stream));
    vox_columns_free(columns);
    CHECK(pthread_create(&thread, NULL, release_arrays, &shared) == 0);
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        pthread_mutex_lock(&shared.lock);
        while (shared.is_full) {
            pthread_cond_wait(&shared.changed, &shared.lock);
        }
        shared.array = array;
        shared.is_full = true;
        pthread_cond_signal(&shared.changed);
        pthread_mutex_unlock(&shared.lock);
    }
    stream.release(&stream); /* before the last arrays */
    pthread_mutex_lock(&shared.lock);
    shared.ended = true;
    pthread_cond_signal(&shared.changed);
    pthread_mutex_unlock(&shared.lock);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_SIZE(shared.sum, (int64_t)ROWS * (ROWS - 1) / 2);
}

const check_test column_threads_tests[] = {
    CHECK_TEST(two_consumers),
    CHECK_TEST(one_reader_at_a_time),
    CHECK_TEST(arrays_of_another_thread),
    CHECK_END,
};
