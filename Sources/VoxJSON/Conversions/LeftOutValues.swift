// SPDX-License-Identifier: MIT

// Elements of lists and members of dictionaries with an unknown raw value. Reading leaves them out
// and records them. They stay in JSON: only a write that says so replaces them.

/// A collection whose typed value may leave out a part of its JSON.
private protocol LeavingOut {
    /// True if the elements are of a type with a raw value, or are collections of such elements.
    static var hasRawValues: Bool { get }

    /// Returns the error of the first value that reading leaves out. O(elements).
    static func firstLeftOut(of json: JSON) -> JSONError?
}

extension LeavingOut {
    fileprivate static func hasRawValues(_ element: Any.Type) -> Bool {
        if let type = element as? any LeavingOut.Type { return type.hasRawValues }
        return element is any RawRepresentable.Type
    }

    fileprivate static func firstLeftOut<Element: JSONConvertible>(
        as element: Element.Type, of json: JSON
    ) -> JSONError? {
        if let type = element as? any LeavingOut.Type { return type.firstLeftOut(of: json) }
        do {
            _ = try json.converted() as Element
            return nil
        } catch {
            return error.isUnknown(at: json) ? error : nil
        }
    }
}

extension Array: LeavingOut where Element: JSONConvertible {
    fileprivate static var hasRawValues: Bool { hasRawValues(Element.self) }

    fileprivate static func firstLeftOut(of json: JSON) -> JSONError? {
        guard json.vox.kind == .array else { return nil }
        return json.vox.elements.lazy.compactMap { firstLeftOut(as: Element.self, of: $0) }.first
    }
}

extension Dictionary: LeavingOut where Key == String, Value: JSONConvertible {
    fileprivate static var hasRawValues: Bool { hasRawValues(Value.self) }

    fileprivate static func firstLeftOut(of json: JSON) -> JSONError? {
        guard json.vox.kind == .object else { return nil }
        return json.vox.elements.lazy.compactMap { firstLeftOut(as: Value.self, of: $0) }.first
    }
}

extension Optional: LeavingOut where Wrapped: JSONConvertible {
    fileprivate static var hasRawValues: Bool { hasRawValues(Wrapped.self) }

    fileprivate static func firstLeftOut(of json: JSON) -> JSONError? {
        json.vox.kind == .null ? nil : firstLeftOut(as: Wrapped.self, of: json)
    }
}

extension JSONError {
    /// Returns true if the error says that the value of the view is unknown. Returns false for an
    /// error about a part of that value.
    fileprivate func isUnknown(at json: JSON) -> Bool {
        isUnknownValue && pointer.utf8.elementsEqual(json.vox.pointer.utf8)
    }
}

extension JSON {
    /// Records the error of an element that is left out because its value is unknown. Throws all
    /// other errors.
    func leaveOut(_ error: JSONError) throws(JSONError) {
        guard error.isUnknown(at: self) else { throw error }
        noteRead(error)
    }

    /// Calls a function that writes a value. The function may replace values that typed reads do
    /// not return.
    package func replacing(_ write: () throws(JSONError) -> Void) throws(JSONError) {
        guard let node, node.isArray || node.isObject else { return try write() }
        let storage = node.tree.storage
        let former = storage.replacesLeftOut
        storage.replacesLeftOut = true
        defer { storage.replacesLeftOut = former }
        try write()
    }

    /// Writes an array or a dictionary. If the collection equals the values that typed reads
    /// return, nothing is written. Otherwise, the write fails if it would replace values that typed
    /// reads leave out.
    func setCollection<Value: JSONConvertible>(_ collection: Value) throws(JSONError) {
        let value = try collection.encoded()
        if let leftOut = firstLeftOut(as: Value.self) {
            if try Value.decode(self).encoded() == value { return }
            throw JSONError(
                code: .notConvertible,
                message:
                    "reading leaves out a value that would be lost (\(leftOut.message)): use vox.set to replace all values, or OpenEnum to keep unknown values",
                pointer: leftOut.pointer)
        }
        try place { tree throws(JSONError) in try Node.make(value, in: tree) }
    }

    /// Returns the error of the first value that a typed read of the present value leaves out.
    private func firstLeftOut(as type: Any.Type) -> JSONError? {
        guard let node, node.isArray || node.isObject, !node.tree.storage.replacesLeftOut,
            let type = type as? any LeavingOut.Type, type.hasRawValues
        else { return nil }
        return type.firstLeftOut(of: self)
    }
}
