/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include "document.h"
#include "whole_error.h"

#include <stdio.h>

#define MEMBERS 150

/** A document with many features: a large and a small object, a long list, repeated names,
 *  escapes, and JSON:API resources. */
static size_t make_document(char *json) {
    size_t length = (size_t)sprintf(json, "{ \"large\": {");
    for (int number = 0; number < MEMBERS; number++) {
        length += (size_t)sprintf(
            json + length, "%s\"m%d\": \"v\\u0061lue %d\"", number ? ", " : "", number, number
        );
    }
    length += (size_t)sprintf(
        json + length, "}, \"small\": {\"a\": 1, \"b\": [true, null], \"a\": 2},\n \"list\": ["
    );
    for (int number = 0; number < MEMBERS; number++) {
        length += (size_t)sprintf(json + length, "%s%d", number ? ", " : "", number);
    }
    length += (size_t)sprintf(json + length, "],\n \"data\": [");
    for (int number = 0; number < 20; number++) {
        length += (size_t
        )sprintf(json + length, "%s{\"type\": \"t\", \"id\": \"%d\"}", number ? ", " : "", number);
    }
    return length +
           (size_t
           )sprintf(json + length, "], \"included\": [{\"type\": \"t\", \"lid\": \"l\"}] }\n");
}

static vox_status step_parse(scenario *self) {
    char json[16384];
    size_t length = make_document(json);
    vox_options options = document_options();
    vox_error error = garbage_error();
    vox_status status = vox_tree_parse(json, length, &options, &self->tree, &error);
    check_whole_error(&error, status, length);
    return status;
}

static vox_status step_new(scenario *self) {
    vox_options options = document_options();
    return vox_tree_new(&options, &self->other);
}

static vox_status step_build(scenario *self) {
    return vox_node_set(
        self->other, vox_tree_root(self->other),
        vox_value_json(LITERAL("{\"deep\": [1, {\"text\": \"\\u00e9\"}], \"n\": 2.50}"))
    );
}

static vox_node *at(scenario *self, const char *pointer) {
    return document_at(self->tree, pointer);
}

static vox_node *root_of(scenario *self) {
    return vox_tree_root(self->tree);
}

static vox_status step_look_up(scenario *self) {
    char name[16];
    vox_node *large = vox_object_get(self->tree, root_of(self), LITERAL("large"));
    vox_node *list = vox_object_get(self->tree, root_of(self), LITERAL("list"));
    vox_node *small = vox_object_get(self->tree, root_of(self), LITERAL("small"));
    CHECK_TEXT(vox_node_text(self->tree, vox_object_get(self->tree, small, LITERAL("a"))), "2");
    CHECK_SIZE(vox_node_count(self->tree, small), 2);
    CHECK_SIZE(vox_node_count(self->tree, large), MEMBERS);
    CHECK_SIZE(vox_node_count(self->tree, list), MEMBERS);
    for (int number = 0; number < MEMBERS; number += 7) {
        snprintf(name, sizeof name, "m%d", number);
        vox_node *member = vox_object_get(self->tree, large, vox_string_from_c(name));
        CHECK_SIZE(vox_node_index(self->tree, member), number);
        CHECK_TEXT(vox_node_name(self->tree, member), name);
        snprintf(name, sizeof name, "%d", number);
        vox_node *element = vox_array_get(self->tree, list, (size_t)number);
        CHECK_TEXT(vox_node_text(self->tree, element), name);
    }
    CHECK(vox_object_get(self->tree, large, LITERAL("none")) == NULL);
    CHECK(vox_array_get(self->tree, list, MEMBERS) == NULL);
    return VOX_OK;
}

static vox_status step_iterate(scenario *self) {
    vox_node *small = at(self, "/small"), *first = vox_node_first(self->tree, small);
    CHECK_TEXT(vox_node_name(self->tree, first), "b");
    CHECK_TEXT(vox_node_name(self->tree, vox_node_last(self->tree, small)), "a");
    CHECK(vox_node_previous(self->tree, first) == NULL);
    return VOX_OK;
}

static vox_status step_find(scenario *self) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_find(self->tree, LITERAL("t"), LITERAL("7"), &resource);
    CHECK(resource == (status == VOX_OK ? at(self, "/data/7") : NULL));
    return status;
}

static vox_status step_find_local(scenario *self) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_find_local(self->tree, LITERAL("t"), LITERAL("l"), &resource);
    CHECK(resource == (status == VOX_OK ? at(self, "/included/0") : NULL));
    return status;
}

static vox_status step_resolve(scenario *self) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_resolve(self->tree, at(self, "/data/3"), &resource);
    CHECK(resource == (status == VOX_OK ? at(self, "/data/3") : NULL));
    return status;
}

static vox_status step_rename(scenario *self) {
    return vox_node_set(
        self->tree, at(self, "/data/7/id"), vox_value_string(LITERAL("a longer id than before"))
    );
}

static vox_status step_find_renamed(scenario *self) {
    vox_node *resource = NULL;
    vox_status status = vox_resource_find(
        self->tree, LITERAL("t"), LITERAL("a longer id than before"), &resource
    );
    CHECK(resource == (status == VOX_OK ? at(self, "/data/7") : NULL));
    return status;
}

static vox_status step_set_text(scenario *self) {
    return vox_node_set(
        self->tree, at(self, "/small/a"), vox_value_string(LITERAL("some text \n with escapes"))
    );
}

static vox_status step_set_number(scenario *self) {
    return vox_node_set(self->tree, at(self, "/small/a"), vox_value_double(-1.25e-7));
}

static vox_status step_set_json(scenario *self) {
    return vox_node_set(
        self->tree, at(self, "/small/b"), vox_value_json(LITERAL("[{\"x\": \"\\n\"}, 2.0, \"t\"]"))
    );
}

static vox_status step_copy_in(scenario *self) {
    return vox_object_set(
        self->tree, root_of(self), LITERAL("copy"),
        vox_value_copy(self->other, vox_tree_root(self->other)), NULL
    );
}

static vox_status step_add_members(scenario *self) {
    vox_status status = VOX_OK;
    vox_node *large = at(self, "/large");
    /* Each call adds one member. The first call that fails ends the step. The next attempt
     * continues after the members that exist. */
    for (int number = 0; number < 80 && status == VOX_OK; number++) {
        char name[32];
        snprintf(name, sizeof name, "a new member %d", number);
        vox_string text = vox_string_from_c(name);
        if (!vox_object_get(self->tree, large, text)) {
            size_t count = vox_node_count(self->tree, large);
            status = vox_object_set(self->tree, large, text, vox_value_int64(number), NULL);
            CHECK_SIZE(vox_node_count(self->tree, large), count + (status == VOX_OK));
        }
    }
    return status;
}

static vox_status step_insert_member(scenario *self) {
    vox_node *member = NULL;
    vox_node *large = at(self, "/large");
    vox_status status = vox_object_insert(
        self->tree, large, vox_object_get(self->tree, large, LITERAL("m9")), LITERAL("put \"in\""),
        vox_value_object(), &member
    );
    CHECK((status == VOX_OK) == (member != NULL));
    return status;
}

static vox_status step_insert_element(scenario *self) {
    return vox_array_insert(
        self->tree, at(self, "/list"), 50, vox_value_number(LITERAL("1e999")), NULL
    );
}

static vox_status step_append(scenario *self) {
    return vox_array_append(self->tree, at(self, "/list"), vox_value_uint64(UINT64_MAX), NULL);
}

static vox_status step_pointer_set(scenario *self) {
    return vox_pointer_set(
        self->tree, root_of(self), LITERAL("/large/m3"), vox_value_array(), NULL, NULL
    );
}

static vox_status step_remove(scenario *self) {
    vox_node *member = at(self, "/large/m5");
    self->kept = member;
    vox_status status = vox_node_remove(self->tree, member);
    CHECK_OK(status);
    status = vox_node_remove(self->tree, vox_array_get(self->tree, at(self, "/list"), 10));
    CHECK(vox_object_get(self->tree, at(self, "/large"), LITERAL("m5")) == NULL);
    return status;
}

static vox_status step_put_back(scenario *self) {
    return vox_object_set(
        self->tree, at(self, "/small"), LITERAL("m5 again"), vox_value_node(self->kept), NULL
    );
}

static vox_status step_make(scenario *self) {
    vox_node *node = self->kept;
    vox_status status = vox_node_new(self->tree, vox_value_copy(self->tree, root_of(self)), &node);
    CHECK(status == VOX_OK || node == NULL);
    return status;
}

static vox_status step_write(scenario *self) {
    vox_status status = VOX_OK;
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED && status == VOX_OK; style++) {
        vox_buffer buffer = {0};
        buffer.allocator = check_allocator_interface(&check_memory);
        status = vox_write_buffer(self->tree, root_of(self), (vox_style)style, &buffer);
        CHECK(status == VOX_OK || buffer.length == 0);
        vox_buffer_free(&buffer);
    }
    return status;
}

static vox_status step_equal(scenario *self) {
    bool equal = false;
    vox_status status = vox_node_equal(
        self->tree, root_of(self), self->tree, root_of(self), &equal
    );
    CHECK(equal == (status == VOX_OK));
    return status;
}

static vox_status step_compact(scenario *self) {
    vox_tree *compacted = self->tree;
    vox_status status = vox_tree_compact(self->tree, &compacted);
    CHECK((status == VOX_OK) == (compacted != NULL));
    vox_tree_free(compacted);
    return status;
}

static vox_status step_copy(scenario *self) {
    vox_tree *copy = self->tree;
    vox_status status = vox_tree_copy(self->tree, at(self, "/small"), &copy);
    CHECK((status == VOX_OK) == (copy != NULL));
    if (status == VOX_OK) {
        bool equal = false;
        status = vox_node_equal(self->tree, at(self, "/small"), copy, vox_tree_root(copy), &equal);
        CHECK(equal == (status == VOX_OK));
    }
    vox_tree_free(copy);
    return status;
}

static vox_status step_mark(scenario *self) {
    return vox_baseline_mark(self->tree, root_of(self));
}

static vox_status step_replace(scenario *self) {
    return vox_node_set(self->tree, at(self, "/large"), vox_value_string(LITERAL("replaced")));
}

static vox_status step_lengthen(scenario *self) {
    return vox_node_set(
        self->tree, at(self, "/data/2/id"), vox_value_string(LITERAL("much longer than it was"))
    );
}

static vox_status step_add(scenario *self) {
    return vox_object_set(self->tree, at(self, "/copy"), LITERAL("added"), vox_value_null(), NULL);
}

static vox_status step_take_out(scenario *self) {
    CHECK_OK(vox_node_remove(self->tree, at(self, "/small")));
    CHECK_OK(vox_node_remove(self->tree, at(self, "/copy/n")));
    CHECK_OK(vox_node_set(self->tree, at(self, "/copy/deep"), vox_value_null()));
    return vox_node_remove(self->tree, at(self, "/list"));
}

static int count_difference(void *context, vox_difference difference) {
    size_t *count = context;
    CHECK(difference.before || difference.after);
    ++*count;
    return 0;
}

/** Requests the baseline and counts the differences from it. Returns the status. */
static vox_status count_differences(scenario *self, size_t *count) {
    vox_tree *baseline = NULL;
    vox_status status = vox_baseline(self->tree, root_of(self), &baseline);
    const vox_node *root = status == VOX_OK ? vox_tree_root(baseline) : NULL;
    *count = 0;
    return root ? vox_diff(
                      baseline, root, self->tree, root_of(self),
                      (vox_difference_sink){count_difference, count}
                  )
                : status;
}

static vox_status step_differ(scenario *self) {
    size_t count = 0;
    vox_status status = count_differences(self, &count);
    CHECK(status != VOX_OK || count == 7);
    return status;
}

static vox_status step_revert(scenario *self) {
    size_t count = 0;
    vox_status status = vox_baseline_revert(self->tree, root_of(self));
    if (status == VOX_OK) {
        status = count_differences(self, &count);
    }
    CHECK(status != VOX_OK || count == 0);
    return status;
}

static vox_status step_check(scenario *self) {
    vox_document_report report;
    vox_error error = garbage_error();
    vox_status status = vox_document_check(
        self->tree, VOX_PRIMARY_MANY, LITERAL("t"), VOX_READING_STRICT, &report, &error
    );
    check_whole_error(&error, status, vox_tree_source(self->tree).length);
    CHECK(report.first == NULL && report.foreign == 0);
    return status;
}

const scenario_step scenario_steps[] = {
    {"parse", step_parse, false},
    {"new", step_new, false},
    {"build", step_build, false},
    {"iterate", step_iterate, true},
    {"look up", step_look_up, true},
    {"find", step_find, false},
    {"find local", step_find_local, false},
    {"resolve", step_resolve, false},
    {"rename", step_rename, false},
    {"find renamed", step_find_renamed, false},
    {"set text", step_set_text, false},
    {"set number", step_set_number, false},
    {"set json", step_set_json, false},
    {"copy in", step_copy_in, false},
    {"add members", step_add_members, false},
    {"insert member", step_insert_member, false},
    {"insert element", step_insert_element, false},
    {"append", step_append, false},
    {"pointer set", step_pointer_set, false},
    {"remove", step_remove, true},
    {"put back", step_put_back, false},
    {"make", step_make, false},
    {"write", step_write, false},
    {"equal", step_equal, false},
    {"compact", step_compact, false},
    {"copy", step_copy, false},
    {"mark", step_mark, false},
    {"replace", step_replace, false},
    {"lengthen", step_lengthen, false},
    {"add", step_add, false},
    {"take out", step_take_out, true},
    {"differ", step_differ, false},
    {"revert", step_revert, false},
    {"check", step_check, false},
};
const size_t scenario_step_count = COUNT(scenario_steps);
