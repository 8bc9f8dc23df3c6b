/* SPDX-License-Identifier: MIT */
/** Elements by position, of arrays that are often edited in the middle.
 *
 *      array ref ──▶ blocks of up to BLOCK_ROOM refs, in order
 *                    sums of their counts (a Fenwick tree): position ──▶ block, in O(log blocks)
 *
 *  An edit moves the later elements of its block. A full block is split in two, and the sums are
 *  computed again. Empty blocks stay. */
#include "patch/patch.h"

#define BLOCK_ROOM 256

/** An array up to this size is walked, or indexed again. */
#define SMALL_ARRAY 64

typedef struct slot_block {
    uint32_t count;
    vox_ref refs[BLOCK_ROOM];
} slot_block;

typedef struct block_slot {
    slot_block *block;
    uint32_t sum; /* of slot i: the counts of the slots from i & (i + 1) to i */
} block_slot;

/** The blocks of one array. */
typedef struct positions {
    uint64_t key; /* the key of the array */
    uint32_t count;
    vox__list slots;
} positions;

static block_slot *slots_of(const positions *self) {
    return (block_slot *)self->slots.items;
}

static void free_positions(vox__elements *all, positions *self) {
    for (uint32_t index = 0; index < self->slots.count; index++) {
        void *memory = slots_of(self)[index].block;
        (void)vox__temporary(&all->tree->memory, &memory, sizeof(slot_block), 0);
    }
    vox__list_free(&all->tree->memory, &self->slots, sizeof(block_slot));
    self->count = 0;
}

void vox__elements_free(vox__elements *all) {
    for (uint32_t index = 0; index < all->arrays.capacity; index++) {
        free_positions(all, (positions *)vox__table_at(&all->arrays, sizeof(positions), index));
    }
    vox__table_free(&all->tree->memory, vox__temporary, &all->arrays, sizeof(positions));
}

/** Returns the blocks of an array; NULL if the index of the tree is sufficient. */
static positions *find_positions(const vox__elements *all, const vox_node *array) {
    if (VOX_LIKELY(!all->arrays.count)) {
        return NULL;
    }
    positions *self = (positions *)vox__table_of_ref(
        &all->arrays, sizeof *self, vox__ref(all->tree, array)
    );
    return self->slots.count ? self : NULL;
}

/* --- blocks -------------------------------------------------------------------- */

static void make_sums(positions *self) {
    block_slot *slots = slots_of(self);
    const uint32_t end = self->slots.count;
    for (uint32_t index = 0; index < end; index++) {
        slots[index].sum = 0;
    }
    for (uint32_t index = 0; index < end; index++) {
        const uint32_t above = index | (index + 1);
        slots[index].sum += slots[index].block->count;
        if (above < end) {
            slots[above].sum += slots[index].sum;
        }
    }
}

/** Returns the slot of the block that contains a position, and makes the position relative to the
 *  block. For the end, returns the last slot. */
static uint32_t slot_at(const positions *self, uint32_t *position) {
    const block_slot *slots = slots_of(self);
    const uint32_t end = self->slots.count;
    uint32_t found = 0, step = 1;
    while (step <= end / 2) {
        step *= 2;
    }
    for (; step; step /= 2) {
        const uint32_t next = found + step;
        if (next < end && slots[next - 1].sum <= *position) {
            *position -= slots[next - 1].sum;
            found = next;
        }
    }
    return found;
}

static void count(positions *self, uint32_t which, uint32_t more) {
    block_slot *slots = slots_of(self);
    self->count += more;
    slots[which].block->count += more;
    for (uint32_t index = which; index < self->slots.count; index |= index + 1) {
        slots[index].sum += more;
    }
}

/** Inserts an empty block before another, or at the end. */
static vox_status add_block(vox__elements *all, positions *self, uint32_t at) {
    vox__account *account = &all->tree->memory;
    void *memory = NULL;
    VOX_TRY(vox__list_reserve(account, &self->slots, sizeof(block_slot), 1));
    VOX_TRY(vox__temporary(account, &memory, 0, sizeof(slot_block)));
    block_slot *slots = slots_of(self);
    memmove(slots + at + 1, slots + at, (self->slots.count - at) * sizeof *slots);
    slots[at] = (block_slot){(slot_block *)memory, 0};
    slots[at].block->count = 0;
    self->slots.count++;
    return VOX_OK;
}

/** Splits a full block in two. */
static vox_status split(vox__elements *all, positions *self, uint32_t at) {
    VOX_TRY(add_block(all, self, at + 1));
    slot_block *left = slots_of(self)[at].block, *right = slots_of(self)[at + 1].block;
    left->count = BLOCK_ROOM / 2;
    right->count = BLOCK_ROOM - left->count;
    memcpy(right->refs, left->refs + left->count, right->count * sizeof *right->refs);
    make_sums(self);
    return VOX_OK;
}

/** Adds all elements of an array, with free slots in each block. */
static vox_status fill_blocks(vox__elements *all, positions *self, const vox_node *array) {
    for (vox_ref ref = array->child; ref; ref = vox__node(all->tree, ref)->next) {
        const uint32_t last = self->slots.count;
        if (last == 0 || slots_of(self)[last - 1].block->count == BLOCK_ROOM / 4 * 3) {
            VOX_TRY(add_block(all, self, last));
        }
        slot_block *to = slots_of(self)[self->slots.count - 1].block;
        to->refs[to->count++] = ref;
        self->count++;
    }
    make_sums(self);
    return VOX_OK;
}

/** Finds or creates the blocks of an array that will be edited at a position. `*found` is NULL if
 *  the index of the tree follows the edit. */
static vox_status find_or_make(
    vox__elements *all, const vox_node *array, bool is_end, positions **found
) {
    *found = find_positions(all, array);
    if (*found || is_end || vox_node_count(all->tree, array) <= SMALL_ARRAY) {
        return VOX_OK;
    }
    vox__account *memory = &all->tree->memory;
    VOX_TRY(vox__table_reserve(memory, vox__temporary, &all->arrays, sizeof(positions), 1));
    const vox_ref ref = vox__ref(all->tree, array);
    positions *self = (positions *)vox__table_of_ref(&all->arrays, sizeof *self, ref);
    all->arrays.count += !self->key;
    *self = (positions){.key = vox__table_ref_key(ref)};
    *found = self;
    return fill_blocks(all, self, array);
}

/* --- look-ups ------------------------------------------------------------------- */

size_t vox__elements_count(vox__elements *all, const vox_node *array) {
    const positions *self = find_positions(all, array);
    return self ? self->count : vox_node_count(all->tree, array);
}

vox_node *vox__elements_get(vox__elements *all, const vox_node *array, size_t index) {
    const positions *self = find_positions(all, array);
    if (!self) {
        return vox_array_get(all->tree, array, index);
    }
    if (index >= self->count) {
        return NULL;
    }
    uint32_t position = (uint32_t)index;
    const uint32_t which = slot_at(self, &position);
    return vox__node(all->tree, slots_of(self)[which].block->refs[position]);
}

vox_status vox__elements_insert(
    vox__elements *all, const vox_node *array, size_t index, const vox_node *element
) {
    positions *self;
    const bool is_end = index == vox__elements_count(all, array);
    vox_status status = find_or_make(all, array, is_end, &self);
    if (status != VOX_OK || !self) {
        return status;
    }
    uint32_t position = (uint32_t)index, which = slot_at(self, &position);
    if (slots_of(self)[which].block->count == BLOCK_ROOM) {
        VOX_TRY(split(all, self, which));
        position = (uint32_t)index;
        which = slot_at(self, &position);
    }
    slot_block *to = slots_of(self)[which].block;
    memmove(
        to->refs + position + 1, to->refs + position, (to->count - position) * sizeof *to->refs
    );
    to->refs[position] = vox__ref(all->tree, element);
    count(self, which, 1);
    return VOX_OK;
}

vox_status vox__elements_remove(vox__elements *all, const vox_node *array, size_t index) {
    positions *self;
    const bool is_end = index == 0 || index + 1 == vox__elements_count(all, array);
    vox_status status = find_or_make(all, array, is_end, &self);
    if (status != VOX_OK || !self) {
        return status;
    }
    uint32_t position = (uint32_t)index;
    const uint32_t which = slot_at(self, &position);
    slot_block *from = slots_of(self)[which].block;
    memmove(
        from->refs + position, from->refs + position + 1,
        (from->count - position - 1) * sizeof *from->refs
    );
    count(self, which, UINT32_MAX); /* minus one */
    return VOX_OK;
}

void vox__elements_forget(vox__elements *all, const vox_node *array) {
    positions *self = find_positions(all, array);
    if (self) {
        free_positions(all, self);
    }
}
