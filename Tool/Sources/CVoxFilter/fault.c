/* SPDX-License-Identifier: MIT */
#include "fault.h"

static void put_member(rows *out, const char *key, uint64_t number) {
    vox__rows_put_text(out, key);
    vox__rows_put_number(out, number);
}

static void put_text_member(rows *out, const char *key, vox_string text) {
    vox__rows_put_text(out, key);
    vox__rows_put_quoted(out, text);
}

void vox__fault_object(rows *out, const fault *found) {
    put_text_member(out, "{\"file\":", vox_string_from_c(found->file));
    if (found->line > 0) {
        put_member(out, ",\"line\":", found->line);
        put_member(out, ",\"column\":", found->column);
        put_member(out, ",\"offset\":", found->offset);
    }
    if (found->operation) {
        put_member(out, ",\"operation\":", *found->operation);
    }
    put_text_member(out, ",\"pointer\":", found->pointer);
    put_text_member(out, ",\"code\":", vox_string_from_c(vox_status_name(found->status)));
    put_text_member(out, ",\"message\":", vox_string_from_c(found->message));
    vox__rows_put_byte(out, '}');
}

void vox__fault_row(rows *out, const fault *found) {
    /* An error always gets its row, whatever the limit of rows is. */
    vox__rows_begin(out, SIZE_MAX);
    vox__rows_put_text(out, "{\"error\":");
    vox__fault_object(out, found);
    vox__rows_put_text(out, "}\n");
}

void vox__fault_line(rows *out, const fault *found) {
    vox__rows_put_text(out, found->file);
    if (found->line > 0) {
        put_member(out, ":", found->line);
        put_member(out, ":", found->column);
    }
    vox__rows_put_text(out, ": error: ");
    if (found->operation) {
        put_member(out, "operation ", *found->operation);
        vox__rows_put_text(out, ": ");
    }
    vox__rows_put_text(out, found->message);
    vox__rows_put_text(out, " (");
    if (found->line > 0) {
        put_member(out, "offset ", found->offset);
        vox__rows_put_text(out, ", ");
    }
    put_text_member(out, "at ", found->pointer);
    vox__rows_put_text(out, ")\n");
}
