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
  @Test("every note of a demo song sounds on its frame, as the XML computed by itself has it",
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
}
