/* SPDX-License-Identifier: MIT */
/** The four styles, parts of a tree, sinks that refuse, and buffers. */
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

#define SOURCE                                                                                     \
    "\xEF\xBB\xBF\r\n {\"b\" :[ 1.50, {}, [ ] ],\t\"\\u0061\":\"\\u00e9\\/\", "                    \
    "\"c\":{\"d\":null}} \n"

static void untouched_styles(void) {
    vox_tree *tree = document_from_c(SOURCE);
    vox_node *root = vox_tree_root(tree);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, SOURCE);
    CHECK_WRITES(
        tree, root, VOX_STYLE_COMPACT,
        "{\"b\":[1.50,{},[]],\"\\u0061\":\"\\u00e9\\/\",\"c\":{\"d\":null}}"
    );
    CHECK_WRITES(
        tree, root, VOX_STYLE_PRETTY,
        "{\n  \"b\": [\n    1.50,\n    {},\n    []\n  ],\n"
        "  \"\\u0061\": \"\\u00e9\\/\",\n  \"c\": {\n    \"d\": null\n  }\n}"
    );
    CHECK_WRITES(
        tree, root, VOX_STYLE_SORTED, "{\"a\":\"\xC3\xA9/\",\"b\":[1.5,{},[]],\"c\":{\"d\":null}}"
    );
    /* Writing does not change the tree. */
    CHECK(!vox_node_changed(root));
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, SOURCE);
    vox_tree_free(tree);
}

static void parts(void) {
    vox_tree *tree = document_from_c(SOURCE);
    vox_node *list = document_at(tree, "/b");
    CHECK_WRITES(tree, list, VOX_STYLE_PRESERVE, "[ 1.50, {}, [ ] ]");
    CHECK_WRITES(tree, list, VOX_STYLE_COMPACT, "[1.50,{},[]]");
    CHECK_WRITES(tree, list, VOX_STYLE_PRETTY, "[\n  1.50,\n  {},\n  []\n]");
    CHECK_WRITES(tree, document_at(tree, "/a"), VOX_STYLE_PRESERVE, "\"\\u00e9\\/\"");
    CHECK_WRITES(tree, document_at(tree, "/a"), VOX_STYLE_SORTED, "\"\xC3\xA9/\"");
    CHECK_WRITES(tree, document_at(tree, "/b/0"), VOX_STYLE_PRESERVE, "1.50");
    CHECK_WRITES(tree, document_at(tree, "/b/0"), VOX_STYLE_SORTED, "1.5");
    CHECK_WRITES(tree, document_at(tree, "/b/1"), VOX_STYLE_PRETTY, "{}");
    CHECK_WRITES(tree, document_at(tree, "/c"), VOX_STYLE_PRESERVE, "{\"d\":null}");
    CHECK_OK(vox_node_set(tree, document_at(tree, "/b/0"), vox_value_boolean(true)));
    CHECK_WRITES(tree, list, VOX_STYLE_PRESERVE, "[ true, {}, [ ] ]");
    vox_tree_free(tree);
}

static void scalars(void) {
    static const char *const texts[] = {"null", "true", "-0.0", "\"a\\u0062\""};
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_tree *tree = document_from_c(texts[index]);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, texts[index]);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, texts[index]);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRETTY, texts[index]);
        vox_tree_free(tree);
    }
    vox_tree *tree = document_from_c("  1\n");
    CHECK_OK(vox_node_set(tree, vox_tree_root(tree), vox_value_boolean(false)));
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "  false\n");
    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "false");
    vox_tree_free(tree);
}

static void from_nothing(void) {
    vox_tree *tree = document_new();
    vox_node *root = vox_tree_root(tree), *list = NULL;
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        CHECK_WRITES(tree, root, (vox_style)style, "null");
    }
    CHECK_OK(vox_node_set(tree, root, vox_value_object()));
    CHECK_OK(vox_object_set(tree, root, LITERAL("z"), vox_value_array(), &list));
    CHECK_OK(vox_array_append(tree, list, vox_value_int64(-1), NULL));
    CHECK_OK(vox_object_set(tree, root, LITERAL("a\"\n"), vox_value_object(), NULL));
    CHECK_WRITES(tree, root, VOX_STYLE_COMPACT, "{\"z\":[-1],\"a\\\"\\n\":{}}");
    CHECK_WRITES(tree, root, VOX_STYLE_SORTED, "{\"a\\\"\\n\":{},\"z\":[-1]}");
    CHECK_WRITES(
        tree, root, VOX_STYLE_PRETTY, "{\n  \"z\": [\n    -1\n  ],\n  \"a\\\"\\n\": {}\n}"
    );
    CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
    vox_tree_free(tree);
}

typedef struct receiver {
    size_t calls;
    size_t allowed;  /* the number of calls that return 0 */
    size_t late;     /* the number of calls after the first refusal */
    vox_buffer seen; /* the accepted text */
} receiver;

static int receive(void *context, const char *bytes, size_t length) {
    receiver *self = context;
    if (self->calls++ >= self->allowed) {
        self->late += self->calls > self->allowed + 1;
        return 7;
    }
    char *grown = check_allocator_interface(&check_memory)
                      .resize(
                          &check_memory, self->seen.bytes, self->seen.capacity,
                          self->seen.length + length
                      );
    if (!grown) {
        return 1; /* this also refuses an empty first piece, which no test sends */
    }
    memcpy(grown + self->seen.length, bytes, length);
    self->seen.bytes = grown;
    self->seen.length += length;
    self->seen.capacity = self->seen.length;
    return 0;
}

/** A sink that refuses its n-th piece stops the writer at once, for every n. */
static void sinks_that_refuse(void) {
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_tree *tree = document_from_c(SOURCE);
        vox_node *root = vox_tree_root(tree);
        CHECK_OK(vox_node_set(tree, document_at(tree, "/c/d"), vox_value_string(LITERAL("new\n"))));
        vox_buffer expected = document_write(tree, root, (vox_style)style);
        vox_status status = VOX_ERROR_SINK;
        for (size_t allowed = 0; status != VOX_OK && allowed < 1000; allowed++) {
            receiver self = {0, allowed, 0, {0}};
            self.seen.allocator = check_allocator_interface(&check_memory);
            vox_sink sink = {receive, &self};
            check_note("style %d, %zu pieces", style, allowed);
            status = vox_write(tree, root, (vox_style)style, sink);
            CHECK(status == VOX_OK || status == VOX_ERROR_SINK);
            CHECK_SIZE(self.calls, status == VOX_OK ? allowed : allowed + 1);
            CHECK_SIZE(self.late, 0);
            CHECK(self.seen.length <= expected.length);
            CHECK(
                self.seen.length == 0 ||
                memcmp(self.seen.bytes, expected.bytes, self.seen.length) == 0
            );
            CHECK((status == VOX_OK) == (self.seen.length == expected.length));
            vox_buffer_free(&self.seen);
        }
        CHECK_OK(status);
        vox_buffer_free(&expected);
        vox_tree_free(tree);
    }
}

static void buffers(void) {
    vox_tree *tree = document_from_c("[1, 2]");
    vox_node *root = vox_tree_root(tree);
    vox_buffer buffer = {0};
    buffer.allocator = check_allocator_interface(&check_memory);
    CHECK_OK(vox_write_buffer(tree, root, VOX_STYLE_PRESERVE, &buffer));
    CHECK_OK(vox_write_buffer(tree, root, VOX_STYLE_COMPACT, &buffer));
    CHECK_TEXT(buffer_text(&buffer), "[1, 2][1,2]");
    CHECK(buffer.capacity >= buffer.length);
    size_t calls = check_memory.calls;
    buffer.length = 0;
    CHECK_OK(vox_write_buffer(tree, root, VOX_STYLE_PRESERVE, &buffer));
    CHECK_TEXT(buffer_text(&buffer), "[1, 2]");
    CHECK_SIZE(check_memory.calls, calls); /* the memory is reused */

    /* A buffer that cannot grow keeps its content. */
    vox_buffer full = {0};
    full.allocator = check_allocator_interface(&check_memory);
    CHECK_OK(vox_write_buffer(tree, root, VOX_STYLE_COMPACT, &full));
    check_memory.failing = true;
    vox_status status = VOX_OK;
    size_t length = full.length;
    while (status == VOX_OK && full.length < 1 << 20) {
        length = full.length;
        status = vox_write_buffer(tree, root, VOX_STYLE_COMPACT, &full);
    }
    check_memory.failing = false;
    CHECK_STATUS(status, VOX_ERROR_MEMORY);
    CHECK_SIZE(full.length, length);
    CHECK(memcmp(full.bytes, "[1,2]", 5) == 0);
    vox_buffer_free(&full);
    CHECK(full.bytes == NULL && full.length == 0 && full.capacity == 0);
    vox_buffer_free(&full);
    vox_buffer_free(&buffer);
    vox_tree_free(tree);

    vox_buffer plain = {0}; /* uses the default allocator */
    CHECK_OK(vox_tree_parse("[true]", 6, NULL, &tree, NULL));
    CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_PRETTY, &plain));
    CHECK_TEXT(buffer_text(&plain), "[\n  true\n]");
    vox_buffer_free(&plain);
    vox_tree_free(tree);
}

/** Writes a document to a buffer. Checks that memory is requested only once, and that the text
 *  fills all but `spare` bytes of it. */
static void check_one_request(vox_tree *tree, vox_style style, size_t spare) {
    check_allocator memory = {0};
    vox_buffer buffer = {.allocator = check_allocator_interface(&memory)};
    CHECK_OK(vox_write_buffer(tree, vox_tree_root(tree), style, &buffer));
    check_note("style %d: %zu bytes, room for %zu", style, buffer.length, buffer.capacity);
    CHECK_SIZE(memory.calls, 1);
    CHECK(buffer.capacity - buffer.length < spare);
    check_note(NULL);
    vox_buffer_free(&buffer);
}

/** The size of the buffer is estimated before writing: from the text that was read, the texts
 *  that were created, and the shared names. */
static void room_for_a_document(void) {
    char *text = malloc(2000 * 16 + 2);
    size_t length = 0;
    for (size_t number = 0; number < 2000; number++) {
        length += (size_t)sprintf(text + length, "%s\"n%zu\":1", number ? "," : "{", number);
    }
    text[length++] = '}';
    vox_tree *tree = document_parse((vox_string){text, length});
    check_one_request(tree, VOX_STYLE_PRESERVE, 512);
    check_one_request(tree, VOX_STYLE_COMPACT, 512);
    check_one_request(tree, VOX_STYLE_PRETTY, length);
    vox_tree_free(tree);
    free(text);

    tree = document_from_c("[]");
    for (size_t number = 0; number < 1000; number++) {
        vox_node *made = NULL;
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), vox_value_object(), &made));
        CHECK_OK(vox_object_set(tree, made, LITERAL("new"), vox_value_boolean(true), NULL));
        CHECK_OK(vox_object_set(tree, made, LITERAL("old"), vox_value_boolean(false), NULL));
        CHECK_OK(vox_object_set(tree, made, LITERAL("none"), vox_value_null(), NULL));
    }
    check_one_request(tree, VOX_STYLE_COMPACT, 32000);
    vox_tree_free(tree);

    tree = document_from_c("[]");
    for (size_t number = 0; number < 1000; number++) {
        const vox_value value = vox_value_string(LITERAL("a text of forty bytes, which was made so")
        );
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), value, NULL));
    }
    check_one_request(tree, VOX_STYLE_COMPACT, 32000);
    vox_tree_free(tree);
}

/** Returns the steps of writing a container of 2000 children, of which every `each`th was set. */
static uint64_t write_touched(bool object, size_t each) {
    char *text = malloc(2000 * 16 + 2);
    size_t length = 0;
    for (size_t number = 0; number < 2000; number++) {
        const char *format = object ? "%s\"n%zu\": 1" : "%s %zu ";
        length += (size_t)sprintf(text + length, format, number ? "," : object ? "{" : "[", number);
    }
    text[length++] = object ? '}' : ']';
    vox_tree *tree = document_parse((vox_string){text, length});
    vox_node *root = vox_tree_root(tree), *child = vox_node_first(tree, root);
    for (size_t number = 0; child; child = vox_node_next(tree, child), number++) {
        if (number % each == 0) {
            CHECK_OK(vox_node_set(tree, child, vox_value_null()));
        }
    }
    uint64_t steps = steps_counted();
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_PRESERVE);
    steps = steps_counted() - steps;
    CHECK(document_equals_text(tree, root, buffer_text(&buffer)));
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    free(text);
    return steps;
}

/** Consecutive unchanged children are copied in one piece. */
static void runs_of_untouched_children(void) {
    for (int object = 0; object < 2; object++) {
        uint64_t alone = write_touched(object, 2), together = write_touched(object, 1000);
        if (steps_counted() == 0) {
            check_skip("the core was not built to count its steps");
            return;
        }
        check_note("%zu steps alone, %zu together", (size_t)alone, (size_t)together);
        CHECK(5 * together < 2 * alone);
    }
    check_note(NULL);
}

/** Returns the steps of writing 2000 children, of which every `each`th was removed. */
static uint64_t write_reduced(bool object, const char *comma, size_t each) {
    char *text = malloc(2000 * 16 + 2);
    size_t length = 0;
    for (size_t number = 0; number < 2000; number++) {
        const char *before = number ? comma : object ? "{" : "[";
        length += object ? (size_t)sprintf(text + length, "%s\"n%zu\": 1", before, number)
                         : (size_t)sprintf(text + length, "%s%zu", before, number);
    }
    text[length++] = object ? '}' : ']';
    vox_tree *tree = document_parse((vox_string){text, length});
    vox_node *root = vox_tree_root(tree), *next;
    size_t number = 0;
    for (vox_node *child = vox_node_first(tree, root); child; child = next) {
        next = vox_node_next(tree, child);
        if (++number % each == 0) {
            CHECK_OK(vox_node_remove(tree, child));
        }
    }
    uint64_t steps = steps_counted();
    vox_buffer buffer = document_write(tree, root, VOX_STYLE_PRESERVE);
    steps = steps_counted() - steps;
    CHECK(document_equals_text(tree, root, buffer_text(&buffer)));
    vox_buffer_free(&buffer);
    vox_tree_free(tree);
    free(text);
    return steps;
}

/** The children between removed ones are also copied in one piece, if they are separated by a
 *  comma and then any white space. */
static void runs_between_removed_children(void) {
    static const char *const commas[] = {",", ", ", ",\n  "};
    for (size_t row = 0; row < 2 * COUNT(commas); row++) {
        const bool object = row % 2;
        const uint64_t alone = write_reduced(object, commas[row / 2], 2);
        const uint64_t together = write_reduced(object, commas[row / 2], 1000);
        if (steps_counted() == 0) {
            check_skip("the core was not built to count its steps");
            return;
        }
        check_note("%zu steps for 1000 alone, %zu for 1998", (size_t)alone, (size_t)together);
        CHECK(together < alone);
    }
    check_note(NULL);
}

/** Writes a nested array. Each level has its own line, indented with one `unit` for each level. */
static vox_string indented(size_t depth, vox_string unit, char *text) {
    char *at = text;
    for (size_t line = 0; line <= 2 * depth; line++) {
        const size_t level = line <= depth ? line : 2 * depth - line;
        for (size_t done = 0; done < level; done++) {
            memcpy(at, unit.bytes, unit.length);
            at += unit.length;
        }
        *at++ = line < depth ? '[' : line == depth ? '7' : ']';
        *at++ = '\n';
    }
    return (vox_string){text, (size_t)(at - text) - 1};
}

/** Lines of any depth in the pretty style. In the preserving style, also other units of
 *  indentation. */
static void deep_lines(void) {
    enum {
        DEEPEST = 400
    };
    static const size_t depths[] = {2,  3,   7,   31,  61,  62,  63,     64,
                                    65, 126, 127, 128, 129, 200, DEEPEST};
    static const char *const units[] = {"  ", " ", "\t", "   ", "     "};
    static char text[2 * DEEPEST * (5 * DEEPEST / 2 + 8)];
    for (size_t index = 0; index < COUNT(depths); index++) {
        const size_t depth = depths[index];
        for (size_t unit = 0; unit < COUNT(units); unit++) {
            check_note("depth %zu, unit %zu", depth, unit);
            const vox_string wanted = indented(depth, vox_string_from_c(units[unit]), text);
            vox_tree *tree = document_parse(wanted);
            if (unit == 0) {
                CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRETTY, wanted);
            }
            /* Replaces the innermost arrays by new ones. */
            vox_node *node = vox_tree_root(tree);
            for (size_t level = 0; level < depth / 2; level++) {
                node = vox_node_first(tree, node);
            }
            vox_buffer inner = document_write(tree, node, VOX_STYLE_COMPACT);
            CHECK_OK(vox_node_set(tree, node, vox_value_json(buffer_text(&inner))));
            CHECK_WRITES_STRING(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, wanted);
            vox_buffer_free(&inner);
            vox_tree_free(tree);
        }
    }
}

const check_test writing_tests[] = {
    CHECK_TEST(untouched_styles),
    CHECK_TEST(parts),
    CHECK_TEST(scalars),
    CHECK_TEST(from_nothing),
    CHECK_TEST(sinks_that_refuse),
    CHECK_TEST(buffers),
    CHECK_TEST(room_for_a_document),
    CHECK_TEST(runs_of_untouched_children),
    CHECK_TEST(runs_between_removed_children),
    CHECK_TEST(deep_lines),
    CHECK_END,
};
