import SongModel
import Timing

/// Finds what a hit plays of its sound: the take, its gain and place, and what chance adds to them.
struct Voicing {
  /// What chance gives a hit of a sound.
  struct Draw {
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
    let strips = (0..<song.laneCount).map { song.mix.strips[$0] ?? Mix.Strip() }
    stripGains = strips.map(\.volume.gain)
    pans = strips.map(\.pan)
  }

  /// The place of a lane's hits, and what chance adds: a hit of a track or a cue is placed by its
  /// sound, and a click by what the song says of the click.
  ///
  /// - Parameter dice: `nil` for a cue, whose every throw is 0.
  func draw(
    _ sound: Int, lane: Int, clickPan: Pan? = nil, _ dice: HitDice?, depth: Int = 0
  ) -> Draw {
    let voice = voices[sound]
    var draw = Draw(pan: pans[lane] ?? clickPan ?? voice.pan)
    if voice.transposeRandom > 0 {
      draw.cents = Chance.whole(
        dice?.bits(.transpose, depth: depth) ?? 0, within: voice.transposeRandom)
    }
    if let panRandom = voice.panRandom, clickPan == nil {
      draw.pan = draw.pan.moved(by: panRandom * Chance.share(dice?.bits(.pan, depth: depth) ?? 0))
    }
    return draw
  }

  /// Gives the hit its take and its whole gain. Hits have to come in the order in which they are
  /// heard, since takes are played in turn: each lane has its own turn, so that no other lane,
  /// silent or not, makes a difference.
  mutating func voice(_ event: inout Event) {
    let voice = voices[event.sound]
    var index = voice.layers.lowerBound
    while index + 1 < voice.layers.upperBound, event.velocity.value >= layers[index].below {
      index += 1
    }
    let layer = layers[index]
    event.gain *= layer.gain * stripGains[event.lane]
    event.take = layer.firstTake
    if layer.takes > 1 {
      let turn = Turn(lane: event.lane, layer: index)
      event.take += turns[turn, default: 0] % layer.takes
      turns[turn, default: 0] += 1
    }
  }
}
