// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "service-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../..", traits: ["AsyncHTTPClient", "Hummingbird"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "service-bench",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxAsyncHTTPClient", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxREST", package: "vox"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
