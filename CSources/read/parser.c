/* SPDX-License-Identifier: MIT */
/** A parser for many documents: does once what does not depend on the text, and reuses memory
 *  without a lock. */
#include "read/read.h"

vox_status vox_parser_new(const vox_options *options, size_t max_bytes, vox_parser **parser) {
    vox_options used;
    if (!parser) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_parser *made = *parser = NULL;
    VOX_TRY(vox__options_read(options, &used));
    const vox_allocator allocator = used.allocator;
    made = (vox_parser *)allocator.resize(allocator.context, NULL, 0, sizeof *made);
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    *made = (vox_parser){.allocator = allocator};
    vox_status status = vox__pool_make(&allocator, max_bytes, VOX_POOL_OF_ONE_THREAD, &made->pool);
    if (status != VOX_OK) {
        vox_parser_free(made);
        return status;
    }
    used.allocator = vox_pool_allocator(made->pool);
    made->options = used;
    vox__seed_draw(&made->seed);
    *parser = made;
    return VOX_OK;
}

void vox_parser_free(vox_parser *parser) {
    if (parser) {
        const vox_allocator allocator = parser->allocator;
        vox_pool_free(parser->pool);
        allocator.resize(allocator.context, parser, sizeof *parser, 0);
    }
}

vox_status vox_parser_parse(
    vox_parser *parser, const char *bytes, size_t length, vox_tree **tree, vox_error *error
) {
    if (!parser) {
        if (tree) {
            *tree = NULL;
        }
        return vox__refuse(error);
    }
    const vox_status status = vox__tree_parse(bytes, length, &parser->options, tree, error);
    if (status == VOX_OK && !(*tree)->seed.drawn) {
        (*tree)->seed = parser->seed;
    }
    return status;
}

size_t vox_parser_bytes(vox_parser *parser) {
    return parser ? vox_pool_bytes(parser->pool) : 0;
}
