import Testing

@testable import Workers

@Suite("An inbox")
struct InboxTests {
  @Test("gives all that many threads put into it, once", arguments: [1, 4])
  func all(threads: Int) {
    let (pool, inbox) = (WorkerPool(count: threads), Inbox<Int>())
    for number in 0..<1000 { _ = pool.run { inbox.put(number) } }
    var taken: [Int] = []
    while taken.count < 1000 { taken += inbox.take(waiting: 1000) }
    #expect(taken.sorted() == Array(0..<1000))
    #expect(inbox.take(waiting: 0).isEmpty)
  }

  @Test("keeps the order of one thread, and gives up waiting for nothing")
  func order() {
    let inbox = Inbox<String>()
    #expect(inbox.take(waiting: 1) == [])
    for text in ["a", "b", "c"] { inbox.put(text) }
    #expect(inbox.take(waiting: 1000) == ["a", "b", "c"])
  }
}
