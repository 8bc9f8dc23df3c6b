// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let strictC: [CSetting] = [
    .headerSearchPath("CSources"),
    .define("_GNU_SOURCE", .when(platforms: [.linux])),
    .define("NDEBUG", .when(configuration: .release)),
    .define("VOX_WITH_YAJL", .when(traits: ["Yajl"])),
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

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "vox",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vox", targets: ["Vox"]),
        .library(name: "VoxJSON", targets: ["VoxJSON"]),
        .library(name: "VoxSchema", targets: ["VoxSchema"]),
        .library(name: "VoxDocument", targets: ["VoxDocument"]),
        .library(name: "VoxHTTP", targets: ["VoxHTTP"]),
        .library(name: "VoxClient", targets: ["VoxClient"]),
        .library(name: "VoxREST", targets: ["VoxREST"]),
        .library(name: "VoxServer", targets: ["VoxServer"]),
        .library(name: "VoxCompatibility", targets: ["VoxCompatibility"]),
        .library(name: "CVox", targets: ["CVox"]),
        .library(name: "VoxAsyncHTTPClient", targets: ["VoxAsyncHTTPClient"]),
        .library(name: "VoxURLSession", targets: ["VoxURLSession"]),
        .library(name: "VoxHummingbird", targets: ["VoxHummingbird"]),
        .library(name: "VoxTelemetry", targets: ["VoxTelemetry"]),
        .library(name: "VoxTesting", targets: ["VoxTesting"]),
        .library(name: "VoxMacros", targets: ["VoxMacros"]),
        .executable(name: "vox", targets: ["VoxTool"]),
    ],
    traits: [
        .trait(
            name: "AsyncHTTPClient",
            description: "The transport on AsyncHTTPClient; fetches SwiftNIO."),
        .trait(name: "Hummingbird", description: "Services on Hummingbird; fetches SwiftNIO."),
        .trait(name: "Macros", description: "The macro @Resource; fetches swift-syntax."),
        .trait(name: "Telemetry", description: "Logs, metrics and traces of requests."),
        .trait(
            name: "Tool",
            description: "The command line tool; fetches swift-argument-parser and SwiftNIO.",
            enabledTraits: ["AsyncHTTPClient"]),
        .trait(
            name: "Yajl",
            description: "libyajl has the last word on what is JSON. On by default."),
        .default(enabledTraits: ["Yajl"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
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
            dependencies: [.target(name: "CYajl", condition: .when(traits: ["Yajl"]))],
            path: ".",
            exclude: ["Sources", "Tests", "CSources/CVox.docc"],
            sources: ["CSources"],
            publicHeadersPath: "include",
            cSettings: strictC
        ),
        // Which names are those of secrets. No product: nobody else can have it.
        .target(name: "VoxRedaction", swiftSettings: strictSwift),
        .target(
            name: "VoxJSON", dependencies: ["CVox", "VoxRedaction"], swiftSettings: strictSwift),
        .target(
            name: "VoxSchema", dependencies: ["VoxJSON", "VoxRedaction"],
            swiftSettings: strictSwift),
        .target(
            name: "VoxDocument", dependencies: ["CVox", "VoxJSON", "VoxSchema"],
            swiftSettings: strictSwift),
        .target(
            name: "VoxHTTP",
            dependencies: ["VoxRedaction", httpTypes],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxClient", dependencies: ["VoxDocument", "VoxHTTP", httpTypes],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxREST", dependencies: ["VoxHTTP", "VoxJSON", "VoxSchema", httpTypes],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxServer", dependencies: ["VoxDocument", "VoxHTTP", httpTypes],
            swiftSettings: strictSwift
        ),
        .target(
            name: "Vox", dependencies: ["VoxClient", "VoxDocument", "VoxHTTP", "VoxJSON"],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxCompatibility", dependencies: ["VoxDocument", "VoxHTTP", httpTypes],
            swiftSettings: strictSwift
        ),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .target(
            name: "VoxAsyncHTTPClient",
            dependencies: [
                "VoxHTTP", httpTypes,
                .target(name: "CZlib", condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOCore", package: "swift-nio",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOHTTP1", package: "swift-nio",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOPosix", package: "swift-nio",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                .product(
                    name: "NIOHTTP2", package: "swift-nio-http2",
                    condition: .when(traits: ["AsyncHTTPClient"])),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxURLSession", dependencies: ["VoxHTTP", httpTypes], swiftSettings: strictSwift
        ),
        .target(
            name: "VoxHummingbird",
            dependencies: [
                "VoxServer", httpTypes,
                .product(
                    name: "Hummingbird", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "HummingbirdCore", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])
                ),
                .product(
                    name: "NIOHTTP1", package: "swift-nio",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Hummingbird"])),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxTelemetry",
            dependencies: [
                "VoxHTTP", httpTypes,
                .product(
                    name: "Logging", package: "swift-log", condition: .when(traits: ["Telemetry"])),
                .product(
                    name: "Metrics", package: "swift-metrics",
                    condition: .when(traits: ["Telemetry"])),
                .product(
                    name: "Tracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Telemetry"])),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxTesting", dependencies: ["VoxServer", httpTypes],
            swiftSettings: strictSwift
        ),
        // Built for the compiler to run. Without the trait it is a program that does nothing.
        .macro(
            name: "VoxMacrosPlugin",
            dependencies: [
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftDiagnostics", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftParser", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntax", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntaxBuilder", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
                .product(
                    name: "SwiftSyntaxMacros", package: "swift-syntax",
                    condition: .when(traits: ["Macros"])),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "VoxMacros",
            dependencies: [
                "Vox", .target(name: "VoxMacrosPlugin", condition: .when(traits: ["Macros"])),
            ],
            swiftSettings: strictSwift
        ),
        .target(
            name: "CVoxBench",
            dependencies: ["CVox", "CYajl"],
            cSettings: [
                .define("_GNU_SOURCE", .when(platforms: [.linux])),
                .treatAllWarnings(as: .error),
            ]
        ),
        .target(
            name: "CVoxFilter",
            dependencies: ["CVox"],
            cSettings: [
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
                "Vox", "VoxAsyncHTTPClient", "CVoxBench", "CVoxFilter", httpTypes,
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Tool"])),
            ],
            swiftSettings: strictSwift
        ),
        // What the test targets share. No product: nobody else can have it.
        .target(
            name: "VoxTestSupport", dependencies: ["Vox", "VoxJSON", httpTypes],
            path: "Tests/Support",
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxJSONTests", dependencies: ["VoxJSON", "VoxTestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxTests", dependencies: ["Vox", "VoxCompatibility", "VoxTestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxHTTPTests",
            dependencies: [
                "Vox", "VoxCompatibility", "VoxRedaction", "VoxServer", "VoxTesting",
                "VoxTestSupport", httpTypes,
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxRESTTests",
            dependencies: [
                "VoxAsyncHTTPClient", "VoxHummingbird", "VoxREST", "VoxTestSupport", "VoxTesting",
                httpTypes,
                .product(
                    name: "Hummingbird", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "Logging", package: "swift-log",
                    condition: .when(traits: ["Hummingbird", "Telemetry"])),
                .product(
                    name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])
                ),
            ],
            // It stands for users, who see what is public and no more.
            packageAccess: false,
            swiftSettings: strictSwift),
        .testTarget(
            name: "VoxTransportTests",
            dependencies: [
                "Vox", "VoxAsyncHTTPClient", "VoxHummingbird", "VoxServer", "VoxTelemetry",
                "VoxTestSupport", "VoxTesting", "VoxURLSession",
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(traits: ["AsyncHTTPClient"])),
                httpTypes,
                .product(
                    name: "Hummingbird", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "HummingbirdCore", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "HummingbirdHTTP2", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "HummingbirdTLS", package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Telemetry"])),
                .product(
                    name: "Logging", package: "swift-log",
                    condition: .when(traits: ["Hummingbird", "Telemetry"])),
                .product(
                    name: "MetricsTestKit", package: "swift-metrics",
                    condition: .when(traits: ["Telemetry"])),
                .product(
                    name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])
                ),
                .product(
                    name: "NIOHTTP1", package: "swift-nio",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "NIOHTTP2", package: "swift-nio-http2",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "NIOPosix", package: "swift-nio",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "NIOSSL", package: "swift-nio-ssl",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "Tracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Telemetry"])),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Hummingbird"])),
            ],
            // It stands for users, who see what is public and no more.
            packageAccess: false,
            swiftSettings: strictSwift
        ),
        .testTarget(
            name: "VoxToolTests",
            dependencies: [
                "Vox", "VoxJSON", "VoxTestSupport", "VoxTesting", "VoxTool",
                httpTypes,
            ],
            swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
