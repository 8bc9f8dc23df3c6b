// SPDX-License-Identifier: MIT

internal import CVox

extension Tree {
    /// The expected kind of primary data.
    enum Primary {
        case any, one, many
        /// A part of a document. The part has no primary data. A stream returns parts of a
        /// document.
        case none
    }

    /// The strictness of reading a JSON:API document.
    enum Reading {
        case strict, standard, lenient
    }

    /// The reason why the structure of a document is refused.
    struct ShapeFault: Error {
        let error: JSONError
        /// The pointer of the first of two resource objects with the same identity.
        let otherPointer: String?
    }

    /// Checks the structure of a JSON:API document. Returns the number of primary resources of
    /// another type. The number is 0 unless the reading is lenient. O(resources).
    func checkDocument(
        primary: Primary, type: String?, reading: Reading
    ) throws(ShapeFault) -> Int {
        var error = vox_error()
        var report = vox_document_report()
        let expected =
            switch primary {
            case .any: VOX_PRIMARY_ANY
            case .one: VOX_PRIMARY_ONE
            case .many: VOX_PRIMARY_MANY
            case .none: VOX_PRIMARY_NONE
            }
        let forgiven =
            switch reading {
            case .strict: VOX_READING_STRICT
            case .standard: VOX_READING_STANDARD
            case .lenient: VOX_READING_LENIENT
            }
        let status = withCore(type ?? "") {
            vox_document_check(raw, expected, $0, forgiven, &report, &error)
        }
        if status != VOX_OK {
            throw ShapeFault(
                error: described(JSONError(error), primary, type, reading),
                otherPointer: report.first.map { Node(tree: self, raw: $0).pointer })
        }
        isLenient = reading == .lenient
        return report.foreign
    }

    /// Adds the expected and the found value to an error of structure. Returns other errors
    /// unchanged.
    private func described(
        _ error: JSONError, _ primary: Primary, _ type: String?, _ reading: Reading
    ) -> JSONError {
        guard error.code == .shape, let node = try? root.find(pointer: error.pointer) else {
            return error
        }
        if reading != .lenient, node.numberText != nil, ["id", "type"].contains(node.name) {
            return error.mismatching(
                expected: "a string, or with the mode .lenient a number", found: node)
        }
        if error.pointer.isEmpty, node.isObject {
            return error.mismatching(
                expected: "a JSON:API document, with data, errors or meta", found: node.memberNames)
        }
        if error.pointer == "/data", primary != .any {
            let expected = primary == .one ? "one resource" : "a list of resources"
            switch node.kind {
            case .array:
                return error.mismatching(
                    expected: expected,
                    found: "an array of \(node.count) element\(node.count == 1 ? "" : "s")")
            case .object where primary == .many:
                return error.mismatching(expected: expected, found: "one resource")
            case .object: return error
            default: return error.mismatching(expected: expected, found: node)
            }
        }
        if let type, error.pointer.hasPrefix("/data/"), node.name == "type",
            let found = node.text, !found.utf8.elementsEqual(type.utf8)
        {
            return error.mismatching(
                expected: "a resource of type \"\(type)\"",
                found: "one of type \"\(found.excerpt(60))\"")
        }
        return error
    }
}

extension Node {
    /// The names of the first members of an object, in words.
    fileprivate var memberNames: String {
        let names = children.prefix(5).map { "\"\($0.name.excerpt(40))\"" }
        if names.isEmpty { return "an object without members" }
        return "an object with \(names.joined(separator: ", "))"
            + (count > names.count ? " and more" : "")
    }
}
