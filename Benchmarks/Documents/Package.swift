// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "documents-bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vox", path: "../..")],
    targets: [
        // Put there by fetch-yyjson.
        .target(name: "CYyjson", path: ".build-peers/CYyjson", publicHeadersPath: "."),
        // A link to the loops of `vox bench`: yajl is measured the same way.
        .target(
            name: "CToolBench",
            dependencies: [.product(name: "CVox", package: "vox")],
            cSettings: [.define("_GNU_SOURCE", .when(platforms: [.linux]))],
            linkerSettings: [.linkedLibrary("yajl")]
        ),
        .target(
            name: "CBench",
            dependencies: ["CYyjson", .product(name: "CVox", package: "vox")],
            cSettings: [.define("_GNU_SOURCE", .when(platforms: [.linux]))],
            cxxSettings: [
                .define("RAPIDJSON_SSE2", .when(platforms: [.linux])),
                // RapidJSON 1.1 has a function nobody calls that does not compile.
                .unsafeFlags(["-fdelayed-template-parsing"]),
            ],
            linkerSettings: [.linkedLibrary("jansson"), .linkedLibrary("simdjson")]
        ),
        .executableTarget(
            name: "documents-bench",
            dependencies: [
                "CBench", "CToolBench", "CYyjson", .product(name: "Vox", package: "vox"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
