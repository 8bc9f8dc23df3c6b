/* SPDX-License-Identifier: MIT */
/** Numbers that are read: Vox keeps their text until then, yyjson converts them while it parses. */
#include "hash.h"
#include "vox_open.h"
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/** The bits of a sum: it is the same only when every number is. */
static int64_t figure_of(double sum) {
    char bits[sizeof sum];
    memcpy(bits, &sum, sizeof sum);
    return hash_of(bits, sizeof sum);
}

/* --- A whole document ------------------------------------------------------------ */

static bool vox_sum(vox_tree *tree, double *sum) {
    const vox_node *root = vox_tree_root(tree);
    for (const vox_node *node = root; node; node = vox_node_following(tree, node, root)) {
        double number;
        const vox_status status = vox_node_double(tree, node, &number);
        if (status == VOX_OK) {
            *sum += number;
        } else if (status != VOX_ERROR_KIND) {
            return false;
        }
    }
    return true;
}

int64_t bench_vox_numbers(const bench_job *job) {
    vox_tree *tree = open_document(job);
    double sum = 0;
    bool good = tree && vox_sum(tree, &sum);
    vox_tree_free(tree);
    return good ? figure_of(sum) : -1;
}

static void yyjson_sum(yyjson_val *value, double *sum) {
    if (yyjson_is_num(value)) {
        *sum += yyjson_get_num(value);
    } else if (yyjson_is_arr(value)) {
        size_t index, count;
        yyjson_val *element;
        yyjson_arr_foreach(value, index, count, element) {
            yyjson_sum(element, sum);
        }
    } else if (yyjson_is_obj(value)) {
        size_t index, count;
        yyjson_val *name, *member;
        yyjson_obj_foreach(value, index, count, name, member) {
            yyjson_sum(member, sum);
        }
    }
}

int64_t bench_yyjson_numbers(const bench_job *job) {
    yyjson_doc *document = yyjson_read(job->bytes, job->length, 0);
    double sum = 0;
    yyjson_sum(yyjson_doc_get_root(document), &sum);
    yyjson_doc_free(document);
    return document ? figure_of(sum) : -1;
}

/* --- Shortest text --------------------------------------------------------------- */

/** Numbers between 0 and a million with 15 to 17 digits: no integer, for which yyjson writes a fraction
 *  of 0, and none that has an exponent, which it writes without "+". */
static const double *doubles(size_t count) {
    static double *numbers;
    static size_t made;
    if (made < count) {
        double *larger = realloc(numbers, count * sizeof *numbers);
        if (!larger) {
            return NULL;
        }
        numbers = larger;
        uint64_t state = 42;
        for (size_t index = 0; index < count; index++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            numbers[index] = (double)((state >> 11) | 1) / (double)(UINT64_C(1) << 53) * 1e6 +
                             0.001;
        }
        made = count;
    }
    return numbers;
}

int64_t bench_vox_doubles(const bench_job *job) {
    const double *numbers = doubles(job->count);
    if (!numbers) {
        return -1;
    }
    int64_t figure = 0;
    char text[VOX_NUMBER_SIZE];
    for (size_t index = 0; index < job->count; index++) {
        size_t length = vox_number_format(numbers[index], text);
        figure += (int64_t)length + text[length - 1];
        figure += job->is_hashed ? hash_of(text, length) >> 16 : 0;
    }
    return figure;
}

int64_t bench_yyjson_doubles(const bench_job *job) {
    const double *numbers = doubles(job->count);
    if (!numbers) {
        return -1;
    }
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        yyjson_val value = {0};
        (void)yyjson_set_real(&value, numbers[index]);
#if YYJSON_VERSION_HEX >= 0x000C00
        char text[40];
        char *end = yyjson_write_number(&value, text);
        size_t length = end ? (size_t)(end - text) : 0;
#else
        // Older ones only write into a block of their own.
        size_t length = 0;
        char *text = yyjson_val_write(&value, 0, &length);
#endif
        if (!length) {
            return -1;
        }
        figure += (int64_t)length + text[length - 1];
        figure += job->is_hashed ? hash_of(text, length) >> 16 : 0;
#if YYJSON_VERSION_HEX < 0x000C00
        free(text);
#endif
    }
    return figure;
}
