/* SPDX-License-Identifier: MIT */
/** Attributes that look like foreign keys. The end of a name is no evidence: `vat_id` is no key. So
 *  the document must have a relationship or another type with the name before this end, in the
 *  singular or the plural, which is known at the end of the document. */
#include "jsonapi/validate.h"

/** An attribute whose name ends like a foreign key. */
typedef struct possible_key {
    uint64_t hash; /* of the name before the end */
    vox_ref attribute;
    bool is_relationship; /* of the first with this hash: a relationship has the name, ... */
    bool is_type;         /* ... and so has a type */
} possible_key;

#define LONGEST_STEM ((size_t)128)

/** Returns the part of a name before "_id", "-id", "Id" or "ID"; empty for other names. */
static vox_string stem_of(vox_string name) {
    const vox_string none = {name.bytes, 0};
    if (name.length < 3) {
        return none;
    }
    const char *end = name.bytes + name.length;
    if ((end[-1] | 0x20) != 'd') {
        return none;
    }
    const bool separated = name.length > 3 && (end[-3] == '_' || end[-3] == '-');
    if (separated && end[-2] == 'i' && end[-1] == 'd') {
        return vox__string(name.bytes, name.length - 3);
    }
    const bool capital = end[-3] >= 'a' && end[-3] <= 'z' && end[-2] == 'I';
    return capital ? vox__string(name.bytes, name.length - 2) : none;
}

/** Returns the same hash for a word in the singular and in the plural, in any letter case and with
 *  any separators; 0 when there is no word. */
static uint64_t word_hash(vox_tree *tree, vox_string name) {
    char word[LONGEST_STEM];
    size_t length = 0;
    if (name.length > LONGEST_STEM) {
        return 0;
    }
    for (size_t index = 0; index < name.length; index++) {
        const char byte = name.bytes[index];
        if (byte != '-' && byte != '_' && byte != ' ') {
            word[length++] = byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte;
        }
    }
    while (length > 1 && (word[length - 1] == 's' || word[length - 1] == 'e')) {
        length--;
    }
    if (length && word[length - 1] == 'y') {
        word[length - 1] = 'i';
    }
    return length ? vox__hash(&tree->seed, 0, vox__string(word, length), NULL) | 1 : 0;
}

void vox__note_possible_key(vox__validator *self, const vox_node *attribute, vox_string name) {
    const vox_string stem = stem_of(name);
    const uint64_t hash = stem.length ? word_hash(self->tree, stem) : 0;
    if (!hash || self->status != VOX_OK) {
        return;
    }
    possible_key *added = (possible_key *)vox__list_add(
        &self->tree->memory, &self->keys, sizeof *added
    );
    if (added) {
        *added = (possible_key){.hash = hash, .attribute = vox__ref(self->tree, attribute)};
    } else {
        self->status = VOX_ERROR_MEMORY;
    }
}

/** The possible keys, found by their hash. */
typedef struct key_search {
    possible_key *keys;
    vox__table firsts; /* by hash, the number of the first of them, plus 1 */
} key_search;

/** Returns the entry of a hash, or the free entry for it. */
static uint64_t *entry_of(const key_search *self, uint64_t hash) {
    uint32_t slot = vox__table_slot(&self->firsts, hash);
    for (;; slot = vox__table_next(&self->firsts, slot)) {
        uint64_t *entry = (uint64_t *)vox__table_at(&self->firsts, sizeof hash, slot);
        if (!*entry || self->keys[(uint32_t)*entry - 1].hash == hash) {
            return entry;
        }
    }
}

static possible_key *first_key_of(const key_search *self, uint64_t hash) {
    const uint64_t entry = hash ? *entry_of(self, hash) : 0;
    return entry ? &self->keys[(uint32_t)entry - 1] : NULL;
}

static void see_relationships(const key_search *self, vox_tree *tree, const vox_node *all) {
    const vox_node *one = vox__child(tree, all);
    for (; one; one = vox__sibling(tree, one)) {
        possible_key *key = first_key_of(self, word_hash(tree, vox__name(tree, one)));
        if (key) {
            key->is_relationship = true;
        }
    }
}

/** Sees a value and returns true when it may contain more evidence. */
static bool see(const key_search *self, vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox__node_or_null(tree, node->parent);
    if (!parent || parent->kind != VOX_OBJECT) {
        return true;
    }
    const vox_string name = vox__name(tree, node);
    if (node->kind == VOX_STRING && vox__same(name, vox_string_from_c("type"))) {
        possible_key *key = first_key_of(self, word_hash(tree, vox__text(tree, node)));
        if (key) {
            key->is_type = true;
        }
    } else if (node->kind == VOX_OBJECT && vox__same(name, vox_string_from_c("relationships"))) {
        see_relationships(self, tree, node);
    }
    return !vox__same(name, vox_string_from_c("attributes")) &&
           !vox__same(name, vox_string_from_c("meta"));
}

/** Returns the next node that is not below this one. */
static const vox_node *node_beyond(const vox_tree *tree, const vox_node *node) {
    while (node && !node->next) {
        node = vox__node_or_null(tree, node->parent);
    }
    return node ? vox__sibling(tree, node) : NULL;
}

/** Returns true for a key whose name is that of a relationship, or of another type than its own. */
static bool is_evident(const key_search *self, vox_tree *tree, const possible_key *key) {
    const possible_key *first = first_key_of(self, key->hash);
    const vox_node *attributes = vox__node(tree, vox__node(tree, key->attribute)->parent);
    const vox_node *type = vox__object_find(
        tree, vox__node(tree, attributes->parent), vox_string_from_c("type")
    );
    return first->is_relationship ||
           (first->is_type &&
            !(vox__has_text(type) && word_hash(tree, vox__text(tree, type)) == key->hash));
}

void vox__check_foreign_keys(vox__validator *self) {
    vox_tree *tree = self->tree;
    const uint32_t count = self->keys.count;
    key_search search = {.keys = (possible_key *)self->keys.items};
    if (self->status != VOX_OK || !count) {
        return;
    }
    self->status = vox__table_reserve(
        &tree->memory, vox__temporary, &search.firsts, sizeof(uint64_t), count
    );
    for (uint32_t index = 0; index < count && self->status == VOX_OK; index++) {
        uint64_t *entry = entry_of(&search, search.keys[index].hash);
        if (!*entry) {
            *entry = vox__table_key(search.keys[index].hash, index + 1);
            search.firsts.count++;
        }
    }
    const vox_node *root = vox_tree_root(tree), *node = self->status == VOX_OK ? root : NULL;
    while (node) {
        node = see(&search, tree, node) ? vox__following(tree, node, root)
                                        : node_beyond(tree, node);
    }
    for (uint32_t index = 0; index < count && self->status == VOX_OK; index++) {
        if (is_evident(&search, tree, &search.keys[index])) {
            vox__find_fault(self, FAULT_FOREIGN_KEY, vox__node(tree, search.keys[index].attribute));
        }
    }
    vox__table_free(&tree->memory, vox__temporary, &search.firsts, sizeof(uint64_t));
}

void vox__foreign_keys_free(vox__validator *self) {
    vox__list_free(&self->tree->memory, &self->keys, sizeof(possible_key));
}
