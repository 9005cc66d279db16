import Glibc
import TactusKit
import Testing

/// What a batch does not render again.
@Suite("A batch with --changed")
struct BatchChangedTests {
  let folder = TemporaryFolder()

  init() {
    folder.addKit()
    folder.addSong("songs/b.yaml")
    folder.batch(to: "out", "--format", "wav,mid")
  }

  private func counts(_ options: String...) -> String {
    let recording = RecordingConsole()
    let words = ["batch", folder.file("songs"), "-o", folder.file("out"), "--changed"] + options
    _ = program.run(words, on: recording.console)
    return String(recording.out.prefix { $0 != ";" })
  }

  @Test("renders nothing where nothing has changed, and leaves the manifest alone")
  func nothing() {
    let before = folder.text(of: "out/manifest.json")
    #expect(counts("--format", "wav,mid") == "2 songs: 2 unchanged")
    #expect(folder.text(of: "out/manifest.json") == before)
  }

  /// What is done to the folder.
  enum Change: String, CaseIterable {
    case song, kit, sample, output, noOutput, version, noManifest

    var rendered: Int { self == .noManifest || self == .version ? 2 : 1 }
  }

  @Test("renders what a change touches, and that only", arguments: Change.allCases)
  func change(_ change: Change) {
    switch change {
    case .song: folder.addSong("songs/b.yaml", "x..x")
    case .kit:
      let kit = "rim: {file: ../../samples/tick.wav, volume: -1dB}\n"
      folder.add(kit, at: "songs/kits/kit.yaml")
    case .sample: folder.write(TemporaryFolder.wav([1, 2, 3, 4]), to: "samples/tick.wav")
    case .output:
      var bytes = folder.bytes(of: "out/b.wav")
      bytes[bytes.count - 10] ^= 1
      folder.write(bytes, to: "out/b.wav")
    case .noOutput: unlink(folder.file("out/b.mid"))
    case .version:
      let old = folder.text(of: "out/manifest.json")
      folder.write(
        old.replacing("\"version\":\"\(tactusVersion)\"", with: "\"version\":\"0.0.1\""),
        to: "out/manifest.json")
    case .noManifest: unlink(folder.file("out/manifest.json"))
    }
    let left = 2 - change.rendered
    let expected = "2 songs: \(change.rendered) rendered" + (left > 0 ? ", \(left) unchanged" : "")
    #expect(counts("--format", "wav,mid") == expected)
    // What it leaves is what a batch from the start gives.
    let manifest = folder.text(of: "out/manifest.json")
    folder.batch(to: "fresh", "--format", "wav,mid")
    #expect(manifest == folder.text(of: "fresh/manifest.json"))
    #expect(counts("--format", "wav,mid") == "2 songs: 2 unchanged")
  }

  @Test("renders all where other formats are asked for")
  func formats() {
    #expect(counts("--format", "wav") == "2 songs: 2 rendered")
    #expect(counts("--format", "wav") == "2 songs: 2 unchanged")
    // What the songs name themselves is the same here.
    #expect(counts() == "2 songs: 2 unchanged")
  }

  @Test("never looks at times")
  func times() {
    for file in ["songs/b.yaml", "songs/kits/kit.yaml", "samples/tick.wav", "out/b.wav"] {
      var times = utimbuf(actime: 5, modtime: 5)
      utime(folder.file(file), &times)
    }
    #expect(counts("--format", "wav,mid") == "2 songs: 2 unchanged")
  }

  @Test("drops the files of a song that has gone from the manifest, says so, and leaves them")
  func gone() {
    unlink(folder.file("songs/b.yaml"))
    let result = folder.batch(to: "out", "--changed", "--format", "wav,mid")
    #expect(result.code == .done)
    #expect(result.err.contains("out/b.wav' is no longer part of the batch, and was left there"))
    #expect(folder.has("out/b.wav"))
    #expect(!folder.text(of: "out/manifest.json").contains("b.wav"))
  }

  @Test("takes no manifest that is not whole, and says so")
  func brokenManifest() {
    let text = folder.text(of: "out/manifest.json")
    folder.write(String(text.dropLast(20)), to: "out/manifest.json")
    let result = folder.batch(to: "out", "--changed", "--format", "wav,mid")
    #expect(result.err.contains("manifest.json' is not used and will be replaced: it is not JSON"))
    #expect(result.out.hasPrefix("2 songs: 2 rendered;"))
    #expect(folder.text(of: "out/manifest.json") == text)
  }

  @Test("a batch that was interrupted goes on with what its journal does not have")
  func resume() throws {
    let manifest = folder.text(of: "out/manifest.json")
    let outputs = manifest.split(separator: "\n").filter { $0.contains("\"path\":\"b.") }
      .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
    #expect(outputs.count == 2)
    unlink(folder.file("out/manifest.json"))
    unlink(folder.file("out/a.wav"))
    folder.write("half", to: "out/.a.wav.tactus-123-0.part")
    folder.write("not ours", to: "out/.c.wav.tactus-123-0.part")
    folder.write(
      "{\"song\":\"b.yaml\",\"outputs\":[\(outputs.joined(separator: ","))]}\n{\"song\":\"a.y",
      to: "out/.tactus-batch.jsonl")
    let result = folder.batch(to: "out", "--format", "wav,mid")
    #expect(result.out.hasPrefix("2 songs: 1 rendered, 1 unchanged;"))
    #expect(folder.text(of: "out/manifest.json") == manifest)
    #expect(!folder.has("out/.tactus-batch.jsonl"))
    #expect(!folder.has("out/.a.wav.tactus-123-0.part"))
    #expect(folder.has("out/.c.wav.tactus-123-0.part"))
    // A batch that was complete begins anew.
    #expect(folder.batch(to: "out", "--format", "wav,mid").out.hasPrefix("2 songs: 2 rendered;"))
  }

  @Test("a second batch into one folder is refused while the first one runs")
  func busy() {
    let journal = open(folder.file("out/.tactus-batch.jsonl"), O_RDWR | O_CREAT, 0o666)
    flock(journal, LOCK_EX)
    defer { close(journal) }
    let result = folder.batch(to: "out")
    #expect(result.code == .fileTrouble && result.err.contains("another batch is writing"))
  }
}
