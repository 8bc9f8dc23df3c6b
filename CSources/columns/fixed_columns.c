/* SPDX-License-Identifier: MIT */
/** The columns that a description cannot change. */
#include "columns/columns.h"

#define COLUMN(text, kind)                                                                         \
    { .name = {text, sizeof(text) - 1}, .type = kind }

const vox__column vox__error_columns[ERROR_COLUMNS] = {
    [ERROR_FILE] = COLUMN("file", TYPE_UTF8),       [ERROR_LINE] = COLUMN("line", TYPE_INT64),
    [ERROR_COLUMN] = COLUMN("column", TYPE_INT64),  [ERROR_OFFSET] = COLUMN("offset", TYPE_INT64),
    [ERROR_POINTER] = COLUMN("pointer", TYPE_UTF8), [ERROR_CODE] = COLUMN("code", TYPE_UTF8),
    [ERROR_MESSAGE] = COLUMN("message", TYPE_UTF8),
};

const vox__column vox__link_columns[LINK_COLUMNS] = {
    [LINK_TYPE] = COLUMN("type", TYPE_UTF8),
    [LINK_ID] = COLUMN("id", TYPE_UTF8),
    [LINK_RELATIONSHIP] = COLUMN("relationship", TYPE_UTF8),
    [LINK_POSITION] = COLUMN("position", TYPE_INT64),
    [LINK_TARGET_TYPE] = COLUMN("target_type", TYPE_UTF8),
    [LINK_TARGET_ID] = COLUMN("target_id", TYPE_UTF8),
    [LINK_META] = COLUMN("meta", TYPE_JSON),
};
