/* SPDX-License-Identifier: MIT */
/** Counts values by name. */
#include "columns/survey.h"
#include "columns/describe.h"
#include "columns/scalars.h"

static vox_status make_sighting(
    vox__survey *self, vox__sighting *parent, vox_string name, vox__sighting **made
) {
    const size_t size = sizeof(vox__sighting) + name.length;
    vox__sighting *sighting = (vox__sighting *)vox__memory_resize(&self->allocator, NULL, 0, size);
    *made = sighting;
    if (!sighting) {
        return VOX_ERROR_MEMORY;
    }
    *sighting = (vox__sighting
    ){.parent = parent,
      .number = self->count++,
      .name = {(char *)(sighting + 1), name.length},
      .size = size,
      .next = self->all};
    if (name.length) {
        memcpy(sighting + 1, name.bytes, name.length);
    }
    self->all = sighting;
    return VOX_OK;
}

vox_status vox__survey_make(vox__survey *self, const vox_allocator *allocator) {
    *self = (vox__survey){.allocator = *allocator};
    vox__seed_draw(&self->seed);
    return make_sighting(self, NULL, vox__string("", 0), &self->root);
}

void vox__survey_free(vox__survey *self) {
    while (self->all) {
        vox__sighting *freed = self->all;
        self->all = freed->next;
        vox__memory_resize(&self->allocator, freed, freed->size, 0);
    }
    if (self->slots) {
        vox__memory_resize(
            &self->allocator, self->slots, self->slot_count * sizeof *self->slots, 0
        );
    }
}

/* --- children ------------------------------------------------------------------------------ */

static uint32_t child_slot(vox__survey *self, const vox__sighting *parent, vox_string name) {
    const uint64_t hash = vox__hash(&self->seed, parent->number, name, NULL);
    return (uint32_t)(hash >> 32) & (self->slot_count - 1);
}

static void enter_child(vox__survey *self, vox__sighting *child) {
    uint32_t slot = child_slot(self, child->parent, child->name);
    while (self->slots[slot]) {
        slot = (slot + 1) & (self->slot_count - 1);
    }
    self->slots[slot] = child;
}

/** Makes the table large enough for one more child. */
static vox_status grow_children(vox__survey *self) {
    if (self->slots && self->count < self->slot_count / 2) {
        return VOX_OK;
    }
    const uint32_t old_count = self->slot_count, count = old_count ? old_count * 2 : 256;
    vox__sighting **old = self->slots;
    vox__sighting **slots = (vox__sighting **)vox__memory_resize(
        &self->allocator, NULL, 0, count * sizeof *slots
    );
    if (!slots) {
        return VOX_ERROR_MEMORY;
    }
    memset(slots, 0, count * sizeof *slots);
    self->slots = slots;
    self->slot_count = count;
    for (uint32_t slot = 0; slot < old_count; slot++) {
        if (old[slot]) {
            enter_child(self, old[slot]);
        }
    }
    if (old) {
        vox__memory_resize(&self->allocator, old, old_count * sizeof *old, 0);
    }
    return VOX_OK;
}

vox__sighting *vox__sighting_find(vox__survey *self, const vox__sighting *parent, vox_string name) {
    vox__sighting *hint = parent ? parent->hint : NULL;
    if (!hint) {
        return NULL; /* it has no children */
    }
    if (vox__same(hint->name, name)) {
        return hint;
    }
    for (uint32_t slot = child_slot(self, parent, name); self->slots[slot];
         slot = (slot + 1) & (self->slot_count - 1)) {
        vox__sighting *child = self->slots[slot];
        if (child->parent == parent && vox__same(child->name, name)) {
            return child;
        }
    }
    return NULL;
}

vox_status vox__sighting_child(
    vox__survey *self, vox__sighting *parent, vox_string name, vox__sighting **child
) {
    VOX_TRY(grow_children(self));
    vox__sighting *found = *child = vox__sighting_find(self, parent, name);
    if (!found) {
        const uint32_t most = parent == self->root ? MOST_COLUMNS : MOST_NAMES;
        if (parent->children >= most || self->count >= MOST_SIGHTINGS) {
            parent->is_crowded = true;
            return VOX_OK;
        }
        VOX_TRY(make_sighting(self, parent, name, child));
        found = *child;
        if (parent->last) {
            parent->last->sibling = found;
        } else {
            parent->first = found;
        }
        parent->last = found;
        parent->children++;
        enter_child(self, found);
    }
    parent->hint = found->sibling ? found->sibling : parent->first;
    return VOX_OK;
}

/* --- values ---------------------------------------------------------------------------------- */

/** A double can have each number with so many digits. */
#define SHORT_DIGITS 15

/** Counts a whole number that is short and has neither fraction nor exponent. Returns false for other
 *  numbers. */
static bool add_short(vox__sighting *sighting, vox_string text) {
    const size_t sign = text.bytes[0] == '-', digits = text.length - sign;
    if (digits > SHORT_DIGITS || text.bytes[sign] == '0') {
        return false;
    }
    for (size_t at = sign; at < text.length; at++) {
        if ((unsigned char)(text.bytes[at] - '0') > 9) {
            return false;
        }
    }
    sighting->integers++;
    sighting->whole = digits > sighting->whole ? digits : sighting->whole;
    return true;
}

/** Returns true when the shortest text of a double is the same number. */
static bool is_double(const vox_tree *tree, const vox_node *node) {
    double value;
    char text[VOX_NUMBER_SIZE];
    if (!vox__scalar_double(tree, node, &value)) {
        return false;
    }
    const size_t length = vox_number_format(value, text);
    return vox_number_equal(vox__text(tree, node), vox__string(text, length));
}

static void add_number(vox__sighting *sighting, const vox_tree *tree, const vox_node *node) {
    int64_t integer;
    size_t whole, fraction;
    const vox_string text = vox__text(tree, node);
    bool is_short = false;
    if (add_short(sighting, text)) {
        return;
    }
    sighting->integers += vox_node_int64(tree, node, &integer) == VOX_OK;
    if (!vox__scalar_digits(text, &whole, &fraction)) {
        sighting->not_decimal = true;
    } else {
        sighting->whole = whole > sighting->whole ? whole : sighting->whole;
        sighting->fraction = fraction > sighting->fraction ? fraction : sighting->fraction;
        is_short = whole + fraction <= SHORT_DIGITS;
    }
    sighting->not_double = sighting->not_double || (!is_short && !is_double(tree, node));
}

static void add_string(vox__sighting *sighting, vox_string text) {
    int32_t days;
    int64_t moment;
    const bool may_be = text.length >= 10 && (unsigned char)(text.bytes[0] - '0') <= 9;
    sighting->dates += may_be && vox__scalar_date(text, &days);
    sighting->moments += may_be && vox__scalar_moment(text, &moment);
}

vox_status vox__sighting_elements(
    vox__survey *self, vox__sighting *sighting, vox__sighting **elements
) {
    if (!sighting->elements) {
        VOX_TRY(make_sighting(self, sighting, vox__string("", 0), &sighting->elements));
    }
    *elements = sighting->elements;
    return VOX_OK;
}

static vox_status survey_list(
    vox__survey *self, vox__sighting *sighting, vox_tree *tree, const vox_node *list, unsigned level
) {
    vox__sighting *elements;
    VOX_TRY(vox__sighting_elements(self, sighting, &elements));
    for (const vox_node *at = vox_node_first(tree, list); at; at = vox_node_next(tree, at)) {
        VOX_TRY(vox__sighting_add(self, elements, tree, at, level + 1));
    }
    return VOX_OK;
}

vox_status vox__sighting_members(
    vox__survey *self, vox__sighting *sighting, vox_tree *tree, const vox_node *object,
    unsigned level
) {
    for (const vox_node *at = vox_node_first(tree, object); at; at = vox_node_next(tree, at)) {
        vox__sighting *child;
        VOX_TRY(vox__sighting_child(self, sighting, vox_node_name(tree, at), &child));
        if (child) {
            VOX_TRY(vox__sighting_add(self, child, tree, at, level + 1));
        }
    }
    return VOX_OK;
}

vox_status vox__sighting_add(
    vox__survey *self, vox__sighting *sighting, vox_tree *tree, const vox_node *node, unsigned level
) {
    switch (vox_node_kind(node)) {
    case VOX_FALSE:
    case VOX_TRUE:
        sighting->counts[SIGHT_BOOL]++;
        return VOX_OK;
    case VOX_NUMBER:
        sighting->counts[SIGHT_NUMBER]++;
        add_number(sighting, tree, node);
        return VOX_OK;
    case VOX_STRING:
        sighting->counts[SIGHT_STRING]++;
        add_string(sighting, vox__text(tree, node));
        return VOX_OK;
    case VOX_ARRAY:
        sighting->counts[SIGHT_LIST]++;
        return level < SURVEY_LEVELS ? survey_list(self, sighting, tree, node, level) : VOX_OK;
    case VOX_OBJECT:
        sighting->counts[SIGHT_OBJECT]++;
        if (level >= SURVEY_LEVELS) {
            sighting->is_crowded = true;
            return VOX_OK;
        }
        return vox__sighting_members(self, sighting, tree, node, level);
    default:
        sighting->counts[SIGHT_NULL]++;
        return VOX_OK;
    }
}
