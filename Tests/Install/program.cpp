/* SPDX-License-Identifier: MIT */
/** What a program in C++11 does with the installed library; its output is that of program.c. */
#include <vox.h>

#include <iostream>
#include <memory>
#include <string>

int main() {
    const std::string text = "{\"title\": \"Night Trains\", \"year\": 1994}";
    vox_options options = vox_options_default();
    vox_error error = {};
    vox_tree *parsed = nullptr;
    options.max_depth = 1;
    if (std::string(vox_version()) != VOX_VERSION ||
        vox_tree_parse("[[]]", 4, &options, &parsed, &error) != VOX_ERROR_DEPTH_LIMIT) {
        return 1;
    }
    std::cout << error.offset << ": " << vox_status_name(error.status) << "\n";
    if (vox_tree_parse(text.data(), text.size(), &options, &parsed, &error) != VOX_OK) {
        return 1;
    }
    const std::unique_ptr<vox_tree, void (*)(vox_tree *)> tree(parsed, vox_tree_free);
    std::string output;
    const vox_sink sink = {
        [](void *context, const char *bytes, size_t length) {
            static_cast<std::string *>(context)->append(bytes, length);
            return 0;
        },
        &output};
    vox_node *root = vox_tree_root(tree.get());
    if (vox_object_set(
            tree.get(), root, vox_string_from_c("year"), vox_value_int64(1995), nullptr
        ) != VOX_OK ||
        vox_write(tree.get(), root, VOX_STYLE_PRESERVE, sink) != VOX_OK) {
        return 1;
    }
    std::cout << output << "\n";
}
