import SongModel
import Timing

/// What stands at the top of a song for all its sections.
struct SectionDefaults {
  private(set) var tempo: Tempo?
  private(set) var meter: Meter?
  private(set) var beat: WholeNotes?
  private(set) var swing: Swing?
  private(set) var key: String?
  private(set) var click: DraftClick?

  /// What can be taken back in a section is that of most sections; what cannot is that of all.
  init(of draft: SongDraft) {
    let sections = draft.sections
    key = draft.key
    guard let first = sections.first, SectionOrder(of: draft).only == nil else { return }
    tempo = SectionDefaults.commonest(
      sections.map {
        if case .steady(let tempo) = $0.tempo { tempo } else { nil }
      })
    let meters = sections.map(\.meter)
    meter = Set(meters) == [.common] ? nil : SectionDefaults.commonest(meters)
    if meter == .common { meter = nil }
    func shared<Value: Equatable>(_ value: (DraftSection) -> Value?) -> Value? {
      sections.allSatisfy { value($0) == value(first) } ? value(first) : nil
    }
    beat = shared(\.beat)
    swing = shared(\.swing)
    if key == nil { key = SectionDefaults.commonest(sections.map(\.key)) }
    if sections.contains(where: { $0.key == nil }), draft.key == nil { key = nil }
    click = shared(\.writtenClick)
    // A bare number counts the beat in force.
    if beat == nil, sections.contains(where: { $0.beat != nil }) { tempo = nil }
  }

  /// The value of most, the earliest of several.
  private static func commonest<Value: Hashable>(_ values: [Value?]) -> Value? {
    var counts: [Value: Int] = [:]
    for value in values { if let value { counts[value, default: 0] += 1 } }
    let most = counts.values.max()
    return values.first { $0 != nil && counts[$0!] == most } ?? nil
  }
}

extension DraftSection {
  /// The click where it is not what the language does by itself.
  var writtenClick: DraftClick? {
    let standard = play.isEmpty ? DraftClick() : .off
    return click == standard ? nil : click
  }
}

/// In which order which sections are written.
struct SectionOrder {
  struct Item {
    let section: DraftSection
    var times: Int
    /// Whether it is written at its place, or by its name.
    var isInPlace: Bool
  }

  /// Those that stand under `sections`.
  private(set) var named: [DraftSection] = []
  private(set) var items: [Item] = []
  /// The section of a song that needs no list of them.
  private(set) var only: DraftSection?

  init(of draft: SongDraft) {
    if draft.sections.count == 1, draft.sections[0].name == SectionOrder.nameOfOne {
      only = draft.sections[0]
      return
    }
    for section in draft.sections {
      if items.last?.section == section {
        items[items.count - 1].times += 1
      } else {
        items.append(Item(section: section, times: 1, isInPlace: true))
      }
    }
    // Of several sections with one name only the first can be called by it.
    var owners: [String: DraftSection] = [:]
    var uses: [DraftSection: Int] = [:]
    for item in items {
      uses[item.section, default: 0] += item.times
      if owners[item.section.name] == nil { owners[item.section.name] = item.section }
    }
    var done: Set<String> = []
    for index in items.indices {
      let section = items[index].section
      let isOwner = owners[section.name] == section
      // `repeat` is no name of a section in place.
      guard isOwner, uses[section]! > 1 || section.name == "repeat" else { continue }
      items[index].isInPlace = false
      if done.insert(section.name).inserted { named.append(section) }
    }
  }

  /// What the language calls the section of a file that lists none.
  static let nameOfOne = "song"
}

extension SongWriter {
  func sectionLines(_ order: SectionOrder) -> [String] {
    let entries = order.named.map { section in
      YAMLText.Entry(
        key: YAMLText.quoted(section.name), value: text(of: section), remarks: section.remarks)
    }
    return YAMLText.block(entries, indent: 2, isAligned: true)
  }

  func songLines(_ order: SectionOrder) -> [String] {
    order.items.flatMap { item -> [String] in
      let name = YAMLText.quoted(item.section.name)
      if !item.isInPlace {
        let times = item.times > 1 ? " x\(item.times)" : ""
        return ["  - " + YAMLText.quoted(item.section.name + times)]
      }
      let lines = text(of: item.section).lines(after: "  - \(name):", indent: 6)
      let comment = YAMLText.comment(item.section.remarks, indent: 2)
      // Several in place that no name can tell apart.
      return comment + (0..<item.times).flatMap { _ in lines }
    }
  }

  private func text(of section: DraftSection) -> YAMLText { .mapping(entries(of: section)) }

  func entries(of section: DraftSection) -> [YAMLText.Entry] {
    var entries: [YAMLText.Entry] = []
    func add(_ key: String, _ value: YAMLText?) {
      if let value { entries.append(.init(key: key, value: value)) }
    }
    let bars = section.barMap
    add("bars", section.bars.map { .scalar("\($0)") })
    add("pickup", section.pickup.map { .scalar(WrittenValue.span(.notes($0), in: section.meter)) })
    if !section.play.isEmpty {
      let names = section.play.map { play in
        YAMLText.text(play.pattern + (play.times > 1 ? " x\(play.times)" : ""))
      }
      add("play", names.count == 1 ? names[0] : .list(names))
    }
    if section.passes > 1 { add("repeat", .scalar("\(section.passes)")) }
    if section.step != .zero { add("step", .scalar(WrittenValue.number(section.step))) }
    if section.meter != top.meter ?? .common {
      add("meter", .scalar("\(section.meter)"))
    }
    if section.beat != top.beat {
      add("beat", section.beat.map { .scalar(WrittenValue.noteValue($0)) })
    }
    if section.key != top.key { add("key", section.key.map(YAMLText.text)) }
    if section.tempo != top.tempo.map(DraftTempo.steady) {
      add("tempo", text(of: section.tempo, beat: section.beat))
    }
    if section.swing != top.swing { add("swing", section.swing.map(text)) }
    if !section.changes.isEmpty {
      add("changes", .list(section.changes.map { text(of: $0, in: bars) }))
    }
    if section.writtenClick != top.click { add("click", section.writtenClick.map(text)) }
    if let volume = section.volume, volume != .unity {
      add("volume", .scalar(WrittenValue.level(volume)))
    }
    return entries
  }

  private func text(of tempo: DraftTempo, beat: WholeNotes?) -> YAMLText {
    switch tempo {
    case .steady(let tempo): return .scalar(WrittenValue.tempo(tempo, beat: beat))
    case .ramp(let from, let to, let curve):
      let (start, end) = (
        WrittenValue.tempo(from, beat: beat), WrittenValue.tempo(to, beat: beat)
      )
      guard curve == .time else { return .scalar("\(start) -> \(end)") }
      return .mapping([
        .init(key: "from", value: .scalar(start)), .init(key: "to", value: .scalar(end)),
        .init(key: "curve", value: .scalar("time")),
      ])
    }
  }

  private func text(of change: DraftChange, in bars: BarMap) -> YAMLText {
    var entries = [
      YAMLText.Entry(key: "at", value: .scalar(WrittenValue.place(change.at, in: bars)))
    ]
    func add(_ key: String, _ value: YAMLText?) {
      if let value { entries.append(.init(key: key, value: value)) }
    }
    let run = bars.run(at: change.at)
    add("meter", change.meter.map { .scalar("\($0)") })
    add("beat", change.beat.map { .scalar(WrittenValue.noteValue($0)) })
    add("tempo", change.tempo.map { text(of: $0, beat: run.beat) })
    add("over", change.over.map { .scalar(WrittenValue.span($0, in: run.meter)) })
    add("hold", change.hold.map { .scalar(WrittenValue.time($0)) })
    let mapping = YAMLText.mapping(entries)
    return change.remark.map { .remarked(mapping, $0) } ?? mapping
  }
}

extension DraftSection {
  /// The section's bars, without an end.
  var barMap: BarMap {
    var runs = [BarMap.Run(firstBar: 1, start: .zero, meter: meter, beat: beat)]
    for change in changes where change.meter != nil || change.beat != nil {
      let last = runs[runs.count - 1]
      let bars = Int(((change.at - last.start) / last.meter.length).floor)
      if bars == 0 { runs.removeLast() }
      runs.append(
        BarMap.Run(
          firstBar: last.firstBar + bars, start: change.at, meter: change.meter ?? last.meter,
          beat: change.beat ?? last.beat))
    }
    return BarMap(runs: runs, end: .zero)
  }
}
