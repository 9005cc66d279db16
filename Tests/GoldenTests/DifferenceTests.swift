import Testing

@testable import GoldenKit

@Suite("A song that differs from its golden")
struct DifferenceTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// The song's quarter notes last 0.3 s, its eighths 3307.5 frames.
  private static let song = "son-clave"

  private func differences(
    of name: String = song, change: (from: String, to: String)
  ) throws -> [Difference] {
    try workshop.take(name, change: change)
    return try workshop.goldens.check(name)
  }

  @Test("One hit moved by a step: the frame and the event that is gone are named")
  func movedHit() throws {
    let found = try differences(change: ("X..x..x...x.x...", "X..x..x...x..x.."))
    let clave = "39690,1.800000000000,2,2,clave,clave,clave,100"
    let shaker = "39690,1.800000000000,2,2,clave,shaker,shaker,100"
    try #require(found.count == 4)
    #expect(found[0] == .line(.events, number: 18, golden: clave, now: shaker))
    #expect(found[2] == .samples(frame: 39690, golden: [clave, shaker], now: [shaker]))
    guard case .audio(_, _, eventsAgree: false) = found[1] else {
      Issue.record("\(found[1])")
      return
    }
    guard case .line(.midi, _, let golden?, _) = found[3] else {
      Issue.record("\(found[3])")
      return
    }
    #expect(golden.hasSuffix("on  ch10 note 75 velocity 100"))
  }

  @Test("One hit played softer: the frame and both velocities are named")
  func softerHit() throws {
    let found = try differences(change: ("X..x..x...x.x...", "X..x..x...o.x..."))
    let (golden, now) = (
      "33075,1.500000000000,2,1+1/4,clave,clave,clave,100",
      "33075,1.500000000000,2,1+1/4,clave,clave,clave,50"
    )
    let shaker = "33075,1.500000000000,2,1+1/4,clave,shaker,shaker,50"
    #expect(found.first == .line(.events, number: 15, golden: golden, now: now))
    #expect(
      found.contains(.samples(frame: 33075, golden: [golden, shaker], now: [now, shaker])))
  }

  @Test("A level changed: the events agree, and the first frame is that of the sound")
  func otherLevel() throws {
    let found = try differences(change: ("volume: -3dB", "volume: -9dB"))
    try #require(found.count == 2)
    guard case .audio(let golden, let now, eventsAgree: true) = found[0],
      case .samples(let frame, let events, let eventsNow) = found[1]
    else {
      Issue.record("\(found)")
      return
    }
    // The shaker swells, so its first samples round to the same numbers at either level.
    #expect((0..<100).contains(frame))
    #expect(events.map { $0.hasPrefix("0,") } == [true, true])
    #expect(events == eventsNow)
    #expect(golden.contains { $0.hasPrefix("sha256: ") })
    #expect(golden.count == now.count)
  }

  @Test("A longer file: it differs from the golden's end on")
  func longerFile() throws {
    let found = try differences(change: ("tail: none", "tail: 1s"))
    try #require(found.count == 2)
    // 2.4 s are the song's two bars.
    guard case .audio(let golden, let now, eventsAgree: true) = found[0],
      case .samples(frame: 52920, _, _) = found[1]
    else {
      Issue.record("\(found)")
      return
    }
    #expect(golden.contains("frames: 52920") && now.contains("frames: 74970"))
  }

  @Test("Another rate: no frame is named, as frames are no longer the same")
  func otherRate() throws {
    let found = try differences(change: ("rate: 22050", "rate: 16000"))
    #expect(
      !found.contains {
        if case .samples = $0 { true } else { false }
      })
    guard case .audio(let golden, let now, _) = found.dropFirst().first else {
      Issue.record("\(found)")
      return
    }
    #expect(golden.contains("rate: 22050") && now.contains("rate: 16000"))
  }

  @Test("Another title: only the MIDI file in words differs")
  func otherTitle() throws {
    let found = try differences(change: ("title: Son clave loop", "title: Clave"))
    #expect(
      found == [
        .line(.midi, number: 2, golden: "track 0 \"Son clave loop\"", now: "track 0 \"Clave\"")
      ])
  }

  @Test("One hit of a long song: the event is named, though there is no golden WAV")
  func longSong() throws {
    let found = try differences(
      of: "rock", change: ("kick:  X.......x.x.....", "kick:  X.......x..x...."))
    guard
      case .line(.events, _, let golden?, _) = found.first,
      case .audio(_, _, eventsAgree: false) = found.dropFirst().first
    else {
      Issue.record("\(found)")
      return
    }
    // A bar of count-in, then five eighths, at 122 beats a minute: 60/122 · (4 + 2.5) s.
    #expect(golden == "153443,3.196721311475,1,3+1/8,Verse,kick,kick,100")
  }

  @Test("One event of the golden moved by a frame: its line is named, with both versions")
  func movedGolden() throws {
    try workshop.take(DifferenceTests.song)
    let event = "1.500000000000,2,1+1/4,clave,clave,clave,100"
    try workshop.spoil(
      .events, of: DifferenceTests.song, change: ("33075,\(event)", "33076,\(event)"))
    let found = try workshop.goldens.check(DifferenceTests.song)
    #expect(
      found == [.line(.events, number: 15, golden: "33076,\(event)", now: "33075,\(event)")])
    #expect(
      found.map(\.description) == [
        """
        events.csv differs from line 15 on
          - 33076,1.500000000000,2,1+1/4,clave,clave,clave,100
          + 33075,1.500000000000,2,1+1/4,clave,clave,clave,100
        """
      ])
  }

  @Test("An event missing at the golden's end: the golden is said to end before it")
  func shortGolden() throws {
    try workshop.take(DifferenceTests.song)
    let event = "46305,2.100000000000,2,2+1/4,clave,shaker,shaker,50\n"
    let last = "49613,2.250000000000,2,2+3/8,clave,shaker,shaker,42\n"
    try workshop.spoil(.events, of: DifferenceTests.song, change: (event + last, event))
    let found = try workshop.goldens.check(DifferenceTests.song)
    #expect(
      found == [
        .line(.events, number: 22, golden: "", now: String(last.dropLast()))
      ])
  }

  @Test("A golden WAV that is not what audio.sum says is no golden")
  func wrongWAV() throws {
    try workshop.take(DifferenceTests.song)
    let wav = "\(GoldenSet.repository.golden("count-off"))/audio.wav"
    try Files.write(
      try Files.read(wav), to: "\(workshop.goldens.golden(DifferenceTests.song))/audio.wav")
    #expect(try workshop.goldens.check(DifferenceTests.song) == [.goldenWAV])
  }

  @Test("What a song gives is left for a look where it differs, and only there")
  func leavesOutput() throws {
    let folder = workshop.goldens.output(DifferenceTests.song)
    try workshop.take(DifferenceTests.song, change: ("volume: -3dB", "volume: -9dB"))
    #expect(try !workshop.goldens.check(DifferenceTests.song).isEmpty)
    #expect(
      try Files.names(in: folder) == [
        "audio.flac", "audio.sum", "audio.wav", "events.csv", "midi.txt", "song.mid",
      ])
    try workshop.take(DifferenceTests.song)
    #expect(try workshop.goldens.check(DifferenceTests.song).isEmpty)
    #expect(!Files.isFolder(folder))
  }
}
