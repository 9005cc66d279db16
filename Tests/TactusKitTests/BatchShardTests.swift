import Glibc
import TactusKit
import Testing

@Suite("The shards of a batch")
struct BatchShardTests {
  let folder = TemporaryFolder()

  init() {
    for number in 0..<13 { folder.addSong("songs/\(number % 3)/song \(number).yaml", "x.x?") }
    folder.addKit()
    folder.add("tempo: fast", at: "songs/bad.yaml")
  }

  private func merge(_ manifests: [String], to target: String, _ options: String...)
    -> (code: ExitCode, out: String, err: String)
  {
    let recording = RecordingConsole()
    let words = ["batch", "--merge"] + manifests.map(folder.file) + ["-o", folder.file(target)]
    let code = program.run(words + options, on: recording.console)
    return (code, recording.out, recording.err)
  }

  @Test(
    "merge into the manifest of the whole, byte for byte, in one folder or in several",
    arguments: [1, 2, 4, 7], [true, false])
  func merging(count: Int, together: Bool) {
    #expect(folder.batch(to: "whole", "--format", "wav,mid").code == .wrongSong)
    var manifests: [String] = []
    for index in 1...count {
      let part = together ? "parts" : "part\(index)"
      folder.batch(to: part, "--format", "wav,mid", "--shard", "\(index)/\(count)")
      manifests.append("\(part)/manifest-\(index)-of-\(count).json")
    }
    let result = merge(manifests.reversed(), to: "merged", "--songs", folder.file("songs"))
    // The bad song is missing from the whole too.
    #expect(result.code == .wrongSong, "\(result.err)")
    #expect(result.err.contains("'bad.yaml' gave nothing"))
    #expect(folder.text(of: "merged/manifest.json") == folder.text(of: "whole/manifest.json"))
    #expect(merge(manifests, to: "merged.json").code == .wrongSong)
    #expect(folder.text(of: "merged.json") == folder.text(of: "whole/manifest.json"))
  }

  @Test("are disjoint, equally large, and nearly the same with a song more")
  func parts() {
    func parts() -> [Set<String>] {
      (1...4).map { index in
        let folder = TemporaryFolder()
        let recording = RecordingConsole()
        let words = ["batch", self.folder.file("songs"), "-o", folder.path, "--json"]
        _ = program.run(words + ["--shard", "\(index)/4"], on: recording.console)
        return Set(recording.out.split(separator: "\n").dropLast().map(String.init))
      }
    }
    unlink(folder.file("songs/bad.yaml"))
    let before = parts()
    // 14 songs and a kit.
    #expect(before.map(\.count).reduce(0, +) == 15)
    #expect(Set(before.joined()).count == 15)
    #expect(before.allSatisfy { (3...4).contains($0.count) })
    folder.addSong("songs/new.yaml")
    let after = parts()
    let moved = zip(before, after).map { $0.subtracting($1).count }.reduce(0, +)
    #expect(moved <= 3)
  }

  @Test("that are not there are named, and nothing is written")
  func missingShard() {
    for index in [1, 3] { folder.batch(to: "parts", "--shard", "\(index)/3") }
    let result = merge(
      ["parts/manifest-1-of-3.json", "parts/manifest-3-of-3.json"], to: "merged")
    #expect(result.code == .verificationFailed)
    #expect(result.err.contains("shard 2/3 has no manifest here"))
    #expect(!folder.has("merged"))
  }

  @Test("of different songs, cut in different ways or with different files are no batch")
  func conflicts() {
    unlink(folder.file("songs/bad.yaml"))
    folder.batch(to: "parts", "--shard", "1/2")
    folder.batch(to: "parts", "--shard", "2/2")
    folder.batch(to: "parts", "--shard", "2/3")
    let (one, two) = ("parts/manifest-1-of-2.json", "parts/manifest-2-of-2.json")
    let cut = merge([one, "parts/manifest-2-of-3.json"], to: "merged")
    #expect(cut.code == .verificationFailed)
    #expect(cut.err.contains("cut in different ways: into 2 and 3 parts"))
    folder.write(
      folder.text(of: one).replacing("\"rate\":8000", with: "\"rate\":8001"), to: "parts/other.json"
    )
    let other = merge([one, two, "parts/other.json"], to: "merged")
    #expect(other.code == .verificationFailed && other.err.contains("is not the same in"))
    folder.addSong("songs/new.yaml")
    folder.batch(to: "parts", "--shard", "2/2")
    let songs = merge([one, two], to: "merged")
    #expect(songs.code == .verificationFailed && songs.err.contains("are of different songs"))
    #expect(!folder.has("merged"))
  }

  @Test("find files that have gone or changed, and songs that no part has")
  func missingFiles() throws {
    unlink(folder.file("songs/bad.yaml"))
    for index in 1...2 { folder.batch(to: "parts", "--shard", "\(index)/2") }
    let manifests = ["parts/manifest-1-of-2.json", "parts/manifest-2-of-2.json"]
    #expect(merge(manifests, to: "parts").code == .done)
    unlink(folder.file("parts/a.wav"))
    folder.write("changed", to: "parts/0/song 0.wav")
    folder.addSong("songs/new.yaml")
    let result = merge(manifests, to: "parts", "--songs", folder.file("songs"))
    #expect(result.code == .verificationFailed)
    #expect(result.err.contains("parts/a.wav' is missing"))
    #expect(result.err.contains("parts/0/song 0.wav' is another file than"))
    #expect(result.err.contains("no manifest has the song 'new.yaml'"))
  }

  @Test("a kit that only another part's song names is no bad song")
  func kitElsewhere() {
    unlink(folder.file("songs/bad.yaml"))
    for index in 1...8 {
      #expect(folder.batch(to: "parts", "--shard", "\(index)/8").code == .done, "\(index)/8")
    }
  }
}
