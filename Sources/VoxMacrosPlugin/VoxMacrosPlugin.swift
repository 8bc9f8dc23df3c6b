// SPDX-License-Identifier: MIT

// The program that the compiler asks to expand the macros of VoxMacros. Without the package trait it knows
// none and is linked with nothing: a package that does not enable the trait neither fetches nor builds
// swift-syntax.
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
