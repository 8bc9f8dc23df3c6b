// swift-tools-version: 6.2
import PackageDescription

// The macro behind the trait `Macros`, in a package of its own: building swift-syntax takes minutes.
let package = Package(
    name: "macros",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../..", traits: ["Macros"])
    ],
    targets: [
        .testTarget(
            name: "MacroTests",
            dependencies: [
                .product(name: "VoxMacros", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
