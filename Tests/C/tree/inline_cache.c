/* SPDX-License-Identifier: MIT */
/** Looks up members by name with the inline cache: a member is first tried where a member of the
 *  same name was found in another object. The results are compared with a linear search from the
 *  end of a list. */
#include "document.h"
#include "model.h"
#include "random.h"
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define OBJECTS 40
#define MEMBERS 40
#define LARGE 24 /* larger objects have an index */

/** Names of the same length, names with the same ends, and names that need escapes. */
static const char *const names[] = {
    "",
    "a",
    "b",
    "id",
    "type",
    "attributes",
    "ab",
    "a-long-name-that-differs-at-1-place",
    "a-long-name-that-differs-at-2-place",
    "titel",
    "title",
    "tltie",
    "\xC3\xA9",
    "a\"b",
    "a\nb",
    "views",
};

/** A member. Its value is an array of some elements, or a number. */
typedef struct member {
    size_t name;
    size_t value;
} member;

typedef struct list {
    member members[MEMBERS];
    size_t count;
} list;

typedef struct lists {
    uint64_t seed;
    vox_tree *tree;
    vox_node *nodes[OBJECTS];
    list objects[OBJECTS];
} lists;

static vox_string name_at(size_t index) {
    return vox_string_from_c(names[index]);
}

static bool is_array(size_t value) {
    return value % 5 == 0;
}

static bool is_value(vox_tree *tree, const vox_node *node, size_t value) {
    int64_t number = 0;
    return is_array(value)
               ? vox_node_kind(node) == VOX_ARRAY && vox_node_count(tree, node) == value % 7
               : vox_node_int64(tree, node, &number) == VOX_OK && (size_t)number == value;
}

static void put(model_text *text, const char *bytes) {
    size_t length = strlen(bytes);
    if (text->length + length + 1 > text->capacity) {
        text->capacity = (text->length + length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->length, bytes, length + 1);
    text->length += length;
}

static void put_value(model_text *text, size_t value) {
    static const char *const arrays[] = {
        "[]", "[1]", "[1,{}]", "[1,[2],3]", "[1,2,3,4]", "[1,2,3,4,{\"a\":5}]", "[1,2,3,4,5,6]",
    };
    char number[24];
    snprintf(number, sizeof number, "%zu", value);
    put(text, is_array(value) ? arrays[value % 7] : number);
}

static void put_name(model_text *text, size_t name) {
    put(text, "\"");
    for (const char *at = names[name]; *at; at++) {
        char byte[] = {*at, '\0'};
        put(text, *at == '"' ? "\\\"" : *at == '\n' ? "\\n" : byte);
    }
    put(text, "\":");
}

static void put_object(model_text *text, const list *object) {
    put(text, "{");
    for (size_t index = 0; index < object->count; index++) {
        put(text, index ? "," : "");
        put_name(text, object->members[index].name);
        put_value(text, object->members[index].value);
    }
    put(text, "}");
}

static member random_member(lists *self) {
    return (member){random_below(&self->seed, COUNT(names)), random_below(&self->seed, 1000000)};
}

/** Makes an object. Usually it resembles an earlier object, with other values, and sometimes
 *  with another name, or one member more or fewer. Otherwise it has any shape. Most objects have
 *  no repeated name. */
static void make_object(lists *self, size_t index) {
    list *object = &self->objects[index];
    bool repeats = random_below(&self->seed, 4) == 0;
    if (index && random_below(&self->seed, 4)) {
        *object = self->objects[random_below(&self->seed, index)];
    } else {
        object->count = random_below(&self->seed, random_below(&self->seed, 8) ? 9 : LARGE);
        for (size_t at = 0; at < object->count; at++) {
            object->members[at] = random_member(self);
            object->members[at].name = (index + at) % COUNT(names);
        }
    }
    for (size_t at = 0; at < object->count; at++) {
        object->members[at].value = random_member(self).value;
        if (repeats && random_below(&self->seed, 6) == 0) {
            object->members[at] = random_member(self);
        }
    }
}

static member *find(list *object, size_t name) {
    for (size_t index = object->count; index; index--) {
        if (object->members[index - 1].name == name) {
            return &object->members[index - 1];
        }
    }
    return NULL;
}

static bool agrees(lists *self, size_t index, size_t name) {
    const member *expected = find(&self->objects[index], name);
    vox_node *found = vox_object_get(self->tree, self->nodes[index], name_at(name));
    return expected ? found && is_value(self->tree, found, expected->value) : !found;
}

static void compare(lists *self, size_t index) {
    for (size_t step = 0; step < COUNT(names); step++) {
        size_t name = (step * 7 + index) % COUNT(names);
        check_note("object %zu, name %zu", index, name);
        CHECK(agrees(self, index, name));
    }
}

static void compare_all(lists *self) {
    for (size_t index = 0; index < OBJECTS; index++) {
        compare(self, index);
    }
}

/** Looks up each name in the objects of all shapes. */
static void compare_across(lists *self) {
    for (size_t name = 0; name < COUNT(names); name++) {
        for (size_t index = 0; index < OBJECTS; index++) {
            check_note("name %zu, object %zu", name, index);
            CHECK(agrees(self, index, name));
        }
    }
}

static lists make_lists(uint64_t seed, const vox_options *options, model_text *text) {
    lists self = {.seed = seed};
    put(text, "{\"data\":[");
    for (size_t index = 0; index < OBJECTS; index++) {
        make_object(&self, index);
        put(text, index ? ", " : "");
        put_object(text, &self.objects[index]);
    }
    put(text, "]}");
    if (CHECK_OK(vox_tree_parse(text->bytes, text->length, options, &self.tree, NULL))) {
        for (size_t index = 0; index < OBJECTS; index++) {
            self.nodes[index] = vox_array_get(self.tree, document_at(self.tree, "/data"), index);
        }
    }
    return self;
}

static void free_lists(lists *self, model_text *text) {
    check_note(NULL);
    vox_tree_free(self->tree);
    free(text->bytes);
}

/* --- edits -------------------------------------------------------------------- */

static void remove_at(list *object, size_t index) {
    object->count--;
    memmove(
        object->members + index, object->members + index + 1,
        (object->count - index) * sizeof *object->members
    );
}

/** Removes all members with this name. */
static void forget(list *object, size_t name) {
    for (size_t index = object->count; index; index--) {
        if (object->members[index - 1].name == name) {
            remove_at(object, index - 1);
        }
    }
}

static void add(list *object, member added) {
    object->members[object->count++] = added;
}

static vox_value value_of(size_t value, model_text *text) {
    text->length = 0;
    put_value(text, value);
    return vox_value_json((vox_string){text->bytes, text->length});
}

static void set_member(lists *self, size_t index, member wanted, model_text *text) {
    list *object = &self->objects[index];
    member *known = find(object, wanted.name);
    if (!known && object->count == MEMBERS) {
        return;
    }
    vox_value value = value_of(wanted.value, text);
    CHECK_OK(vox_object_set(self->tree, self->nodes[index], name_at(wanted.name), value, NULL));
    if (known) {
        known->value = wanted.value;
    } else {
        add(object, wanted);
    }
}

/** Moves a member to the end of another object, under a name that the object does not have. */
static void move_member(lists *self, size_t from, size_t to, size_t name) {
    list *source = &self->objects[from], *target = &self->objects[to];
    member *known = find(source, name), moved = random_member(self);
    vox_node *node = vox_object_get(self->tree, self->nodes[from], name_at(name));
    if (!known || !CHECK(node) || find(target, moved.name) || target->count == MEMBERS) {
        return;
    }
    moved.value = known->value;
    CHECK_OK(vox_node_remove(self->tree, node));
    forget(source, name);
    vox_value value = vox_value_node(node);
    CHECK_OK(vox_object_set(self->tree, self->nodes[to], name_at(moved.name), value, NULL));
    add(target, moved);
}

/** Overwrites an object. The old nodes keep their bytes and are detached. */
static void rewrite(lists *self, size_t index, model_text *text) {
    make_object(self, index);
    list *object = &self->objects[index], unique = {.count = 0};
    text->length = 0;
    put_object(text, object);
    vox_value value = vox_value_json((vox_string){text->bytes, text->length});
    if (random_below(&self->seed, 2)) {
        CHECK_OK(vox_node_set(self->tree, self->nodes[index], vox_value_null()));
        CHECK(!vox_object_get(self->tree, self->nodes[index], name_at(1)));
    }
    CHECK_OK(vox_node_set(self->tree, self->nodes[index], value));
    for (size_t at = 0; at < object->count; at++) {
        if (find(object, object->members[at].name) == &object->members[at]) {
            add(&unique, object->members[at]);
        }
    }
    *object = unique;
}

static void edit(lists *self, model_text *text) {
    size_t index = random_below(&self->seed, OBJECTS), other = random_below(&self->seed, OBJECTS);
    member picked = random_member(self);
    vox_node *node = vox_object_get(self->tree, self->nodes[index], name_at(picked.name));
    switch (random_below(&self->seed, 8)) {
    case 0:
        rewrite(self, index, text);
        break;
    case 1:
    case 2:
        if (node) {
            CHECK_OK(vox_node_remove(self->tree, node));
            forget(&self->objects[index], picked.name);
        }
        break;
    case 3:
        move_member(self, index, other, picked.name);
        break;
    default:
        set_member(self, index, picked, text);
    }
    compare(self, index);
    compare(self, other);
}

/* --- tests -------------------------------------------------------------------- */

static const vox_mode modes[] = {VOX_MODE_EAGER, VOX_MODE_LAZY};

static void objects_of_many_shapes(void) {
    for (uint64_t seed = 1; seed <= (check_quick() ? 20 : 200); seed++) {
        vox_options options = document_options();
        options.mode = modes[seed % COUNT(modes)];
        options.borrow = seed % 2;
        model_text text = {0};
        lists self = make_lists(seed, &options, &text);
        for (size_t round = 0; round < 6; round++) {
            compare_all(&self);
            compare_across(&self);
        }
        free_lists(&self, &text);
    }
}

static void objects_that_are_edited(void) {
    for (uint64_t seed = 1; seed <= (check_quick() ? 10 : 100); seed++) {
        vox_options options = document_options();
        options.mode = modes[seed % COUNT(modes)];
        model_text text = {0}, json = {0};
        lists self = make_lists(seed, &options, &text);
        for (size_t step = 0; step < 300; step++) {
            edit(&self, &json);
        }
        compare_across(&self);
        free(json.bytes);
        free_lists(&self, &text);
    }
}

/** Without memory, large objects are searched member by member, and small ones as usual. */
static void without_memory(void) {
    model_text text = {0};
    vox_options options = document_options();
    lists self = make_lists(7, &options, &text);
    check_memory.failing = true;
    for (size_t round = 0; round < 6; round++) {
        compare_all(&self);
        compare_across(&self);
    }
    check_memory.failing = false;
    compare_all(&self);
    free_lists(&self, &text);
}

/** The work of one thread, which counts its errors, because checks work in one thread only. */
typedef struct reader {
    lists *lists;
    size_t wrong;
} reader;

static void *read_all(void *context) {
    reader *self = context;
    for (size_t round = 0; round < 4; round++) {
        for (size_t at = 0; at < OBJECTS * COUNT(names); at++) {
            self->wrong += !agrees(self->lists, at % OBJECTS, at % COUNT(names));
        }
    }
    return NULL;
}

static void frozen_and_read_by_threads(void) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        vox_options options = document_options();
        options.mode = modes[seed % COUNT(modes)];
        model_text text = {0}, json = {0};
        lists self = make_lists(seed, &options, &text);
        for (size_t step = 0; step < seed * 20; step++) {
            edit(&self, &json);
        }
        CHECK_OK(vox_tree_freeze(self.tree));
        pthread_t threads[4];
        reader readers[COUNT(threads)];
        size_t started = 0;
        for (; started < COUNT(threads); started++) {
            readers[started] = (reader){&self, 0};
            if (!CHECK(!pthread_create(&threads[started], NULL, read_all, &readers[started]))) {
                break;
            }
        }
        while (started--) {
            CHECK(!pthread_join(threads[started], NULL));
            CHECK_SIZE(readers[started].wrong, 0);
        }
        free(json.bytes);
        free_lists(&self, &text);
    }
}

const check_test inline_cache_tests[] = {
    CHECK_TEST(objects_of_many_shapes),
    CHECK_TEST(objects_that_are_edited),
    CHECK_TEST(without_memory),
    CHECK_TEST(frozen_and_read_by_threads),
    CHECK_END,
};
