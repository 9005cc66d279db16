import Testing

@testable import Diagnostics

@Suite struct DiagnosticListTests {
  private func span(_ source: SourceText, _ line: Int, _ column: Int) -> SourceSpan {
    SourceSpan(source: source, line: line, column: column, length: 1)
  }

  private func sound(_ name: String) -> Problem { .song(.unknownSound(name: name, nearest: nil)) }

  @Test("diagnostics stand by file, by place and then as they were reported")
  func order() {
    let song = SourceText(path: "song.yaml", text: "abc\nabc")
    let kit = SourceText(path: "a-kit.yaml", text: "abc\nabc")
    var list = DiagnosticList()
    for (name, source, line, column) in [
      ("1", song, 2, 1), ("2", kit, 1, 2), ("3", song, 1, 3), ("4", song, 2, 1), ("5", kit, 1, 1),
      ("6", song, 1, 2),
    ] {
      list.report(sound(name), at: span(source, line, column))
    }
    #expect(
      list.inOrder().map(\.problem.message)
        == ["6", "3", "1", "4", "5", "2"].map {
          "'\($0)' is not a sound of the kit"
        })
  }

  @Test("the same said at the same place is said once")
  func repeated() {
    let song = SourceText(path: "song.yaml", text: "abc")
    var list = DiagnosticList()
    list.report(sound("a"), at: span(song, 1, 1))
    list.report(sound("a"), at: span(song, 1, 1))
    list.report(sound("b"), at: span(song, 1, 1))
    list.report(sound("a"), at: span(song, 1, 2))
    list.report(sound("a"), at: span(SourceText(path: "song.yaml", text: "abc"), 1, 1))
    #expect(list.inOrder().count == 4)
  }

  @Test("a list with an error has errors, and its parts stay in order when joined")
  func joined() {
    let song = SourceText(path: "song.yaml", text: "abc")
    var list = DiagnosticList()
    #expect(list.isEmpty && !list.hasErrors)
    list.report(sound("a"), at: span(song, 1, 1))
    var more = DiagnosticList()
    more.report(sound("b"), at: span(song, 1, 1))
    list.append(more)
    #expect(!list.isEmpty && list.hasErrors)
    #expect(list.inOrder().map(\.problem.message).map { $0.prefix(3) } == ["'a'", "'b'"])
  }

  @Test("after a hundred diagnostics nobody needs another suggestion")
  func suggestions() {
    let song = SourceText(path: "song.yaml", text: "abc")
    var list = DiagnosticList()
    for _ in 0..<99 { list.report(sound("a"), at: span(song, 1, 1)) }
    #expect(list.wantsSuggestions)
    list.report(sound("a"), at: span(song, 1, 1))
    #expect(!list.wantsSuggestions)
  }

  @Test("every problem has a name of its own in words with hyphens")
  func names() {
    #expect(Set(Problem.allIDs).count == Problem.allIDs.count)
    for id in Problem.allIDs { #expect(id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil) }
  }
}
