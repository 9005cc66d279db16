import Diagnostics
import SongModel
import Testing
import Timing

@testable import SongText

/// The song of a text without mistakes.
private func song(_ text: String, files: [String: String] = [:]) throws -> Song {
  let reading = readSong(Array(text.utf8), path: "songs/test.yaml") { path throws(UnreadableFile) in
    guard let text = files[path] else { throw UnreadableFile(reason: "it is not there: \(path)") }
    return Array(text.utf8)
  }
  return try #require(reading.song, "\(DiagnosticRenderer().render(reading.diagnostics))")
}

/// The sound 'a' of a kit.
private func sound(_ entry: String) throws -> Sound {
  let song = try song("kit: {a: \(entry)}\npatterns: {p: {a: x}}\nsong: [p]\n")
  return song.sounds[song.tracks[0].sound]
}

@Suite("The kit")
struct KitTests {
  @Test("a control is kept exactly as it is written")
  func controls() throws {
    let plain = try sound("kick")
    #expect(plain.treatment == .none)
    #expect(plain.transposeRandom == 0 && plain.panRandom == .zero && plain.choke == nil)
    let sound = try sound(
      """
      {sound: kick, start: 481/48000s, transpose: -3.25, transpose-random: 0.07, stretch: 4/3,
       pitch: +12, decay: 333ms, pan: L40, pan-random: 12.5%, choke: x, volume: -3dB}
      """)
    #expect(
      sound.treatment
        == Treatment(
          start: Rational(481, 48_000), transpose: Rational(-13, 4), stretch: Rational(4, 3),
          pitch: Rational(12), decay: Rational(333, 1000)))
    #expect(sound.transposeRandom == 7)
    #expect(sound.panRandom == Rational(1, 8))
    #expect(sound.pan.position == -0.4)
    #expect(sound.choke == 0)
  }

  @Test(
    "what chance adds to a place may be written with its sign or without", arguments: ["20", "20%"])
  func panRandom(text: String) throws {
    #expect(try sound("{sound: kick, pan-random: \(text)}").panRandom == Rational(1, 5))
  }

  @Test("a place and what chance adds to it may reach a side, whatever their binary fractions")
  func toTheSide() throws {
    for percent in 0...100 {
      let sound = try sound("{sound: kick, pan: R\(percent), pan-random: \(100 - percent)%}")
      #expect(sound.pan.moved(by: sound.panRandom.double).position == 1)
      #expect(sound.pan.moved(by: -sound.panRandom.double).position >= -1)
    }
  }

  @Test("layers and takes keep their order, and their paths count from the song")
  func layers() throws {
    let sound = try sound(
      "{layers: [{file: s.wav, below: 40, volume: 50%}, {alternate: [rim, /x/b.wav], below: 90},"
        + " {sound: clap}]}")
    #expect(sound.layers.map(\.below) == [40, 90, 128])
    #expect(
      sound.takes.map(\.source) == [
        .file(path: "songs/s.wav"), .builtIn(.rim), .file(path: "/x/b.wav"), .builtIn(.clap),
      ])
    #expect(sound.layers[0].volume == .ratio(Rational(1, 2)))
    #expect((0..<3).map(sound.firstTake(ofLayer:)) == [0, 1, 3])
    for (velocity, layer) in [(1, 0), (39, 0), (40, 1), (89, 1), (90, 2), (127, 2)] {
      #expect(sound.layer(for: Velocity(velocity)!) == layer)
    }
  }

  @Test("sounds with one name for choke belong together, others do not")
  func chokes() throws {
    let song = try song(
      """
      kit: {a: {sound: hat, choke: x}, b: {sound: hat, choke: y}, c: {sound: hat, choke: x}}
      patterns: {p: {a: x, b: x, c: x}}
      song: [p]
      """)
    let chokes = Dictionary(uniqueKeysWithValues: song.sounds.map { ($0.name, $0.choke) })
    #expect(chokes["a"]! != nil && chokes["a"]! == chokes["c"]!)
    #expect(chokes["b"]! != nil && chokes["b"]! != chokes["a"]!)
  }

  @Test("a kit file's paths count from the kit file, also in layers")
  func kitFile() throws {
    let song = try song(
      "kit: ../kits/k.yaml\npatterns: {p: {a: x}}\nsong: [p]\n",
      files: [
        "songs/../kits/k.yaml": "a: {layers: [{file: soft.wav, below: 64}, {alternate: [l.wav]}]}"
      ]
    )
    let sound = song.sounds[song.tracks[0].sound]
    #expect(
      sound.takes.map(\.source) == [
        .file(path: "songs/../kits/soft.wav"), .file(path: "songs/../kits/l.wav"),
      ])
  }

  @Test("a built-in kit gives its sounds the usual names", arguments: BuiltInKit.allCases)
  func builtInKit(kit: BuiltInKit) throws {
    for (name, source) in kit.sounds {
      let song = try song("kit: \(kit.rawValue)\npatterns: {p: {\(name): x}}\nsong: [p]\n")
      let sound = song.sounds[song.tracks[0].sound]
      #expect(sound.name == name)
      #expect(sound.takes.map(\.source) == [.builtIn(source)])
    }
    // A path that looks like a kit's name can still be named.
    let other = try song(
      "kit: ./\(kit.rawValue)\npatterns: {p: {a: x}}\nsong: [p]\n",
      files: ["songs/./\(kit.rawValue)": "a: rim"])
    #expect(other.sounds[other.tracks[0].sound].name == "a")
  }
}

@Suite("The mix and the output")
struct MixTests {
  @Test("the master and the strips are kept exactly as they are written")
  func mix() throws {
    let mix = try song(
      """
      patterns: {p: {kick: x, hat: x}}
      song: [p]
      mix:
        volume: -3dB
        limiter: -0.5dB
        normalize: -16 LUFS
        tracks:
          kick: {volume: 50%, pan: R20, mute: true}
          click: {solo: true}
          cue: {pan: L}
      """
    ).mix
    #expect(mix.volume == .decibels(Decibels(-3)))
    #expect(mix.limiter == Decibels(Rational(-1, 2)))
    #expect(mix.normalize == .loudness(-16))
    #expect(mix.strips[1]?.volume == .ratio(Rational(1, 2)) && mix.strips[1]?.pan?.position == 0.2)
    #expect(mix.strips[3]?.pan?.position == -1)
    #expect(mix.muted == [1] && mix.soloed == [0])
  }

  @Test(
    "a level to bring the file to is a loudness or a peak",
    arguments: [
      ("-16 LUFS", Mix.Normalization.loudness(-16)), ("-23.5LUFS", .loudness(Rational(-47, 2))),
      ("-1dB", .peak(Decibels(-1))), ("0dB", .peak(Decibels(0))),
    ])
  func normalize(text: String, expected: Mix.Normalization) throws {
    #expect(try song("bars: 1\nmix: {normalize: \(text)}\n").mix.normalize == expected)
  }

  @Test("a track called cue comes before the cues")
  func names() throws {
    let song = try song("patterns: {p: {cue: x}}\nkit: {cue: rim}\nsong: [p]\n")
    #expect(song.lane(named: "cue") == 1)
    #expect((0..<song.laneCount).map(song.name(ofLane:)) == ["click", "cue", "cue"])
  }

  @Test("a loop and its dither are read")
  func output() throws {
    let output = try song("bars: 1\noutput: {loop: true, dither: off}\n").output
    #expect(output.loop && output.dither == .off)
    let plain = try song("bars: 1\n").output
    #expect(!plain.loop && plain.dither == .auto)
  }
}
