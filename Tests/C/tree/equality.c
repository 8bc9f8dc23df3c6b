/* SPDX-License-Identifier: MIT */
/** Deep equality and copies. A value equals a copy of it, and equals the same value in another
 *  spelling. A value that differs at one position is not equal, whichever algorithm the core
 *  uses. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

/* --- values in several spellings ------------------------------------------------------------ */

enum {
    ROOM = 1 << 16,
    DEEPEST = 5
};

/** Writes a value as text. The value depends only on seeds, and its spelling only on `spelling`.
 *  At the node with the seed `changed`, another value is written. */
typedef struct speller {
    char *text;
    size_t length;
    uint64_t spelling;
    bool is_plain; /* compact, with members in order */
    uint64_t changed;
    bool is_changed; /* the changed node was written */
    size_t nodes;
    uint64_t seeds[4096]; /* the seeds of the written nodes */
} speller;

static void put(speller *self, const char *text) {
    size_t length = strlen(text);
    if (self->length + length < ROOM) {
        memcpy(self->text + self->length, text, length);
        self->length += length;
    }
}

static size_t choose(speller *self, size_t bound) {
    return self->is_plain ? 0 : random_below(&self->spelling, bound);
}

static void put_space(speller *self) {
    static const char *const spaces[] = {"", "", " ", "\n\t"};
    put(self, spaces[choose(self, COUNT(spaces))]);
}

static void put_scalar(speller *self, uint64_t *seed, bool is_other) {
    static const char *const numbers[][3] = {
        {"1", "1.0", "10e-1"}, {"-0.5", "-5E-1", "-0.50"}, {"1e400", "10e399", "1E+400"}};
    static const char *const texts[][3] = {
        {"\"a/b\"", "\"a\\/b\"", "\"\\u0061/b\""}, {"\"\\n\"", "\"\\u000a\"", "\"\\u000A\""}};
    static const char *const words[] = {"null", "true", "false"};
    size_t number = random_below(seed, 8);
    number = is_other ? (number + 1) % 8 : number;
    if (number < 3) {
        put(self, words[number]);
    } else if (number < 6) {
        put(self, numbers[number - 3][choose(self, 3)]);
    } else {
        put(self, texts[number - 6][choose(self, 3)]);
    }
}

static void put_value(speller *self, uint64_t seed, int depth) {
    const bool is_other = seed == self->changed;
    self->is_changed = self->is_changed || is_other;
    if (self->nodes < COUNT(self->seeds)) {
        self->seeds[self->nodes++] = seed;
    }
    uint64_t state = seed;
    const size_t form = random_below(&state, depth < DEEPEST ? 4 : 2);
    put_space(self);
    if (form < 2) {
        put_scalar(self, &state, is_other);
    } else {
        const bool is_object = form == 3;
        /* Sometimes write more members than are compared one by one. */
        size_t count = random_below(&state, 16) ? random_below(&state, 5) : 40;
        count += is_other;
        const size_t turn = is_object && count ? choose(self, count) : 0;
        put(self, is_object ? "{" : "[");
        for (size_t index = 0; index < count; index++) {
            const size_t which = (index + turn) % count;
            put(self, index ? "," : "");
            if (is_object) {
                char name[32];
                put_space(self);
                if (choose(self, 8) == 1) { /* a later member with this name counts */
                    (void)snprintf(name, sizeof name, "\"n%zu\":[],", which);
                    put(self, name);
                }
                (void)snprintf(
                    name, sizeof name, choose(self, 2) ? "\"\\u006e%zu\":" : "\"n%zu\":", which
                );
                put(self, name);
            }
            put_value(self, seed * 31 + which + 1, depth + 1);
            put_space(self);
        }
        put(self, is_object ? "}" : "]");
    }
    put_space(self);
}

static bool are_equal(const reading *left, const reading *right) {
    bool equal = false, other = true;
    CHECK_OK(vox_node_equal(
        left->tree, vox_tree_root(left->tree), right->tree, vox_tree_root(right->tree), &equal
    ));
    CHECK_OK(vox_node_equal(
        right->tree, vox_tree_root(right->tree), left->tree, vox_tree_root(left->tree), &other
    ));
    CHECK(equal == other);
    return equal;
}

/** A copy, in the same tree or in a new one, is equal and has the same output. */
static void check_copy(const reading *original, vox_tree *tree) {
    vox_node *root = vox_tree_root(original->tree), *copy = NULL;
    bool equal = false;
    if (!CHECK_OK(vox_node_new(tree, vox_value_copy(original->tree, root), &copy))) {
        return;
    }
    CHECK_OK(vox_node_equal(tree, copy, original->tree, root, &equal));
    CHECK(equal);
    CHECK(vox_node_offset(copy) == SIZE_MAX && !vox_node_attached(tree, copy));
    vox_buffer written = document_write(tree, copy, VOX_STYLE_COMPACT);
    vox_tree *again = document_parse(buffer_text(&written));
    CHECK_SIZE(vox_node_count(tree, copy), vox_node_count(original->tree, root));
    CHECK_OK(vox_node_equal(again, vox_tree_root(again), original->tree, root, &equal));
    CHECK(equal);
    vox_tree_free(again);
    vox_buffer_free(&written);
}

static void check_spellings(speller *left, speller *right, uint64_t seed) {
    const vox_mode modes[] = {VOX_MODE_EAGER, VOX_MODE_LAZY};
    left->length = right->length = left->nodes = right->nodes = 0;
    left->changed = right->changed = 0;
    put_value(left, seed, 0);
    right->is_changed = false;
    if (random_below(&seed, 2)) {
        right->changed = left->seeds[random_below(&seed, left->nodes)];
    }
    put_value(right, left->seeds[0], 0);
    if (left->length + 64 > ROOM || right->length + 64 > ROOM) {
        return;
    }
    for (size_t mode = 0; mode < 4; mode++) {
        reading one = read_as((vox_string){left->text, left->length}, modes[mode % 2], 2, false);
        reading other = read_as(
            (vox_string){right->text, right->length}, modes[mode / 2], 2, false
        );
        check_note("%.*s\n%.*s", (int)left->length, left->text, (int)right->length, right->text);
        if (CHECK_OK(one.status) && CHECK_OK(other.status)) {
            CHECK(are_equal(&one, &other) == !right->is_changed);
            CHECK(are_equal(&one, &one));
            check_copy(&one, other.tree);
            check_copy(&one, one.tree);
        }
        vox_tree_free(one.tree);
        vox_tree_free(other.tree);
    }
}

static void spellings(void) {
    static speller left, right;
    left.text = malloc(ROOM);
    right.text = malloc(ROOM);
    uint64_t state = 20261124;
    for (size_t round = 0; round < (check_quick() ? 1000 : 10000) && check_failures() == 0;
         round++) {
        left.is_plain = round % 3 == 0;
        right.is_plain = round % 5 == 0;
        left.spelling = right.spelling = state + round;
        right.spelling += round % 7 ? 1 : 0;
        check_spellings(&left, &right, random_next(&state));
    }
    free(left.text);
    free(right.text);
}

/* --- what was edited, what is broken --------------------------------------------------------- */

/** A value that was changed and set back, or moved, is compared by its current value. */
static void edited(void) {
    const char *text = "{\"a\": [1, {\"b\": \"x\"}], \"c\": [1.0, {\"b\": \"x\"}]}";
    vox_tree *tree = document_from_c(text), *same = document_from_c(text);
    vox_node *root = vox_tree_root(tree), *b = document_at(tree, "/a/1/b");
    bool equal = false;
    CHECK_OK(vox_node_equal(tree, document_at(tree, "/a"), tree, document_at(tree, "/c"), &equal));
    CHECK(equal);
    CHECK_OK(vox_node_set(tree, b, vox_value_string(vox_string_from_c("y"))));
    CHECK_OK(vox_node_equal(tree, root, same, vox_tree_root(same), &equal));
    CHECK(!equal);
    CHECK_OK(vox_node_equal(same, vox_tree_root(same), tree, root, &equal));
    CHECK(!equal);
    CHECK_OK(vox_node_set(tree, b, vox_value_string(vox_string_from_c("x"))));
    CHECK_OK(vox_node_equal(tree, root, same, vox_tree_root(same), &equal));
    CHECK(equal);
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/c")));
    CHECK_OK(vox_node_equal(tree, root, same, vox_tree_root(same), &equal));
    CHECK(!equal);
    CHECK_OK(vox_node_equal(same, vox_tree_root(same), tree, root, &equal));
    CHECK(!equal);
    vox_tree_free(tree);
    vox_tree_free(same);
}

/** Two equal texts are not equal values if they are not JSON. */
static void broken(void) {
    const vox_string text = LITERAL("{\"data\":[{\"a\":1},{\"a\":tru},{\"a\":2}]}");
    reading one = read_as(text, VOX_MODE_LAZY, 0, false);
    reading other = read_as(text, VOX_MODE_LAZY, 0, false);
    bool equal = true;
    if (CHECK_OK(one.status) && CHECK_OK(other.status)) {
        CHECK_STATUS(
            vox_node_equal(
                one.tree, vox_tree_root(one.tree), other.tree, vox_tree_root(other.tree), &equal
            ),
            VOX_ERROR_LITERAL
        );
        CHECK(!equal);
    }
    vox_tree_free(one.tree);
    vox_tree_free(other.tree);
}

/* --- cost ------------------------------------------------------------------------------------ */

/** Compares objects whose members have the opposite order, inside 200 arrays. */
static uint64_t compare_reversed(size_t size) {
    char *one = malloc(size * 40 + 64), *other = malloc(size * 40 + 64);
    size_t length = 0, other_length = 0;
    for (size_t index = 0; index < 200; index++) {
        one[length++] = other[other_length++] = '[';
    }
    for (size_t index = 0; index < size; index++) {
        length += (size_t)sprintf(one + length, "%c\"%zu\":1", index ? ',' : '{', index);
        other_length += (size_t
        )sprintf(other + other_length, "%c\"%zu\": 1", index ? ',' : '{', size - 1 - index);
    }
    one[length++] = other[other_length++] = '}';
    for (size_t index = 0; index < 200; index++) {
        one[length++] = other[other_length++] = ']';
    }
    vox_tree *left = document_parse((vox_string){one, length});
    vox_tree *right = document_parse((vox_string){other, other_length});
    uint64_t start = steps_counted();
    bool equal = false;
    CHECK_OK(vox_node_equal(left, vox_tree_root(left), right, vox_tree_root(right), &equal));
    CHECK(equal);
    uint64_t steps = steps_counted() - start;
    vox_tree_free(left);
    vox_tree_free(right);
    free(one);
    free(other);
    return steps;
}

enum {
    DEEP_VALUES = 100
};

/** Compares many deep values of a long document. Each has other white space at its end. Their
 *  levels must not be compared as text again and again. */
static uint64_t compare_deep(size_t size) {
    const size_t long_text = 160 * size, room = DEEP_VALUES * (long_text + 2 * size + 16);
    char *text[2] = {malloc(room), malloc(room)};
    vox_tree *tree[2] = {NULL, NULL};
    vox_options options = document_options();
    options.max_depth = size + 2;
    for (int side = 0; side < 2; side++) {
        char *at = text[side];
        for (int value = 0; value < DEEP_VALUES; value++) {
            *at++ = value ? ',' : '[';
            memset(at, '[', size);
            at += size;
            *at++ = '"';
            memset(at, 'x', long_text);
            at += long_text;
            at += sprintf(at, side ? "\", 1" : "\",1 ");
            memset(at, ']', size);
            at += size;
        }
        *at++ = ']';
        const size_t length = (size_t)(at - text[side]);
        CHECK_OK(vox_tree_parse(text[side], length, &options, &tree[side], NULL));
    }
    const uint64_t start = steps_counted();
    const vox_node *left = vox_node_first(tree[0], vox_tree_root(tree[0]));
    const vox_node *right = vox_node_first(tree[1], vox_tree_root(tree[1]));
    for (; left; left = vox_node_next(tree[0], left), right = vox_node_next(tree[1], right)) {
        bool equal = false;
        CHECK_OK(vox_node_equal(tree[0], left, tree[1], right, &equal));
        CHECK(equal);
    }
    const uint64_t steps = steps_counted() - start;
    for (int side = 0; side < 2; side++) {
        vox_tree_free(tree[side]);
        free(text[side]);
    }
    return steps;
}

static void deep_values(void) {
    steps_check_linear("compare deep values of a long document", compare_deep, 100);
}

static void reversed_members(void) {
    steps_check_linear("compare objects the other way round", compare_reversed, 4000);
}

/** The text of a number may be the beginning of the text of another number. */
static void longer_numbers(void) {
    vox_tree *tree = document_from_c("[12345678901234567,123456789012345678]");
    const vox_node *shorter = document_at(tree, "/0"), *longer = document_at(tree, "/1");
    bool equal = true;
    CHECK_OK(vox_node_equal(tree, shorter, tree, longer, &equal));
    CHECK(!equal);
    equal = true;
    CHECK_OK(vox_node_equal(tree, longer, tree, shorter, &equal));
    CHECK(!equal);
    vox_tree_free(tree);
}

/** Texts that are compared in blocks of 1024 bytes. They differ in one byte, anywhere, or are
 *  equal. */
static void long_texts(void) {
    static const size_t lengths[] = {18, 1023, 1024, 1025, 2047, 2048, 2049, 3072};
    static const size_t places[] = {2, 15, 16, 1022, 1023, 1024, 1025, 2046, 2047, 2048, 3069};
    char bytes[3072];
    for (size_t row = 0; row < COUNT(lengths); row++) {
        const vox_string text = {bytes, lengths[row]};
        memset(bytes, 'x', text.length);
        memcpy(bytes, "[\"", 2);
        memcpy(bytes + text.length - 2, "\"]", 2);
        vox_tree *tree = document_parse(text);
        for (size_t index = 0; index <= COUNT(places); index++) {
            const bool differs = index < COUNT(places);
            const size_t place = differs ? places[index] : 2;
            bool equal = differs;
            if (place >= text.length - 2) {
                continue;
            }
            check_note("%zu bytes, place %zu", text.length, place);
            bytes[place] = differs ? 'y' : 'x';
            vox_tree *other = document_parse(text);
            bytes[place] = 'x';
            CHECK_OK(vox_node_equal(tree, vox_tree_root(tree), other, vox_tree_root(other), &equal)
            );
            CHECK(equal == !differs);
            vox_tree_free(other);
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test equality_tests[] = {
    CHECK_TEST(spellings),   CHECK_TEST(edited),
    CHECK_TEST(broken),      CHECK_TEST(reversed_members),
    CHECK_TEST(deep_values), CHECK_TEST(longer_numbers),
    CHECK_TEST(long_texts),  CHECK_END,
};
