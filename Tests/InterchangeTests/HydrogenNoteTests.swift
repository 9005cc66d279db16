import SongModel
import Testing
import Timing

@testable import Interchange

/// The hits of a pattern with one note, and the song's remarks.
private func hits(_ velocity: String, _ more: String = "", song: String = "") throws
  -> (hits: [DraftHit], remarks: [String])
{
  let pattern = xmlPattern("a", [XMLNote(at: 48, velocity: velocity, more: more)])
  let draft = try hydrogenDraft(xmlSong(song, [pattern], columns: ["a"]))
  return (draft.patterns[0].tracks.flatMap(\.hits), draft.remarks)
}

@Suite("Notes of Hydrogen")
struct HydrogenNoteTests {
  @Test(
    "a velocity is the nearest of MIDI's, and one that is not exact is told once",
    arguments: [
      ("0.8", 102), ("1", 127), ("0.5", 64), ("0.001", 1), ("0.503937", 64), ("1.5", 127),
      ("0.800000011920929", 102),
    ])
  func velocities(written: String, midi: Int) throws {
    let (hits, remarks) = try hits(written)
    #expect(hits.map(\.velocity.value) == [midi])
    #expect(
      remarks.filter { $0.contains("nearest of MIDI") }.count
        == (written == "1" || written == "1.5" ? 0 : 1))
  }

  @Test(
    "a chance is the hit's own, exactly",
    arguments: [("1", 1, 1), ("0.25", 1, 4), ("0.333", 333, 1000)])
  func probability(written: String, numerator: Int, denominator: Int) throws {
    let (hits, _) = try hits("1", "<probability>\(written)</probability>")
    #expect(hits[0].probability == Rational(Int128(numerator), Int128(denominator)))
  }

  @Test(
    "what a hit has not is told once, and the hit stays",
    arguments: [
      ("<length>24</length>", "Lengths of notes"), ("<pan>0.5</pan>", "place of their own"),
      ("<pan_L>0.5</pan_L><pan_R>0.25</pan_R>", "place of their own"),
    ])
  func remarks(more: String, words: String) throws {
    let (hits, remarks) = try hits("1", more)
    #expect(hits.count == 1)
    #expect(remarks.filter { $0.contains(words) }.count == 1)
  }

  @Test(
    "notes that do not sound are left out, and it is told",
    arguments: [
      ("<note_off>true</note_off>", "1", "Stop notes"), ("", "0", "velocity 0"),
    ])
  func silent(more: String, velocity: String, words: String) throws {
    let (hits, remarks) = try hits(velocity, more)
    #expect(hits == [])
    #expect(remarks.contains { $0.contains(words) })
  }

  @Test(
    "notes after the end of their pattern and of unknown instruments are left out, and it is told")
  func outside() throws {
    let pattern = xmlPattern(
      "a", size: 96, [XMLNote(at: 96), XMLNote(at: 0, instrument: 7), XMLNote(at: 24)])
    let draft = try hydrogenDraft(xmlSong([pattern], columns: ["a"]))
    #expect(draft.patterns[0].tracks.map(\.hits.count) == [1])
    #expect(draft.remarks.filter { $0.contains("left out") }.count == 2)
  }

  @Test("hits of one place stay side by side")
  func doubled() throws {
    let patterns = [
      xmlPattern("a", [XMLNote(at: 0, velocity: "1"), XMLNote(at: 0, velocity: "0.5")]),
      xmlPattern("b", [XMLNote(at: 0, velocity: "1")]),
    ]
    let draft = try hydrogenDraft(
      xmlSong(patterns, columns: ["a+b"]), files: kickAndSnareFiles)
    #expect(try heard(draft).map(\.description) == ["0 kick 64", "0 kick 127", "0 kick 127"])
  }

  @Test("a pattern without hits is as long as it is, and silent")
  func empty() throws {
    let draft = try hydrogenDraft(
      xmlSong([xmlPattern("a", []), xmlPattern("b", [XMLNote(at: 0)])], columns: ["a", "", "b"]))
    #expect(try heard(draft).map(\.frame) == [192_000])
    let silent = try hydrogenDraft(xmlSong([xmlPattern("a", [])], columns: ["a"]))
    #expect(try heard(silent) == [])
  }

  @Test("an instrument that does not follow velocity is hit as hard as can be")
  func withoutVelocity() throws {
    let instrument = xmlInstrument(
      0, "Drum", "<applyVelocity>false</applyVelocity>", layers: xmlLayer("drum.wav"))
    let draft = try hydrogenDraft(
      xmlSong(
        instruments: instrument, [xmlPattern("a", [XMLNote(at: 0, velocity: "0.3")])],
        columns: ["a"]), files: ["drum.wav"])
    #expect(draft.patterns[0].tracks[0].hits.map(\.velocity) == [.accent])
    #expect(draft.kit[0].remarks == [])
  }

  @Test("humanizing is spread evenly, as wide as Hydrogen's bell curve")
  func humanize() throws {
    let xml = xmlSong(
      "<humanize_time>0.31</humanize_time><humanize_velocity>0.21</humanize_velocity>",
      [xmlPattern("a", [XMLNote(at: 0)])], columns: ["a"])
    let draft = try hydrogenDraft(xml)
    // 0.31 · √3 · 12.5 ms and 0.21 · √3 · 0.2.
    #expect(
      draft.patterns[0].humanize
        == Humanize(timing: Rational(671, 100_000), velocity: Rational(73, 1000)))
    #expect(draft.remarks.contains { $0.contains("bell curve") })
  }

  @Test(
    "what a song has not is told once",
    arguments: [
      ("<loopEnabled>true</loopEnabled>", "loops"),
      ("<ladspa><fx><name>Reverb</name><enabled>true</enabled></fx></ladspa>", "LADSPA"),
      (
        "<automationPaths><path adjust=\"velocity\"><point x=\"0\" y=\"1\"/></path></automationPaths>",
        "automation"
      ),
      (
        "<playbackTrackEnabled>true</playbackTrackEnabled>"
          + "<playbackTrackFilename>a.wav</playbackTrackFilename>", "playback track"
      ),
      ("<license>CC BY</license>", "License: CC BY"),
    ])
  func songRemarks(more: String, words: String) throws {
    let remarks = try hits("1", song: more).remarks
    #expect(remarks.filter { $0.contains(words) }.count == 1)
  }

  @Test("what is as it should be is not told")
  func quiet() throws {
    let more =
      "<loopEnabled>false</loopEnabled><license>Unknown license</license><notes>...</notes>"
      + "<ladspa><fx><name>no plugin</name><enabled>true</enabled></fx></ladspa>"
      + "<automationPaths><path adjust=\"velocity\"/></automationPaths>"
    #expect(try hits("1", song: more).remarks == ["From a song of Hydrogen."])
  }

  @Test("a title is the song's, or the one given where it has none")
  func titles() throws {
    let song = xmlSong([xmlPattern("a", [])], columns: ["a"])
    #expect(try hydrogenDraft(song, title: "file").title == "test")
    for name in ["<name></name>", "<name>Untitled Song</name>", ""] {
      let other = song.replacing("<name>test</name>", with: name)
      #expect(try hydrogenDraft(other, title: "file").title == "file")
    }
  }
}
