/* SPDX-License-Identifier: MIT */
/** Random JSON:API documents, usual and unusual, and random damage to texts. */
#ifndef COMPOUND_H
#define COMPOUND_H

#include <vox.h>

/** Makes a document with data and included; the caller frees `bytes`. What is
 *  unusual: white space, escapes in names and values, text that is not ASCII,
 *  repeated members, identities late or missing, elements that are no objects. */
vox_string compound_random(uint64_t *seed);

/** A copy with some bytes changed, put in, or left out; the caller frees it. */
vox_string compound_damaged(vox_string text, uint64_t *seed);

#endif
