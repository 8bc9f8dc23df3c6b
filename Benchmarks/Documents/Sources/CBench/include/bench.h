/* SPDX-License-Identifier: MIT */
/** The measured halves in C. Each does its job once and returns a figure that
 *  depends on all it read, so that both sides of a pair can be compared, or -1
 *  when it failed. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How many attributes are read of a resource at most. */
#define BENCH_NAMES 5

/** Where the resources of a document are, and what is read of each. */
typedef struct bench_shape {
    const char *list;   /**< The member of the root that holds them. */
    const char *holder; /**< Their member that holds the attributes; NULL: themselves. */
    const char
        *names[BENCH_NAMES]; /**< Attributes, NULL behind the last. The first is a string, and
                                         the one that is edited. */
    const char *author;      /**< The attribute that is read of the author. */
    bool is_jsonapi;         /**< Else plain JSON, which is cut at the elements of `list`. */
} bench_shape;

typedef enum bench_mode {
    BENCH_EAGER,
    BENCH_LAZY
} bench_mode;

/** A small document, with BENCH_PADDING bytes behind it, and what is read of its resource, which is
 *  `data` or the first element of it: three attributes, or its id and two, or its id and type where
 *  no names are given. */
typedef struct bench_small {
    const char *bytes;
    size_t length;
    const char *names[3];
} bench_small;

/** Text that a job wrote. Free `bytes`. */
typedef struct bench_text {
    char *bytes;
    size_t length;
} bench_text;

/** What simdjson wants to lie behind a text. */
#define BENCH_PADDING 64

typedef struct bench_job {
    const char *bytes; /**< BENCH_PADDING bytes follow. */
    size_t length;
    bench_shape shape;
    bench_mode mode;       /**< Vox only. */
    size_t step;           /**< Every how many resources are read or edited. */
    const char *type, *id; /**< The resource to find. */
    bool is_hashed;        /**< Edits return a hash of what was written, else its length. */
    bool is_borrowed;      /**< Vox keeps the text instead of a copy. */
    bool is_read_by_yajl;  /**< Vox reads by yajl alone. */
    bool is_pretty;      /**< Writing: a line a member, two spaces a level; else no white space. */
    bool is_in_elements; /**< Streams: the elements of `data` one by one. */
    bool is_compact;     /**< Edits of small documents: written compactly, not preserving. */
    bool is_removed;     /**< Edits of small documents: the attribute is removed, not set. */
    bool is_inserted;    /**< Building: by vox_object_insert instead of vox_object_set. */
    bool is_located; /**< Refusals: with the line and the column, which yyjson counts when asked. */
    const bench_small *small; /**< Small documents, one after the other. */
    size_t count;             /**< Of them, or of the resources to build, or of numbers. */
    const char *other;        /**< The document to compare with, or the patch to apply. */
    size_t other_length;
    bench_text *written; /**< Where a job that writes leaves its text; NULL: nowhere. */
} bench_job;

/* --- Parsing alone: 0, or -1 ---------------------------------------------------- */

/** yajl with every callback set and returning 1, numbers as text, its UTF-8 check off, and a scratch
 *  allocator. */
int64_t bench_yajl(const bench_job *job);

int64_t bench_yajl_tree(const bench_job *job);
int64_t bench_yyjson(const bench_job *job);
int64_t bench_simdjson(const bench_job *job);
int64_t bench_rapidjson(const bench_job *job);
int64_t bench_jansson(const bench_job *job);
int64_t bench_vox(const bench_job *job);

/** Vox reads the document in pieces of 64 KiB. */
int64_t bench_vox_stream(const bench_job *job);

/** Vox validates a document that is parsed at the first run. */
int64_t bench_vox_validate(const bench_job *job);

/* --- Jobs ----------------------------------------------------------------------- */

/** Opens the document, finds a resource by type and id, reads its first attribute. */
int64_t bench_yyjson_find(const bench_job *job);
int64_t bench_ondemand_find(const bench_job *job);
int64_t bench_vox_find(const bench_job *job);

/** Opens the document and reads three attributes of every `step`th resource. */
int64_t bench_yyjson_list(const bench_job *job);
int64_t bench_ondemand_list(const bench_job *job);
int64_t bench_vox_list(const bench_job *job);

/** The same with up to BENCH_NAMES attributes, and one of the author of each. `selected`: with names
 *  that the compiler knows, those of a list of 25. */
int64_t bench_yyjson_authors(const bench_job *job);
int64_t bench_ondemand_authors(const bench_job *job);
int64_t bench_ondemand_authors_selected(const bench_job *job);
int64_t bench_vox_authors(const bench_job *job);

/** Opens the document, sets the first attribute of every `step`th resource, writes it all. yyjson
 *  makes a mutable copy, or sets strings in the document it read; On-Demand splices the text. */
int64_t bench_yyjson_edit(const bench_job *job);
int64_t bench_yyjson_edit_in_place(const bench_job *job);
int64_t bench_ondemand_edit(const bench_job *job);
int64_t bench_vox_edit(const bench_job *job);

/** Parses the document and a JSON Patch, which is the other text or made for every `step`th of its
 *  `count` articles, applies it, writes it all. */
int64_t bench_yyjson_patch(const bench_job *job);
int64_t bench_vox_patch(const bench_job *job);

/** Filters the articles of the document as lines of NDJSON: those that are published get another
 *  title, and are written. */
int64_t bench_yyjson_filter(const bench_job *job);
int64_t bench_vox_filter(const bench_job *job);

/** Reads the fields of each line of NDJSON. */
int64_t bench_ondemand_lines(const bench_job *job);
int64_t bench_vox_lines(const bench_job *job);

/** Parses each small document, reads its fields, frees it. `kept`: with an allocator that keeps its
 *  memory; `selected`: with names that the compiler knows, those of the documents that are made. */
int64_t bench_yyjson_small(const bench_job *job);
int64_t bench_yyjson_small_kept(const bench_job *job);
int64_t bench_simdjson_small(const bench_job *job);
int64_t bench_ondemand_small(const bench_job *job);
int64_t bench_ondemand_small_selected(const bench_job *job);
int64_t bench_vox_small(const bench_job *job);

/** Parses each small document, sets or removes its second attribute, writes it. */
int64_t bench_vox_small_edit(const bench_job *job);

/** Writes each small document, which is parsed and edited at the first run: all runs are on the same. */
int64_t bench_vox_small_write(const bench_job *job);

/** Takes the body of a POST: parses it, checks it against JSON:API, writes the response with an id
 *  and a link. 0 when the checks refuse it. */
int64_t bench_yyjson_post(const bench_job *job);
int64_t bench_vox_post(const bench_job *job);

/** Parses the document and looks at every name and value, in the order of the text. */
int64_t bench_yyjson_everything(const bench_job *job);
int64_t bench_vox_everything(const bench_job *job);

/** Parses a text that is refused; the line and the column, or 1. */
int64_t bench_yyjson_refused(const bench_job *job);
int64_t bench_vox_refused(const bench_job *job);

/** Parses the document and adds up all its numbers as doubles, in the order of the text. */
int64_t bench_yyjson_numbers(const bench_job *job);
int64_t bench_vox_numbers(const bench_job *job);

/** Writes a document that is parsed at the first run. The text is a block of its own each time. */
int64_t bench_yyjson_write(const bench_job *job);
int64_t bench_vox_write(const bench_job *job);

/** Makes compact text of text; `parse_and_minify` with a tree in between. */
int64_t bench_simdjson_minify(const bench_job *job);
int64_t bench_vox_minify(const bench_job *job);
int64_t bench_vox_parse_and_minify(const bench_job *job);

/** Builds a document of `count` articles out of values that the program has, and writes it. */
int64_t bench_yyjson_build(const bench_job *job);
int64_t bench_vox_build(const bench_job *job);

/** Compares the document with the other one, both parsed at the first run; 1 when they are equal. */
int64_t bench_yyjson_compare(const bench_job *job);
int64_t bench_vox_compare(const bench_job *job);

/** Copies all resources of the document, parsed at the first run, into a new one. */
int64_t bench_yyjson_copy(const bench_job *job);
int64_t bench_vox_copy(const bench_job *job);

/** Writes each of `count` doubles as the shortest text. */
int64_t bench_yyjson_doubles(const bench_job *job);
int64_t bench_vox_doubles(const bench_job *job);

/** Bytes that a document holds once all of it is parsed, its copy of the text included. */
int64_t bench_yyjson_bytes(const bench_job *job);
int64_t bench_vox_bytes(const bench_job *job);

/* --- Memory and counters ---------------------------------------------------------- */

typedef enum bench_memory {
    BENCH_RECYCLED, /**< Freed memory stays with the process and is used again. */
    BENCH_FRESH     /**< Large blocks come from the system, and their pages have to be made. */
} bench_memory;

/** Says which of the two all sides get from now on. */
void bench_memory_set(bench_memory memory);
bench_memory bench_memory_now(void);
/** Before each run on fresh memory: gives back what is free. */
void bench_memory_trim(void);

/** Frees the memory that Vox recycles. */
void bench_vox_reset(void);

/** Allocations of this thread so far: calls that got memory from malloc and the like. */
uint64_t bench_allocations(void);

/** Pages that this thread was the first to touch so far. */
uint64_t bench_pages(void);

/** Instructions of this thread in user mode so far; 0 where the system does not count them. */
uint64_t bench_instructions(void);

/** "NAME VERSION" of each peer in C, separated by ", ". */
const char *bench_versions(void);

#endif
