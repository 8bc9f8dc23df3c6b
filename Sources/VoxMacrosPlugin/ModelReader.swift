// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads a declaration with `@Resource`, and finds its mistakes.
struct ModelReader {
    var diagnostics = MacroDiagnostics()

    /// Returns the description of a struct, or nil for another declaration. Mistakes are added to
    /// ``diagnostics``.
    mutating func read(
        _ declaration: some DeclGroupSyntax, marked node: AttributeSyntax
    ) -> ModelDescription? {
        guard let type = declaration.as(StructDeclSyntax.self) else {
            refuse(declaration, node)
            return nil
        }
        var model = ModelDescription(
            access: max(declaration.modifiers.accessLevel ?? .internal, .internal), type: "\"\"",
            keys: nil, id: .missing, fields: [], hasInitializer: false)
        readArguments(of: node, type, into: &model)
        var declared: [String: Syntax] = [:]
        for member in type.memberBlock.members {
            if member.decl.is(InitializerDeclSyntax.self) {
                model.hasInitializer = true
            } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
                refuseProperties(in: condition)
            } else if let property = member.decl.as(VariableDeclSyntax.self) {
                read(property, into: &model, &declared)
            }
        }
        return model
    }

    // MARK: The type

    private mutating func refuse(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax) {
        let keyword = declaration.introducer
        let what =
            switch keyword.tokenKind {
            case .keyword(.class): "a class"
            case .keyword(.actor): "an actor"
            case .keyword(.enum): "an enum"
            default: "a \(keyword.text)"
            }
        let isConvertible = ["a class", "an actor"].contains(what)
        diagnostics.error(
            "notAStruct", at: keyword,
            "@Resource can only be used on a struct: \(what) must conform to ResourceModel without the macro",
            fixIts: isConvertible
                ? [
                    .replacing(
                        keyword, with: TokenSyntax.keyword(.struct), "make it a struct")
                ] : [])
    }

    private mutating func readArguments(
        of node: AttributeSyntax, _ type: StructDeclSyntax, into model: inout ModelDescription
    ) {
        for argument in node.labeledArguments {
            if argument.label?.text == "keys" {
                model.keys = argument.expression.trimmedDescription
            } else if let (literal, value) = literal(argument.expression) {
                model.type = literal.trimmedDescription
                check(type: value, literal, type)
            }
        }
    }

    private mutating func check(
        type name: String, _ literal: StringLiteralExprSyntax, _ type: StructDeclSyntax
    ) {
        guard let fault = MemberNameRules.fault(in: name) else { return }
        let plural = type.name.text.lowercased() + "s"
        let better = MemberNameRules.repaired(name) ?? plural
        diagnostics.error(
            "typeName", at: literal,
            name.isEmpty ? "a resource must have a type" : "the type \"\(name)\" \(fault)",
            fixIts: [literal.renaming(to: better)])
    }

    /// Returns a literal and its text. Another expression is an error.
    mutating func literal(_ expression: ExprSyntax) -> (StringLiteralExprSyntax, String)? {
        if let literal = expression.as(StringLiteralExprSyntax.self),
            let text = literal.representedLiteralValue
        {
            return (literal, text)
        }
        diagnostics.error(
            "notALiteral", at: expression, "the name must be a string literal, such as \"albums\"")
        return nil
    }

    private mutating func refuseProperties(in condition: IfConfigDeclSyntax) {
        for clause in condition.clauses {
            guard case .decls(let members)? = clause.elements else { continue }
            for member in members {
                guard let property = member.decl.as(VariableDeclSyntax.self),
                    !property.modifiers.contains(.static),
                    property.bindings.contains(where: \.isStored)
                else { continue }
                diagnostics.error(
                    "conditional", at: property,
                    "@Resource does not support properties inside #if")
            }
        }
    }

    // MARK: Properties

    private mutating func read(
        _ property: VariableDeclSyntax, into model: inout ModelDescription,
        _ declared: inout [String: Syntax]
    ) {
        let marker = FieldMarker(of: property)
        let isTypeProperty =
            property.modifiers.contains(.static) || property.modifiers.contains(.class)
        if isTypeProperty || property.modifiers.contains(.lazy)
            || !property.bindings.allSatisfy(\.isStored)
        {
            if let marker {
                let what =
                    isTypeProperty
                    ? "a static property"
                    : property.modifiers.contains(.lazy)
                        ? "a lazy property" : "a computed property"
                diagnostics.error(
                    "notStored", at: marker.attribute,
                    "@\(marker.attribute.simpleName) cannot be used on \(what), "
                        + "which is not a field of the resource")
            } else if !isTypeProperty, property.bindings.count == 1,
                property.bindings.first?.name?.identifier?.name == "id"
            {
                model.id = .computed
            }
            return
        }
        if let second = marker?.others.first {
            diagnostics.error(
                "twoMarks", at: second,
                "a property can have only one of @Attribute, @ToOne, @ToMany and @Transient")
            return
        }
        var property = PropertyReader(declaration: property, marker: marker)
        property.read(into: &model, &declared, &self)
    }
}

/// The first attribute of a property that defines its field.
struct FieldMarker {
    enum Kind: String, CaseIterable {
        case attribute = "Attribute"
        case toOne = "ToOne"
        case toMany = "ToMany"
        case transient = "Transient"
    }

    let kind: Kind
    let attribute: AttributeSyntax
    /// Further attributes of this kind, which are mistakes.
    let others: [AttributeSyntax]

    init?(of property: VariableDeclSyntax) {
        var found: [(Kind, AttributeSyntax)] = []
        for case .attribute(let attribute) in property.attributes {
            if let kind = Kind(rawValue: attribute.simpleName) { found.append((kind, attribute)) }
        }
        guard let (kind, attribute) = found.first else { return nil }
        self.kind = kind
        self.attribute = attribute
        others = found.dropFirst().map(\.1)
    }
}

extension PatternBindingSyntax {
    /// The name of the property; nil for a tuple.
    var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }
}

extension StringLiteralExprSyntax {
    /// Replaces the text of the literal.
    func renaming(to name: String) -> FixIt {
        .replacing(self, with: ExprSyntax(literal: name), "write \"\(name)\"")
    }
}
#endif
