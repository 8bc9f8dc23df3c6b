// swift-tools-version: 6.1
import PackageDescription

// A clone of Vox may have any name but that of this folder: SwiftPM tells packages apart by it.
let package = Package(
    name: "documents-demo",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vox", path: "../../..")],
    targets: [
        .executableTarget(
            name: "documents-demo", dependencies: [.product(name: "Vox", package: "vox")])
    ],
    swiftLanguageModes: [.v6]
)
