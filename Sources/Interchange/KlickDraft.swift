import SongModel
import Timing

/// Reads a tempo map of klick 0.12: `[label:] bars [meter] tempo [pattern] [volume]` on each line.
///
/// Everything in it is taken over. A label names a section, comments become comments, and lines
/// without a label continue the one before. Cost: linear in the file.
///
/// - Parameters:
///   - bytes: the file, UTF-8 or, where it is not, ISO 8859-1; at most 4 MiB and 20,000 lines that
///     say something, with 100,000 tempos in lists.
///   - title: what the song is called; `nil` for nothing.
/// - Throws: the first line that klick would refuse, or that says what no song can: a tempo outside
///   0.001 to 100000 quarter notes a minute, more than 10,000,000 bars, a volume above 1000, a metre
///   that in lowest terms has a number above 99, more than 10,000 hours in all.
public func songDraft(klick bytes: [UInt8], title: String?) throws(ForeignFault) -> SongDraft {
  let file = try ForeignLines(bytes, mebibytes: KlickLimits.mebibytes, of: "a tempo map")
  var draft = KlickDraft(title: title)
  if file.isLatin1 { draft.remark("The file is no UTF-8 and has been read as ISO 8859-1.") }
  for (index, line) in file.lines.enumerated() {
    try draft.add(line, number: index + 1)
  }
  return try draft.finish()
}

/// A song as it grows with the lines of a tempo map.
private struct KlickDraft {
  /// What two lines have in common where they are one section, heard twice.
  private struct Key: Hashable {
    let label: String?
    /// Without its name and remarks.
    let content: DraftSection
  }

  private var draft: SongDraft
  /// The sections, each once, and their order.
  private var sections: [DraftSection] = []
  private var remarks: [Set<String>] = []
  private var order: [Int] = []
  private var indices: [Key: Int] = [:]
  /// How many sections stand under a label.
  private var counts: [String?: Int] = [:]
  private var names = ForeignNames()
  private var label: String?
  /// The comments since the last line that said something.
  private var comments: [String] = []
  private var tempos = 0
  private var duration = DraftDuration()

  init(title: String?) {
    draft = SongDraft(title: title, remarks: ["From a tempo map of klick."])
  }

  mutating func remark(_ text: String) { draft.remarks.append(text) }

  mutating func add(_ line: Substring.UnicodeScalarView, number: Int) throws(ForeignFault) {
    let sign = line.firstIndex(of: "#") ?? line.endIndex
    let comment = String(line[sign...].drop { $0 == "#" }).onOneLine
    guard let entry = try KlickLine.entry(line[..<sign], number: number) else {
      if sign == line.endIndex, order.isEmpty {
        // What a blank line parts from the first section is about the whole song.
        draft.remarks += comments
        comments = []
      }
      if !comment.isEmpty { comments.append(comment) }
      return
    }
    guard order.count < KlickLimits.entries else {
      throw ForeignFault(
        line: number, message: "the map has more than \(KlickLimits.entries) lines",
        help: "write several bars of one tempo on one line, or take the map apart")
    }
    if case .each(let list) = entry.pace {
      tempos += list.count
      guard tempos <= KlickLimits.tempos else {
        throw ForeignFault(
          line: number,
          message: "the map has more than \(KlickLimits.tempos) tempos in lists",
          help: "take the map apart")
      }
    }
    if !comment.isEmpty { comments.append(comment) }
    let section = entry.section
    try duration.add(section, line: number)
    append(entry, section)
  }

  func finish() throws(ForeignFault) -> SongDraft {
    guard !order.isEmpty else {
      throw ForeignFault(message: "the map has no line with bars and a tempo", help: KlickLine.form)
    }
    var draft = draft
    // What stands below the last section is about none.
    draft.remarks += comments
    draft.sections = order.map { sections[$0] }
    return draft
  }

  /// - Parameter content: the section that the entry is.
  private mutating func append(_ entry: KlickEntry, _ content: DraftSection) {
    label = entry.label ?? label
    let key = Key(label: label, content: content)
    let index: Int
    if let known = indices[key] {
      index = known
    } else {
      index = sections.count
      indices[key] = index
      sections.append(content)
      remarks.append([])
      sections[index].name = name(isLabelled: entry.label != nil)
    }
    order.append(index)
    for remark in entry.remarks + comments where remarks[index].insert(remark).inserted {
      sections[index].remarks.append(remark)
    }
    comments = []
  }

  /// A name for a section: its label, or what says that it continues the one before.
  private mutating func name(isLabelled: Bool) -> String {
    let count = counts[label, default: 0] + 1
    counts[label] = count
    guard let label else { return names.claim("section \(count)", orElse: "section") }
    if count == 1 { return names.claim(label, orElse: "section") }
    return names.claim(isLabelled ? "\(label) \(count)" : "\(label) part \(count)", orElse: label)
  }
}

extension KlickEntry {
  /// Without its name and remarks.
  fileprivate var section: DraftSection {
    guard let meter else { preconditionFailure("a line whose metre no song has is refused") }
    var section = DraftSection(name: "", bars: bars, meter: meter)
    if meter.unit != beat { section.beat = beat }
    switch pace {
    case .steady(let tempo): section.tempo = .steady(Tempo(beatsPerMinute: tempo))
    case .ramp(let from, let to):
      section.tempo =
        from == to
        ? .steady(Tempo(beatsPerMinute: from))
        : .ramp(
          from: Tempo(beatsPerMinute: from), to: Tempo(beatsPerMinute: to), curve: .beats)
    case .each(let tempos):
      section.tempo = .steady(Tempo(beatsPerMinute: tempos[0]))
      for (index, tempo) in tempos.enumerated().dropFirst() where tempo != tempos[index - 1] {
        section.changes.append(
          DraftChange(
            at: beat * Rational(Int128(index)), tempo: .steady(Tempo(beatsPerMinute: tempo))))
      }
    }
    if pattern != nil || volume != .one {
      section.click = DraftClick(pattern: pattern, volume: .ratio(volume))
    }
    return section
  }
}
