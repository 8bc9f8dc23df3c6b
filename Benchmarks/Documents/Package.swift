// swift-tools-version: 6.1
import PackageDescription

// Peers are compiled for the machine they run on, as those who want speed from them do, and so are
// the loops of both sides. Vox is compiled as every package gets it.
let native: [String] = ["-O3", "-march=native"]

// What fetch-peers said.
let isSystemSimdjson = Context.environment["BENCH_SIMDJSON"] == "system"

let package = Package(
    name: "documents-bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "vox", path: "../..")],
    targets: [
        // Both put there by fetch-peers.
        .target(
            name: "CYyjson", path: ".build-peers/CYyjson", publicHeadersPath: ".",
            cSettings: [.unsafeFlags(native)]),
        .target(
            name: "CSimdjson", path: ".build-peers/CSimdjson",
            cxxSettings: [
                .headerSearchPath("../simdjson"), .headerSearchPath("../simdjson-sources"),
                .unsafeFlags(native),
            ]),
        .target(
            name: "CBench",
            dependencies: ["CYyjson", "CSimdjson", .product(name: "CVox", package: "vox")],
            // `patch` is that of the core, which Swift itself does not call.
            cSettings: [
                .headerSearchPath("../../Core"),
                .define("_GNU_SOURCE", .when(platforms: [.linux])), .unsafeFlags(native),
            ],
            cxxSettings: [
                .define("RAPIDJSON_SSE2", .when(platforms: [.linux])),
                .headerSearchPath("../../.build-peers/simdjson"),
                // RapidJSON 1.1 has a function nobody calls that does not compile. Of C++20 only its
                // templates are wanted, for simdjson.
                .unsafeFlags(
                    native + [
                        "-fdelayed-template-parsing", "-Wno-delayed-template-parsing-in-cxx20",
                        "-fno-cxx-modules",
                    ]),
            ],
            linkerSettings: [.linkedLibrary("jansson"), .linkedLibrary("yajl")]
                + (isSystemSimdjson ? [.linkedLibrary("simdjson")] : [])
        ),
        .executableTarget(
            name: "documents-bench",
            dependencies: [
                "CBench", "CYyjson", .product(name: "CVox", package: "vox"),
                .product(name: "Vox", package: "vox"),
                .product(name: "VoxREST", package: "vox"),
                .product(name: "VoxTesting", package: "vox"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx20
)
