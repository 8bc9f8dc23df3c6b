/* SPDX-License-Identifier: MIT */
/** A text in pieces of random lengths, in every form, against the text in one piece, and
 *  that against eager reading. The bytes behind the text are the lengths. */
#include "fuzz.h"
#include "streaming.h"

/** With limits that eager reading has in another order: the same in all pieces. */
static void check_pieces(vox_string text, const vox_stream_options *options, const size_t *steps) {
    transcript whole = streaming_read(text, options, text.length, text.length);
    for (; *steps; steps++) {
        transcript made = streaming_read(text, options, *steps, *steps);
        streaming_same(&made, &whole);
        transcript_free(&made);
    }
    transcript_free(&whole);
}

void fuzz_stream(vox_string input) {
    vox_string text = fuzz_field(&input);
    uint8_t choice = fuzz_byte(&input);
    size_t steps[4] = {1 + (size_t)fuzz_byte(&input), 1 + fuzz_below(&input, 64), 1, 0};
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        vox_stream_options options = streaming_options((vox_stream_form)form);
        options.tree.strict = choice & 1;
        options.tree.max_depth = choice & 2 ? 8 : 64;
        if (choice & 12) {
            options.tree.max_size = choice & 4 ? 64 : VOX_UNLIMITED;
            options.tree.max_nodes = choice & 8 ? 16 : VOX_UNLIMITED;
            options.max_held = 32;
            options.max_total = choice & 16 ? 100 : VOX_UNLIMITED;
            check_pieces(text, &options, steps);
        } else {
            streaming_check_form(text, &options, steps, text.length < 64 && (choice & 16));
        }
    }
}
