/* SPDX-License-Identifier: MIT */
/** The library in C++: its headers compile, its functions link, and both languages see the same
 *  values. */
#include <cstdio>
#include <cstring>
#include <string>
#include <vox.h>

namespace {

int failures = 0;

void check(bool held, const char *what) {
    if (!held) {
        std::fprintf(stderr, "cplusplus: failed: %s\n", what);
        failures++;
    }
}

#define CHECK(condition) check((condition), #condition)

vox_string text(const char *bytes) {
    return vox_string_from_c(bytes);
}

std::string written(vox_tree *tree) {
    vox_buffer buffer = {};
    CHECK(vox_write_buffer(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, &buffer) == VOX_OK);
    std::string result(buffer.bytes, buffer.length);
    vox_buffer_free(&buffer);
    return result;
}

/** Appends a value of every kind to an array. */
void edit() {
    vox_tree *tree = nullptr;
    CHECK(vox_tree_new(nullptr, &tree) == VOX_OK);
    vox_node *root = vox_tree_root(tree), *loose = nullptr;
    CHECK(vox_node_set(tree, root, vox_value_array()) == VOX_OK);
    CHECK(vox_node_new(tree, vox_value_string(text("moved")), &loose) == VOX_OK);
    const vox_value values[] = {
        vox_value_null(),
        vox_value_boolean(true),
        vox_value_int64(-1),
        vox_value_uint64(UINT64_MAX),
        vox_value_double(0.5),
        vox_value_number(text("1e2")),
        vox_value_string(text("a")),
        vox_value_array(),
        vox_value_object(),
        vox_value_json(text("[1]")),
        vox_value_copy(tree, loose),
        vox_value_node(loose),
    };
    for (const vox_value &value : values) {
        CHECK(vox_array_append(tree, root, value, nullptr) == VOX_OK);
    }
    CHECK(
        written(tree) ==
        "[null,true,-1,18446744073709551615,0.5,1e2,\"a\",[],{},[1],\"moved\",\"moved\"]"
    );
    vox_tree_free(tree);
}

void read() {
    vox_options options = {};
    vox_error error = {};
    vox_tree *tree = nullptr;
    options.mode = VOX_MODE_LAZY;
    CHECK(vox_tree_parse("[1,", 3, &options, &tree, &error) == VOX_ERROR_END);
    CHECK(!tree && error.offset == 3 && std::strcmp(error.pointer, "") == 0);
    const std::string document = "{\"data\":[{\"type\":\"a\",\"id\":\"1\"}]}";
    CHECK(vox_tree_parse(document.data(), document.size(), &options, &tree, nullptr) == VOX_OK);
    vox_node *found = nullptr;
    CHECK(vox_resource_find(tree, text("a"), text("1"), &found) == VOX_OK);
    CHECK(vox_string_equal(vox_node_text(tree, vox_object_get(tree, found, text("id"))), text("1"))
    );
    size_t count = 0;
    vox_finding_sink sink = {
        [](void *context, const vox_finding *) {
            ++*static_cast<size_t *>(context);
            return 0;
        },
        &count,
    };
    CHECK(vox_validate(tree, nullptr, sink) == VOX_OK);
    CHECK(count == 0);
    vox_tree_free(tree);
}

} // namespace

int main() {
    edit();
    read();
    CHECK(std::strcmp(vox_status_name(VOX_ERROR_SHAPE), "VOX_ERROR_SHAPE") == 0);
    return failures == 0 ? 0 : 1;
}
