/* SPDX-License-Identifier: MIT */
/** The identity index of a JSON:API document.
 *
 *  A hash table from (type, id) or (type, lid) to the resource object. Entries
 *  are checked when they are found: the resource must still be listed and
 *  still carry the identity. So edits only have to add; what they make stale
 *  is passed over, and where another resource could stand in for a stale one
 *  the index is built anew. */
#include "internal.h"

static vox_string literal(const char *text) {
    return vox_string_from_c(text);
}

static vox_node *text_member(vox_tree *tree, const vox_node *object, const char *name) {
    vox_node *member = vox__object_find(tree, object, literal(name));
    bool counts = member &&
                  (member->kind == VOX_STRING || (tree->number_ids && member->kind == VOX_NUMBER));
    return counts ? member : NULL;
}

/** Reads one identity of a resource or identifier object. */
static bool read_identity(
    vox_tree *tree, const vox_node *object, bool local, vox_string *type, vox_string *id
) {
    if (object->kind != VOX_OBJECT) {
        return false; /* overwritten since it was indexed */
    }
    const vox_node *type_node = text_member(tree, object, "type");
    const vox_node *id_node = text_member(tree, object, local ? "lid" : "id");
    if (!type_node || !id_node) {
        return false;
    }
    *type = vox__text(tree, type_node);
    *id = vox__text(tree, id_node);
    return true;
}

static bool is_list_name(vox_string name) {
    return vox_string_equal(name, literal("data")) || vox_string_equal(name, literal("included"));
}

/** True for a resource object in primary data or in `included`. */
static bool is_listed(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    if (!parent || node->kind != VOX_OBJECT || node->flags & FLAG_SHADOWED) {
        return false;
    }
    if (parent == root) {
        return vox_string_equal(vox__name(tree, node), literal("data"));
    }
    return parent->kind == VOX_ARRAY && vox_node_parent(tree, parent) == root &&
           root->kind == VOX_OBJECT && !(parent->flags & FLAG_SHADOWED) &&
           is_list_name(vox__name(tree, parent));
}

static bool has_identity(
    vox_tree *tree, const vox_node *node, bool local, vox_string type, vox_string id
) {
    vox_string found_type, found_id;
    return is_listed(tree, node) && read_identity(tree, node, local, &found_type, &found_id) &&
           vox_string_equal(found_type, type) && vox_string_equal(found_id, id);
}

/** The entry that holds an identity, stale ones included, or the free one that
 *  ends the search. */
static vox__identity *find_entry(
    vox_tree *tree, uint64_t hash, bool local, vox_string type, vox_string id
) {
    vox__identity_table *table = &tree->identities;
    uint32_t slot = (uint32_t)hash & (table->capacity - 1);
    for (;; slot = (slot + 1) & (table->capacity - 1)) {
        vox__identity *entry = &table->entries[slot];
        vox_string found_type, found_id;
        if (!entry->resource) {
            return entry;
        }
        if (entry->hash == hash && entry->local == local &&
            read_identity(tree, vox__node(tree, entry->resource), local, &found_type, &found_id) &&
            vox_string_equal(found_type, type) && vox_string_equal(found_id, id)) {
            return entry;
        }
    }
}

/** True when the resource of an entry still is what the entry says. */
static bool is_current(vox_tree *tree, const vox__identity *entry) {
    vox_string type, id;
    const vox_node *resource = vox__node_or_null(tree, entry->resource);
    return resource && is_listed(tree, resource) &&
           read_identity(tree, resource, entry->local, &type, &id) &&
           vox__hash(tree, entry->local, type, &id) == entry->hash;
}

/** Makes room for one more. Entries that edits have made stale are left behind,
 *  so that rewriting ids does not make the table grow. */
static vox_status grow(vox_tree *tree) {
    vox__identity_table *table = &tree->identities;
    if ((uint64_t)table->count * 4 < (uint64_t)table->capacity * 3) {
        return VOX_OK;
    }
    uint32_t count = 0, capacity = 16;
    for (uint32_t old = 0; old < table->capacity; old++) {
        count += is_current(tree, &table->entries[old]);
    }
    while ((uint64_t)count * 2 >= capacity) {
        capacity *= 2;
    }
    void *memory = NULL;
    vox_status status = vox__index_resize(tree, &memory, 0, capacity * sizeof(vox__identity));
    if (status != VOX_OK) {
        return status;
    }
    vox__identity *entries = memory;
    memset(entries, 0, capacity * sizeof(vox__identity));
    for (uint32_t old = 0; old < table->capacity; old++) {
        if (is_current(tree, &table->entries[old])) {
            uint32_t slot = (uint32_t)table->entries[old].hash & (capacity - 1);
            while (entries[slot].resource) {
                slot = (slot + 1) & (capacity - 1);
            }
            entries[slot] = table->entries[old];
        }
    }
    memory = table->entries;
    if (memory) {
        (void)vox__index_resize(tree, &memory, table->capacity * sizeof(vox__identity), 0);
    }
    table->entries = entries;
    table->capacity = capacity;
    table->count = count;
    return VOX_OK;
}

static vox_status add_identity(vox_tree *tree, const vox_node *resource, bool local) {
    vox_string type, id;
    if (!read_identity(tree, resource, local, &type, &id)) {
        return VOX_OK;
    }
    vox_status status = grow(tree);
    if (status != VOX_OK) {
        return status;
    }
    uint64_t hash = vox__hash(tree, local, type, &id);
    vox__identity *entry = find_entry(tree, hash, local, type, id);
    vox_ref ref = vox__ref(tree, resource);
    if (!entry->resource) {
        tree->identities.count++;
        entry->hash = hash;
        entry->local = local;
        entry->resource = ref;
    } else if (entry->resource != ref) {
        const vox_node *known = vox__node(tree, entry->resource);
        if (is_listed(tree, known)) {
            tree->identities.repeated = true;
        } else {
            entry->resource = ref;
        }
    }
    return VOX_OK;
}

static vox_status add_resource(vox_tree *tree, const vox_node *resource) {
    vox_status status = VOX_OK;
    if (resource->kind == VOX_OBJECT) {
        status = add_identity(tree, resource, false);
        if (status == VOX_OK) {
            status = add_identity(tree, resource, true);
        }
    }
    return status;
}

void vox__identity_free(vox_tree *tree) {
    void *memory = tree->identities.entries;
    if (memory) {
        size_t size = tree->identities.capacity * sizeof(vox__identity);
        (void)vox__index_resize(tree, &memory, size, 0);
    }
    memset(&tree->identities, 0, sizeof tree->identities);
}

vox_status vox__identity_build(vox_tree *tree) {
    static const char *const lists[] = {"data", "included"};
    vox__identity_free(tree);
    vox_status status = grow(tree);
    for (int index = 0; index < 2 && status == VOX_OK; index++) {
        const vox_node *root = vox_tree_root(tree);
        const vox_node *list = vox_object_get(tree, root, literal(lists[index]));
        if (list && list->kind == VOX_OBJECT && index == 0) {
            status = add_resource(tree, list);
        }
        if (list && list->kind == VOX_ARRAY) {
            for (vox_ref ref = list->child; ref && status == VOX_OK;) {
                const vox_node *resource = vox__node(tree, ref);
                status = add_resource(tree, resource);
                ref = resource->next;
            }
        }
    }
    if (status != VOX_OK) {
        vox__identity_free(tree);
        return status;
    }
    tree->identities.built = true;
    return VOX_OK;
}

/** True when `known` stands before `node`, as far as that is told without
 *  walking a list: `node` is the last of the last list, or of the same list. */
static bool comes_after(const vox_tree *tree, const vox_node *node, const vox_node *known) {
    const vox_node *list = vox_node_parent(tree, node);
    return list->kind == VOX_ARRAY && !node->next &&
           (known->parent == node->parent ||
            vox_string_equal(vox__name(tree, list), literal("included")));
}

/** A listed resource is new, or one of its identities is. */
static void listed_edited(vox_tree *tree, const vox_node *resource) {
    vox_string type, id;
    for (int local = 0; local < 2 && tree->identities.built; local++) {
        if (!read_identity(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(tree, (uint64_t)local, type, &id);
        const vox__identity *entry = find_entry(tree, hash, local, type, id);
        const vox_node *known = vox__node_or_null(tree, entry->resource);
        bool decided = !known || known == resource || comes_after(tree, resource, known);
        if (!decided || add_identity(tree, resource, local) != VOX_OK) {
            tree->identities.built = false; /* which one comes first must be looked up */
        }
    }
}

static bool is_identity_name(vox_string name) {
    return vox_string_equal(name, literal("type")) || vox_string_equal(name, literal("id")) ||
           vox_string_equal(name, literal("lid"));
}

/** True for what stands where resource objects are listed, whatever it is. */
static bool is_in_list(const vox_tree *tree, const vox_node *node) {
    const vox_node *list = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    return list && list->kind == VOX_ARRAY && vox_node_parent(tree, list) == root &&
           root->kind == VOX_OBJECT && is_list_name(vox__name(tree, list));
}

static bool names_resource(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    return parent && is_listed(tree, parent) && is_identity_name(vox__name(tree, node));
}

void vox__identity_added(vox_tree *tree, const vox_node *node) {
    if (!tree->identities.built) {
        return;
    }
    const vox_node *parent = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    if (node == root || (parent == root && is_list_name(vox__name(tree, node)))) {
        tree->identities.built = false;
    } else if (names_resource(tree, node)) {
        listed_edited(tree, parent);
    } else if (is_listed(tree, node)) {
        listed_edited(tree, node);
    }
}

void vox__identity_edited(vox_tree *tree, const vox_node *node) {
    if (tree->identities.built && tree->identities.repeated &&
        (names_resource(tree, node) || is_in_list(tree, node))) {
        tree->identities.built = false; /* another one may take the former identity */
    }
    vox__identity_added(tree, node);
}

/* --- resources that are there twice ---------------------------------------- */

/** True for what may be a resource identifier. */
static bool is_bare(vox_tree *tree, const vox_node *resource) {
    return resource->kind == VOX_OBJECT &&
           !vox__object_find(tree, resource, literal("attributes")) &&
           !vox__object_find(tree, resource, literal("relationships")) &&
           !vox__object_find(tree, resource, literal("links"));
}

static bool are_bare(vox_tree *tree, const vox_node *data) {
    bool bare = true;
    for (vox_ref ref = data->kind == VOX_ARRAY ? data->child : 0; ref && bare;) {
        const vox_node *resource = vox__node(tree, ref);
        bare = is_bare(tree, resource);
        ref = resource->next;
    }
    return bare && (data->kind != VOX_OBJECT || is_bare(tree, data));
}

static bool is_included(const vox_tree *tree, const vox_node *resource) {
    const vox_node *list = vox_node_parent(tree, resource);
    return vox_string_equal(vox__name(tree, list), literal("included"));
}

/** The resource that has an identity of this one before it; NULL when none has.
 *  `linkage`: primary data may be identifiers, which the included resource that
 *  they name does not repeat, but stands in for from now on. */
static const vox_node *earlier_twin(vox_tree *tree, const vox_node *resource, bool linkage) {
    vox_string type, id;
    for (int local = 0; local < 2; local++) {
        if (!read_identity(tree, resource, local, &type, &id)) {
            continue;
        }
        uint64_t hash = vox__hash(tree, (uint64_t)local, type, &id);
        vox__identity *entry = find_entry(tree, hash, local, type, id);
        const vox_node *known = vox__node(tree, entry->resource);
        if (known == resource) {
            continue;
        }
        if (!linkage || is_included(tree, known) || !is_included(tree, resource) ||
            is_bare(tree, resource)) {
            return known;
        }
        entry->resource = vox__ref(tree, resource);
    }
    return NULL;
}

vox_status vox__identity_repeated(vox_tree *tree, const vox_node **first, const vox_node **second) {
    *first = *second = NULL;
    vox_status status = tree->frozen ? VOX_ERROR_FROZEN : vox__identity_build(tree);
    if (status != VOX_OK || !tree->identities.repeated) {
        return status;
    }
    const vox_node *root = vox_tree_root(tree);
    const vox_node *data = vox__object_find(tree, root, literal("data"));
    const vox_node *included = vox__object_find(tree, root, literal("included"));
    bool linkage = data && are_bare(tree, data);
    const vox_node *lists[] = {data, included};
    for (int index = 0; index < 2; index++) {
        bool is_list = lists[index] && lists[index]->kind == VOX_ARRAY;
        for (vox_ref ref = is_list ? lists[index]->child : 0; ref && !*first;) {
            *second = vox__node(tree, ref);
            *first = earlier_twin(tree, *second, linkage);
            ref = (*second)->next;
        }
    }
    if (!*first) {
        *second = NULL;
    }
    tree->identities.built = false; /* primary data comes first again */
    return VOX_OK;
}

static vox_status find(
    vox_tree *tree, bool local, vox_string type, vox_string id, vox_node **resource
) {
    *resource = NULL;
    for (int attempt = 0; attempt < 2; attempt++) {
        vox_status status = tree->identities.built ? VOX_OK : vox__identity_build(tree);
        if (status != VOX_OK) {
            return status;
        }
        uint64_t hash = vox__hash(tree, local, type, &id);
        vox__identity *entry = find_entry(tree, hash, local, type, id);
        if (!entry->resource) {
            return VOX_ERROR_MISSING;
        }
        vox_node *found = vox__node(tree, entry->resource);
        if (has_identity(tree, found, local, type, id)) {
            *resource = found;
            return VOX_OK;
        }
        if (!tree->identities.repeated) {
            return VOX_ERROR_MISSING;
        }
        tree->identities.built = false; /* another one may take its place */
    }
    return VOX_ERROR_MISSING;
}

vox_status vox_resource_find(vox_tree *tree, vox_string type, vox_string id, vox_node **resource) {
    return find(tree, false, type, id, resource);
}

vox_status vox_resource_find_local(
    vox_tree *tree, vox_string type, vox_string lid, vox_node **resource
) {
    return find(tree, true, type, lid, resource);
}

vox_status vox_resource_resolve(vox_tree *tree, const vox_node *identifier, vox_node **resource) {
    vox_string type, id;
    *resource = NULL;
    if (!identifier || identifier->kind != VOX_OBJECT) {
        return identifier ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    if (read_identity(tree, identifier, false, &type, &id)) {
        return find(tree, false, type, id, resource);
    }
    return read_identity(tree, identifier, true, &type, &id) ? find(tree, true, type, id, resource)
                                                             : VOX_ERROR_KIND;
}
