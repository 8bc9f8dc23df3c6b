// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "interop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../..", traits: ["AsyncHTTPClient", "Hummingbird"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "interop",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxAsyncHTTPClient", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxREST", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
