/* SPDX-License-Identifier: MIT */
/* The part of zlib that decompresses; inflateInit2 itself is a macro, which Swift does not see. */
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/* gzip and zlib format, told apart by their first bytes. */
static inline int czlib_inflate_begin(z_streamp stream) {
    return inflateInit2(stream, 15 + 32);
}

#endif
