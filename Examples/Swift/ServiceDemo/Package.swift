// swift-tools-version: 6.1
import PackageDescription

// A clone of Vox may have any name but that of this folder: SwiftPM tells packages apart by it.
let package = Package(
    name: "service-demo",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "vox", path: "../../..", traits: ["AsyncHTTPClient", "Hummingbird", "SQLite"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "service-demo",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxAsyncHTTPClient", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxSQLite", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
