import Live
import SongModel
import Timing

/// What keys and MIDI messages ask of a player.
struct PlayControls {
  private let pads: [Character: Int]
  private let trackCount: Int
  private var tempo = TapTempo()

  /// Of a MIDI controller: beats a minute are this and the controller's value.
  static let slowest = 60
  static let tempoController: UInt8 = 16
  static let tapNote: UInt8 = 24

  init(_ played: PlayedSong) {
    var keys: [Character: Int] = [:]
    for (number, pad) in played.pads.enumerated() {
      if let key = pad.key { keys[key] = number }
    }
    pads = keys
    trackCount = played.song.laneCount
  }

  /// - Parameter seconds: the time of the key, for tapping.
  mutating func command(for key: PlayKey, at seconds: Double) -> Player.Command? {
    switch key {
    case .startStop: .startOrStop
    case .slower: .changeTempo(by: -1)
    case .faster: .changeTempo(by: 1)
    case .muchSlower: .changeTempo(by: -10)
    case .muchFaster: .changeTempo(by: 10)
    case .tap: tempo.tap(at: seconds).map { .setTempo(to: $0) }
    case .previousSection: .movePassage(by: -1)
    case .nextSection: .movePassage(by: 1)
    case .loop: .toggleLoop
    case .mute(let number): number <= trackCount ? .toggleMute(lane: number - 1) : nil
    case .quieter: .changeVolume(by: -1)
    case .louder: .changeVolume(by: 1)
    case .subdivisions: .toggleSubdivisions
    case .gap: .toggleGap
    case .quit: .finish
    case .character(let character): pads[character].map { .strike(pad: $0, .hit) }
    case .nextSong, .previousSong, .escape: nil
    }
  }

  /// What a message asks for that strikes no pad: a program is a section, a controller the tempo,
  /// and one note taps.
  mutating func command(
    for message: (status: UInt8, first: UInt8, second: UInt8), at seconds: Double
  ) -> Player.Command? {
    switch message.status & 0xF0 {
    case 0xC0: .setPassage(to: Int(message.first))
    case 0xB0 where message.first == PlayControls.tempoController:
      .setTempo(to: Rational(Int128(PlayControls.slowest + Int(message.second))))
    case 0x90 where message.first == PlayControls.tapNote && message.second > 0:
      tempo.tap(at: seconds).map { .setTempo(to: $0) }
    default: nil
    }
  }

  /// What a message of Open Sound Control asks for.
  mutating func command(for message: OSCServer.Message, at seconds: Double) -> Player.Command? {
    let whole = message.number.flatMap { Int(exactly: $0.rounded()) } ?? 0
    // A thousandth is more than anybody hears.
    let exact = message.number.flatMap { number -> Rational? in
      abs(number) < 1e6 ? Rational(Int128((number * 1000).rounded()), 1000) : nil
    }
    return switch message.path {
    case "/tactus/start-stop": .startOrStop
    case "/tactus/tempo": exact.map { .setTempo(to: $0) }
    case "/tactus/tempo-by": exact.map { .changeTempo(by: $0) }
    case "/tactus/tap": tempo.tap(at: seconds).map { .setTempo(to: $0) }
    case "/tactus/section": .setPassage(to: whole - 1)
    case "/tactus/section-by": .movePassage(by: whole)
    case "/tactus/loop": .toggleLoop
    case "/tactus/mute": (1...trackCount).contains(whole) ? .toggleMute(lane: whole - 1) : nil
    case "/tactus/volume-by": exact.map { .changeVolume(by: $0) }
    case "/tactus/subdivisions": .toggleSubdivisions
    case "/tactus/gap": .toggleGap
    case "/tactus/pad": .strike(pad: whole - 1, .hit)
    case "/tactus/quit": .finish
    default: nil
    }
  }
}
