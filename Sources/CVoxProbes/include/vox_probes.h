/* SPDX-License-Identifier: MIT */
/** The probe files of the folder Conformance, which the compiler puts into the program. */
#ifndef VOX_PROBES_H
#define VOX_PROBES_H

#include <stddef.h>

/** The text of a probe file. */
typedef struct vox_probes {
    const unsigned char *bytes;
    size_t length;
} vox_probes;

/** The file at a position, in the order of reports; without bytes behind the last one. */
vox_probes vox_probes_at(size_t position);

#endif
