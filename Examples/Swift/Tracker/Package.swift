// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "tracker",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "vox", path: "../../..",
            traits: ["Hummingbird", "PostgreSQL", "SQLite"]),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "tracker",
            dependencies: [
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxHummingbird", package: "vox"),
                .product(name: "VoxPostgreSQL", package: "vox"),
                .product(name: "VoxSQLite", package: "vox"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
