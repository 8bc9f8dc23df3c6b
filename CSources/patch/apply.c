/* SPDX-License-Identifier: MIT */
/** Applies a JSON Patch (RFC 6902), operation by operation. */
#include "patch/patch.h"

typedef struct patcher {
    vox_tree *tree;
    vox_node *top;
    vox_tree *patch_tree;
    vox__undo undo;
    vox__elements elements;
    /* The error: */
    const vox_node *read;  /* the operation, or the patch */
    const vox_node *fault; /* a value of the patch */
    const char *message;   /* NULL: the message of the status */
    size_t length;         /* of its pointer, up to the end of the segment that was not found */
} patcher;

/** Sets the message of an error, and returns its status. */
static vox_status refuse(patcher *self, vox_status status, const char *message) {
    self->message = message;
    return status;
}

/* --- following pointers -------------------------------------------------------- */

/** A pointer of an operation. */
typedef struct patch_path {
    const vox_node *node; /* in the patch */
    vox_string text;
} patch_path;

/** The position at the end of a pointer. The top of the document has no parent. */
typedef struct end_position {
    vox_node *parent; /* parsed */
    vox_node *node;   /* NULL: there is no value */
    size_t index;     /* of an element, or of one that would be added */
    vox__segment segment;
} end_position;

static vox_status index_of(patcher *self, const vox_node *array, vox_string name, size_t *index) {
    if (name.length == 1 && name.bytes[0] == '-') {
        *index = vox__elements_count(&self->elements, array);
        return VOX_OK;
    }
    return vox__segment_index(name, index)
               ? VOX_OK
               : refuse(self, VOX_ERROR_MISSING, "an array has elements by position alone");
}

/** Goes one segment down from a container, which must be parsed. */
static vox_status step_down(
    patcher *self, const vox_node *parent, vox_string name, size_t *index, vox_node **child
) {
    vox_status status = VOX_OK;
    *child = NULL;
    if (parent->kind == VOX_OBJECT) {
        *child = vox__object_find(self->tree, parent, name);
    } else if (parent->kind == VOX_ARRAY) {
        status = index_of(self, parent, name, index);
        if (status == VOX_OK) {
            *child = vox__elements_get(&self->elements, parent, *index);
        }
    }
    return status;
}

static void place_end(patcher *self, end_position *at) {
    if (at->parent) {
        vox__segment_free(self->tree, &at->segment);
    }
}

/** Finds a position. All segments but the last must lead to a value. After success, the caller must
 *  call place_end. */
static vox_status locate(patcher *self, patch_path to, end_position *at) {
    const vox_string text = to.text;
    vox_node *node = self->top;
    size_t offset;
    *at = (end_position){.node = node};
    self->fault = to.node;
    self->length = text.length;
    if (!vox__pointer_well_formed(text, &offset)) {
        return VOX_ERROR_POINTER;
    }
    for (offset = 0; offset < text.length;) {
        const vox_string raw = vox__segment_at(text, offset);
        place_end(self, at);
        *at = (end_position){.parent = NULL};
        if (!node) {
            return VOX_ERROR_MISSING;
        }
        offset += raw.length + 1;
        self->length = offset;
        VOX_TRY(vox__undo_resolve(&self->undo, node));
        VOX_TRY(vox__segment_read(self->tree, raw, &at->segment));
        at->parent = node;
        vox_status status = step_down(self, at->parent, at->segment.name, &at->index, &at->node);
        if (status != VOX_OK) {
            place_end(self, at);
            return status;
        }
        node = at->node;
    }
    return VOX_OK;
}

/** Finds a position that must have a value. */
static vox_status find_value(patcher *self, patch_path to, end_position *at) {
    vox_status status = locate(self, to, at);
    if (status == VOX_OK && !at->node) {
        place_end(self, at);
        status = VOX_ERROR_MISSING;
    }
    return status;
}

/* --- operations ---------------------------------------------------------------- */

/** A value, or a detached node. */
typedef struct given_value {
    vox_value value;
    vox_node *moved; /* NULL: use the value */
} given_value;

static vox_status overwrite(patcher *self, vox_node *node, given_value what) {
    vox_value value = what.moved ? vox_value_copy(self->tree, what.moved) : what.value;
    vox__elements_forget(&self->elements, node);
    return vox__undo_write(&self->undo, node, value);
}

/** Inserts a value at a position that has none. */
static vox_status insert(patcher *self, const end_position *at, given_value what) {
    vox_node *node = what.moved, *before = NULL;
    const bool is_element = at->parent->kind == VOX_ARRAY;
    VOX_TRY(node ? VOX_OK : vox_node_new(self->tree, what.value, &node));
    if (is_element) {
        before = vox__elements_get(&self->elements, at->parent, at->index);
        VOX_TRY(vox__elements_insert(&self->elements, at->parent, at->index, node));
    }
    return vox__undo_link(
        &self->undo, at->parent, node, before, is_element ? NULL : &at->segment.name
    );
}

static vox_status add_at(patcher *self, const end_position *at, given_value what) {
    if (!at->parent) {
        return overwrite(self, at->node, what);
    }
    switch (at->parent->kind) {
    case VOX_ARRAY:
        return at->index <= vox__elements_count(&self->elements, at->parent)
                   ? insert(self, at, what)
                   : VOX_ERROR_INDEX;
    case VOX_OBJECT:
        if (!at->node) {
            return insert(self, at, what);
        }
        return what.moved ? vox__undo_replace(&self->undo, at->node, what.moved)
                          : overwrite(self, at->node, what);
    default:
        return refuse(self, VOX_ERROR_KIND, "the value it is to be added to has no children");
    }
}

static vox_status add_by_path(patcher *self, patch_path to, given_value what) {
    end_position at;
    VOX_TRY(locate(self, to, &at));
    const vox_status status = add_at(self, &at, what);
    place_end(self, &at);
    return status;
}

static vox_status replace(patcher *self, patch_path to, given_value what) {
    end_position at;
    VOX_TRY(find_value(self, to, &at));
    const vox_status status = overwrite(self, at.node, what);
    place_end(self, &at);
    return status;
}

/** Detaches the value at a path. */
static vox_status take(patcher *self, patch_path from, vox_node **taken) {
    end_position at;
    VOX_TRY(find_value(self, from, &at));
    if (!at.parent) {
        return refuse(self, VOX_ERROR_ARGUMENT, "the whole document cannot be removed");
    }
    *taken = at.node;
    vox_status status = at.parent->kind == VOX_ARRAY
                            ? vox__elements_remove(&self->elements, at.parent, at.index)
                            : VOX_OK;
    if (status == VOX_OK) {
        status = vox__undo_unlink(&self->undo, at.node);
    }
    place_end(self, &at);
    return status;
}

/** Returns true when `from` is `to`, or a container on the way to it. */
static bool leads_to(vox_string from, vox_string to) {
    return from.length <= to.length && memcmp(from.bytes, to.bytes, from.length) == 0 &&
           (from.length == to.length || to.bytes[from.length] == '/');
}

/** Parses all of the value at a path. */
static vox_status find_parsed(patcher *self, patch_path from, vox_node **value) {
    end_position at;
    VOX_TRY(find_value(self, from, &at));
    place_end(self, &at);
    *value = at.node;
    return vox__undo_resolve_below(&self->undo, at.node);
}

static vox_status move(patcher *self, patch_path from, patch_path to) {
    given_value what = {.moved = NULL};
    end_position at;
    if (!leads_to(from.text, to.text)) {
        if (!to.text.length) { /* the whole value is overwritten by a copy */
            VOX_TRY(find_parsed(self, from, &what.moved));
        }
        VOX_TRY(take(self, from, &what.moved));
        return add_by_path(self, to, what);
    }
    VOX_TRY(find_value(self, from, &at)); /* also when it is moved to where it is */
    place_end(self, &at);
    return from.text.length == to.text.length ? VOX_OK : VOX_ERROR_CYCLE;
}

static vox_status copy(patcher *self, patch_path from, patch_path to) {
    vox_node *node;
    VOX_TRY(find_parsed(self, from, &node));
    return add_by_path(self, to, (given_value){.value = vox_value_copy(self->tree, node)});
}

static vox_status test(patcher *self, patch_path to, const vox_node *value) {
    vox_node *node;
    bool equal = false;
    VOX_TRY(find_parsed(self, to, &node));
    VOX_TRY(vox_node_equal(self->patch_tree, value, self->tree, node, &equal));
    return equal ? VOX_OK : VOX_ERROR_TEST;
}

/* --- the patch ----------------------------------------------------------------- */

/** The members of an operation. */
typedef struct operation_members {
    const vox_node *op, *path, *from, *value; /* NULL: missing */
} operation_members;

static bool is_text(vox_string name, const char *text) {
    return vox_string_equal(name, vox_string_from_c(text));
}

/** Finds the members in one pass. The last of several members with the same name counts. */
static operation_members members_of(const vox_tree *tree, const vox_node *operation) {
    operation_members found = {NULL, NULL, NULL, NULL};
    for (vox_ref ref = operation->child; ref; ref = vox__node(tree, ref)->next) {
        const vox_node *member = vox__node(tree, ref);
        const vox_string name = vox__name(tree, member);
        found.op = is_text(name, "op") ? member : found.op;
        found.path = is_text(name, "path") ? member : found.path;
        found.from = is_text(name, "from") ? member : found.from;
        found.value = is_text(name, "value") ? member : found.value;
    }
    return found;
}

/** Reads a member that is a pointer. */
static vox_status read_path(
    patcher *self, const vox_node *member, const char *message, patch_path *to
) {
    if (!member || member->kind != VOX_STRING) {
        self->fault = member ? member : self->fault;
        return refuse(self, VOX_ERROR_OPERATION, message);
    }
    *to = (patch_path){member, vox__text(self->patch_tree, member)};
    return VOX_OK;
}

static vox_status apply_one(patcher *self, const vox_node *operation) {
    patch_path to, from;
    vox_node *taken;
    self->read = self->fault = operation;
    self->length = 0;
    VOX_TRY(vox__resolve(self->patch_tree, operation));
    if (operation->kind != VOX_OBJECT) {
        return refuse(self, VOX_ERROR_OPERATION, "an operation is an object");
    }
    const operation_members of = members_of(self->patch_tree, operation);
    if (vox_node_kind(of.op) != VOX_STRING) {
        return refuse(self, VOX_ERROR_OPERATION, "the operation has no `op` that is a string");
    }
    const vox_string name = vox__text(self->patch_tree, of.op);
    VOX_TRY(read_path(self, of.path, "the operation has no `path` that is a string", &to));
    if (is_text(name, "remove")) {
        return take(self, to, &taken);
    }
    const bool adds = is_text(name, "add"), replaces = is_text(name, "replace"),
               moves = is_text(name, "move");
    if (adds || replaces || is_text(name, "test")) {
        if (!of.value) {
            return refuse(self, VOX_ERROR_OPERATION, "the operation has no `value`");
        }
        const given_value what = {.value = vox_value_copy(self->patch_tree, of.value)};
        return adds       ? add_by_path(self, to, what)
               : replaces ? replace(self, to, what)
                          : test(self, to, of.value);
    }
    if (!moves && !is_text(name, "copy")) {
        self->fault = of.op;
        return refuse(self, VOX_ERROR_OPERATION, "there is no operation of that name");
    }
    VOX_TRY(read_path(self, of.from, "the operation has no `from` that is a string", &from));
    return moves ? move(self, from, to) : copy(self, from, to);
}

vox_status vox__patch_usable(
    vox_tree *tree, const vox_node *node, vox_tree *patch_tree, const vox_node *patch
) {
    if (!tree || !patch_tree || tree == patch_tree) {
        return VOX_ERROR_ARGUMENT;
    }
    VOX_TRY(vox__may_edit(tree));
    if (!node || !patch) {
        return VOX_ERROR_MISSING;
    }
    return vox__owns(tree, node) && vox__owns(patch_tree, patch) ? VOX_OK : VOX_ERROR_ARGUMENT;
}

void vox__patch_error(
    vox_error *error, vox_status status, const char *message, const vox_tree *patch_tree,
    const vox_node *node
) {
    const size_t offset = vox_node_offset(node);
    if (offset != SIZE_MAX) {
        vox__error_at(error, status, message, patch_tree, NULL, offset);
    } else if (error) {
        vox__error_fill(error, status, message, (vox_place){0, 1, 1});
    }
}

/** Describes an error, with the wrong pointer. */
static void report_error(const patcher *self, vox_status status, vox_error *error) {
    if (vox__undo_unread(&self->undo, self->patch_tree, self->read, status, error)) {
        return;
    }
    vox__patch_error(error, status, self->message, self->patch_tree, self->fault);
    if (error && self->length) {
        const vox_string text = vox__text(self->patch_tree, self->fault);
        vox__error_pointer(error, vox__string(text.bytes, self->length));
    }
}

static vox_status apply_all(patcher *self, const vox_node *patch, size_t *operation) {
    self->read = self->fault = patch;
    VOX_TRY(vox__resolve(self->patch_tree, patch));
    if (patch->kind != VOX_ARRAY) {
        return refuse(self, VOX_ERROR_OPERATION, "a patch is an array of operations");
    }
    const vox_node *one = vox_node_first(self->patch_tree, patch);
    for (size_t index = 0; one; index++) {
        *operation = index;
        VOX_TRY(apply_one(self, one));
        one = vox__sibling(self->patch_tree, one);
    }
    return VOX_OK;
}

vox_status vox_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, size_t *operation,
    vox_error *error
) {
    size_t number = VOX_NO_OPERATION;
    vox_status status = vox__patch_usable(tree, node, patch_tree, patch);
    if (status == VOX_OK) {
        patcher self = {
            .tree = tree, .top = node, .patch_tree = patch_tree, .elements = {.tree = tree}};
        vox__undo_begin(&self.undo, tree);
        status = vox__undo_end(&self.undo, apply_all(&self, patch, &number));
        vox__elements_free(&self.elements);
        if (status != VOX_OK) {
            report_error(&self, status, error);
        }
    } else {
        (void)vox__error_plain(error, status);
    }
    if (operation) {
        *operation = status == VOX_OK ? VOX_NO_OPERATION : number;
    }
    return status;
}
