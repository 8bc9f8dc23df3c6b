// SPDX-License-Identifier: MIT
#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The message of a macro about a mistake.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity: DiagnosticSeverity
    let id: String

    var diagnosticID: MessageID { MessageID(domain: "VoxMacros", id: id) }
    var fixItID: MessageID { MessageID(domain: "VoxMacros", id: id) }
}

/// The mistakes in one declaration, in order.
struct MacroDiagnostics {
    private(set) var found: [Diagnostic] = []

    var hasErrors: Bool { found.contains { $0.diagMessage.severity == .error } }

    /// Adds an error. A declaration with errors is not expanded.
    mutating func error(
        _ id: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt?] = [],
        notes: [Note] = []
    ) {
        found.append(
            Diagnostic(
                node: node, message: MacroMessage(message: message, severity: .error, id: id),
                notes: notes, fixIts: fixIts.compactMap(\.self)))
    }

    /// Adds a warning about a probable mistake.
    mutating func warning(
        _ id: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt?] = []
    ) {
        found.append(
            Diagnostic(
                node: node, message: MacroMessage(message: message, severity: .warning, id: id),
                fixIts: fixIts.compactMap(\.self)))
    }
}

extension FixIt {
    /// Replaces a node, and keeps the white space and comments around it.
    static func replacing(
        _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String
    ) -> FixIt {
        var new = Syntax(new)
        new.leadingTrivia = old.leadingTrivia
        new.trailingTrivia = old.trailingTrivia
        return FixIt(
            message: MacroMessage(message: message, severity: .remark, id: "fix"),
            changes: [.replace(oldNode: Syntax(old), newNode: new)])
    }

    /// Replaces a declaration with another one, which is given as text.
    static func replacing(
        _ old: VariableDeclSyntax, withText text: String, _ message: String
    ) -> FixIt {
        replacing(old, with: DeclSyntax(stringLiteral: text), message)
    }

    /// Adds an attribute in front of a property.
    static func marking(_ property: VariableDeclSyntax, _ attribute: String) -> FixIt {
        replacing(
            property, withText: "\(attribute) \(property.trimmedDescription)",
            "mark it \(attribute)")
    }
}
#endif
