import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  /// Reads `sections` and `song`, or makes the one section that a file without `song` is.
  func decodeOrder(_ top: Fields, scope: SectionScope) -> [OrderItem]? {
    var named: [NamedSection] = []
    if let node = top["sections"] {
      if case .mapping(let entries) = node.content {
        for entry in entries {
          named.append(
            NamedSection(
              name: entry.key, index: addSection(entry.key, entry.value, top: scope)))
        }
      } else {
        report(
          .wrongShape(
            of: "'sections'", expected: .mapping, found: SongDecoder.shape(of: node)),
          at: node.span)
      }
    }
    guard let song = top["song"] else {
      if let sections = top.entry("sections") {
        report(.missingKey(key: "song", in: "the song"), at: sections.key.span)
        return nil
      }
      if top["bars"] != nil && scope.bars == nil { return nil }
      let volume = top["volume"].flatMap { level($0, of: "'volume'") }
      return addSection(Spanned("song", top.firstKey), scope, volume: volume).map {
        [OrderItem(section: $0, times: 1)]
      }
    }
    guard case .sequence(let items) = song.content else {
      report(
        .wrongShape(of: "'song'", expected: .list, found: SongDecoder.shape(of: song)),
        at: song.span)
      return nil
    }
    if items.isEmpty { report(.emptyList(of: "'song'"), at: song.span) }
    var order: [OrderItem] = []
    var inPlace: [NamedSection] = []
    for item in items {
      guard let entry = orderItem(item, named: named, inPlace: &inPlace, scope: scope) else {
        continue
      }
      order.append(entry)
    }
    return order
  }

  private func orderItem(
    _ node: YAMLNode, named: [NamedSection], inPlace: inout [NamedSection], scope: SectionScope
  ) -> OrderItem? {
    if case .mapping(let entries) = node.content {
      guard entries.count == 1 else {
        report(.songItem(keys: entries.count), at: node.span)
        return nil
      }
      if entries[0].key.value == "repeat" {
        report(.notYet("repeat"), at: entries[0].key.span)
        return nil
      }
      let (key, value) = (entries[0].key, entries[0].value)
      let index = addSection(key, value, top: scope)
      inPlace.insert(NamedSection(name: key, index: index), at: 0)
      return index.map { OrderItem(section: $0, times: 1) }
    }
    guard
      let text = scalar(node, of: "an item of 'song'", expected: .textOrMapping)?.text
    else { return nil }
    let sections = named + inPlace
    func isKnown(_ name: String) -> Bool {
      sections.contains { $0.name.value == name }
        || patternSources.contains { $0.name.value == name }
    }
    guard let (name, times) = nameAndTimes(Spanned(text, node.span), isKnown: isKnown) else {
      return nil
    }
    let isPattern = patternSources.contains { $0.name.value == name }
    let section =
      named.first { $0.name.value == name }
      ?? (isPattern ? nil : inPlace.first { $0.name.value == name })
    if let section {
      return section.index.map { OrderItem(section: $0, times: times) }
    }
    if isPattern {
      // A pattern stands for a section that plays it once.
      var once = scope
      once.bars = nil
      once.play = [Spanned(name, node.span)]
      return addSection(Spanned(name, node.span), once, volume: nil).map {
        OrderItem(section: $0, times: times)
      }
    }
    let names = sections.map(\.name) + patternSources.map(\.name)
    let nearest = nearest(to: name, in: names.map(\.value))
    report(
      .unknownSection(name: name, nearest: nearest), at: node.span,
      related: names.first { $0.value == nearest }.map { [$0.span] } ?? [])
    return nil
  }

  /// Reports a song that is longer than its frames can be counted.
  func checkDuration(of song: Song, at span: SourceSpan) {
    let longest = Int64(SongDecoder.longestTime.numerator)
    var total: Int64 = 0
    var lengths = song.order.map { item in
      (
        seconds: TempoMap(song.sections[item.section].tempo)
          .time(of: song.sections[item.section].bars.end).value.whole,
        times: Int64(item.times)
      )
    }
    if let countIn = song.countIn, let first = song.order.first {
      let section = song.sections[first.section]
      let length = countIn.length(in: section.bars.runs[0], at: section.tempo)
      lengths.append((TempoMap(section.tempo).time(of: length).value.whole, 1))
    }
    for length in lengths {
      let (product, overflow) = length.seconds.multipliedReportingOverflow(by: length.times)
      if overflow || product > longest || total + product > longest {
        report(.songTooLong, at: span)
        return
      }
      total += product
    }
  }
}

/// A section that the order may call by its name.
struct NamedSection {
  let name: Spanned<String>
  /// `nil` where it has a mistake, which is reported already.
  let index: Int?
}
