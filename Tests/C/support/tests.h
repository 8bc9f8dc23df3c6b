/* SPDX-License-Identifier: MIT */
/** The tests of every file; main.c runs them in this order. */
#ifndef TESTS_H
#define TESTS_H

#include "check.h"

extern const check_test harness_tests[];
extern const check_test suite_tests[];
extern const check_test positions_tests[];
extern const check_test grammar_tests[];
extern const check_test reading_tests[];
extern const check_test readers_tests[];
extern const check_test white_space_tests[];
extern const check_test parser_tests[];
extern const check_test navigation_tests[];
extern const check_test numbers_tests[];
extern const check_test doubles_tests[];
extern const check_test number_vectors_tests[];
extern const check_test objects_tests[];
extern const check_test growth_tests[];
extern const check_test hostile_tests[];
extern const check_test repeated_tests[];
extern const check_test identity_growth_tests[];
extern const check_test pointers_tests[];
extern const check_test editing_tests[];
extern const check_test moving_tests[];
extern const check_test upkeep_tests[];
extern const check_test boundaries_tests[];
extern const check_test shortcuts_tests[];
extern const check_test changes_tests[];
extern const check_test baselines_tests[];
extern const check_test scripts_tests[];
extern const check_test armor_tests[];
extern const check_test building_tests[];
extern const check_test writing_tests[];
extern const check_test minified_tests[];
extern const check_test quoted_tests[];
extern const check_test layout_tests[];
extern const check_test layout_bounds_tests[];
extern const check_test spacing_tests[];
extern const check_test canonical_tests[];
extern const check_test escapes_tests[];
extern const check_test escape_runs_tests[];
extern const check_test documents_tests[];
extern const check_test resources_tests[];
extern const check_test identity_prefix_tests[];
extern const check_test modes_tests[];
extern const check_test document_shapes_tests[];
extern const check_test structural_tests[];
extern const check_test check_text_tests[];
extern const check_test lazy_tests[];
extern const check_test lazy_cases_tests[];
extern const check_test deferred_tests[];
extern const check_test stream_tests[];
extern const check_test stream_limits_tests[];
extern const check_test parse_next_tests[];
extern const check_test validate_rules_tests[];
extern const check_test validate_names_tests[];
extern const check_test validate_values_tests[];
extern const check_test validate_linkage_tests[];
extern const check_test validate_extensions_tests[];
extern const check_test validate_cardinality_tests[];
extern const check_test validate_syntax_tests[];
extern const check_test validate_limits_tests[];
extern const check_test validate_mutations_tests[];
extern const check_test validate_corpora_tests[];
extern const check_test limits_tests[];
extern const check_test depth_tests[];
extern const check_test freezing_tests[];
extern const check_test inline_cache_tests[];
extern const check_test inline_cache_cases_tests[];
extern const check_test pool_tests[];
extern const check_test yajl_memory_tests[];
extern const check_test defaults_tests[];
extern const check_test memory_tests[];
extern const check_test errors_tests[];
extern const check_test patching_tests[];
extern const check_test making_tests[];
extern const check_test random_patches_tests[];
extern const check_test patch_growth_tests[];
extern const check_test patch_memory_tests[];

#endif
