// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`, `@ToOne`, `@ToMany` and `@Transient`. They generate nothing, because `@Resource`
/// reads them. Their expansion only reports errors for attributes that no `@Resource` reads.
enum FieldMacro: PeerMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var diagnostics = MacroDiagnostics()
        let name = "@\(node.simpleName)"
        let owner = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
        if !declaration.is(VariableDeclSyntax.self) {
            diagnostics.error("notAProperty", at: node, "\(name) can only be used on a property")
        } else if owner?.attributes.named("Resource") == nil {
            diagnostics.error(
                "noResource", at: node,
                "\(name) can only be used on a property of a struct with @Resource")
        }
        for diagnostic in diagnostics.found { context.diagnose(diagnostic) }
        return []
    }
}
#endif
