import AudioFiles
import Glibc
import TactusKit
import Testing

@Suite("A batch")
struct BatchTests {
  let folder = TemporaryFolder()

  @Test("renders every song below a folder to the same place below another")
  func structure() {
    folder.addSong("songs/b/c/two.yml")
    folder.addSong("songs/one.yaml")
    folder.addSong("songs/.hidden/three.yaml")
    folder.add("no song", at: "songs/notes.txt")
    let result = folder.batch(to: "out", "--format", "wav,flac,mid")
    #expect(result.code == .done)
    #expect(result.out == "2 songs: 2 rendered; \(folder.file("out/manifest.json"))\n")
    for file in ["one.wav", "one.flac", "one.mid", "b/c/two.wav", "b/c/two.flac", "b/c/two.mid"] {
      #expect(folder.has("out/" + file), "\(file)")
    }
    #expect(!folder.has("out/.hidden"))
    #expect(!folder.has("out/.tactus-batch.jsonl"))
  }

  @Test("takes the format that each song names where none is given")
  func ownFormats() {
    let song = TemporaryFolder.song("x").replacing("bits: 16", with: "format: flac")
    folder.add(song, at: "songs/a.yaml")
    folder.addSong("songs/b.yaml")
    #expect(folder.batch(to: "out").code == .done)
    #expect(folder.has("out/a.flac") && folder.has("out/b.wav"))
  }

  @Test("writes the same manifest whatever the number of jobs", arguments: [1, 2, 8])
  func jobs(count: Int) {
    for number in 0..<12 { folder.addSong("songs/\(number % 3)/\(number).yaml", "x.x?") }
    folder.addKit()
    folder.batch(to: "plain", "--format", "wav,mid", "--jobs", "1")
    #expect(folder.batch(to: "out", "--format", "wav,mid", "--jobs", "\(count)").code == .done)
    #expect(folder.text(of: "out/manifest.json").utf8.count > 5000)
    #expect(folder.text(of: "out/manifest.json") == folder.text(of: "plain/manifest.json"))
  }

  @Test("says of each file what it holds and what it was made from")
  func manifest() throws {
    folder.addKit()
    folder.batch(to: "out", "--format", "wav,mid")
    let text = folder.text(of: "out/manifest.json")
    let wav = folder.file("out/a.wav")
    let sound = try decodedSummary(path: wav)
    func digest(_ name: String) throws -> String {
      try FileDigest(ofFile: folder.file(name)).sha256
    }
    let lines = text.split(separator: "\n")
    let audioLine = try #require(lines.first { $0.contains("\"a.wav\"") })
    for part in [
      "\"song\":\"a.yaml\"", "\"sha256\":\"\(try FileDigest(ofFile: wav).sha256)\"",
      "\"samples\":\"\(sound.digest)\"", "\"frames\":\(sound.frames.index)", "\"rate\":8000",
      "\"channels\":1", "\"bits\":16", "\"events\":4", "\"version\":\"\(tactusVersion)\"",
      "{\"path\":\"a.yaml\",\"sha256\":\"\(try digest("songs/a.yaml"))\"}",
      "{\"path\":\"kits/kit.yaml\",\"sha256\":\"\(try digest("songs/kits/kit.yaml"))\"}",
      "{\"path\":\"kits/../../samples/tick.wav\","
        + "\"sha256\":\"\(try digest("samples/tick.wav"))\"}",
    ] {
      #expect(audioLine.contains(part), "\(part)")
    }
    let midiLine = try #require(lines.first { $0.contains("\"a.mid\"") })
    #expect(midiLine.contains("\"samples\":null"))
    #expect(midiLine.contains(try digest("out/a.mid")))
    #expect(text.contains("\"songs\": \"../songs\""))
    #expect(text.contains("\"kits\": [\n\"kits/kit.yaml\"\n]"))
    #expect(!text.contains(folder.path))
  }

  @Test("tells a bad song first, renders the others and ends with 1")
  func badSong() {
    folder.addSong("songs/a.yaml")
    folder.add("tempo: fast\nbars: 1\n", at: "songs/b.yaml")
    folder.addSong("songs/c.yaml")
    let result = folder.batch(to: "out")
    #expect(result.code == .wrongSong)
    #expect(result.err.contains("b.yaml:1:8: error: 'fast' is not a tempo"))
    #expect(result.out.hasPrefix("3 songs: 2 rendered, 1 failed;"))
    #expect(folder.has("out/a.wav") && folder.has("out/c.wav") && !folder.has("out/b.wav"))
    #expect(folder.text(of: "out/manifest.json").contains("\"failed\": [\n\"b.yaml\"\n]"))
  }

  @Test("ends with 2 where no song is wrong but a file cannot be read or written")
  func fileTrouble() {
    folder.addSong("songs/a.yaml")
    folder.addSong("songs/b.yaml")
    folder.add("not ours", at: "out/a.wav")
    let refused = folder.batch(to: "out")
    #expect(refused.code == .fileTrouble)
    #expect(refused.err.contains("exists and was not written by tactus"))
    #expect(folder.has("out/b.wav"))
    #expect(folder.batch(to: "out", "--force").code == .done)
    let missing = run("batch", folder.file("none"), "-o", folder.file("out"))
    #expect(missing.code == .fileTrouble && missing.err.contains("none"))
  }

  @Test("refuses two songs that would write the same files, before anything is rendered")
  func collision() {
    folder.addSong("songs/a.yaml")
    folder.addSong("songs/a.yml")
    let result = folder.batch(to: "out")
    #expect(result.code == .wrongCommandLine)
    #expect(result.err.contains("a.yaml' and '") && result.err.contains("would write the same"))
    #expect(!folder.has("out"))
  }

  @Test("refuses a sample that the same batch writes")
  func ownOutput() {
    folder.addSong("songs/a.yaml")
    folder.addSong("songs/b.yaml", kit: "{rim: ../out/a.wav}")
    folder.add("", at: "out/x")
    let result = folder.batch(to: "out")
    #expect(result.code == .fileTrouble)
    #expect(result.err.contains("which this batch writes"))
  }

  @Test(
    "keeps names of any text apart",
    arguments: [
      "a b", "it's", "\"quoted\"", "back\\slash", "line\nbreak", "tab\t", "ünïcode", "日本",
      "e\u{301}",
      "\u{e9}", "-dash", "\u{7f}", "dot.dot", "\u{2028}",
    ])
  func names(_ name: String) {
    folder.addSong("songs/\(name).yaml")
    folder.addSong("songs/\(name)/x.yaml")
    let result = folder.batch(to: "out", "--jobs", "2")
    #expect(result.code == .done, "\(result.err)")
    #expect(folder.has("out/\(name).wav") && folder.has("out/\(name)/x.wav"))
    #expect(folder.batch(to: "out", "--changed").out.hasPrefix("2 songs: 2 unchanged;"))
    #expect(folder.verify("out/manifest.json").code == .done)
  }

  @Test("tells two spellings of one letter apart, as disks do")
  func spellings() {
    folder.addSong("songs/e\u{301}.yaml")
    folder.addSong("songs/\u{e9}.yaml", "xxxx")
    #expect(folder.batch(to: "out").out.hasPrefix("2 songs: 2 rendered;"))
    #expect(folder.bytes(of: "out/e\u{301}.wav") != folder.bytes(of: "out/\u{e9}.wav"))
  }

  @Test("names a file whose name is no text, and renders the rest")
  func nameOfBytes() {
    folder.addSong("songs/a.yaml")
    let path = (folder.file("songs/") + "b").utf8CString.dropLast() + [CChar(bitPattern: 0xFF)]
    let name = path + ".yaml".utf8CString
    let descriptor = Array(name).withUnsafeBufferPointer {
      open($0.baseAddress!, O_CREAT | O_WRONLY, 0o666)
    }
    close(descriptor)
    defer { _ = Array(name).withUnsafeBufferPointer { unlink($0.baseAddress!) } }
    let result = folder.batch(to: "out")
    #expect(result.code == .fileTrouble && result.err.contains("its name is not UTF-8"))
    #expect(folder.has("out/a.wav"))
  }

  @Test("takes files by their names alone")
  func files() {
    let songs = [folder.addSong("songs/x/a.yaml"), folder.addSong("songs/y/b.yaml")]
    let result = run("batch", songs[0], songs[1], "-o", folder.file("out"))
    #expect(result.code == .done)
    #expect(folder.has("out/a.wav") && folder.has("out/b.wav"))
    #expect(folder.text(of: "out/manifest.json").contains("\"song\":\"x/a.yaml\""))
    #expect(folder.verify("out/manifest.json").code == .done)
  }

  @Test("prints a line of JSON for each song in order, and one for all")
  func json() {
    folder.addSong("songs/a.yaml")
    folder.add("bars: 0", at: "songs/b.yaml")
    let lines = folder.batch(to: "out", "--json").out.split(separator: "\n")
    #expect(
      lines.dropLast() == [
        "{\"song\":\"a.yaml\",\"result\":\"rendered\",\"files\":[\"a.wav\"]}",
        "{\"song\":\"b.yaml\",\"result\":\"failed\",\"files\":[]}",
      ])
    #expect(lines.last?.hasPrefix("{\"rendered\":1,\"unchanged\":0,\"failed\":1,") == true)
  }

  @Test(
    "refuses options that mean nothing",
    arguments: [
      ["--format", "wav,wav"], ["--format", "wav,doc"], ["--jobs", "0"], ["--shard", "0/4"],
      ["--shard", "5/4"], ["--shard", "1/01"], ["--shard", "1"], ["--merge", "--changed"],
      ["--songs", "x"],
    ])
  func options(words: [String]) {
    let console = RecordingConsole()
    let all = ["batch", folder.file("songs"), "-o", folder.file("out")] + words
    #expect(program.run(all, on: console.console) == .wrongCommandLine)
    #expect(!folder.has("out"))
  }
}
