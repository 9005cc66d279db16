import SongModel

/// The built-in sound that comes nearest to an instrument whose samples are not there.
enum HydrogenBuiltIns {
  /// By the instrument's name, else by its key of the General MIDI percussion map; a drumkit that
  /// bears the number of a drum machine gives that machine's sound where there is one.
  static func nearest(name: String, drumkit: String?, note: Int?) -> BuiltInSound {
    let sound = byName(name) ?? note.flatMap(byNote) ?? .woodHigh
    for machine in ["808", "909"] where drumkit?.contains(machine) == true {
      if let better = BuiltInSound(rawValue: "\(machine)-\(sound.name)") { return better }
    }
    return sound
  }

  /// What each name is known by; the first that fits counts.
  private static let words: [(words: [String], sound: BuiltInSound)] = [
    (["cowbell", "agogo"], .cowbell), (["clap"], .clap), (["tamb"], .tambourine),
    (["clave"], .clave), (["shaker", "maraca", "cabasa"], .shaker),
    (["rim", "stick", "xstick", "sidestick"], .rim), (["snare", "sd"], .snare),
    (["kick", "bassdrum", "bd"], .kick), (["splash", "crash", "china"], .crash),
    (["ride", "bell"], .ride), (["conga", "bongo", "timbale"], .tomHigh),
    (["click", "metronome"], .clickHigh), (["wood"], .woodHigh), (["cymbal"], .crash),
  ]

  /// A name is known by how one of its words begins, or ends as in `handclap`.
  private static func byName(_ name: String) -> BuiltInSound? {
    let name = name.lowercased()
    var parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    parts += zip(parts, parts.dropFirst()).map { $0 + $1 }
    func has(_ words: String...) -> Bool {
      parts.contains { part in words.contains { part.hasPrefix($0) } }
    }
    if has("hat", "hihat", "hh", "closedhat", "openhat", "pedalhat") {
      return has("open") && !has("closed") ? .openHat : .hat
    }
    if has("tom", "floortom") {
      if has("floor", "low", "tom3", "3") { return .tomLow }
      return has("mid", "tom2", "2") ? .tomMid : .tomHigh
    }
    return words.first { entry in
      parts.contains { part in
        entry.words.contains { part.hasPrefix($0) || part.hasSuffix($0) && $0.count > 3 }
      }
    }?.sound
  }

  private static func byNote(_ note: Int) -> BuiltInSound? {
    switch note {
    case 35, 36: .kick
    case 37: .rim
    case 38, 40: .snare
    case 39: .clap
    case 41, 43, 64: .tomLow
    case 45, 47, 61, 63, 66: .tomMid
    case 48, 50, 60, 62, 65: .tomHigh
    case 42, 44: .hat
    case 46: .openHat
    case 49, 52, 55, 57: .crash
    case 51, 53, 59: .ride
    case 54: .tambourine
    case 56, 67, 68: .cowbell
    case 69, 70, 82: .shaker
    case 75: .clave
    case 76: .woodHigh
    case 77: .woodLow
    default: nil
    }
  }
}
