// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Resource`: the schema, the conformance and the initializers of a model.
enum ResourceMacro: MemberMacro, ExtensionMacro {
    /// The generated code is already formatted. Formatting it again would take a third of the time.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var reader = ModelReader()
        guard let model = reader.read(declaration, marked: node) else { return [] }
        for diagnostic in reader.diagnostics.found { context.diagnose(diagnostic) }
        let writer = ModelWriter(model: model)
        // After a mistake the schema is still generated, so that relationships to the struct cause
        // no further errors.
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
            // Reported here, because the compiler does not expand the members of an unused enum.
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
