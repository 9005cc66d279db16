import ReferenceKit
import Testing

/// The first page that a user reads.
@Suite("README.md")
struct ReadmeTests {
  @Test("has a song and commands that work as they stand")
  func examples() throws {
    let page = try Page("README.md")
    // The song, and what is added to it further down.
    let songs = page.blocks("yaml").map(\.text)
    #expect(songs.count == 2)
    let folder = try TemporaryFolder()
    try Files.write(songs.joined(), to: folder.path + "/night-train.yaml")
    let lines = page.blocks("sh").flatMap(\.lines).filter { $0.hasPrefix("tactus ") }
    #expect(lines.count == 7)
    for line in lines {
      let result = try run(String(line), in: folder.path)
      #expect(result.code == 0, "\(line): \(result.err)")
    }
    for file in [
      "click.wav", "practice.flac", "night-train.wav", "night-train.flac",
      "stems/snare.wav", "imported.yaml",
    ] {
      #expect(Files.exists(folder.path + "/" + file), "\(file)")
    }
  }
}
