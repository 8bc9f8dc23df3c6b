/* SPDX-License-Identifier: MIT */
/** The lids of operations. An operation that creates a resource may give it a lid, and later
 *  operations may use the lid. A table finds the lids that earlier operations have created. */
#include "jsonapi/validate.h"

/** A resource that an operation creates with a lid. */
typedef struct vox__created {
    vox__named named;
    vox_ref lid;
    vox_ref id; /* 0 if the resource has none */
} vox__created;

static const vox__created *created_at(const vox__lids *lids, uint64_t key) {
    return (const vox__created *)lids->created.items + ((uint32_t)key - 1);
}

/** Returns the key of a lid, or the free key for it. The table must not be empty. */
static uint64_t *lid_key(const vox__lids *lids, const vox__named *named) {
    uint32_t slot = vox__table_slot(&lids->table, named->hash);
    for (;; slot = vox__table_next(&lids->table, slot)) {
        uint64_t *key = (uint64_t *)vox__table_at(&lids->table, sizeof *key, slot);
        const bool is_like = (*key ^ named->hash) >> 32 == 0;
        if (!*key || (is_like && vox__same_named(&created_at(lids, *key)->named, named))) {
            return key;
        }
    }
}

static vox__named name_lid(vox__validator *self, const vox_node *type, const vox_node *lid) {
    const vox__known_type *known = vox__type_of(self, vox__text(self->tree, type));
    return vox__name_of(self, known, vox__text(self->tree, lid), VOX_BY_LID);
}

static vox_string lid_text(const vox__validator *self, vox_ref ref) {
    return vox__text(self->tree, vox__node(self->tree, ref));
}

/** Checks one lid that an operation uses. An identifier that also has an id must not contradict the
 *  operation that creates the lid, as far as that can be decided. */
static void check_use(vox__validator *self, const vox__lids *lids, const vox__local_link *link) {
    const vox_node *lid = vox__node(self->tree, link->lid);
    const vox__named named = name_lid(self, vox__node(self->tree, link->type), lid);
    const uint64_t key = lids->table.count ? *lid_key(lids, &named) : 0;
    const vox__created *created = key ? created_at(lids, key) : NULL;
    if (!link->id && !created) {
        vox__find_fault(self, FAULT_LID_EARLIER, lid);
    }
    if (link->id && created && created->id &&
        !vox_string_equal(lid_text(self, link->id), lid_text(self, created->id))) {
        vox__find_second(self, FAULT_LID_OTHER, lid, vox__node(self->tree, created->lid));
    }
}

void vox__lids_use(vox__validator *self, const vox__lids *lids) {
    const vox__local_link *links = (const vox__local_link *)self->locals.items;
    for (uint32_t index = 0; index < self->locals.count && self->status == VOX_OK; index++) {
        check_use(self, lids, &links[index]);
    }
    self->locals.count = 0;
}

/** Returns a member of a resource that is a string, or a number, or NULL. */
static const vox_node *text_member(
    const vox__validator *self, const vox_node *resource, const char *name
) {
    const vox_node *member = vox__object_find(self->tree, resource, vox_string_from_c(name));
    return vox__has_text(member) ? member : NULL;
}

void vox__lids_create(
    vox__validator *self, vox__lids *lids, const vox_node *resource, bool report
) {
    vox__account *account = &self->tree->memory;
    const vox_node *lid = text_member(self, resource, "lid");
    const vox_node *type = lid ? text_member(self, resource, "type") : NULL;
    if (!type || self->status != VOX_OK) {
        return;
    }
    self->status = vox__table_reserve(account, vox__temporary, &lids->table, sizeof(uint64_t), 1);
    if (self->status != VOX_OK) {
        return;
    }
    const vox__named named = name_lid(self, type, lid);
    uint64_t *key = lid_key(lids, &named);
    if (*key) {
        if (report) {
            const vox_node *first = vox__node(self->tree, created_at(lids, *key)->lid);
            vox__find_second(self, FAULT_LID_TWICE, lid, first);
        }
        return;
    }
    vox__created *created = (vox__created *)vox__validator_add(
        self, &lids->created, sizeof *created
    );
    if (created) {
        const vox_node *id = text_member(self, resource, "id");
        *created = (vox__created){named, vox__ref(self->tree, lid), vox__ref(self->tree, id)};
        *key = vox__table_key(named.hash, lids->created.count);
        lids->table.count++;
    }
}

void vox__lids_free(vox__validator *self, vox__lids *lids) {
    vox__account *account = &self->tree->memory;
    vox__list_free(account, &lids->created, sizeof(vox__created));
    vox__table_free(account, vox__temporary, &lids->table, sizeof(uint64_t));
}
