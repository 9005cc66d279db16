/// A song's passages: every pass of every section that it plays, in order; a count-in is none.
extension Song {
  /// How many passages there are; `Int.max` stands for more.
  ///
  /// Cost: linear in the items of the order, however often they are repeated.
  public var passageCount: Int { passages(of: order) }

  /// The section that a passage plays, by the passage's number from 0; `nil` where there are not so
  /// many.
  ///
  /// Cost: as for ``passageCount``, times how deep groups lie in one another.
  public func section(ofPassage number: Int) -> Int? { section(number, of: order) }

  private func passages(of items: [OrderItem]) -> Int {
    var count = 0
    for item in items {
      switch item {
      case .section(let section, let times):
        count = count.plus(sections[section].passes.times(times))
      case .group(let items, let times, let endings):
        count = count.plus(passages(of: items).times(times))
        for (pass, ending) in endings.prefix(times).enumerated() {
          let isLast = pass == endings.count - 1
          count = count.plus(passages(of: ending).times(isLast ? times - pass : 1))
        }
      }
    }
    return count
  }

  private func section(_ number: Int, of items: [OrderItem]) -> Int? {
    var number = number
    for item in items {
      switch item {
      case .section(let section, let times):
        let count = sections[section].passes.times(times)
        if number < count { return section }
        number -= count
      case .group(let items, let times, let endings):
        let body = passages(of: items)
        // Without endings every pass ends with nothing.
        let lists = endings.isEmpty ? [[]] : endings
        for (pass, ending) in lists.prefix(times).enumerated() {
          let once = body.plus(passages(of: ending))
          let isLast = pass == lists.count - 1
          let count = once.times(isLast ? times - pass : 1)
          if number < count {
            number %= once
            return number < body ? section(number, of: items) : section(number - body, of: ending)
          }
          number -= count
        }
      }
    }
    return nil
  }
}

extension Int {
  /// The sum of two numbers of passages.
  fileprivate func plus(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// So many passages, so many times.
  fileprivate func times(_ count: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: count)
    return overflow ? .max : product
  }
}
