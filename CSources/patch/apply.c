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
typedef struct path {
    const vox_node *node; /* in the patch */
    vox_string text;
} path;

/** The position at the end of a pointer. The top of the document has no parent. */
typedef struct place {
    vox_node *parent; /* parsed */
    vox_node *node;   /* NULL: there is no value */
    size_t index;     /* of an element, or of one that would be added */
    vox__segment segment;
} place;

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
static vox_status step(
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

static void place_end(patcher *self, place *at) {
    if (at->parent) {
        vox__segment_free(self->tree, &at->segment);
    }
}

/** Finds a position. All segments but the last must lead to a value. After success, the caller must
 *  call place_end. */
static vox_status locate(patcher *self, path to, place *at) {
    const vox_string text = to.text;
    vox_node *node = self->top;
    size_t offset;
    *at = (place){.node = node};
    self->fault = to.node;
    self->length = text.length;
    if (!vox__pointer_well_formed(text, &offset)) {
        return VOX_ERROR_POINTER;
    }
    for (offset = 0; offset < text.length;) {
        const vox_string raw = vox__segment_at(text, offset);
        place_end(self, at);
        *at = (place){.parent = NULL};
        if (!node) {
            return VOX_ERROR_MISSING;
        }
        offset += raw.length + 1;
        self->length = offset;
        VOX_TRY(vox__undo_resolve(&self->undo, node));
        VOX_TRY(vox__segment_read(self->tree, raw, &at->segment));
        at->parent = node;
        vox_status status = step(self, at->parent, at->segment.name, &at->index, &at->node);
        if (status != VOX_OK) {
            place_end(self, at);
            return status;
        }
        node = at->node;
    }
    return VOX_OK;
}

/** Finds a position that must have a value. */
static vox_status find(patcher *self, path to, place *at) {
    vox_status status = locate(self, to, at);
    if (status == VOX_OK && !at->node) {
        place_end(self, at);
        status = VOX_ERROR_MISSING;
    }
    return status;
}

/* --- operations ---------------------------------------------------------------- */

/** A value, or a detached node. */
typedef struct given {
    vox_value value;
    vox_node *moved; /* NULL: use the value */
} given;

static vox_status write(patcher *self, vox_node *node, given what) {
    vox_value value = what.moved ? vox_value_copy(self->tree, what.moved) : what.value;
    vox__elements_forget(&self->elements, node);
    VOX_TRY(what.moved ? vox__undo_resolve_below(&self->undo, what.moved) : VOX_OK);
    return vox__undo_write(&self->undo, node, value);
}

/** Inserts a value at a position that has none. */
static vox_status insert(patcher *self, const place *at, given what) {
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

static vox_status add_at(patcher *self, const place *at, given what) {
    if (!at->parent) {
        return write(self, at->node, what);
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
                          : write(self, at->node, what);
    default:
        return refuse(self, VOX_ERROR_KIND, "the value it is to be added to has no children");
    }
}

static vox_status add(patcher *self, path to, given what) {
    place at;
    VOX_TRY(locate(self, to, &at));
    const vox_status status = add_at(self, &at, what);
    place_end(self, &at);
    return status;
}

static vox_status replace(patcher *self, path to, given what) {
    place at;
    VOX_TRY(find(self, to, &at));
    const vox_status status = write(self, at.node, what);
    place_end(self, &at);
    return status;
}

/** Detaches the value at a path. */
static vox_status take(patcher *self, path from, vox_node **taken) {
    place at;
    VOX_TRY(find(self, from, &at));
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

static vox_status move(patcher *self, path from, path to) {
    given what = {.moved = NULL};
    place at;
    if (!leads_to(from.text, to.text)) {
        VOX_TRY(take(self, from, &what.moved));
        return add(self, to, what);
    }
    VOX_TRY(find(self, from, &at)); /* also when it is moved to where it is */
    place_end(self, &at);
    return from.text.length == to.text.length ? VOX_OK : VOX_ERROR_CYCLE;
}

static vox_status copy(patcher *self, path from, path to) {
    place at;
    VOX_TRY(find(self, from, &at));
    place_end(self, &at);
    VOX_TRY(vox__undo_resolve_below(&self->undo, at.node));
    return add(self, to, (given){.value = vox_value_copy(self->tree, at.node)});
}

static vox_status test(patcher *self, path to, const vox_node *value) {
    place at;
    bool equal = false;
    VOX_TRY(find(self, to, &at));
    place_end(self, &at);
    VOX_TRY(vox__undo_resolve_below(&self->undo, at.node));
    VOX_TRY(vox_node_equal(self->patch_tree, value, self->tree, at.node, &equal));
    return equal ? VOX_OK : VOX_ERROR_TEST;
}

/* --- the patch ----------------------------------------------------------------- */

/** The members of an operation. */
typedef struct members {
    const vox_node *op, *path, *from, *value; /* NULL: missing */
} members;

static bool is(vox_string name, const char *text) {
    return vox_string_equal(name, vox_string_from_c(text));
}

/** Finds the members in one pass. The last of several members with the same name counts. */
static members members_of(const vox_tree *tree, const vox_node *operation) {
    members found = {NULL, NULL, NULL, NULL};
    for (vox_ref ref = operation->child; ref; ref = vox__node(tree, ref)->next) {
        const vox_node *member = vox__node(tree, ref);
        const vox_string name = vox__name(tree, member);
        found.op = is(name, "op") ? member : found.op;
        found.path = is(name, "path") ? member : found.path;
        found.from = is(name, "from") ? member : found.from;
        found.value = is(name, "value") ? member : found.value;
    }
    return found;
}

/** Reads a member that is a pointer. */
static vox_status read_path(patcher *self, const vox_node *member, const char *message, path *to) {
    if (!member || member->kind != VOX_STRING) {
        self->fault = member ? member : self->fault;
        return refuse(self, VOX_ERROR_OPERATION, message);
    }
    *to = (path){member, vox__text(self->patch_tree, member)};
    return VOX_OK;
}

static vox_status apply_one(patcher *self, const vox_node *operation) {
    path to, from;
    vox_node *taken;
    self->fault = operation;
    self->length = 0;
    VOX_TRY(vox__resolve(self->patch_tree, operation));
    if (operation->kind != VOX_OBJECT) {
        return refuse(self, VOX_ERROR_OPERATION, "an operation is an object");
    }
    const members of = members_of(self->patch_tree, operation);
    if (vox_node_kind(of.op) != VOX_STRING) {
        return refuse(self, VOX_ERROR_OPERATION, "the operation has no `op` that is a string");
    }
    const vox_string name = vox__text(self->patch_tree, of.op);
    VOX_TRY(read_path(self, of.path, "the operation has no `path` that is a string", &to));
    if (is(name, "remove")) {
        return take(self, to, &taken);
    }
    const bool adds = is(name, "add"), replaces = is(name, "replace"), moves = is(name, "move");
    if (adds || replaces || is(name, "test")) {
        if (!of.value) {
            return refuse(self, VOX_ERROR_OPERATION, "the operation has no `value`");
        }
        const given what = {.value = vox_value_copy(self->patch_tree, of.value)};
        return adds       ? add(self, to, what)
               : replaces ? replace(self, to, what)
                          : test(self, to, of.value);
    }
    if (!moves && !is(name, "copy")) {
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

/** Writes the wrong pointer to an error, as many whole segments as fit. */
static void add_pointer(const patcher *self, vox_error *error) {
    if (!error || !self->length) {
        return;
    }
    const vox_string text = vox__text(self->patch_tree, self->fault);
    size_t length = self->length;
    while (length >= VOX_ERROR_POINTER_SIZE || (length < self->length && text.bytes[length] != '/')
    ) {
        length--;
    }
    memcpy(error->pointer, text.bytes, length);
    error->pointer[length] = '\0';
    error->pointer_cut = length < self->length;
}

static vox_status apply_all(patcher *self, const vox_node *patch, size_t *operation) {
    self->fault = patch;
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
            vox__patch_error(error, status, self.message, patch_tree, self.fault);
            add_pointer(&self, error);
        }
    } else {
        (void)vox__error_plain(error, status);
    }
    if (operation) {
        *operation = status == VOX_OK ? VOX_NO_OPERATION : number;
    }
    return status;
}
