/* SPDX-License-Identifier: MIT */
/** Random JSON:API documents, ordinary and unusual, and random damage to texts. */
#ifndef COMPOUND_H
#define COMPOUND_H

#include <vox.h>

/** Makes a document with `data` and `included`. The caller frees `bytes`. Unusual features are:
 *  white space, escapes in names and values, text that is not ASCII, repeated members,
 *  identities that come late or are missing, and elements that are not objects. */
vox_string compound_random(uint64_t *seed);

/** Makes a copy with some bytes changed, inserted or removed. The caller frees it. */
vox_string compound_damaged(vox_string text, uint64_t *seed);

#endif
