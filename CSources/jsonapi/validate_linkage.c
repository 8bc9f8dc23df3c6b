/* SPDX-License-Identifier: MIT */
/** The rules about all resources together: one object for each identity, the same
 *  lid everywhere, and full linkage.
 *
 *  The walk has created a record for each resource, and a list of its linkage. A table finds the
 *  record of an identity. It is not the table of identity_table.c, which does not say which object
 *  with an identity came first.
 *
 *  All linkage is resolved in one loop, so that the processor waits for several look-ups at
 *  once. Then it is followed breadth first, from primary data. Records that are reached are
 *  marked, so that each resource is visited once, even with cycles. */
#include "jsonapi/validate.h"

/** The number of look-ups between two steps of prefetching. */
#define AHEAD 8

#define NOWHERE UINT32_MAX

typedef struct linkage_table {
    vox__validator *self;
    vox__resource_record *records;
    vox__table named; /* keys of twice a record, plus 1, plus 1 for a lid */
    uint32_t *queue;  /* records that were reached, and whose linkage must be followed */
    uint32_t queued;
    uint64_t harmless; /* bits of the first 64 fieldsets that are known to hide no linkage */
    bool identifiers;  /* primary data may be linkage, because it has only identifiers */
    bool hidden;       /* sparse fieldsets may have removed linkage */
} linkage_table;

/* --- the table of identities ----------------------------------------------- */

static vox_string type_of(const vox__named *named) {
    return vox__string(named->type, named->type_length);
}

static vox_string key_text(const vox__named *named) {
    return vox__string(named->key, named->key_length);
}

const vox__known_type *vox__type_keep(
    vox__validator *self, vox__known_type *place, vox_string text
) {
    const uint64_t hash = vox__hash(&self->tree->seed, 0, text, NULL);
    *place = (vox__known_type){text, hash, vox__is_member_name(text)};
    return place;
}

/** Returns the identity with these texts. */
static vox__named name_identity(
    vox__validator *self, vox_string type, vox_string key, vox__id_kind local
) {
    return vox__name_of(self, vox__type_of(self, type), key, local);
}

/** Returns the slot where the search for an identity begins. */
static uint64_t *first_key(const linkage_table *table, uint64_t hash) {
    return (uint64_t *)vox__table_at(
        &table->named, sizeof(uint64_t), vox__table_slot(&table->named, hash)
    );
}

static vox_string linkage_text(const linkage_table *table, vox_ref ref) {
    return vox__text(table->self->tree, vox__node(table->self->tree, ref));
}

static vox_string lid_of(const linkage_table *table, const vox__resource_record *record) {
    return linkage_text(table, record->lid);
}

/** Returns the record of an entry in the table. */
static const vox__resource_record *record_at(const linkage_table *table, uint64_t entry) {
    return &table->records[((uint32_t)entry - 1) / 2];
}

/** Compares the lid of a record that also has an id. */
static bool same_lid(
    const linkage_table *table, const vox__resource_record *record, const vox__named *named
) {
    return vox_string_equal(lid_of(table, record), key_text(named)) &&
           vox_string_equal(type_of(&record->named), type_of(named));
}

/** Returns the key of an identity, or the free key for it. */
VOX_INLINE uint64_t *identity_key(const linkage_table *table, const vox__named *named) {
    uint32_t slot = vox__table_slot(&table->named, named->hash);
    for (;; slot = vox__table_next(&table->named, slot)) {
        uint64_t *key = (uint64_t *)vox__table_at(&table->named, sizeof *key, slot);
        bool local = ((uint32_t)*key - 1) & 1;
        if (!*key) {
            return key;
        }
        if ((*key ^ named->hash) >> 32 || local != (named->hash & 1)) {
            continue;
        }
        const vox__resource_record *known = record_at(table, *key);
        bool by_lid = local && known->lid;
        if (by_lid ? same_lid(table, known, named) : vox__same_named(&known->named, named)) {
            return key;
        }
    }
}

static void reach(linkage_table *table, uint32_t number) {
    if (!table->records[number].seen) {
        table->records[number].seen = true;
        table->queue[table->queued++] = number;
    }
}

/** Enters one identity of a record, or reports that the document has it already. */
static void enter_identity(linkage_table *table, uint32_t number, const vox__named *named) {
    vox__validator *self = table->self;
    vox__resource_record *record = &table->records[number];
    if (!named->key || record->duplicate) {
        return;
    }
    const uint32_t local = named->hash & 1;
    uint64_t *slot = identity_key(table, named);
    uint64_t entry = vox__table_key(named->hash, number * 2 + 1 + local);
    if (!*slot) {
        *slot = entry;
        return;
    }
    const uint32_t first = (uint32_t)(record_at(table, *slot) - table->records);
    bool is_primary = number < self->primary_count;
    bool is_linkage = first < self->primary_count && table->identifiers;
    if (is_linkage && is_primary && self->profile == VOX_PROFILE_RELATIONSHIP) {
        return; /* the same identifier twice is not the same resource twice */
    }
    if (is_linkage && !is_primary && !record->bare) {
        /* The response for a relationship with the resources it links to: primary data are
         * identifiers, and this is the resource. */
        *slot = entry;
    } else {
        record->duplicate = true;
        vox__find_second(
            self, FAULT_RESOURCE_TWICE, vox__node(self->tree, record->node),
            vox__node(self->tree, table->records[first].node)
        );
    }
    reach(table, number); /* one error is enough: its linkage counts as reached */
}

static void enter_all(linkage_table *table) {
    vox__validator *self = table->self;
    uint32_t count = self->records.count;
    table->identifiers = true;
    for (uint32_t number = 0; number < self->primary_count; number++) {
        table->identifiers = table->identifiers && table->records[number].bare;
        reach(table, number);
    }
    for (uint32_t number = 0; number < count && self->status == VOX_OK; number++) {
        if (number + AHEAD < count) {
            uint64_t hash = table->records[number + AHEAD].named.hash;
            VOX_PREFETCH(first_key(table, hash));
        }
        const vox__resource_record *record = &table->records[number];
        enter_identity(table, number, &record->named);
        if (record->lid && record->named.key) {
            vox__named local = name_identity(
                self, type_of(&record->named), lid_of(table, record), VOX_BY_LID
            );
            enter_identity(table, number, &local);
        }
    }
}

/* --- following linkage ----------------------------------------------------- */

/** Returns the likely record of a link: that of its first slot. */
static const vox__resource_record *likely_record(
    const linkage_table *table, const vox__named *link
) {
    uint64_t entry = *first_key(table, link->hash);
    return entry ? record_at(table, entry) : table->records;
}

/** Prefetches, step by step, what later look-ups will read. */
static void fetch(const linkage_table *table, const vox__named *links, uint32_t left) {
    if (left > 2 * AHEAD) {
        VOX_PREFETCH(first_key(table, links[2 * AHEAD].hash));
    }
    if (left > AHEAD) {
        VOX_PREFETCH(likely_record(table, &links[AHEAD]));
    }
}

/** Stores in each link the number of its record. */
static void resolve_all(linkage_table *table) {
    vox__named *links = (vox__named *)table->self->links.items;
    uint32_t count = table->self->links.count;
    for (uint32_t index = 0; index < count; index++) {
        fetch(table, links + index, count - index);
        vox__named *link = &links[index];
        uint64_t entry = link->key ? *identity_key(table, link) : 0;
        link->hash = entry ? (uint32_t)(record_at(table, entry) - table->records) : NOWHERE;
    }
}

/** Returns true when a fieldset leaves out a relationship of the include paths. When the paths are
 *  not known, a relationship may be left out. */
static bool hides_linkage(const vox_validation *options, const vox_fieldset *fields) {
    for (size_t index = 0; index < options->include_count; index++) {
        vox_string rest = options->include[index];
        while (rest.length) {
            const char *dot = vox__find_byte(rest.bytes, '.', rest.length);
            size_t length = dot ? (size_t)(dot - rest.bytes) : rest.length;
            vox_string name = vox__string(rest.bytes, length);
            if (!vox__is_among(name, fields->names, fields->name_count)) {
                return true;
            }
            size_t skipped = dot ? length + 1 : length;
            rest = vox__string(rest.bytes + skipped, rest.length - skipped);
        }
    }
    return !options->include;
}

static void note_fieldset(linkage_table *table, const vox__resource_record *record) {
    const vox_validation *options = table->self->options;
    for (size_t index = 0; index < options->fieldset_count && record->named.key; index++) {
        const vox_fieldset *fields = &options->fieldsets[index];
        uint64_t bit = index < 64 ? UINT64_C(1) << index : 0;
        if (table->harmless & bit || !vox_string_equal(fields->type, type_of(&record->named))) {
            continue;
        }
        table->hidden = table->hidden || hides_linkage(options, fields);
        table->harmless |= bit;
    }
}

static void follow_all(linkage_table *table) {
    const vox__named *links = (const vox__named *)table->self->links.items;
    for (uint32_t next = 0; next < table->queued; next++) {
        uint32_t number = table->queue[next];
        const vox__resource_record *record = &table->records[number];
        if (!table->hidden) {
            note_fieldset(table, record);
        }
        uint32_t link = number ? table->records[number - 1].links_end : 0;
        for (; link < record->links_end; link++) {
            if (links[link].hash != NOWHERE) {
                reach(table, (uint32_t)links[link].hash);
            }
        }
    }
}

/* --- local ids ------------------------------------------------------------- */

/** Returns the record with a type and an id or lid, or NULL. */
static const vox__resource_record *record_of(
    const linkage_table *table, vox_ref type, vox_ref key, vox__id_kind local
) {
    const vox__named named = name_identity(
        table->self, linkage_text(table, type), linkage_text(table, key), local
    );
    uint64_t entry = *identity_key(table, &named);
    return entry ? record_at(table, entry) : NULL;
}

/** Checks an identifier with a lid, which must be that of a resource in the document. If it also
 *  has an id, both must identify the same resource, as far as that can be decided. */
static void check_local(const linkage_table *table, const vox__local_link *link) {
    vox__validator *self = table->self;
    const vox_node *lid = vox__node(self->tree, link->lid);
    const vox__resource_record *named = record_of(table, link->type, link->lid, VOX_BY_LID);
    if (!link->id) {
        /* A response must have an id here, and an extension may contain the resource. */
        if (!named && self->profile != VOX_PROFILE_RESPONSE && !self->extended) {
            vox__find_fault(self, FAULT_LID_NOWHERE, lid);
        }
        return;
    }
    bool same = !named || !named->lid ||
                vox_string_equal(key_text(&named->named), linkage_text(table, link->id));
    if (same) {
        named = record_of(table, link->type, link->id, VOX_BY_ID);
        same = !named || !named->lid ||
               vox_string_equal(lid_of(table, named), linkage_text(table, link->lid));
    }
    if (!same) {
        vox__find_second(self, FAULT_LID_OTHER, lid, vox__node(self->tree, named->node));
    }
}

static void check_records(linkage_table *table) {
    vox__validator *self = table->self;
    const vox__local_link *locals = (const vox__local_link *)self->locals.items;
    enter_all(table);
    for (uint32_t index = 0; index < self->locals.count; index++) {
        check_local(table, &locals[index]);
    }
    resolve_all(table);
    follow_all(table);
    for (uint32_t number = self->primary_count; number < self->records.count && !table->hidden;
         number++) {
        const vox__resource_record *record = &table->records[number];
        if (record->named.key && !record->seen) {
            vox__find_fault(self, FAULT_NOT_LINKED, vox__node(self->tree, record->node));
        }
    }
}

void vox__check_identities(vox__validator *self) {
    linkage_table table = {.self = self, .records = (vox__resource_record *)self->records.items};
    vox__account *account = &self->tree->memory;
    const size_t queue_size = self->records.count * sizeof *table.queue;
    uint32_t entries = 0;
    for (uint32_t number = 0; number < self->records.count; number++) {
        entries += table.records[number].lid ? 2 : 1;
    }
    void *queue = NULL;
    vox_status status = vox__table_reserve(
        account, vox__temporary, &table.named, sizeof(uint64_t), entries
    );
    if (status == VOX_OK) {
        status = vox__temporary(account, &queue, 0, queue_size);
    }
    if (status == VOX_OK) {
        table.queue = (uint32_t *)queue;
        check_records(&table);
        (void)vox__temporary(account, &queue, queue_size, 0);
    } else {
        self->status = status;
    }
    vox__table_free(account, vox__temporary, &table.named, sizeof(uint64_t));
}
