// swift-tools-version: 6.2
import PackageDescription

/// A room of the house: a target that imports only the rooms named.
func room(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports)
}

/// For what computes samples or times by the million: it is optimized in debug builds too, where the
/// tests would take fifty times as long without.
let optimized = [SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A room that is optimized always.
func workshop(_ name: String, _ imports: Target.Dependency...) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: optimized)
}

/// A C library: a module map and a header, no logic. Where the module map names nothing to link, it
/// is loaded when it is first called: see `LazyLibraries`.
func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The tests of a room.
func tests(of name: String, _ imports: Target.Dependency...) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + imports)
}

let package = Package(
  name: "tactus",
  products: [.executable(name: "tactus", targets: ["tactus"])],
  targets: [
    library("CYAML", apt: "libyaml-dev"),
    library("CSndfile", apt: "libsndfile1-dev"),
    library("CSamplerate", apt: "libsamplerate0-dev"),
    library("CRubberBand", apt: "librubberband-dev"),
    library("CEBUR128", apt: "libebur128-dev"),
    library("CSMF", pkgConfig: "smf", apt: "libsmf-dev"),
    library("CNettle", apt: "nettle-dev"),
    library("CExpat", apt: "libexpat1-dev"),
    library("CFLAC", apt: "libflac-dev"),
    library("CJack", apt: "libjack-jackd2-dev"),
    library("CLo", apt: "liblo-dev"),
    .systemLibrary(name: "CLinux"),

    room("Diagnostics"),
    room("LazyLibraries"),
    workshop("Workers"),
    workshop("Timing"),
    workshop("SongModel", "Timing", "Diagnostics"),
    room("SongText", "SongModel", "Timing", "Diagnostics", "CYAML"),
    workshop("Scheduler", "SongModel", "Timing", "Diagnostics"),
    workshop("Sounds", "SongModel", "Timing"),
    workshop("Engine", "Scheduler", "Sounds", "SongModel", "Timing"),
    workshop(
      "AudioFiles", "Sounds", "SongModel", "Timing", "Workers", "LazyLibraries", "CSndfile",
      "CSamplerate", "CRubberBand", "CNettle", "CFLAC", "CLinux"),
    workshop(
      "Live", "Engine", "Scheduler", "SongModel", "Timing", "Workers", "LazyLibraries", "CJack",
      "CLo"),
    workshop("MIDIFiles", "Scheduler", "SongModel", "Timing", "Diagnostics"),
    room("Interchange", "SongText", "SongModel", "Timing", "Diagnostics", "CExpat"),
    room(
      "TactusKit", "Diagnostics", "Timing", "SongModel", "SongText", "Scheduler", "Sounds",
      "Engine", "Live", "AudioFiles", "MIDIFiles", "Interchange", "Workers"),
    .executableTarget(
      name: "tactus", dependencies: ["TactusKit"],
      linkerSettings: [
        // An address that is known when it is linked saves half a millisecond of relocations at
        // every start.
        .unsafeFlags(["-Xclang-linker", "-no-pie"], .when(configuration: .release))
      ]),

    .target(
      name: "SongSupport", dependencies: ["SongText", "SongModel", "Diagnostics", "Timing"],
      path: "Tests/SongSupport"),
    tests(of: "Scheduler", "SongModel", "Timing", "SongSupport"),
    tests(of: "Engine", "Scheduler", "SongModel", "Sounds", "Timing", "SongSupport", "CEBUR128"),
    .target(
      name: "LiveSupport",
      dependencies: ["Live", "Engine", "Scheduler", "SongModel", "Sounds", "Timing"],
      path: "Tests/LiveSupport"),
    .target(name: "RealTimeWitness", path: "Tests/RealTimeWitness"),
    // No test depends on it, so that only this program has the witness's functions in place of the
    // system's.
    .executableTarget(
      name: "real-time-probe",
      dependencies: [
        "RealTimeWitness", "LiveSupport", "Live", "Engine", "SongModel", "SongSupport", "Timing",
        "CJack",
      ],
      path: "Tests/RealTimeProbe", swiftSettings: optimized),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "Live", "TactusKit", "Engine", "Scheduler", "SongModel", "SongSupport", "Sounds", "Timing",
        "LiveSupport", "ReferenceKit", "Workers", "CJack", "tactus",
      ], swiftSettings: optimized),
    .testTarget(name: "TimingTests", dependencies: ["Timing"], exclude: ["ramp_times.py"]),
    tests(of: "Diagnostics"),
    tests(of: "Workers"),
    tests(of: "SongText", "SongModel", "Timing", "Diagnostics", "SongSupport"),
    tests(of: "Sounds", "SongModel", "Timing"),
    .testTarget(
      name: "AudioFilesTests",
      dependencies: ["AudioFiles", "Sounds", "SongModel", "Timing", "Workers", "CSndfile"],
      exclude: ["read_containers.py"], swiftSettings: optimized,
      linkerSettings: [.linkedLibrary("sndfile")]),
    .testTarget(
      name: "MIDIFilesTests",
      dependencies: [
        "MIDIFiles", "Scheduler", "SongModel", "Timing", "Diagnostics", "SongSupport", "CSMF",
      ], exclude: ["read_with_mido.py"]),
    .testTarget(
      name: "InterchangeTests",
      dependencies: ["Interchange", "Scheduler", "SongText", "SongModel", "Timing", "Diagnostics"],
      exclude: ["Fixtures", "hydrogen_times.py"]),
    tests(
      of: "TactusKit", "AudioFiles", "Engine", "MIDIFiles", "Scheduler", "SongModel", "Sounds",
      "Timing", "Workers"),

    .target(
      name: "GoldenKit",
      dependencies: ["TactusKit", "AudioFiles", "MIDIFiles", "Sounds", "Timing"],
      path: "Tests/GoldenKit"),
    .executableTarget(name: "golden", dependencies: ["GoldenKit"], path: "Tests/GoldenTool"),
    .testTarget(
      name: "GoldenTests",
      dependencies: [
        "GoldenKit", "Engine", "Scheduler", "Sounds", "SongModel", "SongSupport", "Timing",
      ]),

    .target(
      name: "FuzzLaws",
      dependencies: [
        "Interchange", "MIDIFiles", "Scheduler", "SongText", "SongModel", "Timing", "Diagnostics",
      ],
      path: "Tests/FuzzLaws"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzLaws"]),

    .target(name: "ReferenceKit", path: "Tests/ReferenceKit"),
    .executableTarget(
      name: "accept-texts", dependencies: ["ReferenceKit", "tactus"], path: "Tests/AcceptTexts"),
    .testTarget(
      name: "ReferenceTests",
      dependencies: ["ReferenceKit", "TactusKit", "SongText", "Diagnostics", "tactus"],
      exclude: ["Mistakes"]),
  ],
  swiftLanguageModes: [.v6]
)
