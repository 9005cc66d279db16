import Foundation
import SongModel
import SongText
import Testing
import Timing

@testable import Interchange

private let demoSongs = [
  "GM_kit_Diddley", "GM_kit_Jazzy", "GM_kit_demo1", "GM_kit_demo2", "GM_kit_demo3",
  "TR808kit-demo", "tutorial_georgyporgy",
]

private func demo(_ name: String) throws -> SongDraft {
  try songDraft(
    hydrogen: try hydrogenBytes("\(hydrogenData)/demo_songs/\(name).h2song"),
    searchPaths: ["\(hydrogenData)/drumkits"],
    exists: { FileManager.default.fileExists(atPath: $0) }, readFile: { try? hydrogenBytes($0) })
}

@Suite("Songs of Hydrogen")
struct HydrogenSongTests {
  @Test(
    "every note of a demo song sounds on its frame, as the XML computed by itself has it",
    arguments: demoSongs)
  func demoTimes(name: String) throws {
    let draft = try demo(name)
    let computed = try computedHits("\(hydrogenData)/demo_songs/\(name).h2song")
    #expect(computed.count > 100)
    #expect(try heard(draft) == computed)
  }

  @Test("the samples of a demo song are found in its drumkit", arguments: demoSongs)
  func demoFiles(name: String) throws {
    let draft = try demo(name)
    for sound in draft.kit {
      for case .file(let path) in sound.layers.flatMap(\.takes) {
        #expect(FileManager.default.fileExists(atPath: path))
      }
    }
    #expect(!draft.remarks.contains { $0.contains("not found") })
    #expect(draft.kit.contains { $0.layers.count == 5 } || name == "TR808kit-demo")
  }

  @Test("leads, lags, swing, virtual patterns, tempos and odd lengths are as computed from the XML")
  func everything() throws {
    let path = hydrogenFolder + "/Fixtures/everything.h2song"
    let draft = try songDraft(
      hydrogen: try hydrogenBytes(path), exists: { _ in true }, readFile: { _ in nil })
    let (found, computed) = (try heard(draft), try computedHits(path))
    #expect(found.count == computed.count)
    #expect(Set(found).symmetricDifference(computed).sorted() == [])
    #expect(draft.title == "Everything & more")
    #expect(draft.artist == "The tests")
    #expect(draft.comment == "Leads, lags, swing, tempos and metres")
    #expect(draft.volume == .ratio(Rational(1, 2)))
    #expect(draft.remarks.contains("License: CC0"))
  }

  @Test("columns become sections at tags, tempos and metres")
  func everySection() throws {
    let path = hydrogenFolder + "/Fixtures/everything.h2song"
    let draft = try songDraft(
      hydrogen: try hydrogenBytes(path), exists: { _ in true }, readFile: { _ in nil })
    let sections = draft.sections.map { section in
      "\(section.name) \(section.tempo.first.beatsPerMinute) \(section.meter) x\(section.passes): "
        + section.play.map { "\($0.pattern) x\($0.times)" }.joined(separator: ", ")
    }
    #expect(
      sections == [
        "Intro 195/2 4/4 x1: groove x1, groove 2 x1, groove+fill+late one x1",
        "Intro 2 120 4/4 x1: late one x1, rest x1, fill+late one x2",
        "Seven 120 7/8 x1: seven x1, seven 2 x1",
        "Seven 2 120 25/48 x1: odd x1, odd 2 x1",
        "Seven 3 150 4/4 x1: groove 2 x1, groove 3 x1",
      ])
  }
}

@Suite("Patterns of Hydrogen")
struct HydrogenPatternTests {
  static let pattern = hydrogenFolder + "/Fixtures/wooden.h2pattern"

  @Test("a pattern has the sounds of the drumkit that it names")
  func withDrumkit() throws {
    let kit = try hydrogenBytes(hydrogenFolder + "/Fixtures/wooden-drumkit.xml")
    let files: Set = ["/kits/Wooden Kit/kick.wav", "/kits/Wooden Kit/log.wav"]
    let draft = try songDraft(
      hydrogen: try hydrogenBytes(HydrogenPatternTests.pattern), searchPaths: ["/kits"],
      exists: { files.contains($0) },
      readFile: { $0 == "/kits/Wooden Kit/drumkit.xml" ? kit : nil })
    #expect(draft.title == "wooden" && draft.artist == "The tests")
    #expect(draft.kit.map(\.name) == ["kick", "log-drum", "tom-mid"])
    #expect(draft.kit[0].layers == [DraftSound.Layer(takes: [.file("/kits/Wooden Kit/kick.wav")])])
    #expect(draft.kit[0].volume == .ratio(Rational(1, 2)))
    #expect(draft.kit[1].layers == [DraftSound.Layer(takes: [.file("/kits/Wooden Kit/log.wav")])])
    // Instrument 9 is of no drumkit here: General MIDI's 45 from the bass drum's 36 on.
    #expect(draft.sections.map(\.play) == [[DraftPlay("wooden")]])
    #expect(draft.sections[0].meter == Meter(groups: [3], denominator: 4))
    #expect(
      try heard(draft).map(\.description) == [
        "0 kick 102", "24000 log-drum 64", "48000 log-drum 64", "60000 tom-mid 102",
      ])
  }

  @Test("a pattern whose drumkit is nowhere has built-in sounds, and says so")
  func withoutDrumkit() throws {
    let draft = try songDraft(
      hydrogen: try hydrogenBytes(HydrogenPatternTests.pattern), exists: { _ in false },
      readFile: { _ in nil })
    #expect(
      draft.kit.map(\.layers) == [
        [DraftSound.Layer(takes: [.builtIn(.kick)])], [DraftSound.Layer(takes: [.builtIn(.clap)])],
        [DraftSound.Layer(takes: [.builtIn(.tomMid)])],
      ])
    #expect(draft.kit.allSatisfy { $0.remarks.count == 1 })
    #expect(draft.strips == [])
  }

  @Test("a mistake in the drumkit names its file and line")
  func badDrumkit() throws {
    let pattern = try hydrogenBytes(HydrogenPatternTests.pattern)
    #expect(
      throws: ForeignFault(
        message: "in the drumkit './Wooden Kit/drumkit.xml', line 1: there is no 'instrumentList'"
          + " in <drumkit_info>", help: "this is no song or drumkit that Hydrogen has saved")
    ) {
      try songDraft(
        hydrogen: pattern, exists: { _ in false },
        readFile: { _ in Array("<drumkit_info></drumkit_info>".utf8) })
    }
  }
}
