// SPDX-License-Identifier: MIT
#if Macros

/// Generates the code that `@Resource` adds to a struct. Types of Vox are written with their
/// modules, because the struct may see other types with the same names.
struct ModelWriter {
    let model: ModelDescription

    /// The declarations inside the struct.
    var members: [String] {
        var members: [String] = []
        if case .missing = model.id {
            members.append(
                """
                /// The id of the resource; nil if it has no id yet.
                \(model.access.modifier)var id: String?
                """)
        }
        members.append(schema)
        if !model.hasInitializer { members.append(initializer) }
        members.append(builder)
        return members
    }

    // MARK: Schema

    /// The schema.
    var schema: String {
        let access = model.access.modifier
        var lines = ["\(access)static var type: String { \(model.type) }"]
        if let keys = model.keys {
            lines.append("\(access)static var keyStrategy: VoxSchema.KeyStrategy { \(keys) }")
        }
        for field in model.fields {
            let access = min(model.access, field.access).modifier
            lines.append("\(access)let \(field.property) = \(descriptor(of: field))")
        }
        lines.append("\(access)init() {}")
        return """
            /// The fields of the resource.
            \(access)struct Schema: VoxDocument.ResourceSchema {
            \(indented(lines))
            }
            """
    }

    private func descriptor(of field: ModelField) -> String {
        switch field.kind {
        case .toOne(let related): return "VoxDocument.ToOne<\(related.schema)>(\(field.name))"
        case .toMany(let related): return "VoxDocument.ToMany<\(related.schema)>(\(field.name))"
        case .attribute:
            var text = "VoxSchema.Attribute<\(field.type)>(\(field.name))"
            if let value = field.defaultValue, !field.isOptional {
                text += ".defaulting(to: \(value))"
            }
            for mark in field.marks { text += ".\(mark.rawValue)()" }
            return text
        }
    }

    // MARK: Initializers

    /// A parameter, and the access level of its type.
    private struct Parameter {
        var text: String
        var isNeeded: Bool
        var access: AccessLevel
    }

    /// Returns the parameters of a declaration, and its access level, which the required parameters
    /// determine. Optional parameters with a lower access level are left out.
    private func list(_ parameters: [Parameter]) -> (text: String, access: AccessLevel) {
        let access = parameters.filter(\.isNeeded).map(\.access).min() ?? model.access
        let allowed = min(access, model.access)
        let texts = parameters.filter { $0.isNeeded || $0.access >= allowed }.map(\.text)
        return (texts.joined(separator: ",\n"), allowed)
    }

    private var initializer: String {
        var parameters: [Parameter] = []
        var lines: [String] = []
        switch model.id {
        case .missing:
            parameters.append(
                Parameter(text: "id: String? = nil", isNeeded: false, access: model.access))
            lines.append("self.id = id")
        case .stored(let isOptional, let value, let access):
            parameters.append(
                parameter(
                    "id", "String", isOptional: isOptional, value: value,
                    isNeeded: !isOptional && value == nil, access: access))
            lines.append("self.id = id")
        case .computed: break
        }
        for field in model.fields {
            parameters.append(
                parameter(
                    field.property, field.type, isOptional: field.isOptional,
                    value: field.defaultValue, isNeeded: field.isNeeded, access: field.access))
        }
        let (text, access) = list(parameters)
        for field in model.fields where field.isNeeded || field.access >= access {
            lines.append("self.\(field.property) = \(field.property)")
        }
        if case .stored(let isOptional, let value, let idAccess) = model.id,
            isOptional || value != nil, idAccess < access
        {
            lines.removeFirst()
        }
        return """
            /// Creates a model from its values.
            \(access.modifier)init(
            \(indented([text]))
            ) {
            \(indented(lines))
            }
            """
    }

    private func parameter(
        _ name: String, _ type: String, isOptional: Bool, value: String?, isNeeded: Bool,
        access: AccessLevel
    ) -> Parameter {
        let value = value.map { " = \($0)" } ?? (isOptional ? " = nil" : "")
        return Parameter(
            text: "\(name): \(isOptional ? optional(type) : type)\(value)", isNeeded: isNeeded,
            access: access)
    }

    /// Generates `makeResource`, which creates a resource without a model. Only required fields
    /// need an argument.
    private var builder: String {
        var parameters = [
            Parameter(text: "id: String? = nil", isNeeded: false, access: model.access)
        ]
        let sent = model.fields.filter { !$0.marks.contains(.readOnly) }
        for field in sent {
            let isNeeded: Bool
            let type: String
            switch field.kind {
            case .attribute: (type, isNeeded) = (field.type, field.isNeeded)
            case .toOne(let related):
                (type, isNeeded) = ("VoxDocument.Resource<\(related.schema)>", field.isNeeded)
            case .toMany(let related):
                (type, isNeeded) = ("[VoxDocument.Resource<\(related.schema)>]", false)
            }
            parameters.append(
                parameter(
                    field.property, type, isOptional: !isNeeded, value: nil, isNeeded: isNeeded,
                    access: field.access))
        }
        let (text, access) = list(parameters)
        let fields = local("fields", besides: sent)
        var lines = [
            "let \(fields) = VoxMacros.ModelFields("
                + "try VoxDocument.Resource<Schema>(making: Schema.self))",
            "\(fields).setID(id)",
        ]
        for field in sent where isNeededToSend(field) || field.access >= access {
            switch field.kind {
            case .attribute:
                lines.append("try \(fields).set(\\.\(field.property), to: \(field.property))")
            case .toOne:
                lines.append("\(fields).setOne(\\.\(field.property), to: \(field.property))")
            case .toMany:
                lines.append("\(fields).setMany(\\.\(field.property), to: \(field.property))")
            }
        }
        lines.append("return try \(fields).written()")
        return """
            /// Creates a resource in a new document, to send it.
            /// - Throws: `JSONError` for a value that JSON cannot represent.
            \(access.modifier)static func makeResource(
            \(indented([text]))
            ) throws -> VoxDocument.Resource<Schema> {
            \(indented(lines))
            }
            """
    }

    private func isNeededToSend(_ field: ModelField) -> Bool {
        if case .toMany = field.kind { return false }
        return field.isNeeded
    }

    /// A name that no property has.
    private func local(_ name: String, besides fields: [ModelField]) -> String {
        var name = name
        while fields.contains(where: { $0.property == name }) { name += "_" }
        return name
    }

    // MARK: Conformance

    /// The extension with the conformance. If the struct states the conformance itself, the
    /// extension contains only the requirements.
    func conformance(of type: String, isStated: Bool) -> String {
        let access = model.access.modifier
        return """
            extension \(type)\(isStated ? "" : ": VoxDocument.ResourceModel") {
                /// Creates a model from a resource.
                /// - Throws: `JSONError` with the pointer of a field that is missing or has another kind.
                \(access)init(_ resource: VoxDocument.Resource<Schema>) throws {
            \(indented(reading, by: 8))
                }

                /// Writes the values to a resource. Equal values are not changed.
                /// - Throws: `JSONError` for a value that JSON cannot represent, and for a related model without an id.
                \(access)func write(to resource: VoxDocument.Resource<Schema>) throws {
                    let fields = VoxMacros.ModelFields(resource)
            \(indented(writing, by: 8))
                }
            }
            """
    }

    private var reading: [String] {
        var lines: [String] = []
        switch model.id {
        case .missing, .stored(isOptional: true, _, _): lines.append("self.id = fields.id")
        case .stored: lines.append("self.id = try fields.requiredID()")
        case .computed: break
        }
        lines += model.fields.map { "self.\($0.property) = \(value(of: $0))" }
        return lines.isEmpty ? [] : ["let fields = VoxMacros.ModelFields(resource)"] + lines
    }

    private func value(of field: ModelField) -> String {
        let path = "\\.\(field.property)"
        let optional: String
        let present: String
        switch field.kind {
        case .attribute:
            if field.isNeeded { return "try fields.value(\(path))" }
            optional = "fields.optional(\(path))"
            present = optional
        case .toOne(.model(let type)):
            optional = "fields.model(\(path), \(type).self)"
            present = "fields.present(\(path), \(optional))"
        case .toOne(.resource):
            optional = "fields.resource(\(path))"
            present = "fields.present(\(path), \(optional))"
        case .toOne(.id):
            optional = "fields.resource(\(path))?.id"
            present = "fields.present(\(path), \(optional))"
        case .toMany(.model(let type)):
            optional = "fields.models(\(path), \(type).self)"
            present = "fields.present(\(path), \(optional))"
        case .toMany(.resource):
            optional = "fields.resources(\(path))"
            present = "fields.present(\(path), \(optional))"
        case .toMany(.id):
            optional = "fields.ids(\(path))"
            present = "fields.present(\(path), \(optional))"
        }
        if field.isNeeded { return "try \(present)" }
        if field.isOptional { return "try \(optional)" }
        return "try \(optional) ?? \(field.defaultValue ?? "nil")"
    }

    private var writing: [String] {
        var lines: [String] = ["fields.setID(self.id)"]
        for field in model.fields {
            let arguments = "(\\.\(field.property), to: self.\(field.property))"
            switch field.kind {
            case .attribute: lines.append("try fields.set\(arguments)")
            case .toOne(.model): lines.append("try fields.setOne\(arguments) { $0.id }")
            case .toOne(.id): lines.append("try fields.setOne\(arguments) { $0 }")
            case .toOne(.resource): lines.append("fields.setOne\(arguments)")
            case .toMany(.model): lines.append("try fields.setMany\(arguments) { $0.id }")
            case .toMany(.id): lines.append("try fields.setMany\(arguments) { $0 }")
            case .toMany(.resource): lines.append("fields.setMany\(arguments)")
            }
        }
        return lines
    }

    // MARK: Text

    /// The optional of a type.
    private func optional(_ type: String) -> String {
        let isSimple = type.allSatisfy {
            $0.isLetter || $0.isNumber || "_.<>[]:, ?".contains($0)
        }
        // `any P?` and `(A) -> B?` have other meanings, so these types need parentheses.
        return isSimple && !type.hasPrefix("any ") && !type.hasPrefix("some ")
            ? "\(type)?" : "(\(type))?"
    }

    private func indented(_ lines: [String], by count: Int = 4) -> String {
        let space = String(repeating: " ", count: count)
        return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
    }
}
#endif
