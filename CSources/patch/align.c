/* SPDX-License-Identifier: MIT */
/** Finds equal elements of two arrays.
 *
 *      before:   a b c d e f          a  b  -  x  f
 *      after:    a b x d c f          |  |  matches by digest, k-th to k-th: x none, d 3, c 2
 *
 *  The common beginning and the common end are matched first. Between them, the k-th element with
 *  a digest matches the k-th element with the same digest. Of these matches, the longest ascending
 *  sequence is kept (patience sorting). */
#include "patch/make.h"

/** The elements of `before` with one digest. */
typedef struct bucket {
    uint64_t key;
    uint64_t hash;
    uint32_t first; /* the first that is not matched yet; VOX_NO_MATCH: none */
} bucket;

/** The state of the search between both ends. */
typedef struct search {
    vox__account *account;
    const vox__digests *before;
    const vox__digests *after;
    vox__table buckets;
    uint32_t *next;     /* of each `before`: the next with the same digest */
    uint32_t *row_ends; /* the last `after` of the best sequence of each length */
    uint32_t *previous; /* of each `after`: the one before it in its sequence */
} search;

static const vox_node *before_at(const search *self, const vox__alignment *all, uint32_t index) {
    return vox__node(self->before->tree, all->before[index]);
}

static const vox_node *after_at(const search *self, const vox__alignment *all, uint32_t index) {
    return vox__node(self->after->tree, all->after[index]);
}

static bucket *hash_bucket(const search *self, uint64_t hash) {
    const uint64_t key = vox__table_key(hash, 1);
    uint32_t slot = vox__table_slot(&self->buckets, key);
    for (;; slot = vox__table_next(&self->buckets, slot)) {
        bucket *found = (bucket *)vox__table_at(&self->buckets, sizeof *found, slot);
        if (!found->key || found->hash == hash) {
            return found;
        }
    }
}

/** Matches elements with the same digest, the first one with the first one. */
static vox_status match_digests(
    search *self, vox__alignment *all, uint32_t start, uint32_t before_end, uint32_t after_end
) {
    VOX_TRY(vox__table_reserve(
        self->account, vox__temporary, &self->buckets, sizeof(bucket), before_end - start
    ));
    /* Backwards, so that the first one comes first. */
    for (uint32_t index = before_end; index > start; index--) {
        const uint64_t hash = vox__digest_of(self->before, before_at(self, all, index - 1))->hash;
        bucket *to = hash_bucket(self, hash);
        self->next[index - 1] = to->key ? to->first : VOX_NO_MATCH;
        *to = (bucket){vox__table_key(hash, 1), hash, index - 1};
    }
    for (uint32_t index = start; index < after_end; index++) {
        const uint64_t hash = vox__digest_of(self->after, after_at(self, all, index))->hash;
        bucket *from = hash_bucket(self, hash);
        if (from->key && from->first != VOX_NO_MATCH) {
            all->matches[index] = from->first;
            from->first = self->next[from->first];
        }
    }
    return VOX_OK;
}

/** Keeps the longest ascending sequence of the matches. */
static void keep_ascending(
    const search *self, vox__alignment *all, uint32_t start, uint32_t after_end
) {
    uint32_t length = 0;
    for (uint32_t index = start; index < after_end; index++) {
        const uint32_t match = all->matches[index];
        if (match == VOX_NO_MATCH) {
            continue;
        }
        uint32_t low = 0, high = length;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (all->matches[self->row_ends[middle]] < match) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self->previous[index] = low ? self->row_ends[low - 1] : VOX_NO_MATCH;
        self->row_ends[low] = index;
        length += low == length;
    }
    uint32_t kept = length ? self->row_ends[length - 1] : VOX_NO_MATCH;
    for (uint32_t index = after_end; index > start; index--) {
        if (index - 1 == kept) {
            kept = self->previous[kept];
        } else {
            all->matches[index - 1] = VOX_NO_MATCH;
        }
    }
}

/** Compares two elements, if there are two. */
static vox_status equal_at(
    const search *self, const vox__alignment *all, uint32_t before, uint32_t after, bool *equal
) {
    return vox__digests_equal(
        self->before, before_at(self, all, before), self->after, after_at(self, all, after), equal
    );
}

/** Matches the elements between both ends. */
static vox_status match_between(
    search *self, vox__alignment *all, uint32_t start, uint32_t before_end, uint32_t after_end
) {
    const size_t count = (size_t)all->before_count + 2 * (size_t)all->after_count;
    void *memory = NULL;
    if (start == before_end || start == after_end) {
        return VOX_OK;
    }
    VOX_TRY(vox__temporary(self->account, &memory, 0, count * sizeof(uint32_t)));
    self->next = (uint32_t *)memory;
    self->row_ends = self->next + all->before_count;
    self->previous = self->row_ends + all->after_count;
    vox_status status = match_digests(self, all, start, before_end, after_end);
    if (status == VOX_OK) {
        keep_ascending(self, all, start, after_end);
    }
    for (uint32_t index = start; index < after_end && status == VOX_OK; index++) {
        bool equal = true;
        if (all->matches[index] != VOX_NO_MATCH) {
            status = equal_at(self, all, all->matches[index], index, &equal);
        }
        all->matches[index] = equal ? all->matches[index] : VOX_NO_MATCH;
    }
    vox__table_free(self->account, vox__temporary, &self->buckets, sizeof(bucket));
    (void)vox__temporary(self->account, &memory, count * sizeof(uint32_t), 0);
    return status;
}

static vox_status match_all(search *self, vox__alignment *all) {
    uint32_t start = 0, before_end = all->before_count, after_end = all->after_count;
    bool equal = true;
    while (equal && start < before_end && start < after_end) {
        VOX_TRY(equal_at(self, all, start, start, &equal));
        all->matches[start] = equal ? start : VOX_NO_MATCH;
        start += equal;
    }
    equal = true;
    while (equal && start < before_end && start < after_end) {
        VOX_TRY(equal_at(self, all, before_end - 1, after_end - 1, &equal));
        before_end -= equal;
        after_end -= equal;
        if (equal) {
            all->matches[after_end] = before_end;
        }
    }
    return match_between(self, all, start, before_end, after_end);
}

static vox_ref *list_elements(vox_tree *tree, const vox_node *array, vox_ref *to) {
    for (const vox_node *at = vox_node_first(tree, array); at; at = vox__sibling(tree, at)) {
        *to++ = vox__ref(tree, at);
    }
    return to;
}

static size_t alignment_size(const vox__alignment *self) {
    return (self->before_count + 2 * (size_t)self->after_count) * sizeof(uint32_t);
}

vox_status vox__align(
    vox__alignment *self, vox__account *account, const vox__digests *before, const vox_node *left,
    const vox__digests *after, const vox_node *right
) {
    search made = {.account = account, .before = before, .after = after};
    void *memory = NULL;
    *self = (vox__alignment
    ){.before_count = (uint32_t)vox_node_count(before->tree, left),
      .after_count = (uint32_t)vox_node_count(after->tree, right)};
    if (!self->before_count && !self->after_count) {
        return VOX_OK;
    }
    VOX_TRY(vox__temporary(account, &memory, 0, alignment_size(self)));
    self->before = (vox_ref *)memory;
    self->after = list_elements(before->tree, left, self->before);
    self->matches = list_elements(after->tree, right, self->after);
    for (uint32_t index = 0; index < self->after_count; index++) {
        self->matches[index] = VOX_NO_MATCH;
    }
    vox_status status = match_all(&made, self);
    if (status != VOX_OK) {
        vox__alignment_free(self, account);
    }
    return status;
}

void vox__alignment_free(vox__alignment *self, vox__account *account) {
    void *memory = self->before;
    if (memory) {
        (void)vox__temporary(account, &memory, alignment_size(self), 0);
    }
    self->before = NULL;
}
