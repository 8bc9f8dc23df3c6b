/* SPDX-License-Identifier: MIT */
/** Lines and columns of offsets in a text.
 *
 *  A search begins at the last position and goes forwards or backwards, because consecutive
 *  errors are usually near in the text. */
#include "base/armor.h"
#include "base/error.h"
#include "base/text.h"

void vox_locate(vox_string text, size_t offset, size_t *line, size_t *column) {
    vox_place place = {0, 0, 0};
    VOX_ARMOR_TEXT(text, );
    vox__locate_from(text, offset < text.length ? offset : text.length, &place);
    if (line) {
        *line = place.line;
    }
    if (column) {
        *column = place.column + (offset - place.offset);
    }
}

void vox__locate_from(vox_string text, size_t offset, vox_place *place) {
    if (place->line == 0 || offset < place->offset / 2) {
        *place = (vox_place){0, 1, 1}; /* the beginning is nearer */
    }
    size_t line_start = place->offset - (place->column - 1), at = place->offset;
    while (at < offset) {
        const char *feed = vox__find_byte(text.bytes + at, '\n', offset - at);
        if (!feed) {
            break;
        }
        place->line++;
        line_start = at = (size_t)(feed - text.bytes) + 1;
    }
    while (line_start > offset) {
        place->line--;
        do {
            line_start--;
        } while (line_start && text.bytes[line_start - 1] != '\n');
    }
    place->offset = offset;
    place->column = offset - line_start + 1;
}
