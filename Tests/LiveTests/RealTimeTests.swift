import ReferenceKit
import Testing

/// What the probe prints: a number for each thing that it counts.
private func counts(_ run: CommandRun) -> [String: Int] {
  var counts: [String: Int] = [:]
  for line in run.out.split(separator: "\n") {
    guard let colon = line.lastIndex(of: ":") else { continue }
    counts[String(line[..<colon])] = Int(line[line.index(colon, offsetBy: 2)...])
  }
  return counts
}

/// What has to be done not even once.
private let offences = [
  "allocations", "frees", "locks", "system calls", "reference counts", "runtime calls",
]

@Suite("What the audio server calls never waits")
struct RealTimeTests {
  // The system's functions can be replaced only in a program of its own: Tests/RealTimeProbe.

  @Test(
    "a million blocks, a thousand changes among them, and not one thing that may wait",
    arguments: ["", "--master"])
  func million(options: String) throws {
    let run = try run("real-time-probe \(options)", in: "/")
    #expect(run.code == 0, "\(run)")
    let counts = counts(run)
    for offence in offences { #expect(counts[offence] == 0, "\(offence)") }
    #expect(counts["callbacks"] == 1_000_000)
    #expect(try #require(counts["with sounds"]) > 500_000)
    #expect(try #require(counts["changes"]) >= 1000)
    #expect(try #require(counts["strokes"]) >= 1000)
    #expect(try #require(counts["messages"]) >= 1000)
    #expect(try #require(counts["late"]) >= 10)
  }

  @Test(
    "what is done once is counted once, and nothing else is",
    arguments: zip(["malloc", "free", "lock", "syscall", "retain", "runtime"], offences))
  func spoiled(word: String, name: String) throws {
    let run = try run("real-time-probe --callbacks 20000 --spoil \(word)", in: "/")
    #expect(run.code == 1, "\(run)")
    let counts = counts(run)
    for offence in offences {
      #expect(counts[offence] == (offence == name ? 1 : 0), "\(offence)")
    }
  }
}
