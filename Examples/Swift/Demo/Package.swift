// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "demo",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../../..", traits: ["AsyncHTTPClient", "Hummingbird"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "demo",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxAsyncHTTPClient", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
                "ResourceDatabase",
            ]),
        .target(
            name: "ResourceDatabase",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "ResourceDatabaseTests",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
                "ResourceDatabase",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
