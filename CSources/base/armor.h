/* SPDX-License-Identifier: MIT */
/** Checks of arguments in a build with the macro VOX_ARMOR, where speed does not matter: pointers
 *  and strings that must not be NULL. tree/armor.h checks trees and nodes. */
#ifndef VOX_BASE_ARMOR_H
#define VOX_BASE_ARMOR_H

#ifdef VOX_ARMOR
/** Returns `refusal` when a pointer is NULL that must not be NULL. */
#define VOX_ARMOR_GIVEN(pointer, refusal)                                                          \
    do {                                                                                           \
        if (!(pointer)) {                                                                          \
            return refusal;                                                                        \
        }                                                                                          \
    } while (0)
#else
#define VOX_ARMOR_GIVEN(pointer, refusal) ((void)0)
#endif

/** Returns `refusal` when a string has a length but its bytes are NULL. */
#define VOX_ARMOR_TEXT(text, refusal) VOX_ARMOR_GIVEN((text).bytes || !(text).length, refusal)

#endif
