// SPDX-License-Identifier: MIT

public import VoxHTTP
public import VoxJSON

/// The rules for writing JSON as form fields. The names of nested fields have brackets:
/// `user[address][city]`.
///
/// ```swift
/// import VoxREST
///
/// let person: JSONValue = ["name": "Ada", "address": ["city": "London"], "tags": ["a", "b"]]
/// print(try FormEncoding().fields(of: person, named: "user").map { "\($0.name)=\($0.value)" })
/// // prints: ["user[name]=Ada", "user[address][city]=London", "user[tags][]=a", "user[tags][]=b"]
/// ```
///
/// The rules are the same for URL-encoded and multipart forms, and at any depth. Strings are
/// written unchanged, and numbers are written with the text that was read. Encoding throws an error
/// for values that a server would misread: an empty member name, a member name with brackets, and
/// lists whose elements cannot be distinguished with the chosen ``Lists``. An empty object is
/// omitted, because it has no fields.
public struct FormEncoding: Hashable, Sendable {
    /// The ways to write lists.
    public enum Lists: Hashable, Sendable {
        /// `tags[]=a&tags[]=b` and `items[][name]=a`. Rails begins the next object of a list when a
        /// name is repeated. PHP begins a new object at each field.
        case brackets
        /// `tags[0]=a&tags[1]=b` and `items[0][name]=a`. This form can express every list. PHP
        /// reads these fields as lists. Rails reads an object instead of a list, and the positions
        /// (`0`, `1`) become the names of its members.
        case indices
        /// `tags=a&tags=b`, for lists of scalars only.
        case repeated
    }

    /// The ways to write null and empty lists.
    public enum Blank: Hashable, Sendable {
        /// The form contains a field with an empty value.
        case sent
        /// The form contains no field.
        case omitted
    }

    /// The ways to write booleans.
    public enum Booleans: Hashable, Sendable {
        /// `true` and `false`.
        case words
        /// `1` and `0`.
        case digits
    }

    /// The way to write lists. Default: ``Lists/brackets``.
    public var lists = Lists.brackets
    /// The way to write null. Default: ``Blank/sent``.
    public var nulls = Blank.sent
    /// Selects how an empty list is written. ``Blank/sent`` writes `tags[]=` if ``lists`` is
    /// ``Lists/brackets``, and `tags=` otherwise. Default: ``Blank/omitted``.
    public var emptyLists = Blank.omitted
    /// The way to write booleans. Default: ``Booleans/words``.
    public var booleans = Booleans.words

    /// The defaults.
    public init() {}

    /// Returns the name of a nested field: `user[avatar]` for `user` and `avatar`.
    public static func name(_ first: String, _ rest: String...) -> String {
        first + rest.map { "[\($0)]" }.joined()
    }

    /// Returns the form fields for a value, in the order of the members of the value.
    /// - Parameters:
    ///   - value: an object if `name` is nil, and otherwise any value.
    ///   - name: the text that all field names begin with; nil if field names begin with the member
    ///     names of the object.
    /// - Returns: the fields, whose names and values are not percent-encoded.
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
        // This is a range of positions, because a slice would make each added field copy all
        // fields.
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
                    // A scalar with a field separates two objects. A null without a field does not.
                    last = 0..<0
                }
            }
        }
    }

    /// Throws if a reader could not distinguish an object in a list with brackets from the object
    /// before it. A reader begins a new object at a name that the last object has already, but
    /// never at a name that contains a list.
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
    /// True if the rest of a name leads into a list.
    fileprivate var hasList: Bool { zip(self, dropFirst()).contains { $0 == (0x5B, 0x5D) } }
}

extension RequestError {
    fileprivate static func form(_ reason: String) -> RequestError {
        RequestError(code: .unsendable, message: "the form cannot be created: \(reason)")
    }
}

extension FormBody {
    /// Creates a form with the fields that a ``FormEncoding`` creates for a value.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: JSONValue, named name: String? = nil, encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(try encoding.fields(of: value, named: name))
    }

    /// Creates a form with the fields that a ``FormEncoding`` creates for a value, a view or a
    /// model.
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
    /// Creates a form with the fields that a ``FormEncoding`` creates for a value. Files may be
    /// added to the form.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: JSONValue, named name: String? = nil, encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(fields: try FormBody(value, named: name, encoding: encoding))
    }

    /// Creates a form with the fields that a ``FormEncoding`` creates for a value, a view or a
    /// model. Files may be added to the form.
    /// - Throws: `RequestError` with code `unsendable` if the value cannot be written as a form.
    public init(
        _ value: some JSONConvertible, named name: String? = nil,
        encoding: FormEncoding = FormEncoding()
    ) throws(RequestError) {
        self.init(fields: try FormBody(value, named: name, encoding: encoding))
    }
}
