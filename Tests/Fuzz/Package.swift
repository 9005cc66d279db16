// swift-tools-version: 6.2
import PackageDescription

/// The instrumentation by which the fuzzer sees which edges of the code an input takes. It has to
/// be in the rooms themselves, so they are built here a second time, optimized, with their
/// assertions kept.
let watched: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-assert-config", "Debug"])]

func room(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, path: "Rooms/\(name)", swiftSettings: watched)
}

let package = Package(
  name: "fuzz",
  targets: [
    .systemLibrary(
      name: "CYAML", path: "Rooms/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CExpat", path: "Rooms/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]
    ),
    room("Diagnostics"),
    room("Timing"),
    room("SongModel", "Timing", "Diagnostics"),
    room("SongText", "SongModel", "Timing", "Diagnostics", "CYAML"),
    room("Scheduler", "SongModel", "Timing", "Diagnostics"),
    room("MIDIFiles", "Scheduler", "SongModel", "Timing", "Diagnostics"),
    room("Interchange", "SongText", "SongModel", "Timing", "Diagnostics", "CExpat"),
    .target(
      name: "FuzzLaws",
      dependencies: [
        "Interchange", "MIDIFiles", "Scheduler", "SongText", "SongModel", "Timing", "Diagnostics",
      ],
      path: "Laws", swiftSettings: watched),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzLaws"], path: "Entry",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
