import Testing
import Workers

@Suite("Worker pools")
struct WorkerPoolTests {
  @Test("results come back in the order of asking, at any number of threads", arguments: [1, 2, 8])
  func order(threads: Int) {
    let pool = WorkerPool(count: threads)
    let futures = (0..<1000).map { number in pool.run { number * number } }
    #expect(futures.map { $0.value() } == (0..<1000).map { $0 * $0 })
  }

  @Test("a job may wait for an earlier one, even on a single thread", arguments: [1, 3])
  func chain(threads: Int) {
    let pool = WorkerPool(count: threads)
    var last = pool.run { 0 }
    for _ in 0..<500 {
      let before = last
      last = pool.run { before.value() + 1 }
    }
    #expect(last.value() == 500)
  }

  @Test("who asks a pool for a result works on it meanwhile")
  func helping() {
    let pool = WorkerPool(count: 1)
    let (begun, holding) = (Inbox<Int>(), Inbox<Int>())
    // The only thread is held until the caller has done all the rest.
    let held = pool.run {
      begun.put(1)
      return holding.take(waiting: 60_000)
    }
    #expect(begun.take(waiting: 60_000) == [1])
    let futures = (0..<100).map { number in pool.run { number } }
    #expect(futures.map { pool.value(of: $0) } == Array(0..<100))
    holding.put(7)
    #expect(pool.value(of: held) == [7])
  }

  @Test("results are the same whoever works on them", arguments: [1, 2, 8])
  func helpingAll(threads: Int) {
    let pool = WorkerPool(count: threads)
    var last = pool.run { 0 }
    var futures: [Future<Int>] = []
    for number in 0..<1000 {
      let before = last
      if number % 3 == 0 { last = pool.run { before.value() + 1 } }
      futures.append(pool.run { number * number })
    }
    #expect(futures.map { pool.value(of: $0) } == (0..<1000).map { $0 * $0 })
    #expect(pool.value(of: last) == 334)
  }

  @Test("a pool that goes away has finished what it was given")
  func end() {
    var futures: [Future<Int>] = []
    do {
      let pool = WorkerPool(count: 2)
      futures = (0..<100).map { number in pool.run { number } }
    }
    #expect(futures.map { $0.value() } == Array(0..<100))
  }

  @Test("there is a core at least") func cores() { #expect(WorkerPool.cores >= 1) }
}
