import Interchange
import Scheduler
import SongModel
import Testing
import Timing

/// A song as Beats plays it: rows of steps, each as long as the pattern, put one behind another.
struct BeatsPerformance: Sendable {
  let fixture: String
  let tempo: Rational
  let swing: Int?
  /// The tracks of each pattern by what their sounds are called in the draft.
  let patterns: [String: [(sound: String, rhythm: String)]]
  let flow: [String]

  /// Where each sound begins, in seconds.
  var onsets: [(time: Rational, sound: String)] {
    // A sixteenth in seconds; with swing, Beats is half as fast again.
    let step = 60 / (tempo * (swing == nil ? 1 : Rational(3, 2))) / 4
    var onsets: [(time: Rational, sound: String)] = []
    var start: Int128 = 0
    for name in flow {
      let tracks = patterns[name]!
      let longest = tracks.map(\.rhythm.count).max()!
      var length: Int128 = 0
      for (sound, rhythm) in tracks {
        let row = swung(rhythm + String(repeating: ".", count: longest - rhythm.count))
        for (index, sign) in row.enumerated() where sign == "X" {
          onsets.append((step * Rational(start + Int128(index)), sound))
        }
        length = Int128(row.count)
      }
      start += length
    }
    return onsets
  }

  /// Steps with the rests that Beats puts between them.
  private func swung(_ row: String) -> String {
    guard let swing else { return row }
    let steps = Array(row)
    var result = ""
    for (index, step) in steps.enumerated() {
      result.append(step)
      // Of four steps the first two, or of two the first one, become twice as long.
      let isLong = swing == 8 ? index % 4 < 2 : index % 2 == 0
      if isLong { result.append(".") }
    }
    return result
  }
}

@Suite("Onsets of Beats")
struct BeatsOnsetTests {
  static let performances = [
    BeatsPerformance(
      fixture: "every-feature.beats", tempo: Rational(195, 2), swing: nil,
      patterns: [
        "Verse": [
          ("bass", "X...X...X...X..X"), ("snare", "....X.......X..."),
          ("hat-closed", "X.X.X.X.X.X."), ("hat-open", "X.X.X.X.X.X."),
        ],
        "Fill": [("snare", "XXXX"), ("snare2", "X.X.X."), ("Tom 1", "..X.XX"), ("silent", "")],
        "Chorus": [
          ("bass", "X.......X......."), ("snare", "X.......X......."),
          ("hat-closed", "..X...X...X...X."), ("hat-open", "..X...X...X...X."),
          ("ride", "..X...X...X...X."),
        ],
      ], flow: ["Verse", "Verse", "Fill", "Chorus", "Chorus", "Chorus", "Verse"]),
    BeatsPerformance(
      fixture: "swing-8.beats", tempo: 120, swing: 8,
      patterns: [
        "plain": [("hat", "X.X.X.X."), ("kick", "X.......")],
        "busy": [("hat", "XXXXX.XX"), ("kick", "X..X....")], "five": [("hat", "X.X.X")],
        "six": [("hat", "X.X.XX")], "seven": [("hat", "X.X.X.X")],
      ], flow: ["plain", "plain", "busy", "busy", "five", "six", "seven", "plain"]),
    BeatsPerformance(
      fixture: "swing-16.beats", tempo: 133, swing: 16,
      patterns: [
        "even": [("hat", "XXXXX.XXX."), ("kick", "X......X")],
        "odd": [("hat", "XXX.X"), ("kick", "X..X")],
      ], flow: ["even", "even", "even", "odd", "odd", "even"]),
  ]

  @Test(
    "every hit stands on the frame of its exact time in Beats", arguments: performances.indices,
    [44_100, 48_000])
  func onsets(index: Int, hertz: Int) throws {
    let performance = BeatsOnsetTests.performances[index]
    let rate = SampleRate(hertz: hertz)!
    let theirs = performance.onsets.map { onset in
      "\(Seconds(onset.time).frame(at: rate).index) \(onset.sound)"
    }
    let song = try song(
      of: songDraft(beats: fixture(performance.fixture), title: nil) { _ in true })
    let events = Array(EventStream(song, at: rate))
    let ours = events.map { "\($0.frame.index) \(song.tracks[$0.lane - 1].name)" }
    #expect(!ours.isEmpty)
    #expect(ours.sorted() == theirs.sorted())
    // Beats plays each sample as loud as its file is.
    #expect(events.allSatisfy { $0.gain == 1 })
  }
}
