/* SPDX-License-Identifier: MIT */
/** Numbers from the corpora: the lists of numbers, and the numbers in documents. */
#include "corpora.h"
#include "document.h"
#include "tests.h"

#include <math.h>
#include <stdlib.h>

static bool same_double(double left, double right) {
    return memcmp(&left, &right, sizeof left) == 0;
}

/** `line.bytes` points into a file, so strtod needs a copy with a final NUL. */
static char *terminated(vox_string line) {
    char *text = malloc(line.length + 1);
    memcpy(text, line.bytes, line.length);
    text[line.length] = '\0';
    return text;
}

static void check_double(vox_string line) {
    char *text = terminated(line);
    double expected = strtod(text, NULL), value = 7;
    size_t digits = strcspn(text, "eE");
    bool zero = strcspn(text, "123456789") >= digits;
    bool out_of_range = isinf(expected) || (fpclassify(expected) == FP_ZERO && !zero);
    CHECK_STATUS(vox_number_double(line, &value), out_of_range ? VOX_ERROR_RANGE : VOX_OK);
    CHECK(out_of_range || same_double(value, expected));
    free(text);
}

static void read_valid(vox_string line) {
    CHECK(vox_number_valid(line));
    CHECK(vox_number_equal(line, line));
    check_double(line);
}

static void read_invalid(vox_string line) {
    double value = 7;
    CHECK(!vox_number_valid(line));
    CHECK_STATUS(vox_number_double(line, &value), VOX_ERROR_NUMBER);
}

static void read_signed(vox_string line) {
    char *text = terminated(line);
    int64_t value = 7;
    CHECK_OK(vox_number_int64(line, &value));
    CHECK(value == strtoll(text, NULL, 10));
    free(text);
}

static void read_unsigned(vox_string line) {
    char *text = terminated(line);
    uint64_t value = 7;
    CHECK_OK(vox_number_uint64(line, &value));
    CHECK(value == strtoull(text, NULL, 10));
    free(text);
}

static void read_large(vox_string line) {
    int64_t integer = 7;
    uint64_t natural = 7;
    CHECK_STATUS(vox_number_int64(line, &integer), VOX_ERROR_RANGE);
    CHECK_STATUS(vox_number_uint64(line, &natural), VOX_ERROR_RANGE);
}

static void lists(void) {
    static const struct {
        const char *path;
        void (*read)(vox_string line);
    } files[] = {
        {"numbers/real_pass_1.txt", read_valid},
        {"numbers/real_pass_2.txt", read_valid},
        {"numbers/real_pass_3.txt", read_valid},
        {"numbers/real_pass_4.txt", read_valid},
        {"numbers/real_pass_5.txt", read_valid},
        {"numbers/real_pass_6.txt", read_valid},
        {"numbers/num_fail.txt", read_invalid},
        {"numbers/nan_inf_literal_fail.txt", read_invalid},
        {"numbers/nan_inf_literal_pass.txt", read_invalid}, /* valid in other formats, not in
                                                             * JSON */
        {"numbers/sint_pass.txt", read_signed},
        {"numbers/uint_pass.txt", read_unsigned},
        {"numbers/sint_bignum.txt", read_large},
        {"numbers/uint_bignum.txt", read_large},
    };
    if (!corpora_have("numbers")) {
        return;
    }
    for (size_t index = 0; index < COUNT(files); index++) {
        size_t lines = corpora_lines(files[index].path, files[index].read);
        check_note("%s", files[index].path);
        CHECK(lines > 0);
    }
}

static void visit_round_trip(void *context, corpora_file file) {
    (void)context;
    vox_tree *tree = document_parse(file.text);
    vox_node *node = vox_node_first(tree, vox_tree_root(tree));
    for (; node; node = vox_node_next(tree, node)) {
        if (vox_node_kind(node) == VOX_NUMBER) {
            check_double(vox_node_text(tree, node));
        }
    }
    CHECK(document_survives(tree, VOX_STYLE_COMPACT));
    vox_tree_free(tree);
}

static void round_trips(void) {
    if (corpora_have("numbers/roundtrip")) {
        CHECK(corpora_visit("numbers/roundtrip", ".json", visit_round_trip, NULL) >= 27);
    }
}

const check_test number_vectors_tests[] = {
    CHECK_TEST(lists),
    CHECK_TEST(round_trips),
    CHECK_END,
};
