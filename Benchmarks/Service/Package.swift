// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "service-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../..", traits: ["Hummingbird"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "service-bench",
            dependencies: [
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
