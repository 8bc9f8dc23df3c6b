/* SPDX-License-Identifier: MIT */
/** Writing values: a value becomes content (which can fail), and the content is
 *  put into a node (which changes nothing when it fails). */
#include "tree/append.h"
#include "tree/armor.h"

vox_status vox__name_store(vox_tree *tree, vox_node *node, vox_string name) {
    vox_ref stored;
    VOX_TRY(vox__text_store(tree, name.bytes, name.length, NAME_MADE, &stored));
    node->name = stored;
    node->name_length = vox__stored_name_length(name);
    node->flags |= FLAG_NAME_STORED;
    return VOX_OK;
}

/** Prepares content from a node of any tree: scalars are used as they are, containers
 *  are copied. */
static vox_status copy_content(
    vox_tree *tree, vox_tree *from, const vox_node *original, vox__content *content
) {
    content->kind = original->kind;
    content->text = vox_node_text(from, original);
    return vox__is_container(original) ? vox__copy_value(tree, from, original, &content->children)
                                       : VOX_OK;
}

vox_status vox__value_resolve(vox_value value) {
    if (value.form == VOX_VALUE_COPY) {
        if (!value.as.copy.tree || !vox__owns(value.as.copy.tree, value.as.copy.node)) {
            return VOX_ERROR_ARGUMENT;
        }
        return vox__resolve_below(value.as.copy.tree, value.as.copy.node, NULL);
    }
    return VOX_OK;
}

static vox_status read_json(vox_tree *tree, vox_string text, vox__content *content) {
    VOX_TRY(tree->hooks.read(tree, text, &content->parsed));
    return copy_content(tree, content->parsed, vox_tree_root(content->parsed), content);
}

void vox__content_end(vox__content *content) {
    vox_tree_free(content->parsed);
    content->parsed = NULL;
}

/** Clears the content, except `digits` and the members that are always set at the end. */
static inline void clear(vox__content *content) {
    content->kind = VOX_NULL;
    content->text = vox__string("", 0);
    content->stored = 0;
    content->children = NULL;
    content->parsed = NULL;
}

/** Converts a value to content. Creates nothing in the tree except copies. */
vox_status vox__content_make(vox_tree *tree, vox_value value, vox__content *content) {
    /* By form, for the forms that have one kind. */
    static const uint8_t kinds[] = {VOX_NULL,   VOX_FALSE,  VOX_NUMBER, VOX_NUMBER, VOX_NUMBER,
                                    VOX_NUMBER, VOX_STRING, VOX_ARRAY,  VOX_OBJECT};
    vox_status status = VOX_OK;
    clear(content);
    if (VOX_LIKELY(value.form == VOX_VALUE_STRING)) {
        content->kind = VOX_STRING;
        content->has_text = true;
        content->text = value.as.text;
        return vox__utf8_valid(value.as.text) ? VOX_OK : VOX_ERROR_UTF8;
    }
    content->kind = value.form < sizeof kinds ? kinds[value.form] : (uint8_t)VOX_NULL;
    switch (value.form) {
    case VOX_VALUE_BOOLEAN:
        content->kind = value.as.boolean ? VOX_TRUE : VOX_FALSE;
        break;
    case VOX_VALUE_INT64:
        content->text = vox__integer_text(
            content->digits, value.as.int64 < 0, (uint64_t)value.as.int64
        );
        break;
    case VOX_VALUE_UINT64:
        content->text = vox__integer_text(content->digits, false, value.as.uint64);
        break;
    case VOX_VALUE_DOUBLE:
        content->text = vox__string(
            content->digits, vox_number_format(value.as.real, content->digits)
        );
        status = content->text.length ? VOX_OK : VOX_ERROR_NOT_FINITE;
        break;
    case VOX_VALUE_NUMBER:
        content->text = value.as.text;
        status = vox_number_valid(value.as.text) ? VOX_OK : VOX_ERROR_NUMBER;
        break;
    case VOX_VALUE_JSON:
        status = read_json(tree, value.as.text, content);
        break;
    case VOX_VALUE_COPY:
        status = copy_content(tree, value.as.copy.tree, value.as.copy.node, content);
        break;
    case VOX_VALUE_NULL:
    case VOX_VALUE_STRING: /* handled above */
    case VOX_VALUE_ARRAY:
    case VOX_VALUE_OBJECT:
        break;
    case VOX_VALUE_NODE:
    default: /* unknown forms */
        return VOX_ERROR_ARGUMENT;
    }
    content->has_text = content->kind == VOX_STRING || content->kind == VOX_NUMBER;
    return status;
}

static bool already_there(const vox_tree *tree, const vox_node *node, const vox__content *content) {
    if (node->kind != content->kind || content->children) {
        return false;
    }
    if (vox__is_container(node)) {
        return node->child == 0;
    }
    return !content->has_text || vox_string_equal(vox__text(tree, node), content->text);
}

/** Returns true when a scalar equals the text of the node in the source. The node then
 *  becomes a slice of the source again and is written out as it was read. */
static bool is_in_source(const vox_tree *tree, const vox_node *node, const vox__content *content) {
    static const char *const words[] = {"", "null", "false", "true"};
    if (node->end == 0 || content->kind >= VOX_ARRAY) {
        return false;
    }
    const vox_string source = {tree->source + node->start, node->end - node->start};
    if (content->kind <= VOX_TRUE) {
        return vox_string_equal(source, vox_string_from_c(words[content->kind]));
    }
    if (content->kind == VOX_NUMBER) {
        return vox_string_equal(source, content->text);
    }
    return source.bytes[0] == '"' && source.length == content->text.length + 2 &&
           vox_string_equal(vox__string(source.bytes + 1, content->text.length), content->text) &&
           !vox__find_byte(source.bytes + 1, '\\', content->text.length);
}

/** Returns the stored text of a scalar, even if it is not in use now. */
static vox__stored *stored_of(const vox_tree *tree, const vox_node *node) {
    return !vox__is_container(node) && node->child ? vox__text_at(tree, node->child) : NULL;
}

bool vox__content_fits(const vox_tree *tree, const vox_node *node, const vox__content *content) {
    const vox__stored *slot = stored_of(tree, node);
    return !content->has_text || is_in_source(tree, node, content) ||
           (slot && content->text.length <= slot->extra);
}

/** Puts content into a node. Fails only before anything was changed, and never
 *  fails when the content fits. */
vox_status vox__content_put(vox_tree *tree, vox_node *node, const vox__content *content) {
    if (already_there(tree, node, content)) {
        return VOX_OK;
    }
    vox_ref stored = vox__is_container(node) ? 0 : node->child;
    bool in_source = is_in_source(tree, node, content);
    vox__stored *slot = stored_of(tree, node);
    bool needs_text = content->has_text && !in_source && !content->stored;
    bool fits = slot && content->text.length <= slot->extra;
    if (content->stored && !in_source) {
        stored = content->stored;
    }
    if (needs_text && !fits) {
        VOX_TRY(vox__text_store(
            tree, content->text.bytes, content->text.length, (uint32_t)content->text.length, &stored
        ));
    }
    vox__leaving(tree, node);
    if (needs_text && fits) {
        if (content->text.length) {
            memmove(slot->bytes, content->text.bytes, content->text.length);
        }
        slot->bytes[content->text.length] = '\0';
        slot->length = (uint32_t)content->text.length;
    }
    if (vox__is_container(node)) {
        vox__drop_children(tree, node);
    }
    node->kind = content->kind;
    node->flags &= (uint8_t) ~(FLAG_SOURCE | FLAG_TEXT_STORED | FLAG_CHECKED);
    node->flags |= in_source ? FLAG_SOURCE : content->has_text ? FLAG_TEXT_STORED : 0;
    node->child = content->kind >= VOX_ARRAY ? 0 : stored;
    if (content->children) {
        vox_ref ref = vox__ref(tree, node);
        /* Shadowed members are moved, too, and must stay skipped. */
        node->flags |= content->children->flags & FLAG_CHECKED;
        node->child = content->children->child;
        content->children->child = 0;
        vox__may_have_any_name(node);
        for (vox_node *at = vox__child(tree, node); at; at = vox__sibling(tree, at)) {
            at->parent = ref;
        }
    }
    if (node->kind == VOX_OBJECT && !content->children) {
        node->flags |= FLAG_CHECKED;
    }
    vox__touch(tree, node);
    vox__added(tree, node);
    return VOX_OK;
}
