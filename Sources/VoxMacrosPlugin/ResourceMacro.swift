// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Resource`: the schema, the conformance and the initializers of a model.
enum ResourceMacro: MemberMacro, ExtensionMacro {
    /// What is written is laid out already, and to do so again would take a third of the time.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var reader = ModelReader()
        guard let model = reader.read(declaration, marked: node) else { return [] }
        for diagnostic in reader.diagnostics.found { context.diagnose(diagnostic) }
        let writer = ModelWriter(model: model)
        // With a schema there are no errors wherever the struct is the end of a relationship.
        let members = reader.diagnostics.hasErrors ? [writer.schema] : writer.members
        return members.map { DeclSyntax(stringLiteral: $0) }
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var reader = ModelReader()
        guard let model = reader.read(declaration, marked: node) else {
            // Said here: the compiler does not ask for the members of an enum that nobody uses.
            for diagnostic in reader.diagnostics.found { context.diagnose(diagnostic) }
            return []
        }
        if reader.diagnostics.hasErrors { return [] }
        let text = ModelWriter(model: model)
            .conformance(of: type.trimmedDescription, isStated: protocols.isEmpty)
        return [try ExtensionDeclSyntax(SyntaxNodeString(stringLiteral: text))]
    }
}
#endif
