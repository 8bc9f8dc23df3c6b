/* SPDX-License-Identifier: MIT */
/** A text, a JSON text to put into it, and a script: a tree and a plain model (value.h) go
 *  through the same edits, good and bad, and must stay the same document. */
#include "document.h"
#include "fuzz.h"
#include "value.h"

#define SHELF 4  /* detached nodes kept for later */
#define STEPS 24 /* at most */
#define DEPTH 16 /* of the texts: all steps together stay below the limit for reading */

/** A node, and the model of it. */
typedef struct pair {
    vox_node *node;
    value *model;
} pair;

typedef struct script {
    vox_string bytes;
    vox_string json; /* what is put in as text */
    vox_status json_status;
    value *json_model; /* NULL when it is refused */
    vox_tree *tree;
    pair root;
    pair shelf[SHELF];
} script;

/** A value to write, in both worlds; `slot` of the shelf when it comes from there. */
typedef struct offer {
    vox_value value;
    value *model; /* NULL: it cannot be made */
    vox_status status;
    pair *slot;
} offer;

static pair pick(script *self) {
    pair *slot = &self->shelf[fuzz_below(&self->bytes, SHELF)];
    pair found = slot->node && fuzz_byte(&self->bytes) % 8 == 7 ? *slot : self->root;
    for (;;) {
        size_t step = fuzz_byte(&self->bytes);
        if (step < 64 || found.model->count == 0) {
            return found;
        }
        size_t index = step % found.model->count;
        found.node = found.model->kind == VOX_OBJECT
                         ? vox_object_get(
                               self->tree, found.node, found.model->children[index]->name
                           )
                         : vox_array_get(self->tree, found.node, index);
        found.model = found.model->children[index];
    }
}

/** A short text, at times with bytes that are no UTF-8. */
static vox_string take_text(script *self) {
    size_t length = fuzz_below(&self->bytes, 12);
    length = length < self->bytes.length ? length : self->bytes.length;
    vox_string text = {self->bytes.bytes, length};
    self->bytes.bytes += length;
    self->bytes.length -= length;
    return text;
}

/** UTF-8 by Unicode's table 3-7. */
static bool is_utf8(vox_string text) {
    const uint8_t *at = (const uint8_t *)text.bytes;
    for (size_t left = text.length; left > 0;) {
        size_t more = *at < 0x80 ? 0 : *at < 0xC2 ? SIZE_MAX : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : 3;
        if (more >= left || *at > 0xF4) {
            return false;
        }
        if (more) {
            uint8_t least = *at == 0xE0 ? 0xA0 : *at == 0xF0 ? 0x90 : 0x80;
            uint8_t most = *at == 0xED ? 0x9F : *at == 0xF4 ? 0x8F : 0xBF;
            if (at[1] < least || at[1] > most) {
                return false;
            }
        }
        for (size_t index = 2; index <= more; index++) {
            if ((at[index] & 0xC0) != 0x80) {
                return false;
            }
        }
        at += more + 1;
        left -= more + 1;
    }
    return true;
}

static offer offer_of(vox_value written, vox_kind kind, const char *text) {
    return (offer){.value = written, .model = value_new(kind, vox_string_from_c(text))};
}

static offer make_offer(script *self) {
    static const char *const numbers[] = {"-0", "1.50", "1e400", "123456789012345678901", "01"};
    offer made = {.status = VOX_OK};
    switch (fuzz_below(&self->bytes, 12)) {
    case 0:
        return offer_of(vox_value_null(), VOX_NULL, "");
    case 1:
        return offer_of(vox_value_boolean(true), VOX_TRUE, "");
    case 2:
        return offer_of(vox_value_boolean(false), VOX_FALSE, "");
    case 3:
        return offer_of(vox_value_int64(INT64_MIN), VOX_NUMBER, "-9223372036854775808");
    case 4:
        return offer_of(vox_value_double(-2.5e-7), VOX_NUMBER, "-2.5e-7");
    case 5:
        return offer_of(vox_value_array(), VOX_ARRAY, "");
    case 6:
        return offer_of(vox_value_object(), VOX_OBJECT, "");
    case 7: {
        size_t number = fuzz_below(&self->bytes, COUNT(numbers));
        made = offer_of(
            vox_value_number(vox_string_from_c(numbers[number])), VOX_NUMBER, numbers[number]
        );
        made.status = number == 4 ? VOX_ERROR_NUMBER : VOX_OK;
        return made;
    }
    case 8: {
        vox_string text = take_text(self);
        made.value = vox_value_string(text);
        made.model = value_new(VOX_STRING, text);
        made.status = is_utf8(text) ? VOX_OK : VOX_ERROR_UTF8;
        return made;
    }
    case 9: {
        pair source = pick(self);
        if (value_size(source.model) > DEPTH) {
            return offer_of(vox_value_null(), VOX_NULL, "");
        }
        made.value = vox_value_copy(self->tree, source.node);
        made.model = value_copy(source.model);
        value_rename(made.model, (vox_string){NULL, 0});
        return made;
    }
    case 10:
        made.slot = &self->shelf[fuzz_below(&self->bytes, SHELF)];
        if (made.slot->node) {
            made.value = vox_value_node(made.slot->node);
            made.model = made.slot->model;
            return made;
        }
        return offer_of(vox_value_uint64(UINT64_MAX), VOX_NUMBER, "18446744073709551615");
    default:
        made.value = vox_value_json(self->json);
        made.model = self->json_model ? value_copy(self->json_model) : NULL;
        made.status = self->json_status;
        return made;
    }
}

/** The offer was not taken. */
static void withdraw(const offer *made) {
    if (made->value.form != VOX_VALUE_NODE) {
        value_free(made->model);
    }
}

/** The offer was taken, node and all. */
static value *hand_over(const offer *made) {
    if (made->value.form == VOX_VALUE_NODE) {
        *made->slot = (pair){NULL, NULL};
    }
    return made->model;
}

static void shelve(script *self, vox_node *node, value *model) {
    pair *slot = &self->shelf[fuzz_below(&self->bytes, SHELF)];
    value_free(slot->model);
    value_rename(model, (vox_string){NULL, 0});
    *slot = (pair){node, model};
}

/** True when the call succeeded, as it should. Of several reasons to fail any may be told. */
static bool judged(vox_status status, const vox_status *reasons, size_t count) {
    vox_status reason = VOX_OK;
    size_t found = 0;
    for (size_t index = 0; index < count; index++) {
        if (reasons[index] != VOX_OK) {
            found += reasons[index] != reason;
            reason = reasons[index];
        }
    }
    if (found > 1) {
        CHECK(status != VOX_OK);
    } else {
        CHECK_STATUS(status, reason);
    }
    return status == VOX_OK;
}

static vox_status cycle_of(const offer *made, const value *target) {
    bool cycle = made->value.form == VOX_VALUE_NODE && value_within(target, made->model);
    return cycle ? VOX_ERROR_CYCLE : VOX_OK;
}

static void set_value(script *self, pair target) {
    offer made = make_offer(self);
    vox_status reasons[] = {made.status, cycle_of(&made, target.model)};
    vox_status status = vox_node_set(self->tree, target.node, made.value);
    if (!judged(status, reasons, COUNT(reasons))) {
        withdraw(&made);
        return;
    }
    if (made.value.form == VOX_VALUE_NODE) {
        made.slot->model = value_new(VOX_NULL, (vox_string){NULL, 0});
    }
    value_become(target.model, made.model);
}

static void set_member(script *self, pair target) {
    vox_string name = take_text(self);
    offer made = make_offer(self);
    vox_node *out = NULL;
    bool object = target.model->kind == VOX_OBJECT;
    size_t index = object ? value_find(target.model, name) : 0;
    bool found = object && index < target.model->count;
    vox_status reasons[] = {
        made.status, object ? VOX_OK : VOX_ERROR_KIND, is_utf8(name) ? VOX_OK : VOX_ERROR_UTF8,
        cycle_of(&made, target.model)};
    vox_node *former = found ? vox_object_get(self->tree, target.node, name) : NULL;
    vox_status status = vox_object_set(self->tree, target.node, name, made.value, &out);
    if (!judged(status, reasons, COUNT(reasons))) {
        withdraw(&made);
        return;
    }
    value *model = hand_over(&made);
    if (found && made.value.form != VOX_VALUE_NODE) {
        CHECK(out == former);
        value_become(target.model->children[index], model);
        return;
    }
    value_rename(model, name);
    if (found) {
        shelve(self, former, value_take(target.model, index));
    }
    value_insert(target.model, found ? index : target.model->count, model);
}

static void insert_member(script *self, pair target) {
    vox_string name = take_text(self);
    offer made = make_offer(self);
    bool object = target.model->kind == VOX_OBJECT;
    size_t index = object ? fuzz_below(&self->bytes, target.model->count + 1) : 0;
    bool end = !object || index == target.model->count;
    vox_node *out = NULL,
             *before = end ? NULL
                           : vox_object_get(
                                 self->tree, target.node, target.model->children[index]->name
                             );
    bool twice = object && value_find(target.model, name) < target.model->count;
    vox_status reasons[] = {
        made.status, object ? VOX_OK : VOX_ERROR_KIND, is_utf8(name) ? VOX_OK : VOX_ERROR_UTF8,
        twice ? VOX_ERROR_DUPLICATE : VOX_OK, cycle_of(&made, target.model)};
    vox_status status = vox_object_insert(self->tree, target.node, before, name, made.value, &out);
    if (!judged(status, reasons, COUNT(reasons))) {
        withdraw(&made);
        return;
    }
    value *model = hand_over(&made);
    CHECK(out == vox_object_get(self->tree, target.node, name));
    value_rename(model, name);
    value_insert(target.model, index, model);
}

static void insert_element(script *self, pair target, bool append) {
    offer made = make_offer(self);
    bool array = target.model->kind == VOX_ARRAY;
    size_t count = array ? target.model->count : 0;
    size_t index = append ? count : fuzz_below(&self->bytes, count + 2);
    vox_node *out = NULL;
    vox_status reasons[] = {
        made.status, array ? VOX_OK : VOX_ERROR_KIND,
        array && index > count ? VOX_ERROR_INDEX : VOX_OK, cycle_of(&made, target.model)};
    vox_status status = append ? vox_array_append(self->tree, target.node, made.value, &out)
                               : vox_array_insert(self->tree, target.node, index, made.value, &out);
    if (!judged(status, reasons, COUNT(reasons))) {
        withdraw(&made);
        return;
    }
    value *model = hand_over(&made);
    CHECK(out == vox_array_get(self->tree, target.node, index));
    value_insert(target.model, index, model);
}

static void remove_value(script *self, pair target) {
    vox_status reason = target.model->parent ? VOX_OK : VOX_ERROR_ARGUMENT;
    if (judged(vox_node_remove(self->tree, target.node), &reason, 1)) {
        CHECK(!vox_node_attached(self->tree, target.node));
        shelve(self, target.node, value_take(target.model->parent, value_index(target.model)));
    }
}

static void step(script *self) {
    size_t choice = fuzz_below(&self->bytes, 6);
    pair target = pick(self);
    switch (choice) {
    case 0:
        set_value(self, target);
        break;
    case 1:
        set_member(self, target);
        break;
    case 2:
        insert_member(self, target);
        break;
    case 3:
    case 4:
        insert_element(self, target, choice == 4);
        break;
    default:
        remove_value(self, target);
        break;
    }
}

static void check_all(script *self) {
    value_check(self->root.model, self->tree, self->root.node);
    for (size_t slot = 0; slot < SHELF; slot++) {
        if (self->shelf[slot].node) {
            CHECK(vox_node_parent(self->tree, self->shelf[slot].node) == NULL);
            value_check(self->shelf[slot].model, self->tree, self->shelf[slot].node);
        }
    }
}

/** What is written has the value of the model, too. */
static void check_written(script *self) {
    for (int style = VOX_STYLE_PRESERVE; style < VOX_STYLE_SORTED; style++) {
        vox_buffer buffer = document_write(self->tree, self->root.node, (vox_style)style);
        vox_tree *again = document_parse(buffer_text(&buffer));
        if (again) {
            value_check(self->root.model, again, vox_tree_root(again));
        }
        vox_tree_free(again);
        vox_buffer_free(&buffer);
    }
    vox_tree *compacted = NULL;
    if (CHECK_OK(vox_tree_compact(self->tree, &compacted))) {
        value_check(self->root.model, compacted, vox_tree_root(compacted));
    }
    vox_tree_free(compacted);
}

/** Goes back to what was read, in value: what must be made anew has no layout of its own. */
static void check_reverted(script *self, vox_string source) {
    bool equal = false;
    vox_tree *original = document_parse(source);
    CHECK_OK(vox_baseline_revert(self->tree, self->root.node));
    if (original) {
        CHECK_OK(
            vox_node_equal(self->tree, self->root.node, original, vox_tree_root(original), &equal)
        );
        CHECK(equal);
    }
    vox_tree_free(original);
}

static void run(script *self, vox_string source) {
    for (size_t steps = 0; steps < STEPS && self->bytes.length; steps++) {
        step(self);
        check_all(self);
    }
    check_written(self);
    check_reverted(self, source);
}

static vox_status read(vox_string text, vox_mode mode, vox_tree **tree) {
    vox_options options = document_options();
    options.max_depth = DEPTH;
    options.mode = mode;
    return vox_tree_parse(text.bytes, text.length, &options, tree, NULL);
}

static value *model_of(vox_string text, vox_status *status) {
    vox_tree *tree = NULL;
    *status = read(text, VOX_MODE_EAGER, &tree);
    value *model = tree ? value_read(tree, vox_tree_root(tree)) : NULL;
    vox_tree_free(tree);
    return model;
}

void fuzz_edit(vox_string input) {
    vox_string text = fuzz_field(&input);
    script self = {.json = fuzz_field(&input)};
    vox_status status;
    self.bytes = input;
    self.json_model = model_of(self.json, &self.json_status);
    value *model = model_of(text, &status);
    vox_mode mode = fuzz_byte(&self.bytes) % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    if (model && CHECK_OK(read(text, mode, &self.tree))) {
        self.root = (pair){vox_tree_root(self.tree), model};
        run(&self, text);
    }
    for (size_t slot = 0; slot < SHELF; slot++) {
        value_free(self.shelf[slot].model);
    }
    value_free(self.json_model);
    value_free(model);
    vox_tree_free(self.tree);
}
