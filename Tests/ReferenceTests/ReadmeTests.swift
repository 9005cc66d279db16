import ReferenceKit
import Testing

/// The first page that a user reads.
@Suite("README.md")
struct ReadmeTests {
  @Test("has a song and commands that work as they stand")
  func examples() throws {
    let page = try Page("README.md")
    let song = try #require(page.blocks("yaml").first)
    let folder = try TemporaryFolder()
    try Files.write(song.text, to: folder.path + "/night-train.yaml")
    let lines = page.blocks("sh").flatMap(\.lines).filter { $0.hasPrefix("tactus ") }
    #expect(lines.count == 4)
    for line in lines {
      let result = try run(String(line), in: folder.path)
      #expect(result.code == 0, "\(line): \(result.err)")
    }
    for file in ["click.wav", "practice.flac", "night-train.wav", "night-train.flac"] {
      #expect(Files.exists(folder.path + "/" + file), "\(file)")
    }
  }
}
