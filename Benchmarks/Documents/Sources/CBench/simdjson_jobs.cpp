/* SPDX-License-Identifier: MIT */
/** simdjson, both faces: its document model (DOM), and On-Demand, which parses what is asked for.
 *
 *  As its documentation advises, parsers are used again and texts have padding behind them, so that
 *  neither copies; members are asked for in the order in which they mostly come. */
#include "hash.h"
#include "simdjson_shared.h"

/* --- Document model -------------------------------------------------------------- */

extern "C" int64_t bench_simdjson(const bench_job *job) {
    kept<dom::parser> parser;
    dom::element root;
    return parser->parse(job->bytes, job->length, false).get(root) == SUCCESS ? 0 : -1;
}

static int64_t figure_of(simdjson::simdjson_result<dom::element> value) {
    switch (value.type()) {
    case dom::element_type::STRING:
        return figure_of(value.get_string().value());
    case dom::element_type::BOOL:
        return value.get_bool().value();
    case dom::element_type::INT64:
        return value.get_int64().value();
    default:
        return 0;
    }
}

extern "C" int64_t bench_simdjson_small(const bench_job *job) {
    kept<dom::parser> parser;
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small &small = job->small[index];
        dom::element root, resource;
        if (parser->parse(small.bytes, small.length, false).get(root) != SUCCESS ||
            root["data"].get(resource) != SUCCESS) {
            return -1;
        }
        if (resource.is_array()) {
            resource = resource.at(0);
        }
        if (!small.names[2]) {
            figure += figure_of(resource["id"]);
        }
        if (!small.names[0]) {
            figure += figure_of(resource["type"]);
            continue;
        }
        dom::object attributes;
        if (resource["attributes"].get(attributes) != SUCCESS) {
            return -1;
        }
        for (const char *name : small.names) {
            figure += name ? figure_of(attributes[name]) : 0;
        }
    }
    return figure;
}

/* --- On-Demand ------------------------------------------------------------------- */

extern "C" int64_t bench_ondemand_find(const bench_job *job) {
    kept<ondemand::parser> parser;
    ondemand::document document;
    if (parser->iterate(text_of(job->bytes, job->length)).get(document) != SUCCESS) {
        return -1;
    }
    const std::string_view id(job->id), type(job->type);
    for (const char *name : {"data", "included"}) {
        ondemand::array list;
        if (document.find_field(name).get(list) != SUCCESS) {
            return -1;
        }
        for (auto element : list) {
            ondemand::object resource;
            ondemand::raw_json_string own;
            if (element.get_object().get(resource) != SUCCESS ||
                resource["type"].get_raw_json_string().get(own) != SUCCESS) {
                return -1;
            }
            if (!own.is_equal(type) || resource["id"].get_raw_json_string().get(own) != SUCCESS ||
                !own.is_equal(id)) {
                continue;
            }
            ondemand::object attributes;
            return attributes_of(resource, job->shape, attributes)
                       ? figure_of(attributes[job->shape.names[0]])
                       : -1;
        }
    }
    return -1;
}

extern "C" int64_t bench_ondemand_list(const bench_job *job) {
    kept<ondemand::parser> parser;
    ondemand::document document;
    ondemand::array list;
    if (parser->iterate(text_of(job->bytes, job->length)).get(document) != SUCCESS ||
        document[job->shape.list].get(list) != SUCCESS) {
        return -1;
    }
    int64_t figure = 0;
    size_t index = 0;
    for (auto element : list) {
        if (index++ % job->step) {
            continue;
        }
        ondemand::object resource, attributes;
        if (element.get_object().get(resource) != SUCCESS ||
            !attributes_of(resource, job->shape, attributes)) {
            return -1;
        }
        for (const char *name : job->shape.names) {
            figure += name ? figure_of(attributes[name]) : 0;
        }
    }
    return figure;
}

/** Copies the text up to each value to replace, and what is left in the end. */
extern "C" int64_t bench_ondemand_edit(const bench_job *job) {
    static const char edited[] = "\"edited\"";
    kept<ondemand::parser> parser;
    ondemand::document document;
    ondemand::array list;
    if (parser->iterate(text_of(job->bytes, job->length)).get(document) != SUCCESS ||
        document[job->shape.list].get(list) != SUCCESS) {
        return -1;
    }
    size_t room = job->length + job->length / 8 + 64, length = 0;
    char *output = static_cast<char *>(std::malloc(room));
    const char *from = job->bytes, *end = job->bytes + job->length;
    size_t index = 0;
    bool good = output != nullptr;
    for (auto element : list) {
        if (!good || index++ % job->step) {
            continue;
        }
        ondemand::object resource, attributes;
        std::string_view title;
        good = element.get_object().get(resource) == SUCCESS &&
               attributes_of(resource, job->shape, attributes) &&
               attributes[job->shape.names[0]].raw_json_token().get(title) == SUCCESS;
        size_t before = good ? static_cast<size_t>(title.data() - from) : 0;
        good = good && length + before + sizeof edited <= room;
        if (good) {
            std::memcpy(output + length, from, before);
            std::memcpy(output + length + before, edited, sizeof edited - 1);
            length += before + sizeof edited - 1;
            // White space behind the text belongs to it for simdjson.
            std::string_view text = title.substr(0, title.find_last_of('"') + 1);
            from = text.data() + text.size();
        }
    }
    size_t left = static_cast<size_t>(end - from);
    good = good && length + left <= room;
    if (good) {
        std::memcpy(output + length, from, left);
        length += left;
    }
    int64_t figure = !good            ? -1
                     : job->is_hashed ? hash_of(output, length)
                                      : static_cast<int64_t>(length);
    std::free(output);
    return figure;
}

/* --- Text to text ---------------------------------------------------------------- */

extern "C" int64_t bench_simdjson_minify(const bench_job *job) {
    // It writes whole blocks.
    char *output = static_cast<char *>(std::malloc(job->length + BENCH_PADDING));
    size_t length = 0;
    bool good = output && simdjson::minify(job->bytes, job->length, output, length) == SUCCESS;
    if (good && job->written) {
        char *copy = static_cast<char *>(std::malloc(length + 1));
        if (copy) {
            std::memcpy(copy, output, length);
        }
        *job->written = {copy, length};
    }
    std::free(output);
    return good ? static_cast<int64_t>(length) : -1;
}
