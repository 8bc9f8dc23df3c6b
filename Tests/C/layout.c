/* SPDX-License-Identifier: MIT */
/** The binary interface: sizes and offsets of the public structs, in words of the machine. Lines in
 *  this file never change. A struct that grows gets new lines. */
#include <vox.h>

#define WORD sizeof(void *)
/** Rounds bytes up to whole words. */
#define WORDS_OF(bytes) (((bytes) + WORD - 1) / WORD * WORD)

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), "size of " #type)
#define AT(type, member, bytes)                                                                    \
    _Static_assert(offsetof(type, member) == (bytes), "place of " #type "." #member)

SIZE(size_t, WORD);
SIZE(bool, 1);
SIZE(vox_status, 4);
SIZE(vox_mode, 4);
SIZE(vox_reader, 4);
SIZE(vox_kind, 4);
SIZE(vox_style, 4);
SIZE(vox_value_form, 4);
SIZE(vox_stream_form, 4);
SIZE(vox_item_kind, 4);
SIZE(vox_profile, 4);
SIZE(vox_severity, 4);
SIZE(vox_primary, 4);
SIZE(vox_reading, 4);
SIZE(vox_columns_form, 4);
SIZE(vox_columns_fault, 4);
SIZE(vox_path_start, 4);

/* --- Structs that stay as they are --------------------------------------------- */

SIZE(vox_string, 2 * WORD);
AT(vox_string, bytes, 0);
AT(vox_string, length, WORD);

SIZE(vox_allocator, 2 * WORD);
AT(vox_allocator, resize, 0);
AT(vox_allocator, context, WORD);

SIZE(vox_place, 3 * WORD);
AT(vox_place, offset, 0);
AT(vox_place, line, WORD);
AT(vox_place, column, 2 * WORD);

SIZE(vox_sink, 2 * WORD);
AT(vox_sink, write, 0);
AT(vox_sink, context, WORD);

SIZE(vox_source, 3 * WORD);
AT(vox_source, read, 0);
AT(vox_source, release, WORD);
AT(vox_source, context, 2 * WORD);

SIZE(vox_difference, 3 * WORD);
AT(vox_difference, before, 0);
AT(vox_difference, after, WORD);
AT(vox_difference, object, 2 * WORD);

SIZE(vox_difference_sink, 2 * WORD);
AT(vox_difference_sink, found, 0);
AT(vox_difference_sink, context, WORD);

SIZE(vox_finding_sink, 2 * WORD);
AT(vox_finding_sink, receive, 0);
AT(vox_finding_sink, context, WORD);

SIZE(vox_fieldset, 4 * WORD);
AT(vox_fieldset, type, 0);
AT(vox_fieldset, names, 2 * WORD);
AT(vox_fieldset, name_count, 3 * WORD);

SIZE(vox_relationship_name, 4 * WORD);
AT(vox_relationship_name, type, 0);
AT(vox_relationship_name, name, 2 * WORD);

/* On i386, members of 8 bytes are aligned to 4 bytes. */
SIZE(vox_value, _Alignof(vox_value) + 2 * WORD);
AT(vox_value, form, 0);
AT(vox_value, as, _Alignof(vox_value));

/* --- Structs that the caller fills in ------------------------------------------- */

AT(vox_options, size, 0);
AT(vox_options, allocator, WORD);
AT(vox_options, max_depth, 3 * WORD);
AT(vox_options, max_size, 4 * WORD);
AT(vox_options, max_nodes, 5 * WORD);
AT(vox_options, max_memory, 6 * WORD);
AT(vox_options, strict, 7 * WORD);
AT(vox_options, borrow, 7 * WORD + 1);
AT(vox_options, mode, 7 * WORD + 4);
AT(vox_options, reader, 7 * WORD + 8);
AT(vox_options, defer_depth, 7 * WORD + WORDS_OF(12));
SIZE(vox_options, 10 * WORD + WORDS_OF(12));

AT(vox_stream_options, size, 0);
AT(vox_stream_options, form, WORD);
AT(vox_stream_options, max_held, WORD + WORDS_OF(4));
AT(vox_stream_options, max_total, 2 * WORD + WORDS_OF(4));
AT(vox_stream_options, spare, 3 * WORD + WORDS_OF(4));
AT(vox_stream_options, tree, 6 * WORD + WORDS_OF(4));
SIZE(vox_stream_options, 6 * WORD + WORDS_OF(4) + sizeof(vox_options));

AT(vox_columns_options, size, 0);
AT(vox_columns_options, form, WORD);
AT(vox_columns_options, fault, WORD + 4);
AT(vox_columns_options, batch_rows, WORD + 8);
AT(vox_columns_options, batch_bytes, 2 * WORD + 8);
AT(vox_columns_options, max_record, 3 * WORD + 8);
AT(vox_columns_options, spare, 4 * WORD + 8);
AT(vox_columns_options, tree, 7 * WORD + 8);
SIZE(vox_columns_options, 7 * WORD + 8 + sizeof(vox_options));

AT(vox_validation, size, 0);
AT(vox_validation, profile, WORD);
AT(vox_validation, lenient, WORD + 4);
AT(vox_validation, fieldsets, WORD + 8);
AT(vox_validation, fieldset_count, 2 * WORD + 8);
AT(vox_validation, include, 3 * WORD + 8);
AT(vox_validation, include_count, 4 * WORD + 8);
AT(vox_validation, namespaces, 5 * WORD + 8);
AT(vox_validation, namespace_count, 6 * WORD + 8);
AT(vox_validation, to_many, 7 * WORD + 8);
AT(vox_validation, to_many_count, 8 * WORD + 8);
AT(vox_validation, to_one, 9 * WORD + 8);
AT(vox_validation, to_one_count, 10 * WORD + 8);
AT(vox_validation, ignored_rules, 11 * WORD + 8);
AT(vox_validation, ignored_rule_count, 12 * WORD + 8);
SIZE(vox_validation, 13 * WORD + 8);

/* --- Structs that the library fills in, whose size stays ------------------------ */

AT(vox_error, status, 0);
AT(vox_error, offset, WORDS_OF(4));
AT(vox_error, line, WORDS_OF(4) + WORD);
AT(vox_error, column, WORDS_OF(4) + 2 * WORD);
AT(vox_error, message, WORDS_OF(4) + 3 * WORD);
AT(vox_error, pointer_cut, WORDS_OF(4) + 4 * WORD);
AT(vox_error, pointer, WORDS_OF(4) + 4 * WORD + 1);
AT(vox_error, limit, WORDS_OF(4) + 4 * WORD + WORDS_OF(257));
AT(vox_error, spare, WORDS_OF(4) + 5 * WORD + WORDS_OF(257));
SIZE(vox_error, WORDS_OF(4) + 8 * WORD + WORDS_OF(257));

AT(vox_columns_counts, rows, 0);
AT(vox_columns_counts, faults, 8);
AT(vox_columns_counts, misfits, 16);
AT(vox_columns_counts, rests, 24);
AT(vox_columns_counts, skipped, 32);
AT(vox_columns_counts, bytes, 40);
AT(vox_columns_counts, spare, 48);
SIZE(vox_columns_counts, 48 + 4 * WORD);

AT(vox_piece, bytes, 0);
AT(vox_piece, length, WORD);
AT(vox_piece, tree, 2 * WORD);
AT(vox_piece, file, 3 * WORD);
AT(vox_piece, offset, 4 * WORD);
AT(vox_piece, lines, 5 * WORD);
AT(vox_piece, spare, 6 * WORD);
SIZE(vox_piece, 7 * WORD);

AT(vox_memory, reserved, 0);
AT(vox_memory, wasted, WORD);
AT(vox_memory, nodes, 2 * WORD);
SIZE(vox_memory, 7 * WORD);

AT(vox_item, kind, 0);
AT(vox_item, tree, WORDS_OF(4));
AT(vox_item, node, WORDS_OF(4) + WORD);
SIZE(vox_item, WORDS_OF(4) + 5 * WORD);

AT(vox_finding, rule, 0);
AT(vox_finding, severity, 4);
AT(vox_finding, node, 8);
AT(vox_finding, other, 8 + WORD);
AT(vox_finding, offset, 8 + 2 * WORD);
AT(vox_finding, message, 8 + 3 * WORD);
SIZE(vox_finding, 8 + 7 * WORD);

AT(vox_document_report, first, 0);
AT(vox_document_report, foreign, WORD);
SIZE(vox_document_report, 5 * WORD);

AT(vox_buffer, bytes, 0);
AT(vox_buffer, length, WORD);
AT(vox_buffer, capacity, 2 * WORD);
AT(vox_buffer, allocator, 3 * WORD);
SIZE(vox_buffer, 7 * WORD);

/* The structs of the Arrow C data interface are the ABI of Arrow. */

AT(struct ArrowSchema, format, 0);
AT(struct ArrowSchema, name, WORD);
AT(struct ArrowArray, length, 0);
AT(struct ArrowArray, buffers, 40);
AT(struct ArrowArray, release, 40 + 3 * WORD);
SIZE(struct ArrowArrayStream, 5 * WORD);
