import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  /// Reads `sections` and `song`, or makes the one section that a file without `song` is.
  func decodeOrder(_ top: Fields, scope: SectionScope) -> [OrderItem] {
    if let node = top["sections"] { decodeSections(node, scope: scope) }
    guard let song = top["song"] else {
      if let sections = top.entry("sections") {
        report(.missingKey(key: "song", in: "the song"), at: sections.key.span)
        return []
      }
      return addSection(Spanned("song", top.firstKey), top, scope).map {
        [.section($0, times: 1)]
      } ?? []
    }
    noteUnheard(top)
    return orderItems(song, of: "'song'", scope: scope)
  }

  private func decodeSections(_ node: YAMLNode, scope: SectionScope) {
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(of: "'sections'", expected: .mapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return
    }
    for entry in entries {
      namedSections.append(
        addSection(entry.key, entry.value, top: scope), named: entry.key)
    }
  }

  /// The items of a list; those with a mistake are left out, and their mistakes reported.
  private func orderItems(_ node: YAMLNode, of what: String, scope: SectionScope) -> [OrderItem] {
    guard case .sequence(let items) = node.content else {
      report(
        .wrongShape(of: what, expected: .list, found: SongDecoder.shape(of: node)),
        at: node.span)
      return []
    }
    if items.isEmpty { report(.emptyList(of: what), at: node.span) }
    return items.compactMap { orderItem($0, scope: scope) }
  }

  private func orderItem(_ node: YAMLNode, scope: SectionScope) -> OrderItem? {
    guard case .mapping(let entries) = node.content else {
      return scalar(node, of: "an item of 'song'", expected: .textOrMapping).flatMap {
        namedItem(Spanned($0.text, node.span), scope: scope)
      }
    }
    guard entries.count == 1 else {
      report(.songItem(keys: entries.count), at: node.span)
      return nil
    }
    let (key, value) = (entries[0].key, entries[0].value)
    if key.value == "repeat" { return group(value, scope: scope) }
    let index = addSection(key, value, top: scope)
    inPlaceSections.append(index, named: key)
    return index.map { .section($0, times: 1) }
  }

  /// `repeat: {times: 2, play: […], endings: [[…], […]]}`
  private func group(_ node: YAMLNode, scope: SectionScope) -> OrderItem? {
    guard
      let fields = fields(node, of: "the group 'repeat'", keys: ["times", "play", "endings"])
    else { return nil }
    let times = fields["times"].flatMap {
      integer($0, in: ValueText.repeatRange, of: "'times'")
    }
    let play = fields["play"].map { orderItems($0, of: "'play'", scope: scope) }
    if play == nil { report(.missingKey(key: "play", in: fields.context), at: fields.firstKey) }
    var endings: [[OrderItem]] = []
    if let node = fields["endings"] {
      guard case .sequence(let lists) = node.content, !lists.isEmpty else {
        report(
          .wrongShape(of: "'endings'", expected: .list, found: SongDecoder.shape(of: node)),
          at: node.span)
        return nil
      }
      endings = lists.map { orderItems($0, of: "an ending", scope: scope) }
    }
    if fields["times"] == nil && endings.isEmpty {
      report(.missingKey(key: "times", in: fields.context), at: fields.firstKey)
      return nil
    }
    let passes = fields["times"] == nil ? endings.count : times
    if let passes, passes < endings.count, let entry = fields.entry("endings") {
      report(
        .noEffect(
          key: "endings", because: "there are more of them than passes"), at: entry.key.span)
    }
    guard let play, let passes else { return nil }
    return .group(play, times: passes, endings: endings)
  }

  /// `name` or `name xN`: a section, else a pattern, else a section defined in place before.
  private func namedItem(_ entry: Spanned<String>, scope: SectionScope) -> OrderItem? {
    func isKnown(_ name: String) -> Bool {
      namedSections.has(name) || patternSources.has(name) || inPlaceSections.has(name)
    }
    guard let (name, times) = nameAndTimes(entry, isKnown: isKnown) else { return nil }
    if let section = namedSections.index(of: name) {
      return namedSections[section].map { .section($0, times: times) }
    }
    if patternSources.has(name) {
      let index =
        patternSections[name] ?? addSection(playing: Spanned(name, entry.span), scope)
      patternSections[name] = index
      return index.map { .section($0, times: times) }
    }
    if let section = inPlaceSections.index(of: name) {
      return inPlaceSections[section].map { .section($0, times: times) }
    }
    let nearest = nearestName(
      to: name, among: namedSections.names + patternSources.names + inPlaceSections.names)
    report(
      .unknownSection(name: name, nearest: nearest?.name), at: entry.span,
      related: nearest?.spans ?? [])
    return nil
  }
}
