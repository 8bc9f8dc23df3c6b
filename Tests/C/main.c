/* SPDX-License-Identifier: MIT */
/** Runs the tests of the C core. Arguments filter by part of "group.name"; before
 *  them may stand `--report FILE`, for a row about each test, and `--order FILE`,
 *  for tests one by one (check_plan). The last line is
 *  `N passed, N failed, N skipped`. */
#include "tests.h"

int main(int argument_count, char **arguments) {
    static const check_group groups[] = {
        {"harness", harness_tests},
        {"suite", suite_tests},
        {"positions", positions_tests},
        {"grammar", grammar_tests},
        {"reading", reading_tests},
        {"readers", readers_tests},
        {"white_space", white_space_tests},
        {"parser", parser_tests},
        {"system_calls", system_calls_tests},
        {"navigation", navigation_tests},
        {"following", following_tests},
        {"numbers", numbers_tests},
        {"doubles", doubles_tests},
        {"number_vectors", number_vectors_tests},
        {"objects", objects_tests},
        {"wide_objects", wide_objects_tests},
        {"array_growth", array_growth_tests},
        {"byte_places", byte_places_tests},
        {"equality", equality_tests},
        {"growth", growth_tests},
        {"hostile", hostile_tests},
        {"threats", threats_tests},
        {"repeated", repeated_tests},
        {"identity_growth", identity_growth_tests},
        {"pointers", pointers_tests},
        {"editing", editing_tests},
        {"moving", moving_tests},
        {"upkeep", upkeep_tests},
        {"boundaries", boundaries_tests},
        {"shortcuts", shortcuts_tests},
        {"append_refusals", append_refusals_tests},
        {"changes", changes_tests},
        {"baselines", baselines_tests},
        {"scripts", scripts_tests},
        {"armor", armor_tests},
        {"nulls", nulls_tests},
        {"building", building_tests},
        {"writing", writing_tests},
        {"minified", minified_tests},
        {"quoted", quoted_tests},
        {"layout", layout_tests},
        {"splicing", splicing_tests},
        {"layout_bounds", layout_bounds_tests},
        {"spacing", spacing_tests},
        {"canonical", canonical_tests},
        {"escapes", escapes_tests},
        {"escape_runs", escape_runs_tests},
        {"documents", documents_tests},
        {"resources", resources_tests},
        {"identity_prefix", identity_prefix_tests},
        {"modes", modes_tests},
        {"document_shapes", document_shapes_tests},
        {"structural", structural_tests},
        {"check_text", check_text_tests},
        {"lazy", lazy_tests},
        {"lazy_cases", lazy_cases_tests},
        {"deferred", deferred_tests},
        {"materialized", materialized_tests},
        {"stream", stream_tests},
        {"stream_limits", stream_limits_tests},
        {"parse_next", parse_next_tests},
        {"broken_lines", broken_lines_tests},
        {"validate_rules", validate_rules_tests},
        {"validate_names", validate_names_tests},
        {"validate_values", validate_values_tests},
        {"validate_linkage", validate_linkage_tests},
        {"validate_extensions", validate_extensions_tests},
        {"validate_cardinality", validate_cardinality_tests},
        {"validate_syntax", validate_syntax_tests},
        {"validate_limits", validate_limits_tests},
        {"validate_mutations", validate_mutations_tests},
        {"validate_corpora", validate_corpora_tests},
        {"limits", limits_tests},
        {"depth", depth_tests},
        {"freezing", freezing_tests},
        {"inline_cache", inline_cache_tests},
        {"inline_cache_cases", inline_cache_cases_tests},
        {"pool", pool_tests},
        {"yajl_memory", yajl_memory_tests},
        {"defaults", defaults_tests},
        {"memory", memory_tests},
        {"errors", errors_tests},
        {"unseen", unseen_tests},
        {"statuses", statuses_tests},
        {"fuzz", fuzz_tests},
        {"patching", patching_tests},
        {"patch_errors", patch_errors_tests},
        {"growing", growing_tests},
        {"enumerations", enumerations_tests},
        {"making", making_tests},
        {"random_patches", random_patches_tests},
        {"refused_patches", refused_patches_tests},
        {"patch_growth", patch_growth_tests},
        {"patch_memory", patch_memory_tests},
        {"patch_large", patch_large_tests},
    };
    check_plan plan = {0};
    for (arguments++, argument_count--; argument_count > 1; arguments += 2, argument_count -= 2) {
        if (strcmp(arguments[0], "--report") == 0) {
            plan.report = arguments[1];
        } else if (strcmp(arguments[0], "--order") == 0) {
            plan.order = arguments[1];
        } else {
            break;
        }
    }
    plan.filters = arguments;
    plan.filter_count = argument_count;
    return check_run(groups, COUNT(groups), &plan);
}
