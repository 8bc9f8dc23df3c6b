/* SPDX-License-Identifier: MIT */
/** Edits that can be undone, from the last to the first. Each edit first records what it changes.
 *
 *  An undone node returns to its former position, because all later edits were undone before.
 *  Nodes and texts that were created since then are released in one piece, so values that were
 *  parsed are deferred again. The children of an overwritten container stay attached until the
 *  end, because only then is it certain that they are detached. */
#include "patch/patch.h"

typedef enum change_kind {
    CHANGE_PARSED,
    CHANGE_WRITTEN,
    CHANGE_LINKED,
    CHANGE_UNLINKED,
    CHANGE_MARKED /* as changed, with its parents */
} change_kind;

typedef struct change {
    change_kind kind;
    vox_ref node;
    /** CHANGE_MARKED: the first parent that was marked before. CHANGE_WRITTEN: the offset of the
     *  saved text, plus 1. */
    uint32_t other;
    vox_node was;
} change;

/** The flags of a value. The other flags describe the position of a node. */
#define VALUE_FLAGS (FLAG_SOURCE | FLAG_CHANGED | FLAG_TEXT_STORED | FLAG_CHECKED)
#define PLACE_FLAGS (FLAG_PLACED | FLAG_SHADOWED | FLAG_NAME_STORED)

void vox__undo_begin(vox__undo *undo, vox_tree *tree) {
    *undo = (vox__undo){.tree = tree, .mark = vox__mark_take(tree)};
}

/* --- noting -------------------------------------------------------------------- */

/** Reserves memory for the records of an edit. */
static vox_status reserve_records(vox__undo *undo) {
    return vox__list_reserve(&undo->tree->memory, &undo->changes, sizeof(change), 3);
}

/** Records a change. There must be reserved memory. */
static change *note(vox__undo *undo, change_kind kind, const vox_node *node) {
    change *made = (change *)undo->changes.items + undo->changes.count++;
    *made = (change){.kind = kind, .node = vox__ref(undo->tree, node), .was = *node};
    return made;
}

/** Marks a node and its parents as changed. */
static void mark(vox__undo *undo, vox_node *node) {
    const vox_node *end = node;
    while (end && !(end->flags & FLAG_CHANGED)) {
        end = vox__node_or_null(undo->tree, end->parent);
    }
    if (node && end != node) {
        note(undo, CHANGE_MARKED, node)->other = end ? vox__ref(undo->tree, end) : 0;
        vox__touch(undo->tree, node);
    }
}

/** Saves the stored text of a scalar if the content will overwrite it. */
static vox_status keep_text(
    vox__undo *undo, const vox_node *node, const vox__content *content, uint32_t *kept
) {
    *kept = 0;
    if (vox__is_container(node) || !node->child || !content->has_text) {
        return VOX_OK;
    }
    const vox__stored *text = vox__text_at(undo->tree, node->child);
    if (content->text.length > text->extra) {
        return VOX_OK;
    }
    const size_t size = sizeof text->length + text->length;
    VOX_TRY(vox__list_reserve(&undo->tree->memory, &undo->texts, 1, size));
    char *const to = (char *)undo->texts.items + undo->texts.count;
    memcpy(to, &text->length, sizeof text->length);
    memcpy(to + sizeof text->length, text->bytes, text->length);
    *kept = undo->texts.count + 1;
    undo->texts.count += (uint32_t)size;
    return VOX_OK;
}

/** Parses a node before it is attached, because hooks may read its identity. */
static vox_status resolve_for_hooks(vox__undo *undo, const vox_node *node) {
    const vox_status status = undo->tree->hooks.leaving ? vox__undo_resolve(undo, node) : VOX_OK;
    if (vox__is_external(status)) {
        return status;
    }
    undo->unread = NULL; /* a value that is not JSON has no identity */
    return VOX_OK;
}

/* --- editing ------------------------------------------------------------------- */

vox_status vox__undo_resolve(vox__undo *undo, const vox_node *node) {
    if (!vox__is_deferred(node)) {
        return VOX_OK;
    }
    const vox_node was = *node;
    VOX_TRY(reserve_records(undo));
    const vox_status status = vox__resolve(undo->tree, node);
    if (status == VOX_OK) {
        note(undo, CHANGE_PARSED, node)->was = was;
    } else {
        undo->unread = node;
    }
    return status;
}

vox_status vox__undo_resolve_below(vox__undo *undo, const vox_node *top) {
    const vox_tree *tree = undo->tree;
    for (const vox_node *node = top; tree->deferred_end && node;
         node = vox__following(tree, node, top)) {
        VOX_TRY(vox__undo_resolve(undo, node));
    }
    return VOX_OK;
}

/** Makes a container null. Its children stay attached. */
static void set_aside(vox_tree *tree, vox_node *node) {
    vox__leaving(tree, node);
    node->kind = VOX_NULL;
    node->flags &= (uint8_t) ~(FLAG_SOURCE | FLAG_TEXT_STORED | FLAG_CHECKED);
    node->child = 0;
}

static vox_status write_content(vox__undo *undo, vox_node *node, const vox__content *content) {
    vox_tree *tree = undo->tree;
    uint32_t kept;
    VOX_TRY(keep_text(undo, node, content, &kept));
    mark(undo, vox__node_or_null(tree, node->parent));
    vox__index_drop(tree, node);
    note(undo, CHANGE_WRITTEN, node)->other = kept;
    if (vox__is_container(node) && node->child) {
        set_aside(tree, node);
        vox__touch(tree, node);
    }
    return vox__content_put(tree, node, content);
}

vox_status vox__undo_write(vox__undo *undo, vox_node *node, vox_value value) {
    vox__content content;
    VOX_TRY(reserve_records(undo));
    VOX_TRY(vox__value_resolve(value));
    vox_status status = vox__content_make(undo->tree, value, &content);
    if (status == VOX_OK) {
        status = write_content(undo, node, &content);
    }
    vox__content_end(&content);
    return status;
}

static vox_status unlink_one(vox__undo *undo, vox_node *node) {
    VOX_TRY(reserve_records(undo));
    mark(undo, vox__node(undo->tree, node->parent));
    note(undo, CHANGE_UNLINKED, node);
    vox__detach(undo->tree, node);
    return VOX_OK;
}

/** Detaches the members that this one shadows. */
static vox_status unlink_shadowed(vox__undo *undo, const vox_node *object, const vox_node *node) {
    vox_tree *tree = undo->tree;
    const vox_string name = vox__name(tree, node);
    uint32_t count = 0;
    const vox_ref *refs = vox__object_shadowed(tree, object, name, &count);
    vox_ref ref = object->child;
    for (uint32_t index = 0; refs ? index < count : ref != 0; index++) {
        vox_node *other = vox__node(tree, refs ? refs[index] : ref);
        ref = other->next;
        if (other->flags & FLAG_SHADOWED && vox_string_equal(vox__name(tree, other), name)) {
            VOX_TRY(unlink_one(undo, other));
        }
    }
    return VOX_OK;
}

vox_status vox__undo_unlink(vox__undo *undo, vox_node *node) {
    vox_tree *tree = undo->tree;
    const vox_node *parent = vox__node(tree, node->parent);
    if (parent->kind == VOX_OBJECT) {
        vox__object_check(tree, parent);
        if (node->name_length & NAME_REPEATED) {
            VOX_TRY(unlink_shadowed(undo, parent, node));
        }
    }
    return unlink_one(undo, node);
}

vox_status vox__undo_link(
    vox__undo *undo, vox_node *parent, vox_node *node, vox_node *before, const vox_string *name
) {
    vox_tree *tree = undo->tree;
    VOX_TRY(resolve_for_hooks(undo, node));
    VOX_TRY(reserve_records(undo));
    VOX_TRY(vox__index_prepare(tree, parent));
    if (name) {
        VOX_TRY(vox__name_store(tree, node, *name));
    } else {
        node->name = 0;
        node->name_length = 0;
        node->flags &= (uint8_t)~FLAG_NAME_STORED;
    }
    mark(undo, parent);
    note(undo, CHANGE_LINKED, node);
    vox__attach(tree, parent, node, before);
    return VOX_OK;
}

vox_status vox__undo_replace(vox__undo *undo, vox_node *old, vox_node *node) {
    vox_tree *tree = undo->tree;
    vox_node *parent = vox__node(tree, old->parent);
    VOX_TRY(resolve_for_hooks(undo, node));
    VOX_TRY(reserve_records(undo));
    VOX_TRY(vox__name_store(tree, node, vox__name(tree, old)));
    vox__object_check(tree, parent); /* undoing restores the marks that are recorded here */
    mark(undo, parent);
    note(undo, CHANGE_UNLINKED, old);
    note(undo, CHANGE_LINKED, node);
    vox__replace(tree, old, node);
    return VOX_OK;
}

/* --- undoing ------------------------------------------------------------------- */

static void restore_value(vox_tree *tree, vox_node *node, const vox_node *was) {
    vox__index_drop(tree, node);
    node->kind = was->kind;
    node->flags = (uint8_t)((node->flags & ~VALUE_FLAGS) | (was->flags & VALUE_FLAGS));
    node->child = was->child;
}

static void restore_text(const vox__undo *undo, const vox_node *node, uint32_t kept) {
    vox__stored *text = vox__text_at(undo->tree, node->child);
    const char *from = (const char *)undo->texts.items + kept;
    memcpy(&text->length, from, sizeof text->length);
    memcpy(text->bytes, from + sizeof text->length, text->length);
    text->bytes[text->length] = '\0';
}

static void restore_place(vox_tree *tree, vox_node *node, const vox_node *was) {
    vox_node *parent = vox__node(tree, was->parent);
    vox__index_drop(tree, parent);
    node->flags = (uint8_t)((node->flags & ~PLACE_FLAGS) | (was->flags & PLACE_FLAGS));
    node->name = was->name;
    node->name_length = was->name_length;
    vox__link(tree, parent, node, vox__node_or_null(tree, was->next));
}

/** Calls the hook of jsonapi/ for an attached node, before and after it changes. */
static void tell(vox_tree *tree, const vox_node *node) {
    if (tree->hooks.undoing) {
        tree->hooks.undoing(tree, node);
    }
}

static void undo_change(const vox__undo *undo, const change *made) {
    vox_tree *tree = undo->tree;
    vox_node *node = vox__node(tree, made->node);
    tell(tree, node);
    switch (made->kind) {
    case CHANGE_PARSED:
        restore_value(tree, node, &made->was);
        break;
    case CHANGE_WRITTEN:
        restore_value(tree, node, &made->was);
        if (made->other) {
            restore_text(undo, node, made->other - 1);
        }
        break;
    case CHANGE_LINKED:
        vox__unlink(tree, node);
        break;
    case CHANGE_UNLINKED:
        restore_place(tree, node, &made->was);
        break;
    case CHANGE_MARKED:
        for (const vox_node *end = vox__node_or_null(tree, made->other); node != end;
             node = vox__node_or_null(tree, node->parent)) {
            node->flags &= (uint8_t)~FLAG_CHANGED;
        }
        return;
    }
    tell(tree, node);
}

/** Drops the indexes of nodes that are about to be released. */
static void drop_indexes(const vox__undo *undo) {
    vox_tree *tree = undo->tree;
    for (vox_ref ref = vox__arena_after(&tree->nodes, undo->mark.nodes.used - 1); ref;
         ref = vox__arena_after(&tree->nodes, ref)) {
        vox__index_drop(tree, vox__node(tree, ref));
    }
}

/** Detaches the children of an overwritten container. */
static void drop_children(vox_tree *tree, const change *made) {
    if (made->kind == CHANGE_WRITTEN && vox__is_container(&made->was)) {
        vox_node was = made->was;
        vox__drop_children(tree, &was);
    }
}

vox_status vox__undo_end(vox__undo *undo, vox_status status) {
    vox_tree *tree = undo->tree;
    const change *changes = (const change *)undo->changes.items;
    for (uint32_t index = undo->changes.count; index && status != VOX_OK; index--) {
        undo_change(undo, &changes[index - 1]);
    }
    for (uint32_t index = 0; index < undo->changes.count && status == VOX_OK; index++) {
        drop_children(tree, &changes[index]);
    }
    if (status != VOX_OK) {
        drop_indexes(undo);
    }
    vox__list_free(&tree->memory, &undo->changes, sizeof(change));
    vox__list_free(&tree->memory, &undo->texts, 1);
    return vox__mark_reset(tree, undo->mark, status);
}

bool vox__undo_unread(
    const vox__undo *undo, vox_tree *patch_tree, const vox_node *read, vox_status status,
    vox_error *error
) {
    vox_error found;
    vox_tree *tree = undo->unread ? undo->tree : patch_tree;
    read = undo->unread ? undo->unread : read;
    if (!vox__is_about_json(status) || vox_node_materialize(tree, read, true, &found) != status) {
        return false; /* also without memory */
    }
    if (undo->unread && undo->tree->failure->offset == found.offset) {
        *undo->tree->failure = found; /* its pointer was that of a patched tree */
    }
    if (error) {
        *error = found;
    }
    return true;
}
