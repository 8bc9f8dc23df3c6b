/* SPDX-License-Identifier: MIT */
/** Checks of arguments that a build with the macro VOX_ARMOR makes, in which speed does not
 *  count: pointers and text that must not be NULL. tree/armor.h has those of trees and nodes. */
#ifndef VOX_BASE_ARMOR_H
#define VOX_BASE_ARMOR_H

#ifdef VOX_ARMOR
/** Answers a call with a pointer that must not be NULL, and is. */
#define VOX_ARMOR_GIVEN(pointer, answer)                                                           \
    do {                                                                                           \
        if (!(pointer)) {                                                                          \
            return answer;                                                                         \
        }                                                                                          \
    } while (0)
#else
#define VOX_ARMOR_GIVEN(pointer, answer) ((void)0)
#endif

/** Answers a call with text that is NULL and has a length. */
#define VOX_ARMOR_TEXT(text, answer) VOX_ARMOR_GIVEN((text).bytes || !(text).length, answer)

#endif
