import SongModel
import SongText
import Timing

/// What the options of a rendering command say.
struct RenderSettings {
  let targets: [RenderPlan.Target]
  /// Of the file that has no name of its own.
  let format: String?
  let stems: String?
  let loops: Bool
  let rate: SampleRate?
  let bits: Output.Bits?
  let channels: Int?
  /// The level of FLAC, 0 to 8.
  let compression: Int?
  let tempo: TempoText?
  let seed: UInt64?
  let from: String?
  let to: String?
  let solo: [String]
  let mute: [String]
  let midi: MIDISettings
  /// The cores to render on; `nil` for all.
  let threads: Int?
  let replacesOthers: Bool
  let asJSON: Bool

  /// - Parameter isSongFile: whether the command has the options for a song of the user's own.
  init(_ arguments: Arguments, isSongFile: Bool) throws(CommandLineMistake) {
    format = try arguments.value(
      .format, expected: "one of \(Output.formats.joined(separator: ", "))"
    ) { Output.formats.contains($0) ? $0 : nil }
    targets = try RenderSettings.targets(arguments.all(.output), format: format)
    stems = isSongFile ? arguments.text(.stems) : nil
    loops = isSongFile && arguments.has(.loop)
    rate = try arguments.sampleRate(.rate)
    bits = try arguments.value(.bits, expected: "16, 24, 32 or float", read: Output.Bits.init)
    channels = try arguments.value(.channels, expected: "1 or 2") {
      Int($0).flatMap { (1...2).contains($0) ? $0 : nil }
    }
    compression = try arguments.value(.compression, expected: "a level from 0 to 8") {
      Int($0).flatMap { (0...8).contains($0) ? $0 : nil }
    }
    tempo =
      !isSongFile
      ? nil
      : try arguments.value(.tempo, expected: "a tempo such as 120, 97.5 or '3/8 = 72'") {
        TempoText($0)
      }
    seed =
      !isSongFile
      ? nil
      : try arguments.value(.seed, expected: "a whole number from 0 to 9223372036854775807") {
        Int($0).flatMap { $0 < 0 ? nil : UInt64($0) }
      }
    from = isSongFile ? arguments.text(.from) : nil
    to = isSongFile ? arguments.text(.to) : nil
    solo = isSongFile ? arguments.all(.solo) : []
    mute = isSongFile ? arguments.all(.mute) : []
    midi = try MIDISettings(arguments, hasOptions: isSongFile)
    threads = try arguments.value(.threads, expected: "a number from 1 to 256") {
      Int($0).flatMap { (1...256).contains($0) ? $0 : nil }
    }
    replacesOthers = arguments.has(.force)
    asJSON = arguments.has(.json)
  }

  /// The files that `-o` names.
  ///
  /// - Parameter format: of standard output, where the options say it.
  private static func targets(_ paths: [String], format: String?) throws(CommandLineMistake)
    -> [RenderPlan.Target]
  {
    var targets: [RenderPlan.Target] = []
    for path in paths {
      let target =
        path == "-"
        ? RenderPlan.Target(
          path: path, kind: RenderPlan.Target.Kind(ending: format ?? standardFormat)!)
        : RenderPlan.Target(path: path)
      guard let target else {
        let endings = Output.formats.map { "." + $0 }.joined(separator: " ")
        throw .wrongValue(path, of: "--output", expected: "a name that ends in one of \(endings)")
      }
      if targets.contains(where: { $0.path == path }) {
        throw .conflict("'--output \(path)'", "the same file again")
      }
      targets.append(target)
    }
    return targets
  }

  /// Of standard output, where nothing else is said.
  private static let standardFormat = "wav"

  /// Lets the options win over what the song says.
  func apply(to song: inout Song) throws(CommandLineMistake) {
    song.output.format = format ?? song.output.format
    if loops {
      guard song.live.isEmpty else { throw .conflict("'--loop'", "a session") }
      guard song.output.tail == .auto else { throw .conflict("'--loop'", "the song's 'tail'") }
      guard song.output.start == .zero else { throw .conflict("'--loop'", "the song's 'start'") }
      song.output.loop = true
    }
    song.output.rate = rate ?? song.output.rate
    song.output.bits = bits ?? song.output.bits
    song.output.channels = channels ?? song.output.channels
    song.seed = seed ?? song.seed
    for name in mute { song.mix.muted.insert(try lane(name, of: "--mute", in: song)) }
    if !solo.isEmpty { song.mix.soloed = [] }
    for name in solo {
      let lane = try lane(name, of: "--solo", in: song)
      song.mix.soloed.insert(lane)
      song.mix.muted.remove(lane)
    }
  }

  private func lane(_ name: String, of option: String, in song: Song) throws(CommandLineMistake)
    -> Int
  {
    if let lane = song.lane(named: name) { return lane }
    let names = (0..<song.laneCount).map(song.name(ofLane:)).joined(separator: ", ")
    throw .wrongValue(name, of: option, expected: "a track of the song: " + names)
  }
}

extension OptionSpec {
  static let output = OptionSpec(
    "output", "o", value: "FILE", repeats: true, help: "a file to write; its ending is its format")
  static let format = OptionSpec(
    "format", value: "FORMAT", help: "of '-o -', and of the file where no -o names one")
  static let stems = OptionSpec(
    "stems", value: "DIR", help: "write a file for each track there, before the master")
  static let loop = OptionSpec(
    "loop", help: "as long as the song, with the tail on its start, to be repeated")
  static let rate = OptionSpec("rate", value: "HZ", help: "frames a second, 8000 to 384000")
  static let bits = OptionSpec("bits", value: "N", help: "16, 24, 32 or float")
  static let channels = OptionSpec("channels", value: "N", help: "1 or 2")
  static let compression = OptionSpec(
    "compression", value: "N", help: "of FLAC: 0 is the fastest, 8 the smallest (default: 5)")
  static let tempo = OptionSpec(
    "tempo", value: "TEMPO", help: "in place of the song's own top-level tempo")
  static let seed = OptionSpec("seed", value: "N", help: "in place of the song's own seed")
  static let from = OptionSpec("from", value: "PLACE", help: "start there")
  static let to = OptionSpec("to", value: "PLACE", help: "end where that begins")
  static let solo = OptionSpec(
    "solo", value: "TRACK", repeats: true, help: "only this track; 'click' is one")
  static let mute = OptionSpec(
    "mute", value: "TRACK", repeats: true, help: "all but this track; 'click' is one")
  static let threads = OptionSpec(
    "threads", value: "N", help: "the cores to render on (default: all); no bit depends on it")
  static let force = OptionSpec("force", help: "replace any existing file")
  static let json = OptionSpec("json", help: "report as JSON")
}
