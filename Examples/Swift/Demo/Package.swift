// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "demo",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vox", path: "../../..")],
    targets: [
        .executableTarget(name: "demo", dependencies: [.product(name: "Vox", package: "vox")])
    ],
    swiftLanguageModes: [.v6]
)
