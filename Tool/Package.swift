// swift-tools-version: 6.2
import PackageDescription

// The command line tool `vox`. The trait Network adds `vox fetch` and `vox conform`, with SwiftNIO and
// TLS, which take most of the time of a build. The trait Databases adds `vox generate`.
let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func vox(_ name: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
    .product(name: name, package: "vox", condition: condition)
}

let package = Package(
    name: "vox-tool",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "vox", targets: ["VoxTool"])],
    traits: [
        .trait(name: "Databases", description: "vox generate; fetches GRDB, and links libpq."),
        .trait(name: "Network", description: "vox fetch and vox conform; fetches SwiftNIO."),
    ],
    dependencies: [
        .package(
            name: "vox", path: "..",
            traits: [
                .trait(name: "AsyncHTTPClient", condition: .when(traits: ["Network"])),
                .trait(name: "PostgreSQL", condition: .when(traits: ["Databases"])),
                .trait(name: "SQLite", condition: .when(traits: ["Databases"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        // `columns` and `patch` are those of the core, which Swift itself does not call.
        .target(
            name: "CVoxFilter",
            dependencies: [vox("CVox")],
            cSettings: [
                .headerSearchPath("../../Core"),
                .define("_GNU_SOURCE", .when(platforms: [.linux])),
                .define("NDEBUG", .when(configuration: .release)),
                .enableWarning("all"),
                .enableWarning("extra"),
                .treatAllWarnings(as: .error),
            ]
        ),
        .executableTarget(
            name: "VoxTool",
            dependencies: [
                "CVoxFilter", vox("CVox"), vox("Vox"),
                vox("VoxAsyncHTTPClient", .when(traits: ["Network"])),
                vox("VoxConformance", .when(traits: ["Network"])),
                vox("VoxPostgreSQL", .when(traits: ["Databases"])),
                vox("VoxSQL", .when(traits: ["Databases"])),
                vox("VoxSQLite", .when(traits: ["Databases"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strictSwift
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
