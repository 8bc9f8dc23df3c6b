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

/** With the check of UTF-8, which all others do. */
extern "C" int64_t bench_rapidjson(const bench_job *job) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseValidateEncodingFlag>(job->bytes, job->length);
    return document.HasParseError() ? -1 : 0;
}

/** A string in newer ones, a bare number in older ones. */
static std::string version_of_simdjson() {
    std::string version = SIMDJSON_STRINGIFY(SIMDJSON_VERSION);
    return version[0] == '"' ? version.substr(1, version.size() - 2) : version;
}

extern "C" const char *bench_versions(void) {
    static const std::string versions =
        "yajl " + std::to_string(YAJL_MAJOR) + "." + std::to_string(YAJL_MINOR) + "." +
        std::to_string(YAJL_MICRO) + ", yyjson " YYJSON_VERSION_STRING ", simdjson " +
        version_of_simdjson() + " (" + simdjson::get_active_implementation()->name() +
        ", On-Demand " + SIMDJSON_STRINGIFY(SIMDJSON_BUILTIN_IMPLEMENTATION) +
        "), RapidJSON " RAPIDJSON_VERSION_STRING ", Jansson " JANSSON_VERSION;
    return versions.c_str();
}
