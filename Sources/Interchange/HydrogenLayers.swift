import SongModel
import Timing

/// Which layers of an instrument serve a velocity.
///
/// Hydrogen takes the first layer whose range holds the velocity, both ends included, and where none
/// does the one whose range begins nearest (`Note::getSample`). With another way of selection all
/// layers whose ranges hold it take turns.
struct HydrogenLayers {
  let layers: [HydrogenLayer]
  let selection: HydrogenInstrument.Selection

  /// Layers that serve the MIDI velocities from one on.
  struct Zone: Equatable {
    var from: Int
    /// Indices, in the order in which they are played.
    var layers: [Int]
  }

  /// Indices, in the order in which they are played; none only for an instrument without layers.
  func serving(_ velocity: Rational) -> [Int] {
    let fitting = layers.indices.filter {
      layers[$0].low <= velocity && velocity <= layers[$0].high
    }
    guard let first = fitting.first else {
      let nearest = layers.indices.min {
        (layers[$0].low - velocity).magnitude < (layers[$1].low - velocity).magnitude
      }
      return nearest.map { [$0] } ?? []
    }
    switch selection {
    case .velocity: return [first]
    case .random: return fitting
    // The count of what was played last begins with the first one (`Song::getLatestRoundRobin`).
    case .roundRobin: return Array(fitting.dropFirst()) + [first]
    }
  }

  /// The zones of MIDI velocities 1 to 127, and whether every note of the song finds its own layers
  /// in them.
  ///
  /// A MIDI velocity stands for the notes of the song that have it; where there are none, for itself
  /// as a share of 127.
  func zones(for velocities: [Velocity: Set<Rational>]) -> (zones: [Zone], isExact: Bool) {
    var zones: [Zone] = []
    var isExact = true
    for number in Velocity.range {
      let notes = velocities[Velocity(number)!] ?? [Rational(Int128(number), 127)]
      var answers = notes.sorted().map(serving)
      let answer = answers.removeFirst()
      if answers.contains(where: { $0 != answer }) { isExact = false }
      if zones.last?.layers != answer { zones.append(Zone(from: number, layers: answer)) }
    }
    return (zones, isExact)
  }
}
