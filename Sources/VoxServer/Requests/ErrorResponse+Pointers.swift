// SPDX-License-Identifier: MIT

extension ErrorResponse {
    /// Returns the response with the pointers that a function returns for its errors. If the function
    /// returns nil, the error keeps its source.
    func pointing(by pointer: (APIError) -> String?) -> ErrorResponse {
        var response = self
        response.errors = errors.map { error in
            guard let pointer = pointer(error), case .object(var object) = error.value else {
                return error
            }
            var source = JSONObject()
            if error.pointer != nil, case .object(let own)? = object["source"] { source = own }
            source["pointer"] = .string(pointer)
            object["source"] = .object(source)
            return APIError(.object(object))
        }
        return response
    }

    /// Returns the response with pointers into a document that contains only the linkage of a
    /// relationship. The pointer of the relationship in a document with its resource becomes
    /// `/data`.
    func pointing(intoLinkageOf name: String) -> ErrorResponse {
        let folder = JSON.pointer(ofRelationship: name)
        return pointing { error in
            guard let pointer = error.pointer, pointer == folder || pointer.hasPrefix(folder + "/")
            else { return nil }
            let rest = String(pointer.dropFirst(folder.count))
            return rest == "/data" || rest.hasPrefix("/data/") ? rest : "/data" + rest
        }
    }

    /// Returns the response with pointers to values that exist in the document of the request, as
    /// the standard demands (section "Error Objects"). The pointer to a missing member becomes the
    /// pointer to its object, and the member `missing` of the meta object has the original pointer.
    func pointing(into body: [UInt8]?) -> ErrorResponse {
        guard errors.contains(where: { $0.pointer != nil }), let body,
            let json = try? JSON(parsing: body), let document = JSONValue(json)
        else { return self }
        var response = pointing { $0.pointer.map(document.longestPointer) }
        response.errors = zip(errors, response.errors).map { error, moved in
            guard let pointer = error.pointer, pointer != moved.pointer,
                case .object(var object) = moved.value
            else { return error }
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
