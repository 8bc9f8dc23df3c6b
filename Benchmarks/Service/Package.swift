// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "service-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../..", traits: ["AsyncHTTPClient", "Hummingbird", "SQLite"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "service-bench",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxAsyncHTTPClient", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxREST", package: "vox"),
                .product(name: "VoxSQLite", package: "vox"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
