/* SPDX-License-Identifier: MIT */
#ifndef FIGURES_H
#define FIGURES_H

#include <vox.h>
#include <yyjson.h>

/** Depends on the value, and on no more than a program would look at. */
static inline int64_t vox_figure(const vox_tree *tree, const vox_node *value) {
    switch (vox_node_kind(value)) {
    case VOX_STRING: {
        vox_string text = vox_node_text(tree, value);
        return (int64_t)text.length + (text.length ? text.bytes[0] : 0);
    }
    case VOX_TRUE:
        return 1;
    case VOX_NUMBER: {
        int64_t number;
        double real;
        return vox_node_int64(tree, value, &number) == VOX_OK  ? number
               : vox_node_double(tree, value, &real) == VOX_OK ? (int64_t)real
                                                               : 0;
    }
    default:
        return 0;
    }
}

static inline int64_t yyjson_figure(yyjson_val *value) {
    switch (yyjson_get_type(value)) {
    case YYJSON_TYPE_STR:
        return (int64_t)yyjson_get_len(value) + yyjson_get_str(value)[0];
    case YYJSON_TYPE_BOOL:
        return yyjson_get_bool(value);
    case YYJSON_TYPE_NUM:
        return yyjson_is_int(value) ? yyjson_get_sint(value) : (int64_t)yyjson_get_real(value);
    default:
        return 0;
    }
}

#endif
