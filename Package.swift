// swift-tools-version: 6.2
import PackageDescription

let strictC: [CSetting] = [
    .headerSearchPath("CSources"),
    .define("_GNU_SOURCE", .when(platforms: [.linux])),
    .define("NDEBUG", .when(configuration: .release)),
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
]

let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "vox",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vox", targets: ["Vox"]),
        .library(name: "VoxJSON", targets: ["VoxJSON"]),
        .library(name: "CVox", targets: ["CVox"]),
        .executable(name: "vox", targets: ["VoxTool"]),
    ],
    traits: [
        .trait(name: "Tool", description: "The command line tool; fetches swift-argument-parser."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CYajl",
            path: "Sources/CYajl",
            pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]
        ),
        .target(
            name: "CVox",
            dependencies: ["CYajl"],
            path: ".",
            exclude: ["Sources", "Tests"],
            sources: ["CSources"],
            publicHeadersPath: "include",
            cSettings: strictC
        ),
        .target(name: "VoxJSON", dependencies: ["CVox"], swiftSettings: strictSwift),
        .target(name: "Vox", dependencies: ["VoxJSON"], swiftSettings: strictSwift),
        .target(
            name: "CVoxBench",
            dependencies: ["CVox", "CYajl"],
            cSettings: [
                .define("_GNU_SOURCE", .when(platforms: [.linux])),
                .treatAllWarnings(as: .error),
            ]
        ),
        .executableTarget(
            name: "VoxTool",
            dependencies: [
                "Vox", "CVoxBench",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Tool"])),
            ],
            swiftSettings: strictSwift
        ),
        // What the test targets share. No product: nobody else can have it.
        .target(
            name: "VoxTestSupport", dependencies: ["VoxJSON"], path: "Tests/Support",
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxJSONTests", dependencies: ["VoxJSON", "VoxTestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxTests", dependencies: ["Vox", "VoxTestSupport"], swiftSettings: strictSwift),
        .testTarget(
            name: "VoxToolTests", dependencies: ["VoxJSON", "VoxTool"], swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
