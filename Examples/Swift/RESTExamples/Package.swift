// swift-tools-version: 6.1
import PackageDescription

// Four programs over plain REST APIs, each with a service of its own in the same process.
func example(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            .product(name: "VoxREST", package: "vox"),
            .product(name: "VoxTesting", package: "vox"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ])
}

let package = Package(
    name: "rest-examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vox", path: "../../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: ["artists", "posts", "avatar", "household"].map(example),
    swiftLanguageModes: [.v6]
)
