/* SPDX-License-Identifier: MIT */
// Peers in C++.
extern "C" {
#include <bench.h>
}

#include <rapidjson/document.h>
#include <simdjson.h>

#include <jansson.h>
#include <string>
#include <yajl/yajl_version.h>
#include <yyjson.h>

/** Its document model. The parser is used again, which keeps its memory. */
extern "C" int64_t bench_simdjson(const bench_job *job) {
    static simdjson::dom::parser parser;
    simdjson::dom::element root;
    return parser.parse(job->bytes, job->length, true).get(root) == simdjson::SUCCESS ? 0 : -1;
}

/** With the check of UTF-8, which all others do. */
extern "C" int64_t bench_rapidjson(const bench_job *job) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseValidateEncodingFlag>(job->bytes, job->length);
    return document.HasParseError() ? -1 : 0;
}

extern "C" const char *bench_versions(void) {
    static const std::string versions = "yajl " + std::to_string(YAJL_MAJOR) + "." +
                                        std::to_string(YAJL_MINOR) + "." +
                                        std::to_string(YAJL_MICRO) +
                                        ", yyjson " YYJSON_VERSION_STRING ", simdjson " +
                                        std::string(SIMDJSON_STRINGIFY(SIMDJSON_VERSION)) + " (" +
                                        simdjson::get_active_implementation()->name() +
                                        "), RapidJSON " RAPIDJSON_VERSION_STRING
                                        ", Jansson " JANSSON_VERSION;
    return versions.c_str();
}
