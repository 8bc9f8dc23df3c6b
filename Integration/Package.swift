// swift-tools-version: 6.2
import PackageDescription

// The tests that need TLS: the transport on AsyncHTTPClient, and the command line tool. They are a
// package of their own, because BoringSSL takes longer to build than all of Vox.
let strictSwift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // What these tests share with those of the server is compiled for the trait Hummingbird.
    .define("Hummingbird"),
]

func vox(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "vox") }
}

func products(_ names: String..., of package: String) -> [Target.Dependency] {
    names.map { .product(name: $0, package: package) }
}

let httpTypes = products("HTTPTypes", of: "swift-http-types")

let package = Package(
    name: "vox-integration",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "vox", path: "..",
            traits: ["AsyncHTTPClient", "Hummingbird", "PostgreSQL", "SQLite"]),
        .package(name: "vox-tool", path: "../Tool", traits: ["Databases", "Network"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "VoxTestSupport", dependencies: vox("Vox", "VoxJSON") + httpTypes,
            path: "Tests/Support", swiftSettings: strictSwift),
        .testTarget(
            name: "VoxTransportTests",
            dependencies: ["VoxTestSupport"]
                + vox(
                    "Vox", "VoxAsyncHTTPClient", "VoxCompatibility", "VoxConformance",
                    "VoxHummingbird", "VoxPostgreSQL", "VoxREST", "VoxSQL", "VoxSQLite",
                    "VoxServer", "VoxTelemetry", "VoxTesting", "VoxURLSession")
                + httpTypes + products("AsyncHTTPClient", of: "async-http-client")
                + products(
                    "Hummingbird", "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdTLS",
                    of: "hummingbird")
                + products("InMemoryTracing", "Tracing", of: "swift-distributed-tracing")
                + products("Logging", of: "swift-log")
                + products("Metrics", "MetricsTestKit", of: "swift-metrics")
                + products("NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio")
                + products("NIOHTTP2", of: "swift-nio-http2")
                + products("NIOSSL", of: "swift-nio-ssl")
                + products("ServiceLifecycle", "UnixSignals", of: "swift-service-lifecycle"),
            packageAccess: false, swiftSettings: strictSwift),
        .testTarget(
            name: "VoxToolTests",
            dependencies: ["VoxTestSupport", .product(name: "vox", package: "vox-tool")]
                + vox("Vox", "VoxJSON", "VoxSQL", "VoxSQLite", "VoxTesting") + httpTypes,
            packageAccess: false, swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6]
)
