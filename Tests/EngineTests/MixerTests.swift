import Engine
import Scheduler
import SongModel
import SongSupport
import Sounds
import Testing
import Timing

/// A mix of the whole song, in blocks of one size.
func mix(
  _ song: Song, sounds: [SampleBuffer], channels: Int = 2, frames: Int, block: Int = 4096
) -> (left: [Float], right: [Float]) {
  var mixer = Mixer(song, bank: bank(song, sounds, channels: channels))
  return render(&mixer, channels: channels, frames: frames, block: block)
}

/// A bank with one buffer for each sound of a song.
func bank(_ song: Song, _ sounds: [SampleBuffer], channels: Int) -> SoundBank {
  let bank = SoundBank(song, at: .standard, channels: channels)
  for (index, buffer) in sounds.enumerated() {
    bank.assign(bank.add(buffer), to: Rendition(sound: index))
  }
  return bank
}

/// What a mixer gives next, in blocks of one size.
func render(
  _ mixer: inout Mixer, channels: Int = 2, frames: Int, block size: Int = 4096
) -> (left: [Float], right: [Float]) {
  let block = MixBlock(channels: channels)
  var left: [Float] = []
  var right: [Float] = []
  while left.count < frames {
    let count = min(size, frames - left.count)
    mixer.render(into: block, count: count)
    left += UnsafeBufferPointer(start: block.left, count: count)
    right += UnsafeBufferPointer(start: block.right ?? block.left, count: count)
  }
  return (left, right)
}

/// A sound that no other is like, so that a frame out of place shows.
func ramp(_ frames: Int, from start: Float = 1, stereo: Bool = false) -> SampleBuffer {
  let samples = (0..<frames).map { start - Float($0) / Float(2 * frames) }
  return SampleBuffer(
    channels: stereo ? [samples, samples.map { -$0 }] : [samples], rate: .standard)
}

@Suite("The mixer")
struct MixerTests {
  static let busy = song(
    """
    tempo: 311
    click: {subdivisions: [2, 3], pan: L30}
    kit: {kick: {sound: kick, pan: R75}}
    patterns: {p: {kick: x*7x(xxx)X.., hat: 9.5.o.}}
    song: [a: {bars: 1}, b: {bars: 2, play: p, tempo: 97.5}, c: {bars: 1, meter: 5/8}]
    """)

  /// Sounds longer than the distance between hits, so that voices pile up.
  static var sounds: [SampleBuffer] {
    busy.sounds.indices.map { ramp(3000 + 777 * $0, from: 0.3, stereo: $0 % 2 == 1) }
  }

  @Test("the size of the blocks changes no bit", arguments: [1, 64, 1000])
  func blockSizes(block: Int) {
    let reference = mix(Self.busy, sounds: Self.sounds, frames: 300_000)
    let other = mix(Self.busy, sounds: Self.sounds, frames: 300_000, block: block)
    #expect(reference.left == other.left)
    #expect(reference.right == other.right)
    #expect(reference.left.contains { $0 != 0 })
  }

  @Test("the mix is the sum of whole sounds on the frames of their events")
  func sumOfWholeSounds() {
    let song = song(
      """
      song:
        - a: {bars: 1, tempo: 100000, play: p}
        - b: {bars: 1, tempo: 97.3, play: p}
        - c: {bars: 1, tempo: 50, meter: 1/4, click: off}
      patterns: {p: {kick: X...X.XX, hat: X*3}}
      """)
    // Samples are multiples of 2⁻¹⁰ and the gain is 1, so that sums are exact in any order.
    let sounds = song.sounds.indices.map { index in
      SampleBuffer(
        channels: [(0..<(5000 + index)).map { Float(($0 * 7 + index) % 64 - 32) / 1024 }],
        rate: .standard)
    }
    let frames = 400_000
    var expected = [Float](repeating: 0, count: frames)
    for event in EventStream(song, at: .standard) {
      let samples = sounds[event.sound].channels[0]
      for (index, sample) in samples.enumerated() where event.frame.index + index < frames {
        expected[event.frame.index + index] += sample
      }
    }
    let mixed = mix(song, sounds: sounds, channels: 1, frames: frames).left
    #expect(mixed == expected)
    #expect(mixed.contains { abs($0) > 0.05 })
  }

  @Test("an event's first sample stands on its frame")
  func firstSample() {
    let song = song("{bars: 2, tempo: 137.3}")
    let impulse = SampleBuffer(channels: [[0.5]], rate: .standard)
    let mixed = mix(
      song, sounds: song.sounds.map { _ in impulse }, channels: 1, frames: 200_000
    ).left
    #expect(
      mixed.indices.filter { mixed[$0] != 0 }
        == EventStream(song, at: .standard).map(\.frame.index))
  }

  // The gains are computed in double precision and stored in single: 2⁻²⁴ each, and the square
  // adds two of them.
  @Test(
    "a mono sound keeps its power wherever it stands",
    arguments: ["L", "L60", "C", "R1", "R30", "R99", "R"])
  func constantPower(pan: String) {
    let song = song("{bars: 1, meter: 1/1, beat: 1/1, click: {pan: \(pan)}}")
    let sounds = song.sounds.map { _ in SampleBuffer(channels: [[1]], rate: .standard) }
    let mixed = mix(song, sounds: sounds, frames: 1)
    let power = mixed.left[0] * mixed.left[0] + mixed.right[0] * mixed.right[0]
    #expect(abs(power - 1) < 3e-7)
    if pan == "L" { #expect(mixed.right[0] == 0) }
    if pan == "R" { #expect(mixed.left[0] == 0) }
    if pan == "C" { #expect(mixed.left[0] == mixed.right[0]) }
    if pan.hasPrefix("R") { #expect(mixed.right[0] > mixed.left[0]) }
  }

  @Test("a stereo sound in the middle stays as it is, and its far side is turned down")
  func balance() {
    let sounds = { (song: Song) in
      song.sounds.map { _ in SampleBuffer(channels: [[0.5], [-0.25]], rate: .standard) }
    }
    let middle = song("{bars: 1, meter: 1/1, beat: 1/1}")
    let centred = mix(middle, sounds: sounds(middle), frames: 1)
    #expect(centred.left == [0.5] && centred.right == [-0.25])
    let aside = song("{bars: 1, meter: 1/1, beat: 1/1, click: {pan: R50}}")
    let moved = mix(aside, sounds: sounds(aside), frames: 1)
    #expect(moved.left == [0.25] && moved.right == [-0.25])
  }

  @Test("a mono file takes the mean of a stereo sound")
  func mixedDown() {
    let song = song("{bars: 1, meter: 1/1, beat: 1/1}")
    let sounds = song.sounds.map { _ in
      SampleBuffer(channels: [[0.5], [-0.25]], rate: .standard)
    }
    #expect(mix(song, sounds: sounds, channels: 1, frames: 1).left == [0.125])
  }
}

@Suite("Tempo changes without artifacts")
struct ArtifactTests {
  static let songs = [
    """
    tempo: 60 -> 240
    bars: 6
    play: p
    patterns: {p: {kick: X...X.XX, hat: {steps: X*3, swing: 66%}, snare: {steps: ..X., offset: 11ms}}}
    """,
    """
    patterns: {p: {kick: X(XXX)X*5X, hat: {euclid: [5, 8], velocity: 127%}}}
    song:
      - a: {bars: 2, play: p, changes: [{at: 1:3, hold: 333ms}, {at: 2, tempo: 300 -> 30, over: 1/2}]}
      - repeat: {times: 2, play: [b: {bars: 1, meter: 7/8, play: p, tempo: 1000}]}
      - c: {bars: 2, repeat: 3, step: 40, pickup: 1 beat, play: p, click: {subdivisions: 3}}
    """,
  ]

  @Test("the mix is the sum of whole sounds on their events' frames", arguments: songs)
  func sumOfWholeSounds(text: String) {
    let song = song(text)
    // Long enough that every sound rings across the changes around it, and quiet enough that all of
    // them together stay below full scale, where sums are exact.
    let sounds = song.sounds.indices.map { index in
      SampleBuffer(
        channels: [(0..<(30_000 + 7 * index)).map { Float(($0 * 13 + index) % 61 - 30) / 5000 }],
        rate: .standard)
    }
    let frames = song.endTime.frame(at: .standard).index + 40_000
    var expected = [Double](repeating: 0, count: frames)
    var events = 0
    for event in EventStream(song, at: .standard) {
      // Each sound by itself on the grid of 24 bits, as a file of it alone would have it.
      let gain = Double(Float(event.gain))
      for (index, sample) in sounds[event.sound].channels[0].enumerated() {
        let steps = (gain * Double(sample) * 0x1p23).rounded(.toNearestOrEven)
        expected[event.frame.index + index] += steps * 0x1p-23
      }
      events += 1
    }
    let mixed = mix(song, sounds: sounds, channels: 1, frames: frames).left
    #expect(events > 30)
    #expect(expected.allSatisfy { abs($0) < 1 })
    if let frame = (0..<frames).first(where: { Double(mixed[$0]) != expected[$0] }) {
      Issue.record("frame \(frame) is \(mixed[frame]), not \(expected[frame])")
    }
  }

  @Test(
    "what follows a skip is what a whole mix has there", arguments: [1, 4_000, 77_777, 200_000])
  func skip(to start: Int) {
    let song = MixerTests.busy
    let whole = mix(song, sounds: MixerTests.sounds, frames: 300_000)
    var mixer = Mixer(song, bank: bank(song, MixerTests.sounds, channels: 2))
    mixer.skip(to: Frame(start))
    let (left, right) = render(&mixer, frames: 4096)
    #expect(left == Array(whole.left[start..<(start + 4096)]))
    #expect(right == Array(whole.right[start..<(start + 4096)]))
  }
}
