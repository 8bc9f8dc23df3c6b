/* SPDX-License-Identifier: MIT */
/** What all jobs of simdjson share: its parsers, and figures of what is read. */
#ifndef SIMDJSON_SHARED_H
#define SIMDJSON_SHARED_H

extern "C" {
#include <bench.h>
}

#include <cstdlib>
#include <cstring>
#include <simdjson.h>
#include <string_view>

namespace dom = simdjson::dom;
namespace ondemand = simdjson::ondemand;
using simdjson::SUCCESS;

static_assert(BENCH_PADDING >= simdjson::SIMDJSON_PADDING, "texts need more padding");

/** A parser: used again, but one of its own each time where memory must be fresh. */
template <typename Parser> class kept {
  public:
    kept() {
        static Parser parser;
        if (bench_memory_now() == BENCH_RECYCLED) {
            now = &parser;
        } else {
            parser = Parser();
            now = &own;
        }
    }
    Parser *operator->() {
        return now;
    }

  private:
    Parser own;
    Parser *now;
};

inline int64_t figure_of(std::string_view text) {
    return static_cast<int64_t>(text.size()) + (text.empty() ? 0 : text[0]);
}

inline simdjson::padded_string_view text_of(const char *bytes, size_t length) {
    return simdjson::padded_string_view(bytes, length, length + BENCH_PADDING);
}

inline int64_t figure_of(simdjson::simdjson_result<ondemand::value> found) {
    ondemand::value value;
    if (found.get(value) != SUCCESS) {
        return 0;
    }
    switch (value.type().value()) {
    case ondemand::json_type::string:
        return figure_of(value.get_string().value());
    case ondemand::json_type::boolean:
        return value.get_bool().value();
    case ondemand::json_type::number: {
        int64_t number;
        double real;
        return value.get_int64().get(number) == SUCCESS  ? number
               : value.get_double().get(real) == SUCCESS ? static_cast<int64_t>(real)
                                                         : 0;
    }
    default:
        return 0;
    }
}

/** The attributes of a resource. */
inline bool attributes_of(
    ondemand::object &resource, const bench_shape &shape, ondemand::object &held
) {
    if (!shape.holder) {
        held = resource;
        return true;
    }
    return resource.find_field_unordered(shape.holder).get(held) == SUCCESS;
}

#endif
