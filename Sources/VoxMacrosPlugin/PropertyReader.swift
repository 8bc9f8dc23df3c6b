// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads one declaration of stored properties of a struct with `@Resource`.
struct PropertyReader {
    let declaration: VariableDeclSyntax
    let marker: FieldMarker?

    mutating func read(
        into model: inout ModelDescription, _ declared: inout [String: Syntax],
        _ reader: inout ModelReader
    ) {
        let bindings = Array(declaration.bindings)
        for (index, binding) in bindings.enumerated() {
            guard let name = binding.name else {
                reader.diagnostics.error(
                    "pattern", at: binding.pattern,
                    "@Resource does not support tuples: declare each property separately")
                continue
            }
            // In `var first, second: Int`, the type follows the last name.
            let type = bindings[index...].first { $0.typeAnnotation != nil }?.typeAnnotation?.type
            let isChecked = check(binding, name, type, &reader)
            if marker?.kind == .transient { continue }
            guard isChecked, let type else { continue }
            if name.identifier?.name == "id" {
                readID(binding, type, into: &model, &reader)
            } else {
                readField(binding, name, type, into: &model, &declared, &reader)
            }
        }
    }

    private var access: AccessLevel { declaration.modifiers.accessLevel ?? .internal }

    private func defaultValue(_ binding: PatternBindingSyntax) -> String? {
        guard let value = binding.initializer?.value, !value.is(NilLiteralExprSyntax.self) else {
            return nil
        }
        return value.trimmedDescription
    }

    /// Checks the requirements of all stored properties.
    private func check(
        _ binding: PatternBindingSyntax, _ name: TokenSyntax, _ type: TypeSyntax?,
        _ reader: inout ModelReader
    ) -> Bool {
        let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        if marker?.kind == .transient {
            if binding.initializer == nil, isConstant || type?.wrapped == nil {
                reader.diagnostics.error(
                    "transient", at: name,
                    "\(name.text) is not part of the resource, so it needs an initial value")
            }
            return true
        }
        if isConstant, binding.initializer != nil {
            reader.diagnostics.error(
                "constant", at: declaration.bindingSpecifier,
                "\(name.text) already has a value, so it cannot be read from a resource",
                fixIts: [
                    .replacing(
                        declaration.bindingSpecifier, with: TokenSyntax.keyword(.var),
                        "make it a variable"),
                    .replacing(
                        declaration,
                        withText: "static \(declaration.trimmedDescription)", "make it static"),
                ])
            return false
        }
        if type == nil {
            let literal = binding.initializer?.value.literalType
            reader.diagnostics.error(
                "noType", at: binding.pattern,
                "@Resource needs the type of \(name.text): a macro cannot infer types",
                fixIts: [annotating(binding, with: literal ?? "<#Type#>")])
            return false
        }
        return true
    }

    private func annotating(_ binding: PatternBindingSyntax, with type: String) -> FixIt {
        let annotation = TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space), type: TypeSyntax(stringLiteral: type))
        let pattern = binding.pattern.with(\.trailingTrivia, [])
        var annotated = binding.with(\.pattern, pattern)
        annotated.typeAnnotation = annotation.with(\.trailingTrivia, binding.pattern.trailingTrivia)
        return FixIt(
            message: MacroMessage(
                message: "write its type: \(type)", severity: .remark, id: "fix"),
            changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(annotated))])
    }

    // MARK: The id

    private func readID(
        _ binding: PatternBindingSyntax, _ type: TypeSyntax, into model: inout ModelDescription,
        _ reader: inout ModelReader
    ) {
        if let marker {
            reader.diagnostics.error(
                "markedID", at: marker.attribute,
                "id is the identity of the resource, not a field",
                fixIts: [removing(marker.attribute)])
            return
        }
        guard (type.wrapped ?? type).isText else {
            reader.diagnostics.error(
                "idType", at: type,
                "the type of id must be String, or String? if the id may be missing",
                fixIts: [
                    .replacing(
                        type, with: TypeSyntax(stringLiteral: "String"), "write String"),
                    .replacing(
                        type, with: TypeSyntax(stringLiteral: "String?"), "write String?"),
                ])
            return
        }
        model.id = .stored(
            isOptional: type.wrapped != nil, default: defaultValue(binding), access: access)
    }

    private func removing(_ attribute: AttributeSyntax) -> FixIt {
        let text = declaration.with(
            \.attributes,
            declaration.attributes.filter { $0.as(AttributeSyntax.self)?.id != attribute.id }
        ).trimmedDescription
        return .replacing(declaration, withText: text, "remove @\(attribute.simpleName)")
    }

    // MARK: Fields

    private func readField(
        _ binding: PatternBindingSyntax, _ name: TokenSyntax, _ type: TypeSyntax,
        into model: inout ModelDescription, _ declared: inout [String: Syntax],
        _ reader: inout ModelReader
    ) {
        let property = name.identifier?.name ?? name.text
        guard let stated = statedName(property, &reader) else { return }
        checkName(stated, property, at: name, &reader)
        if let first = declared[stated.value] {
            reader.diagnostics.error(
                "duplicateName", at: stated.literal.map { Syntax($0) } ?? Syntax(name),
                "the resource has more than one field \"\(stated.value)\"",
                notes: [
                    Note(
                        node: first,
                        message: MacroNote(message: "\"\(stated.value)\" is first declared here"))
                ])
        } else {
            declared[stated.value] = stated.literal.map { Syntax($0) } ?? Syntax(name)
        }
        let wrapped = type.wrapped
        guard let kind = kind(of: wrapped ?? type, isOptional: wrapped != nil, &reader) else {
            return
        }
        var field = ModelField(
            kind: kind, property: name.text, name: stated.argument,
            type: (wrapped ?? type).trimmedDescription, isOptional: wrapped != nil,
            defaultValue: defaultValue(binding), marks: marks(&reader), access: access)
        if field.defaultValue != nil, !field.isOptional, field.marks.contains(.required) {
            reader.diagnostics.error(
                "requiredDefault", at: binding,
                "\(property) is required, so it cannot have a default value: remove .required or the value"
            )
            field.marks = []
        }
        model.fields.append(field)
    }

    /// The name of a field, and the argument that passes it to the descriptor.
    private struct StatedName {
        var argument: String
        var value: String
        var literal: StringLiteralExprSyntax?
        var isPath: Bool
    }

    private func statedName(_ property: String, _ reader: inout ModelReader) -> StatedName? {
        for argument in marker?.attribute.labeledArguments ?? [] {
            let label = argument.label?.text
            guard label != "to", argument.expression.as(MemberAccessExprSyntax.self) == nil else {
                continue
            }
            guard let (literal, value) = reader.literal(argument.expression) else { return nil }
            return StatedName(
                argument: (label.map { "\($0): " } ?? "") + literal.trimmedDescription,
                value: value, literal: literal, isPath: label == "at")
        }
        return StatedName(argument: "\"\(property)\"", value: property, literal: nil, isPath: false)
    }

    private func checkName(
        _ stated: StatedName, _ property: String, at name: TokenSyntax, _ reader: inout ModelReader
    ) {
        let node = stated.literal.map { Syntax($0) } ?? Syntax(name)
        let parts =
            stated.isPath
            ? stated.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            : [stated.value]
        if let (part, fault) = parts.lazy.compactMap({ part in
            MemberNameRules.fault(in: part).map { (part, $0) }
        }).first {
            let better = stated.isPath ? nil : MemberNameRules.repaired(stated.value)
            reader.diagnostics.error(
                "memberName", at: node, "the name \"\(part)\" \(fault)",
                fixIts: [better.flatMap { better in stated.literal?.renaming(to: better) }])
        } else if MemberNameRules.identity.contains(parts.first ?? "") {
            reader.diagnostics.error(
                "identityName", at: node,
                "a field of a resource cannot have the name \"\(parts.first ?? "")\" (JSON:API 1.1, \"Fields\")"
            )
        } else if MemberNameRules.members.contains(property) {
            reader.diagnostics.error(
                "memberOfResource", at: name,
                "Resource has a property \(property), which would hide this field",
                fixIts: stated.literal == nil ? [renaming(property, name)] : [])
        }
    }

    /// Renames the property, and gives the field the former name of the property.
    private func renaming(_ property: String, _ name: TokenSyntax) -> FixIt? {
        guard marker == nil, declaration.bindings.count == 1,
            let binding = declaration.bindings.first
        else { return nil }
        let renamed = binding.with(
            \.pattern,
            PatternSyntax(
                IdentifierPatternSyntax(
                    identifier: name.with(\.tokenKind, .identifier("\(property)Value")))))
        let text = declaration.with(\.bindings, [renamed]).trimmedDescription
        return .replacing(
            declaration, withText: "@Attribute(\"\(property)\") \(text)",
            "rename the property to \(property)Value")
    }

    private func marks(_ reader: inout ModelReader) -> [ModelField.Mark] {
        var marks: [ModelField.Mark] = []
        for argument in marker?.attribute.labeledArguments ?? [] where argument.label == nil {
            guard let member = argument.expression.as(MemberAccessExprSyntax.self) else { continue }
            guard let mark = ModelField.Mark(rawValue: member.declName.baseName.text) else {
                reader.diagnostics.error(
                    "mark", at: member, "write the mark as .readOnly, .writeOnce or .required")
                continue
            }
            if !marks.contains(mark) { marks.append(mark) }
        }
        return marks
    }

    // MARK: Relationships

    private func kind(
        of type: TypeSyntax, isOptional: Bool, _ reader: inout ModelReader
    ) -> ModelField.Kind? {
        switch marker?.kind {
        case .toOne?:
            guard let marker else { return nil }
            if type.element != nil {
                reader.diagnostics.error(
                    "toOneList", at: type,
                    "the type of a to-one relationship must not be a list",
                    fixIts: [changing(marker, to: "ToMany")])
                return nil
            }
            return related(type, marker, &reader).map { .toOne($0) }
        case .toMany?:
            guard let marker else { return nil }
            guard let element = type.element else {
                reader.diagnostics.error(
                    "toManyNoList", at: type, "the type of a to-many relationship must be a list",
                    fixIts: [
                        changing(marker, to: "ToOne"),
                        .replacing(
                            type,
                            with: TypeSyntax(stringLiteral: "[\(type.trimmedDescription)]"),
                            "make it a list"),
                    ])
                return nil
            }
            return related(element, marker, &reader).map { .toMany($0) }
        case .attribute?, .transient?, nil:
            if type.resourceSchema != nil || type.element?.resourceSchema != nil {
                let isList = type.element != nil
                reader.diagnostics.error(
                    "resourceAttribute", at: type,
                    "an attribute cannot contain \(isList ? "resources" : "a resource"): "
                        + "use a relationship",
                    fixIts: marker == nil
                        ? [.marking(declaration, isList ? "@ToMany" : "@ToOne")] : [])
                return nil
            }
            return .attribute
        }
    }

    private func related(
        _ type: TypeSyntax, _ marker: FieldMarker, _ reader: inout ModelReader
    ) -> ModelField.Related? {
        let target = marker.attribute.labeledArguments.first { $0.label?.text == "to" }
        if let target {
            let metatype = target.expression.as(MemberAccessExprSyntax.self)
            guard let base = metatype?.base, metatype?.declName.baseName.text == "self" else {
                reader.diagnostics.error(
                    "target", at: target.expression,
                    "write the model of the resource or its schema, such as Artist.self")
                return nil
            }
            guard type.isText else {
                reader.diagnostics.error(
                    "targetNoText", at: type,
                    "with to:, the property is the id of the resource, so its type must be String")
                return nil
            }
            return .id(base.trimmedDescription)
        }
        if type.isText {
            reader.diagnostics.error(
                "textWithoutTarget", at: type,
                "an id does not define the type of the resource",
                fixIts: [addingTarget(marker)])
            return nil
        }
        if let schema = type.resourceSchema { return .resource(schema.trimmedDescription) }
        return .model(type.trimmedDescription)
    }

    /// Replaces the marker with another attribute that has the same arguments.
    private func changing(_ marker: FieldMarker, to name: String) -> FixIt {
        let arguments = marker.attribute.labeledArguments
            .map(\.trimmedDescription).joined(separator: " ")
        let text = "@\(name)" + (arguments.isEmpty ? "" : "(\(arguments))")
        return .replacing(
            marker.attribute, with: AttributeSyntax(stringLiteral: text), "write @\(name)")
    }

    private func addingTarget(_ marker: FieldMarker) -> FixIt {
        let name = marker.attribute.simpleName
        let arguments =
            marker.attribute.labeledArguments.map(\.trimmedDescription) + ["to: <#Model#>.self"]
        let text = "@\(name)(\(arguments.joined(separator: ", ")))"
        return .replacing(
            marker.attribute, with: AttributeSyntax(stringLiteral: text), "write @\(name)(to:)")
    }
}

/// A note at a position that is related to a mistake.
struct MacroNote: NoteMessage {
    let message: String
    var noteID: MessageID { MessageID(domain: "VoxMacros", id: "note") }
}
#endif
