import SongModel
import Timing

/// Writes a song file as a person would: what most sections share stands at the top, a section that
/// comes again is written once, a pattern is a row of steps where steps hold it exactly.
///
/// Reading the text gives back what the draft says, exactly.
///
/// Cost: proportional to the number of sections and hits.
public func songText(of draft: SongDraft) -> String {
  let writer = SongWriter(draft)
  return writer.lines().joined(separator: "\n") + "\n"
}

struct SongWriter {
  let draft: SongDraft
  /// What sections do not repeat because it stands at the top.
  let top: SectionDefaults

  init(_ draft: SongDraft) {
    self.draft = draft
    top = SectionDefaults(of: draft)
  }

  func lines() -> [String] {
    var lines = YAMLText.comment(draft.remarks, indent: 0)
    lines += YAMLText.block(head, indent: 0)
    func add(_ title: String, _ block: [String]) {
      guard !block.isEmpty else { return }
      lines += ["", title + ":"] + block
    }
    add("kit", YAMLText.block(kit, indent: 2, isAligned: true))
    add("patterns", patternLines())
    let order = SectionOrder(of: draft)
    if let section = order.only {
      lines += [""] + YAMLText.comment(section.remarks, indent: 0)
      lines += YAMLText.block(entries(of: section), indent: 0)
    } else {
      add("sections", sectionLines(order))
      add("song", songLines(order))
    }
    if !mix.isEmpty { lines += [""] + YAMLText.block(mix, indent: 0) }
    return Array(lines.drop { $0.isEmpty })
  }

  // MARK: - The head

  private var head: [YAMLText.Entry] {
    var entries: [YAMLText.Entry] = []
    func add(_ key: String, _ value: YAMLText?) {
      if let value { entries.append(.init(key: key, value: value)) }
    }
    add("title", draft.title.map(YAMLText.text))
    add("artist", draft.artist.map(YAMLText.text))
    add("comment", draft.comment.map(YAMLText.text))
    add("key", top.key.map(YAMLText.text))
    add("tempo", top.tempo.map { .scalar(WrittenValue.tempo($0, beat: top.beat)) })
    add("meter", top.meter.map { .scalar("\($0)") })
    add("beat", top.beat.map { .scalar(WrittenValue.noteValue($0)) })
    add("swing", top.swing.map(text))
    let meter = draft.sections.first?.meter ?? .common
    add("count-in", draft.countIn.map { .scalar(WrittenValue.span($0, in: meter)) })
    add("click", top.click.map(text))
    if draft.start != .zero {
      add(
        "output",
        .mapping([.init(key: "start", value: .scalar(WrittenValue.time(draft.start)))]))
    }
    return entries
  }

  private var mix: [YAMLText.Entry] {
    var entries: [YAMLText.Entry] = []
    if let volume = draft.volume, volume != .unity {
      entries.append(.init(key: "volume", value: .scalar(WrittenValue.level(volume))))
    }
    let strips = draft.strips.compactMap { strip -> YAMLText.Entry? in
      var settings: [YAMLText.Entry] = []
      if let volume = strip.volume, volume != .unity {
        settings.append(.init(key: "volume", value: .scalar(WrittenValue.level(volume))))
      }
      if let pan = strip.pan {
        settings.append(.init(key: "pan", value: .scalar(WrittenValue.pan(pan))))
      }
      if strip.isMuted { settings.append(.init(key: "mute", value: .scalar("true"))) }
      if strip.isSoloed { settings.append(.init(key: "solo", value: .scalar("true"))) }
      guard !settings.isEmpty else { return nil }
      return .init(key: YAMLText.quoted(strip.track), value: .mapping(settings))
    }
    if !strips.isEmpty { entries.append(.init(key: "tracks", value: .mapping(strips))) }
    return entries.isEmpty ? [] : [.init(key: "mix", value: .mapping(entries))]
  }

  // MARK: - The kit

  private var kit: [YAMLText.Entry] {
    draft.kit.map { sound in
      YAMLText.Entry(
        key: YAMLText.quoted(sound.name), value: text(of: sound), remarks: sound.remarks)
    }
  }

  private func text(of sound: DraftSound) -> YAMLText {
    var entries: [YAMLText.Entry] = []
    func add(_ key: String, _ value: String) {
      entries.append(.init(key: key, value: .scalar(value)))
    }
    if sound.layers.count == 1, sound.layers[0].below == Sound.Layer.open,
      sound.layers[0].volume == .unity
    {
      entries.append(source(of: sound.layers[0].takes))
    } else {
      entries.append(.init(key: "layers", value: .list(sound.layers.map(text))))
    }
    if sound.start != .zero { add("start", WrittenValue.time(sound.start)) }
    if sound.transpose != .zero { add("transpose", WrittenValue.number(sound.transpose)) }
    if sound.transposeRandom != .zero {
      add("transpose-random", WrittenValue.number(sound.transposeRandom))
    }
    if let decay = sound.decay { add("decay", WrittenValue.time(decay)) }
    if sound.pan != .zero { add("pan", WrittenValue.pan(sound.pan)) }
    if sound.panRandom != .zero {
      add("pan-random", WrittenValue.number(sound.panRandom) + "%")
    }
    if sound.volume != .unity { add("volume", WrittenValue.level(sound.volume)) }
    if let choke = sound.choke { add("choke", YAMLText.quoted(choke)) }
    if let note = sound.note { add("note", "\(note)") }
    if sound.channel != Sound.percussionChannel { add("channel", "\(sound.channel)") }
    // A path alone is the whole of a plain sound.
    return entries.count == 1 && ["file", "sound"].contains(entries[0].key)
      ? entries[0].value : .mapping(entries)
  }

  private func text(of layer: DraftSound.Layer) -> YAMLText {
    var entries = [source(of: layer.takes)]
    if layer.below != Sound.Layer.open {
      entries.append(.init(key: "below", value: .scalar("\(layer.below)")))
    }
    if layer.volume != .unity {
      entries.append(.init(key: "volume", value: .scalar(WrittenValue.level(layer.volume))))
    }
    return .mapping(entries)
  }

  private func source(of takes: [DraftSound.Source]) -> YAMLText.Entry {
    guard takes.count == 1 else {
      return .init(key: "alternate", value: .list(takes.map { .text($0.text) }))
    }
    switch takes[0] {
    case .builtIn: return .init(key: "sound", value: .text(takes[0].text))
    case .file: return .init(key: "file", value: .text(takes[0].text))
    }
  }
}

extension DraftSound.Source {
  fileprivate var text: String {
    switch self {
    case .builtIn(let sound): sound.name
    case .file(let path): path
    }
  }
}
