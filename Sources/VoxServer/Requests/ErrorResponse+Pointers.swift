// SPDX-License-Identifier: MIT

extension ErrorResponse {
    /// Returns the response with pointers into a document that contains only the linkage of a
    /// relationship. The pointer of the relationship in a document with its resource becomes
    /// `/data`.
    func pointing(intoLinkageOf name: String) -> ErrorResponse {
        let folder = "/data/relationships" + JSON.pointerSegment(name)
        var response = self
        response.errors = errors.map { error in
            guard case .object(var object) = error.value, let pointer = error.pointer,
                case .object(var source)? = object["source"],
                pointer == folder || pointer.hasPrefix(folder + "/")
            else { return error }
            let rest = String(pointer.dropFirst(folder.count))
            let isLinkage = rest == "/data" || rest.hasPrefix("/data/")
            source["pointer"] = .string(isLinkage ? rest : "/data" + rest)
            object["source"] = .object(source)
            return APIError(.object(object))
        }
        return response
    }

    /// Returns the response with pointers to values that exist in the document of the request, as
    /// the standard demands (section "Error Objects"). The pointer to a missing member becomes the
    /// pointer to its object, and the member `missing` of the meta object has the original pointer.
    func pointing(into body: [UInt8]?) -> ErrorResponse {
        guard errors.contains(where: { $0.pointer != nil }), let body,
            let json = try? JSON(parsing: body), let document = JSONValue(json)
        else { return self }
        var response = self
        response.errors = errors.map { error in
            guard case .object(var object) = error.value, let pointer = error.pointer,
                case .object(var source)? = object["source"]
            else { return error }
            let existing = document.longestPointer(of: pointer)
            if existing == pointer { return error }
            source["pointer"] = .string(existing)
            object["source"] = .object(source)
            var meta = JSONObject()
            if case .object(let own)? = object["meta"] { meta = own }
            if meta["missing"] == nil { meta["missing"] = .string(pointer) }
            object["meta"] = .object(meta)
            return APIError(.object(object))
        }
        return response
    }
}

extension JSONValue {
    /// Returns the longest part of a pointer that leads to a value.
    fileprivate func longestPointer(of pointer: String) -> String {
        var value = self
        var found = ""
        for name in JSON.pointerNames(pointer) ?? [] {
            switch value {
            case .object(let members):
                guard let member = members[name] else { return found }
                value = member
            case .array(let elements):
                guard let index = Int(name), elements.indices.contains(index) else { return found }
                value = elements[index]
            default: return found
            }
            found += JSON.pointerSegment(name)
        }
        return found
    }
}
