// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Resource`: the schema, the conformance and the initializers of a model.
enum ResourceMacro: MemberMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var reader = ModelReader()
        let model = reader.read(declaration, marked: node)
        for diagnostic in reader.diagnostics.found { context.diagnose(diagnostic) }
        guard let model, !reader.diagnostics.hasErrors else { return [] }
        return ModelWriter(model: model).members.map { DeclSyntax(stringLiteral: $0) }
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // What is wrong the members have said.
        var reader = ModelReader()
        guard let model = reader.read(declaration, marked: node), !reader.diagnostics.hasErrors
        else { return [] }
        let text = ModelWriter(model: model)
            .conformance(of: type.trimmedDescription, isStated: protocols.isEmpty)
        return [try ExtensionDeclSyntax(SyntaxNodeString(stringLiteral: text))]
    }
}
#endif
