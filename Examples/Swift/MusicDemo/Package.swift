// swift-tools-version: 6.2
import PackageDescription

// A clone of Vox may have any name but that of this folder: SwiftPM tells packages apart by it.
let package = Package(
    name: "music-demo",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../../..", traits: ["Hummingbird", "SQLite"]),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The schemas and the service of a collection of music, and the requests of a client.
        .target(
            name: "Music",
            dependencies: [
                .product(name: "Vox", package: "vox"), .product(name: "VoxServer", package: "vox"),
            ],
            // The tests of the stores compile the service with this feature, too.
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(name: "documents-demo", dependencies: ["Music"]),
        .executableTarget(
            name: "service-demo",
            dependencies: [
                "Music",
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxSQLite", package: "vox"),
                .product(name: "VoxURLSession", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
