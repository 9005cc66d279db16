import Foundation
import FuzzLaws
import Testing

/// What the fuzzers keep: inputs that between them reach all that was ever reached, and inputs that
/// once broke something.
@Suite("Every input that a fuzzer kept", .timeLimit(.minutes(10)))
struct ReplayTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz")

  static func inputs(in kind: String, of target: FuzzTarget) -> [URL] {
    let path = folder.appending(path: kind).appending(path: target.rawValue)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { path.appending(path: $0) }
  }

  @Test("keeps the laws of its target", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let inputs = ReplayTests.inputs(in: "Corpus", of: target)
    #expect(inputs.count >= 20, "there is a corpus for \(target.rawValue)")
    for input in inputs { try replay(input, target) }
  }

  @Test("no longer breaks what it once broke", arguments: FuzzTarget.allCases)
  func crashes(_ target: FuzzTarget) throws {
    for input in ReplayTests.inputs(in: "Crashes", of: target) { try replay(input, target) }
  }

  private func replay(_ input: URL, _ target: FuzzTarget) throws {
    let bytes = Array(try Data(contentsOf: input))
    do {
      try target.check(bytes)
    } catch {
      Issue.record("\(target.rawValue)/\(input.lastPathComponent): \(error)")
    }
  }

  @Test("belongs to a target", arguments: ["Corpus", "Crashes", "Dictionaries"])
  func folders(_ kind: String) throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: ReplayTests.folder.appending(path: kind).path)
    let targets = Set(FuzzTarget.allCases.map(\.rawValue))
    for name in names where !name.hasPrefix(".") {
      #expect(targets.contains(name.replacing(".dict", with: "")), "\(kind)/\(name)")
    }
  }
}
