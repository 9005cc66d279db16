import SongModel
import Timing

/// Finds what a hit plays of its sound: the take, its gain and place, and what chance adds to them.
struct Voicing {
  /// What a hit of a sound plays.
  struct Part {
    /// Of the sound and of its lane.
    let gain: Double
    /// The first take of the hit's layer.
    let take: Int
    var cents = 0
    var pan: Pan
  }

  /// What is looked up of a sound for every hit.
  private struct Voice {
    /// Where its layers stand among those of all sounds.
    let layers: Range<Int>
    let pan: Pan
    let transposeRandom: Int
    /// `nil` where it stays in its place.
    let panRandom: Double?
  }

  private struct Layer {
    let below: Int
    /// Its volume times that of its sound.
    let gain: Double
    let takes: Int
    let firstTake: Int
  }

  private let voices: [Voice]
  private let layers: [Layer]
  /// By lane, as the desk says.
  private let pans: [Pan?]
  private let stripGains: [Double]
  /// Whether a sound has takes in turn.
  private let takesTurns: Bool
  /// How many hits each lane has had from each layer of a sound that has takes in turn.
  private var turns: [Turn: Int] = [:]

  private struct Turn: Hashable {
    let lane: Int
    let layer: Int
  }

  init(_ song: Song) {
    var voices: [Voice] = []
    var layers: [Layer] = []
    for sound in song.sounds {
      let gain = sound.volume.gain
      voices.append(
        Voice(
          layers: layers.count..<layers.count + sound.layers.count, pan: sound.pan,
          transposeRandom: sound.transposeRandom,
          panRandom: sound.panRandom > .zero ? sound.panRandom.double : nil))
      for (index, layer) in sound.layers.enumerated() {
        layers.append(
          Layer(
            below: layer.below, gain: gain * layer.volume.gain, takes: layer.takes.count,
            firstTake: sound.firstTake(ofLayer: index)))
      }
    }
    (self.voices, self.layers) = (voices, layers)
    takesTurns = layers.contains { $0.takes > 1 }
    let strips = (0..<song.laneCount).map { song.mix.strips[$0] ?? Mix.Strip() }
    stripGains = strips.map(\.volume.gain)
    pans = strips.map(\.pan)
  }

  /// What a hit plays, but for the turns of takes. A hit of a track or a cue is placed by its sound,
  /// and a click by what the song says of the click.
  ///
  /// - Parameter dice: `nil` for a cue, whose every throw is 0.
  func part(
    of sound: Int, _ velocity: Velocity, lane: Int, clickPan: Pan? = nil, _ dice: HitDice?,
    depth: Int = 0
  ) -> Part {
    let voice = voices[sound]
    let layer = layers[self.layer(of: voice, for: velocity)]
    var part = Part(
      gain: layer.gain * stripGains[lane], take: layer.firstTake,
      pan: pans[lane] ?? clickPan ?? voice.pan)
    if voice.transposeRandom > 0 {
      part.cents = Chance.whole(
        dice?.bits(.transpose, depth: depth) ?? 0, within: voice.transposeRandom)
    }
    if let panRandom = voice.panRandom, clickPan == nil {
      part.pan = part.pan.moved(by: panRandom * Chance.share(dice?.bits(.pan, depth: depth) ?? 0))
    }
    return part
  }

  private func layer(of voice: Voice, for velocity: Velocity) -> Int {
    var index = voice.layers.lowerBound
    while index + 1 < voice.layers.upperBound, velocity.value >= layers[index].below { index += 1 }
    return index
  }

  /// Gives hits the takes whose turn it is. They have to come in the order in which they are heard:
  /// each lane has its own turn, so that no other lane, silent or not, makes a difference.
  mutating func takeTurns(_ events: inout [Event], from first: Int) {
    guard takesTurns else { return }
    for index in first..<events.count {
      let event = events[index]
      let number = layer(of: voices[event.sound], for: event.velocity)
      let layer = layers[number]
      guard layer.takes > 1 else { continue }
      let turn = Turn(lane: event.lane, layer: number)
      events[index].take = layer.firstTake + turns[turn, default: 0] % layer.takes
      turns[turn, default: 0] += 1
    }
  }
}
