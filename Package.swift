// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Whether the core links libyajl: VOX_YAJL=1 or 0 in the environment. Without a word of it, the core
/// takes libyajl where pkg-config finds it, and SwiftPM says so where it does not.
let yajl = Context.environment["VOX_YAJL"].flatMap { $0.isEmpty ? nil : $0 != "0" }

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

/// Products of another package; with traits only where one of them is enabled.
func products(
    _ names: String..., of package: String, with traits: Set<String>? = nil
) -> [Target.Dependency] {
    names.map {
        .product(name: $0, package: package, condition: traits.flatMap { .when(traits: $0) })
    }
}

/// Settings of all Swift targets.
func swift(
    _ name: String, _ dependencies: [Target.Dependency], path: String? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: strictSwift)
}

/// A target with tests.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], packageAccess: Bool = true
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, packageAccess: packageAccess,
        swiftSettings: strictSwift)
}

/// What Swift calls of the core. JSON Patch and the columns are for the C library, the tool and Python.
let coreLayers = ["base", "tree", "scan", "read", "write", "stream", "jsonapi", "history"]

let httpTypes = products("HTTPTypes", of: "swift-http-types")

/// Logs, metrics and traces: their packages are those that a transport or a server brings along.
let networking: Set<String> = ["AsyncHTTPClient", "Hummingbird"]

let package = Package(
    name: "vox",
    platforms: [.macOS(.v15)],
    products: [
        "Vox", "VoxJSON", "VoxREST", "VoxServer", "VoxCompatibility", "CVox", "VoxAsyncHTTPClient",
        "VoxURLSession", "VoxHummingbird", "VoxTelemetry", "VoxTesting", "VoxMacros", "VoxSQL",
        "VoxSQLite", "VoxPostgreSQL", "VoxConformance",
    ].map { .library(name: $0, targets: [$0]) },
    traits: [
        .trait(
            name: "AsyncHTTPClient",
            description: "The transport on AsyncHTTPClient; fetches SwiftNIO."),
        .trait(name: "Hummingbird", description: "Services on Hummingbird; fetches SwiftNIO."),
        .trait(name: "Macros", description: "The macro @Resource; fetches swift-syntax."),
        .trait(name: "PostgreSQL", description: "Stores in PostgreSQL databases; links libpq."),
        .trait(name: "SQLite", description: "Stores in SQLite files; fetches GRDB."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without the traits that are on by default: Vox needs no configuration files.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
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
            dependencies: yajl == false ? [] : ["CYajl"],
            path: ".",
            sources: coreLayers.map { "CSources/\($0)" },
            publicHeadersPath: "include",
            cSettings: strictC + (yajl.map { [.define("VOX_YAJL", to: $0 ? "1" : "0")] } ?? []),
            linkerSettings: yajl == true ? [.linkedLibrary("yajl")] : []
        ),
        // Which names are those of secrets. No product: nobody else can have it.
        swift("VoxRedaction", []),
        swift("VoxJSON", ["CVox", "VoxRedaction"]),
        swift("VoxSchema", ["VoxJSON", "VoxRedaction"]),
        swift("VoxDocument", ["CVox", "VoxJSON", "VoxSchema"]),
        swift("VoxHTTP", ["VoxRedaction"] + httpTypes),
        swift("VoxClient", ["VoxDocument", "VoxHTTP"] + httpTypes),
        swift("VoxREST", ["VoxHTTP", "VoxJSON", "VoxSchema"] + httpTypes),
        swift("VoxServer", ["VoxDocument", "VoxHTTP"] + httpTypes),
        swift("VoxSQL", ["VoxServer"] + httpTypes),
        swift(
            "VoxSQLite",
            ["VoxServer", "VoxSQL"]
                + products("GRDB", "GRDBSQLite", of: "GRDB.swift", with: ["SQLite"])),
        .systemLibrary(
            name: "CPostgreSQL",
            path: "Sources/CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        swift(
            "VoxPostgreSQL",
            [
                "VoxServer", "VoxSQL",
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ]),
        swift("Vox", ["VoxClient", "VoxDocument", "VoxHTTP", "VoxJSON"]),
        swift("VoxCompatibility", ["VoxDocument", "VoxHTTP"] + httpTypes),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        swift(
            "VoxAsyncHTTPClient",
            ["VoxHTTP"] + httpTypes
                + [.target(name: "CZlib", condition: .when(traits: ["AsyncHTTPClient"]))]
                + products("AsyncHTTPClient", of: "async-http-client", with: ["AsyncHTTPClient"])
                + products(
                    "NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio", with: ["AsyncHTTPClient"])
                + products(
                    "NIOHPACK", "NIOHTTP2", of: "swift-nio-http2", with: ["AsyncHTTPClient"])),
        swift("VoxURLSession", ["VoxHTTP"] + httpTypes),
        swift(
            "VoxHummingbird",
            ["VoxServer"] + httpTypes
                + products(
                    "Hummingbird", "HummingbirdCore", of: "hummingbird", with: ["Hummingbird"])
                + products("NIOCore", "NIOHTTP1", of: "swift-nio", with: ["Hummingbird"])
                + products(
                    "ServiceLifecycle", of: "swift-service-lifecycle", with: ["Hummingbird"])),
        swift(
            "VoxTelemetry",
            ["VoxHTTP"] + httpTypes
                + products("Logging", of: "swift-log", with: networking)
                + products("Metrics", of: "swift-metrics", with: networking)
                + products("Tracing", of: "swift-distributed-tracing", with: networking)),
        swift("VoxTesting", ["VoxServer"] + httpTypes),
        // The probes of Conformance, which clang embeds.
        .target(name: "CVoxProbes"),
        swift(
            "VoxConformance", ["CVoxProbes", "VoxDocument", "VoxHTTP", "VoxRedaction"] + httpTypes),
        // Built for the compiler to run. Without the trait it is a program that does nothing.
        .macro(
            name: "VoxMacrosPlugin",
            dependencies: products(
                "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
                "SwiftSyntaxBuilder", "SwiftSyntaxMacros", of: "swift-syntax", with: ["Macros"]),
            swiftSettings: strictSwift
        ),
        swift(
            "VoxMacros",
            ["Vox", .target(name: "VoxMacrosPlugin", condition: .when(traits: ["Macros"]))]),
        // What the test targets share. No product: nobody else can have it.
        swift("VoxTestSupport", ["Vox", "VoxJSON"] + httpTypes, path: "Tests/Support"),
        tests("VoxJSONTests", ["VoxJSON", "VoxTestSupport"]),
        tests("VoxTests", ["Vox", "VoxCompatibility", "VoxTestSupport"]),
        tests("VoxHTTPTests", ["Vox", "VoxRedaction", "VoxTestSupport"] + httpTypes),
        tests(
            "VoxClientTests",
            ["Vox", "VoxCompatibility", "VoxServer", "VoxTesting", "VoxTestSupport"] + httpTypes),
        tests(
            "VoxServerTests",
            ["Vox", "VoxServer", "VoxTesting", "VoxTestSupport"] + httpTypes),
        // A dialect in the tests, as a driver of the package has it.
        tests(
            "VoxDialectTests", ["Vox", "VoxSQL", "VoxSQLite", "VoxServer"] + httpTypes),
        // Without the access of the package: these stand for users, who see what is public.
        tests(
            "VoxRESTTests",
            ["VoxHummingbird", "VoxREST", "VoxTestSupport", "VoxTesting", "VoxURLSession"]
                + httpTypes
                + products("Hummingbird", of: "hummingbird", with: ["Hummingbird"])
                + products("Logging", of: "swift-log", with: ["Hummingbird"])
                + products("NIOCore", of: "swift-nio", with: ["Hummingbird"]),
            packageAccess: false),
        tests(
            "VoxConformanceTests",
            ["Vox", "VoxConformance", "VoxServer", "VoxTestSupport", "VoxTesting"] + httpTypes,
            packageAccess: false),
        tests(
            "VoxSQLTests",
            [
                "Vox", "VoxConformance", "VoxPostgreSQL", "VoxSQL", "VoxSQLite", "VoxServer",
                "VoxTestSupport",
            ]
                + httpTypes
                + products("GRDB", "GRDBSQLite", of: "GRDB.swift", with: ["SQLite"]),
            packageAccess: false),
        tests(
            "VoxHummingbirdTests",
            [
                "Vox", "VoxConformance", "VoxHummingbird", "VoxServer", "VoxTestSupport",
                "VoxTesting",
            ] + httpTypes
                + products(
                    "Hummingbird", "HummingbirdCore", of: "hummingbird", with: ["Hummingbird"])
                + products("Logging", of: "swift-log", with: ["Hummingbird"])
                + products("NIOCore", of: "swift-nio", with: ["Hummingbird"])
                + products(
                    "ServiceLifecycle", "UnixSignals", of: "swift-service-lifecycle",
                    with: ["Hummingbird"]),
            packageAccess: false),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
