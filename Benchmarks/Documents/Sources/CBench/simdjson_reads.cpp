/* SPDX-License-Identifier: MIT */
/** On-Demand on what a service sends or gets: small documents, lists with their authors, and lines. Each
 *  job reads members by names that it is given, and, `selected`, by names that the compiler knows, where
 *  this simdjson has a perfect hash for these. */
#include "identities.h"
#include "simdjson_shared.h"

#if defined(SIMDJSON_KEY_SELECTOR_HAS_SSE2) && SIMDJSON_SUPPORTS_CONCEPTS
#define HAS_SELECTORS 1
#else
#define HAS_SELECTORS 0
#endif

/* --- What is read of an object ---------------------------------------------------- */

template <size_t count>
static int64_t figure_by_name(ondemand::object object, const char *const (&names)[count]) {
    int64_t figure = 0;
    for (const char *name : names) {
        figure += name ? figure_of(object[name]) : 0;
    }
    return figure;
}

#if HAS_SELECTORS

/** Of the attributes of a document that is made. */
static int64_t figure_of_three(ondemand::object attributes) {
    std::string_view title;
    int64_t views = 0;
    bool published = false;
    const auto found = attributes.for_each<"title", "views", "published">(title, views, published);
    return found.matched_count == 3 ? figure_of(title) + views + published : -1;
}

/** Of those of an article in a list. */
static int64_t figure_of_five(ondemand::object attributes) {
    std::string_view title, body;
    int64_t views = 0;
    double rating = 0;
    bool published = false;
    const auto found = attributes.for_each<"title", "body", "views", "rating", "published">(
        title, body, views, rating, published
    );
    return found.matched_count == 5 ? figure_of(title) + figure_of(body) + views +
                                          static_cast<int64_t>(rating) + published
                                    : -1;
}

/** Of a line. */
static int64_t figure_of_line(ondemand::object line) {
    std::string_view level, service;
    int64_t milliseconds = 0;
    const auto found = line.for_each<"level", "service", "ms">(level, service, milliseconds);
    return found.matched_count == 3 ? figure_of(level) + figure_of(service) + milliseconds : -1;
}

#endif

/* --- Small documents --------------------------------------------------------------- */

static int64_t figure_of_small(ondemand::object resource, const bench_small &small) {
    int64_t figure = 0;
    if (!small.names[0]) {
        figure += figure_of(resource["type"]);
        return figure + figure_of(resource["id"]);
    }
    if (!small.names[2]) {
        figure += figure_of(resource["id"]);
    }
    ondemand::object attributes;
    if (resource["attributes"].get(attributes) != SUCCESS) {
        return -1;
    }
    return figure + figure_by_name(attributes, small.names);
}

template <typename Read> static int64_t read_small(const bench_job *job, Read read) {
    kept<ondemand::parser> parser;
    int64_t figure = 0;
    for (size_t index = 0; index < job->count; index++) {
        const bench_small &small = job->small[index];
        ondemand::document document;
        ondemand::value data;
        ondemand::object resource;
        if (parser->iterate(text_of(small.bytes, small.length)).get(document) != SUCCESS ||
            document["data"].get(data) != SUCCESS) {
            return -1;
        }
        bool isList = data.type().value() == ondemand::json_type::array;
        if ((isList ? data.get_array().at(0).get_object() : data.get_object()).get(resource) !=
            SUCCESS) {
            return -1;
        }
        figure += read(resource, small);
    }
    return figure;
}

extern "C" int64_t bench_ondemand_small(const bench_job *job) {
    return read_small(job, figure_of_small);
}

extern "C" int64_t bench_ondemand_small_selected(const bench_job *job) {
#if HAS_SELECTORS
    return read_small(job, [](ondemand::object resource, const bench_small &) -> int64_t {
        ondemand::object attributes;
        return resource["attributes"].get(attributes) == SUCCESS ? figure_of_three(attributes) : -1;
    });
#else
    return bench_ondemand_small(job);
#endif
}

/* --- Articles and their authors ------------------------------------------------------ */

/** The authors that are asked for are counted first, since `included` comes behind `data`, and each is
 *  read once. */
template <typename Read> static int64_t read_authors(const bench_job *job, Read read) {
    kept<ondemand::parser> parser;
    ondemand::document document;
    ondemand::array list;
    if (parser->iterate(text_of(job->bytes, job->length)).get(document) != SUCCESS ||
        document.find_field_unordered("data").get(list) != SUCCESS) {
        return -1;
    }
    int64_t figure = 0;
    size_t index = 0;
    // More than there are articles: to count them costs no more than to grow a table.
    identities people = identities_for(job->length / 1000);
    bool good = people.slots != nullptr;
    for (auto element : list) {
        if (!good || index++ % job->step) {
            continue;
        }
        ondemand::object article, attributes;
        std::string_view id;
        good = element.get_object().get(article) == SUCCESS &&
               article.find_field_unordered("attributes").get(attributes) == SUCCESS;
        figure += good ? read(attributes) : 0;
        if (good &&
            article["relationships"]["author"]["data"]["id"].get_string().get(id) == SUCCESS) {
            identity *slot = identities_slot(&people, id.data(), id.size());
            slot->id = id.data();
            slot->length = id.size();
            slot->count++;
        }
    }
    good = good && document.find_field("included").get(list) == SUCCESS;
    if (good) {
        for (auto element : list) {
            ondemand::object person;
            ondemand::raw_json_string type;
            std::string_view id;
            if (element.get_object().get(person) != SUCCESS ||
                person["type"].get_raw_json_string().get(type) != SUCCESS ||
                !type.is_equal("people") || person["id"].get_string().get(id) != SUCCESS) {
                continue;
            }
            identity *slot = identities_slot(&people, id.data(), id.size());
            if (slot->count) {
                figure += slot->count * figure_of(person["attributes"][job->shape.author]);
            }
        }
    }
    std::free(people.slots);
    return good ? figure : -1;
}

extern "C" int64_t bench_ondemand_authors(const bench_job *job) {
    return read_authors(job, [job](ondemand::object attributes) {
        return figure_by_name(attributes, job->shape.names);
    });
}

extern "C" int64_t bench_ondemand_authors_selected(const bench_job *job) {
#if HAS_SELECTORS
    return read_authors(job, figure_of_five);
#else
    return bench_ondemand_authors(job);
#endif
}

/* --- Lines --------------------------------------------------------------------------- */

extern "C" int64_t bench_ondemand_lines(const bench_job *job) {
    kept<ondemand::parser> parser;
    ondemand::document_stream stream;
    if (parser->iterate_many(text_of(job->bytes, job->length)).get(stream) != SUCCESS) {
        return -1;
    }
    int64_t figure = 0;
    for (auto document : stream) {
        ondemand::object line;
        if (document.get_object().get(line) != SUCCESS) {
            return -1;
        }
#if HAS_SELECTORS
        figure += figure_of_line(line);
#else
        figure += figure_by_name(line, job->shape.names);
#endif
    }
    return figure;
}
