/* SPDX-License-Identifier: MIT */
#include "fault.h"

static void put_member(rows *out, const char *key, uint64_t number) {
    vox__rows_put_text(out, key);
    vox__rows_put_number(out, number);
}

static void put_error(rows *out, const fault *found) {
    vox__rows_put_text(out, "{\"file\":");
    vox__rows_put_quoted(out, vox_string_from_c(found->file));
    if (found->line > 0) {
        put_member(out, ",\"line\":", found->line);
        put_member(out, ",\"column\":", found->column);
        put_member(out, ",\"offset\":", found->offset);
    }
    vox__rows_put_text(out, ",\"pointer\":");
    vox__rows_put_quoted(out, found->pointer);
    vox__rows_put_text(out, ",\"code\":");
    vox__rows_put_quoted(out, vox_string_from_c(vox_status_name(found->status)));
    vox__rows_put_text(out, ",\"message\":");
    vox__rows_put_quoted(out, vox_string_from_c(found->message));
    vox__rows_put_byte(out, '}');
}

void vox__fault_row(row_writer *writer, const fault *found) {
    rows *out = &writer->out;
    const size_t limit = out->limit;
    /* An error has its row, however short rows must be. */
    out->limit = SIZE_MAX;
    vox__rows_begin(out);
    if (writer->tsv) {
        for (size_t at = 0; at < writer->columns.count; at++) {
            vox__rows_put_text(out, "\\N\t");
        }
        vox__rows_rewind(&writer->scratch, 0);
        vox__rows_begin(&writer->scratch);
        put_error(&writer->scratch, found);
        const vox_string text = {writer->scratch.bytes, writer->scratch.length};
        vox__rows_put_field(out, text);
        vox__rows_put_byte(out, '\n');
    } else {
        vox__rows_put_text(out, "{\"error\":");
        put_error(out, found);
        vox__rows_put_text(out, "}\n");
    }
    out->limit = limit;
}

void vox__fault_line(rows *out, const fault *found) {
    vox__rows_begin(out);
    vox__rows_put_text(out, found->file);
    if (found->line > 0) {
        put_member(out, ":", found->line);
        put_member(out, ":", found->column);
    }
    vox__rows_put_text(out, ": error: ");
    vox__rows_put_text(out, found->message);
    vox__rows_put_text(out, " (");
    if (found->line > 0) {
        put_member(out, "offset ", found->offset);
        vox__rows_put_text(out, ", ");
    }
    vox__rows_put_text(out, "at ");
    vox__rows_put_quoted(out, found->pointer);
    vox__rows_put_text(out, ")\n");
}
