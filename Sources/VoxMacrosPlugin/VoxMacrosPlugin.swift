// SPDX-License-Identifier: MIT

// The program with which the compiler expands the macros of VoxMacros. Without the package trait it
// contains no macros and links nothing: a package that does not enable the trait neither fetches
// nor builds swift-syntax.
#if Macros

import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct VoxMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [ResourceMacro.self, FieldMacro.self]
}

#else

@main
struct VoxMacrosPlugin {
    static func main() {}
}
#endif
