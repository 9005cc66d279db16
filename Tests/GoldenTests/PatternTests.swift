import GoldenKit
import Testing

@Suite("The songs of Patterns")
struct PatternTests {
  @Test("There are at least twelve of them")
  func areMany() throws {
    #expect(try GoldenSet.repository.songs().count >= 12)
  }

  @Test("Every song gives what its golden holds", arguments: try GoldenSet.repository.names())
  func agrees(name: String) throws {
    let goldens = GoldenSet.repository
    for difference in try goldens.check(name) {
      Issue.record(
        """
        \(name): \(difference)
        What it gives is in \(goldens.output(name)).
        If it is meant, accept it with 'swift run golden accept \(name)'.
        """)
    }
  }
}
