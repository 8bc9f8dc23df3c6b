/* SPDX-License-Identifier: MIT */
/** Memory of one owner: where it comes from, how much there is, how much there may be.
 *
 *  Three kinds are told apart. What is reserved counts against the limit. Indexes count as
 *  the owner's but not against the limit, because a look-up must not become slow when the
 *  limit is near. Temporary memory, which a single call needs, does not count at all. */
#ifndef VOX_MEMORY_ACCOUNT_H
#define VOX_MEMORY_ACCOUNT_H

#include <vox/allocator.h>

typedef struct vox__account {
    vox_allocator allocator;
    size_t limit;               /* bytes that may be reserved; 0: no limit */
    size_t reserved;            /* bytes, those of the accounts that count as this one's included */
    size_t indexed;             /* bytes, likewise */
    struct vox__account *owner; /* as whose this account counts, or NULL */
} vox__account;

/** Resizes reserved memory: `*memory` NULL allocates, `new_size` 0 frees. On an error
 *  nothing has changed: VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT. */
vox_status vox__resize(vox__account *account, void **memory, size_t old_size, size_t new_size);
/** The same for an index. */
vox_status vox__index_resize(
    vox__account *account, void **memory, size_t old_size, size_t new_size
);
/** The same for temporary memory. */
vox_status vox__temporary(vox__account *account, void **memory, size_t old_size, size_t new_size);

/** One of those three. */
typedef vox_status (*vox__resizer
)(vox__account *account, void **memory, size_t old_size, size_t new_size);

/** What may still be reserved, under the limits of the account and of its owners;
 *  SIZE_MAX without a limit. */
size_t vox__account_left(const vox__account *account);
/** Has an account without an owner count as another's from now on. */
void vox__account_join(vox__account *account, vox__account *owner);
/** The same the other way: its owners count it no more. */
void vox__account_part(vox__account *account);

#endif
