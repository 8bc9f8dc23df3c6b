// SPDX-License-Identifier: MIT
#if Macros

import SwiftSyntax

extension TypeSyntax {
    /// The wrapped type of an optional; nil for other types.
    var wrapped: TypeSyntax? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return optional.wrappedType
        }
        return argument(of: "Optional")
    }

    /// The type of the elements of an array; nil for other types.
    var element: TypeSyntax? {
        if let array = self.as(ArrayTypeSyntax.self) { return array.element }
        return argument(of: "Array")
    }

    /// The schema of a view of a resource; nil for other types.
    var resourceSchema: TypeSyntax? { argument(of: "Resource") }

    /// True for `String`.
    var isText: Bool { trimmedDescription == "String" || trimmedDescription == "Swift.String" }

    /// Returns the only argument of a generic type with this name, in any module.
    private func argument(of name: String) -> TypeSyntax? {
        let arguments: GenericArgumentClauseSyntax?
        if let type = self.as(IdentifierTypeSyntax.self), type.name.text == name {
            arguments = type.genericArgumentClause
        } else if let type = self.as(MemberTypeSyntax.self), type.name.text == name {
            arguments = type.genericArgumentClause
        } else {
            return nil
        }
        guard let arguments, arguments.arguments.count == 1,
            case .type(let argument)? = arguments.arguments.first?.argument
        else { return nil }
        return argument
    }
}

extension ExprSyntax {
    /// The type of a literal, if the literal alone determines it.
    var literalType: String? {
        if self.is(StringLiteralExprSyntax.self) { return "String" }
        if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if self.is(FloatLiteralExprSyntax.self) { return "Double" }
        if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" {
            return negative.expression.literalType
        }
        return nil
    }
}

extension PatternBindingSyntax {
    /// True for a stored property, which has no accessors or only observers.
    var isStored: Bool {
        guard let accessors = accessorBlock?.accessors else { return true }
        guard case .accessors(let list) = accessors else { return false }
        let observers: Set<TokenKind> = [.keyword(.willSet), .keyword(.didSet)]
        return list.allSatisfy { observers.contains($0.accessorSpecifier.tokenKind) }
    }
}

extension DeclModifierListSyntax {
    /// The access level that is written; nil if there is none.
    var accessLevel: AccessLevel? {
        for modifier in self where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open): return .public
            case .keyword(.package): return .package
            case .keyword(.internal): return .internal
            case .keyword(.fileprivate), .keyword(.private): return .private
            default: continue
            }
        }
        return nil
    }

    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) }
    }
}

extension AttributeListSyntax {
    /// Returns the attribute with this name, from any module.
    func named(_ name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in self where attribute.simpleName == name {
            return attribute
        }
        return nil
    }
}

extension AttributeSyntax {
    /// The name without its module.
    var simpleName: String {
        if let type = attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
        if let type = attributeName.as(MemberTypeSyntax.self) { return type.name.text }
        return attributeName.trimmedDescription
    }

    var labeledArguments: [LabeledExprSyntax] {
        guard case .argumentList(let list)? = arguments else { return [] }
        return Array(list)
    }
}
#endif
