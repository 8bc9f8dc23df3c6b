/* SPDX-License-Identifier: MIT */
/** The memory of one owner: its allocator, its size, and its limit.
 *
 *  An account distinguishes three kinds of memory. Reserved memory counts for the limit. Memory of
 *  indexes counts as the owner's but not for the limit, because look-ups must not become slow near
 *  the limit. Temporary memory of a single call does not count. */
#ifndef VOX_MEMORY_ACCOUNT_H
#define VOX_MEMORY_ACCOUNT_H

#include <vox/allocator.h>

typedef struct vox__account {
    vox_allocator allocator;
    size_t limit;               /* bytes that may be reserved; 0: no limit */
    size_t reserved;            /* bytes, including accounts that are counted in this one */
    size_t indexed;             /* bytes, including the same accounts */
    struct vox__account *owner; /* the account that includes this one, or NULL */
} vox__account;

/** Resizes reserved memory: `*memory` NULL allocates, `new_size` 0 frees. An error changes nothing:
 *  VOX_ERROR_MEMORY, VOX_ERROR_MEMORY_LIMIT. */
vox_status vox__resize(vox__account *account, void **memory, size_t old_size, size_t new_size);
/** Resizes the memory of an index. */
vox_status vox__index_resize(
    vox__account *account, void **memory, size_t old_size, size_t new_size
);
/** Resizes temporary memory. */
vox_status vox__temporary(vox__account *account, void **memory, size_t old_size, size_t new_size);

/** One of these three functions. */
typedef vox_status (*vox__resizer
)(vox__account *account, void **memory, size_t old_size, size_t new_size);

/** Returns how many bytes may still be reserved, under the limits of the account and of its owners;
 *  SIZE_MAX without a limit. */
size_t vox__account_left(const vox__account *account);
/** Counts an account without an owner as part of another account from now on. */
void vox__account_join(vox__account *account, vox__account *owner);
/** Ends this: the former owners no longer count the account. */
void vox__account_part(vox__account *account);

#endif
