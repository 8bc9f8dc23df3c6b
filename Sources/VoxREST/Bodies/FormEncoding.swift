// SPDX-License-Identifier: MIT

public import VoxHTTP
public import VoxJSON

/// How JSON is written as form fields. Nested names are in brackets: `user[address][city]`.
///
/// ```swift
/// import VoxREST
///
/// let person: JSONValue = ["name": "Ada", "address": ["city": "London"], "tags": ["a", "b"]]
/// print(try FormEncoding().fields(of: person, named: "user").map { "\($0.name)=\($0.value)" })
/// // prints: ["user[name]=Ada", "user[address][city]=London", "user[tags][]=a", "user[tags][]=b"]
/// ```
///
/// The rules are the same for both kinds of forms, and at any depth. Strings are written as they
/// are, and numbers as they were read. Values that a server would read differently are errors: an
/// empty member name, a name with brackets, and lists whose elements the style cannot distinguish.
/// An empty object has no fields and is left out.
public struct FormEncoding: Hashable, Sendable {
    /// How lists are written.
    public enum Lists: Hashable, Sendable {
        /// `tags[]=a&tags[]=b` and `items[][name]=a`, as Rails reads it: a repeated name begins the
        /// next object of a list. PHP begins an object at each field.
        case brackets
        /// `tags[0]=a&tags[1]=b` and `items[0][name]=a`. This form can express every list. PHP reads
        /// it as lists. Rails reads it as objects with the positions as names.
        case indices
        /// `tags=a&tags=b`, for lists of scalars only.
        case repeated
    }

    /// How values without text are written.
    public enum Blank: Hashable, Sendable {
        /// A field with an empty value.
        case sent
        /// No field.
        case omitted
    }

    /// How booleans are written.
    public enum Booleans: Hashable, Sendable {
        /// `true` and `false`.
        case words
        /// `1` and `0`.
        case digits
    }

    /// How lists are written. Default: ``Lists/brackets``.
    public var lists = Lists.brackets
    /// How null is written. Default: ``Blank/sent``.
    public var nulls = Blank.sent
    /// How an empty list is written: if sent, as `tags[]=` with brackets and as `tags=` in other
    /// styles. Default: ``Blank/omitted``.
    public var emptyLists = Blank.omitted
    /// How booleans are written. Default: ``Booleans/words``.
    public var booleans = Booleans.words

    /// The defaults.
    public init() {}

    /// Returns the name of a nested field: `user[avatar]` for `user` and `avatar`.
    public static func name(_ first: String, _ rest: String...) -> String {
        first + rest.map { "[\($0)]" }.joined()
    }

    /// Returns the fields of a value, in its order.
    /// - Parameters:
    ///   - value: an object; with a name, any value.
    ///   - name: the beginning of all names; nil for none.
    /// - Returns: the fields, not encoded.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public func fields(
        of value: JSONValue, named name: String? = nil
    ) throws(RequestError) -> [FormBody.Field] {
        var fields: [FormBody.Field] = []
        if let name {
            try append(value, name, to: &fields)
        } else if case .object(let members) = value {
            for (member, value) in members {
                try append(value, try checked(member, in: ""), to: &fields)
            }
        } else {
            throw .form("only an object has fields; give a name for any other value")
        }
        return fields
    }

    private func append(
        _ value: JSONValue, _ name: String, to fields: inout [FormBody.Field]
    ) throws(RequestError) {
        switch value {
        case .string(let text): fields.append(.init(name, text))
        case .number(let number): fields.append(.init(name, number.text))
        case .bool(let isTrue):
            fields.append(.init(name, booleans == .words ? "\(isTrue)" : isTrue ? "1" : "0"))
        case .null: if nulls == .sent { fields.append(.init(name, "")) }
        case .object(let members):
            for (member, value) in members {
                try append(value, name + "[\(try checked(member, in: name))]", to: &fields)
            }
        case .array(let elements):
            if elements.isEmpty, emptyLists == .sent {
                fields.append(.init(lists == .brackets ? name + "[]" : name, ""))
            }
            try append(elements, name, to: &fields)
        }
    }

    private func append(
        _ elements: [JSONValue], _ name: String, to fields: inout [FormBody.Field]
    ) throws(RequestError) {
        // Positions, not a slice: while there is one, each field that is added copies all of them.
        var last = 0..<0
        for (index, element) in elements.enumerated() {
            let start = fields.count
            switch lists {
            case .indices: try append(element, name + "[\(index)]", to: &fields)
            case .repeated:
                guard element.isScalar else {
                    throw .form("\"\(name)\" is not a list of scalars: use .indices for lists")
                }
                try append(element, name, to: &fields)
            case .brackets:
                try append(element, name + "[]", to: &fields)
                if !element.isScalar {
                    try check(element, fields[start...], after: fields[last], name)
                    last = start..<fields.count
                } else if fields.count > start {
                    // A null that is left out separates nothing.
                    last = 0..<0
                }
            }
        }
    }

    /// Looks whether an object of a list in brackets is told from the one before. A reader begins a new
    /// one at a name that the last one has already, and never at a name with a list in it.
    private func check(
        _ element: JSONValue, _ fields: ArraySlice<FormBody.Field>,
        after last: ArraySlice<FormBody.Field>, _ name: String
    ) throws(RequestError) {
        let first = fields.first?.name
        let isList = first?.utf8.dropFirst(name.utf8.count + 2).hasList ?? false
        let isRepeated = last.contains { ExactText($0.name) == first.map(ExactText.init) }
        guard case .object = element, first != nil, last.isEmpty || !isList && isRepeated else {
            throw .form(
                "the elements of \"\(name)\" cannot be distinguished in brackets: use .indices for lists"
            )
        }
    }

    private func checked(_ member: String, in name: String) throws(RequestError) -> String {
        if !member.isEmpty, !member.utf8.contains(where: { $0 == 0x5B || $0 == 0x5D }) {
            return member
        }
        throw .form("\"\(member.prefix(100))\" is not a valid field name, in \"\(name)\"")
    }
}

extension JSONValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .object, .array: false
        default: true
        }
    }
}

extension Substring.UTF8View {
    /// True for the rest of a name that leads into a list.
    fileprivate var hasList: Bool { zip(self, dropFirst()).contains { $0 == (0x5B, 0x5D) } }
}

extension RequestError {
    fileprivate static func form(_ reason: String) -> RequestError {
        RequestError(code: .unsendable, message: "the form cannot be created: \(reason)")
    }
}

extension FormBody {
    /// The fields of a value; see ``FormEncoding``.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: JSONValue, named name: String? = nil, encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(try encoding.fields(of: value, named: name))
    }

    /// The fields of a value, a view or a model; see ``FormEncoding``.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: some JSONConvertible, named name: String? = nil,
        encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        let snapshot: JSONValue
        do throws(JSONError) {
            snapshot = try value.encoded()
        } catch {
            throw RequestError(
                code: .unsendable, message: "the form cannot be created: \(error.message)",
                cause: error)
        }
        try self.init(snapshot, named: name, encoding: encoding)
    }
}

extension MultipartBody {
    /// The fields of a value, to which files may be added; see ``FormEncoding``.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: JSONValue, named name: String? = nil, encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(fields: try FormBody(value, named: name, encoding: encoding))
    }

    /// The fields of a value, a view or a model, to which files may be added; see ``FormEncoding``.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: some JSONConvertible, named name: String? = nil,
        encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(fields: try FormBody(value, named: name, encoding: encoding))
    }
}
