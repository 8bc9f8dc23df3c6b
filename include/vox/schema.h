/* SPDX-License-Identifier: MIT */
/** Descriptions of columns that suit the records of a source: all records are read, not a sample.
 *
 *  The widening rules, for the values of one column:
 *
 *      no value but null                    json
 *      true, false                          bool
 *      whole numbers of 64 bits             int64
 *      numbers that doubles can have        double
 *      other numbers, up to 38 digits       decimal128, with the digits that are needed
 *      longer numbers                       json
 *      dates, YYYY-MM-DD                    date32
 *      moments with a zone (RFC 3339)       timestamp
 *      other strings, also mixed with       utf8
 *        dates or moments
 *      lists                                list of the type of all elements
 *      objects                              struct of all members; json for more than 4,096 names
 *      several kinds of these lines         json
 *
 *  A double can have a number if the shortest text of the double is the same number, and if no whole
 *  number is too long for it. So a type never changes a value. */
#ifndef VOX_SCHEMA_H
#define VOX_SCHEMA_H

#include <vox/columns.h>
#include <vox/writer.h>

VOX_BEGIN

/** Reads all records of a source, and appends the descriptions of their tables to a buffer, as JSON:
 *
 *      {"tables": [{"table": "resources", "type": "articles", "columns": […], "seen": {…}}, …],
 *       "seen": {"records": 12, "faults": 0}}
 *
 *  `others` counts resources without a table. There are too many types or names. The last `seen` has
 *  this member only then. A description without `type` reads them.
 *
 *  vox_columns_new takes each of the tables. There is a table for each type of resource in primary
 *  data, one for each type in `included`, one of relationships if there are any, and the table
 *  "records" for records that are not JSON:API. The member `seen` of a column counts its values: how
 *  often the column was absent, null, and of another type. Values of another type exist only if
 *  `share` is below 100: then a column has the type that at least `share` in 100 of its values have.
 *
 *  NULL:   source VOX_ERROR_ARGUMENT; options, error allowed; json VOX_ERROR_ARGUMENT.
 *  Errors: VOX_ERROR_MEMORY; VOX_ERROR_STOPPED (`read` of the source returned an error);
 *          VOX_ERROR_ARGUMENT (`options` that vox_columns_stream refuses; a `share` that is not
 *          from 1 to 100; a source without `read`). With VOX_COLUMNS_STOP or VOX_COLUMNS_STRICT, also
 *          the error of a malformed record. After an error, `json` is unchanged. The function
 *          releases the source in every case.
 *  Cost:   O(bytes of the source). Memory: about 300 bytes for each name of a member, for at most
 *          262,144 names, and the memory of a stream. */
VOX_API vox_status vox_schema_read(
    const vox_source *source, const vox_columns_options *options, unsigned share, vox_buffer *json,
    vox_error *error
);

/** Reads the rows of one table once, and appends a description to a buffer, in which each column has
 *  the type of the values that its path leads to. The types that `columns` has do not matter. So a
 *  program needs only the paths, also those that lead into an object or to an included resource:
 *
 *      {"table": "resources", "type": "articles", "columns": [
 *          {"name": "city", "path": "location.city", "type": "utf8", "seen": {…}}, …],
 *       "seen": {"rows": 12}}
 *
 *  A path that never had a value has the type json. Its count `absent` is then the number of rows. A
 *  column of the type absent keeps it. All other members of the description stay as they are.
 *  Malformed records are passed over, with every value of `fault`.
 *
 *  NULL:   columns, source VOX_ERROR_ARGUMENT; options, error allowed; json VOX_ERROR_ARGUMENT.
 *  Errors: as for vox_schema_read; VOX_ERROR_ARGUMENT also for a table whose columns are fixed. The
 *          function releases the source in every case.
 *  Cost:   as for vox_schema_read. */
VOX_API vox_status vox_schema_columns(
    const vox_columns *columns, const vox_source *source, const vox_columns_options *options,
    unsigned share, vox_buffer *json, vox_error *error
);

VOX_END

#endif
