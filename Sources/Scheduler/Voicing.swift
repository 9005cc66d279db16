import SongModel
import Timing

/// Finds what a hit plays of its sound: the take, its gain and place, and what chance adds to them.
struct Voicing {
  /// What chance gives a hit of a sound.
  struct Draw {
    var cents = 0
    var pan: Pan
  }

  private let sounds: [Sound]
  /// The kit's own volume of each sound, times that of each of its layers.
  private let gains: [[Double]]
  /// By lane.
  private let strips: [Mix.Strip]
  private let stripGains: [Double]
  /// How many hits each lane has had from each layer of a sound that has takes in turn.
  private var turns: [Turn: Int] = [:]

  private struct Turn: Hashable {
    let lane: Int
    let sound: Int
    let layer: Int
  }

  init(_ song: Song) {
    sounds = song.sounds
    gains = song.sounds.map { sound in
      sound.layers.map { sound.volume.gain * $0.volume.gain }
    }
    strips = (0..<song.laneCount).map { song.mix.strips[$0] ?? Mix.Strip() }
    stripGains = strips.map(\.volume.gain)
  }

  /// The place of a lane's hits, and what chance adds: a hit of a track or a cue is placed by its
  /// sound, and a click by what the song says of the click.
  func draw(
    _ sound: Int, lane: Int, clickPan: Pan? = nil, bits: (Chance.Purpose) -> UInt64
  ) -> Draw {
    let sound = sounds[sound]
    var draw = Draw(pan: strips[lane].pan ?? clickPan ?? sound.pan)
    if sound.transposeRandom > 0 {
      draw.cents = Chance.whole(bits(.transpose), within: sound.transposeRandom)
    }
    if sound.panRandom > .zero && clickPan == nil {
      draw.pan = draw.pan.moved(by: sound.panRandom.double * Chance.share(bits(.pan)))
    }
    return draw
  }

  /// The hit with its take and its whole gain. Hits have to come in the order in which they are
  /// heard, since takes are played in turn: each lane has its own turn, so that no other lane,
  /// silent or not, makes a difference.
  mutating func voiced(_ event: Event) -> Event {
    let sound = sounds[event.sound]
    let layer = sound.layers.count == 1 ? 0 : sound.layer(for: event.velocity)
    let takes = sound.layers[layer].takes.count
    var event = event
    event.gain *= gains[event.sound][layer] * stripGains[event.lane]
    event.take = layer == 0 ? 0 : sound.firstTake(ofLayer: layer)
    if takes > 1 {
      let turn = Turn(lane: event.lane, sound: event.sound, layer: layer)
      event.take += turns[turn, default: 0] % takes
      turns[turn, default: 0] += 1
    }
    return event
  }
}
