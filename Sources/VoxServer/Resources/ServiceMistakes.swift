// SPDX-License-Identifier: MIT

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Mistakes of the program in the description of a service. They end the process when the service
/// is created, with one line for each on standard error. A precondition would print no words in a
/// release build, and in a debug build a backtrace after them.
enum ServiceMistakes {
    static func check(_ mistakes: [String]) {
        if mistakes.isEmpty { return }
        let text = Array(mistakes.map { "VoxServer: \($0)\n" }.joined().utf8)
        _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(EXIT_FAILURE)
    }

    static func mistakes(in types: [ServedType]) -> [String] {
        var names: Set<ExactText> = []
        return types.flatMap { type in
            let isNew = names.insert(ExactText(type.name)).inserted
            return (isNew ? [] : ["the type \"\(type.name)\" is served twice"])
                + type.mistakes(among: types)
        }
    }

    /// Returns the mistakes in the paths of a service that are no types.
    static func mistakes(in service: ResourceService) -> [String] {
        let paths = [
            ("operationsPath", service.operationsPath), ("openAPIPath", service.openAPIPath),
        ]
        var mistakes: [String] = []
        for case (let name, let path?) in paths {
            if path.isEmpty || path.contains("/") {
                mistakes.append("\(name) is \"\(path)\", and must be one segment without a slash")
            } else if service.types[path] != nil {
                mistakes.append("\(name) is \"\(path)\", which is the name of a type")
            }
        }
        if let path = service.operationsPath, path == service.openAPIPath {
            mistakes.append("operationsPath and openAPIPath are both \"\(path)\"")
        }
        return mistakes
    }
}

extension ServedType {
    /// The mistakes in the lists of fields, sorted.
    fileprivate func mistakes(among types: [ServedType]) -> [String] {
        let lists: [(name: String, fields: Set<String>)] = [
            ("sortable", sortable ?? []), ("filterable", filterable ?? []), ("readOnly", readOnly),
            ("writeOnce", writeOnce), ("required", required.filter { descriptors[$0] == nil }),
        ]
        var mistakes: [String] = []
        for (list, fields) in lists {
            for field in fields.sorted() where !hasField(field) {
                if list == "sortable", target(sortedBy: field, among: types) != nil { continue }
                mistakes.append("\(list) contains \"\(field)\", which is no field of the type")
            }
        }
        for field in (sortable ?? []).sorted() where relationships[exactly: field] != nil {
            mistakes.append("sortable contains \"\(field)\", which is a relationship")
        }
        for name in files.keys.sorted() {
            if name == File.documentName {
                mistakes.append("files contains \"\(name)\", which is the name of the document")
            } else if relationships[name] != nil || !(attributes?.contains(name) ?? true) {
                mistakes.append("files contains \"\(name)\", which is no attribute of the type")
            }
        }
        let known = attributes.map {
            ["id"] + ($0.sorted() + relationships.keys.sorted()).prefix(20)
        }
        let fields = known.map { "; its fields are \($0.joined(separator: ", "))" } ?? ""
        return mistakes.map { "the type \"\(name)\": \($0)\(fields)" }
    }
}
