import SongModel
import Timing

extension SongWriter {
  /// `off`, `on`, a pattern, or a mapping of what is not the default.
  func text(of click: DraftClick) -> YAMLText {
    guard click.isOn else { return .scalar("off") }
    var entries: [YAMLText.Entry] = []
    func add(_ key: String, _ value: YAMLText) {
      entries.append(.init(key: key, value: value))
    }
    if let pattern = click.pattern {
      add("pattern", .scalar(String(pattern.map(\.sign))))
    }
    let levels = Click.standardLevels
    if !click.subdivisions.isEmpty { add("subdivisions", text(of: click.subdivisions, click)) }
    if let sounds = click.sounds {
      add(
        "sounds",
        .mapping([
          .init(key: "accent", value: .text(sounds.accent)),
          .init(key: "beat", value: .text(sounds.beat)),
          .init(key: "subdivision", value: .text(sounds.subdivision)),
        ]))
    }
    for (key, level, standard) in [
      ("volume", click.volume, Level.unity), ("accent", click.levels.accent, levels.accent),
      ("beat", click.levels.beat, levels.beat),
      ("subdivision", click.levels.subdivision, levels.subdivision),
    ] where level != standard {
      add(key, .scalar(WrittenValue.level(level)))
    }
    if click.pan != .zero { add("pan", .scalar(WrittenValue.pan(click.pan))) }
    switch click.gap {
    case nil: break
    case .turns(let play, let mute):
      add(
        "gap",
        .mapping([
          .init(key: "play", value: .scalar(WrittenValue.span(play, in: .common))),
          .init(key: "mute", value: .scalar(WrittenValue.span(mute, in: .common))),
        ]))
    case .random(let chance):
      add(
        "gap",
        .mapping([
          .init(key: "random", value: .scalar(WrittenValue.number(chance * 100) + "%"))
        ]))
    }
    if let every = click.every { add("every", .scalar(WrittenValue.span(every, in: .common))) }
    if entries.isEmpty { return .scalar("on") }
    if entries.count == 1, entries[0].key == "pattern" { return entries[0].value }
    return .mapping(entries)
  }

  /// `2`, `[2, 3]` or `{2: -6dB}`.
  private func text(of subdivisions: [Click.Subdivision], _ click: DraftClick) -> YAMLText {
    if subdivisions.allSatisfy({ $0.level == click.levels.subdivision }) {
      let parts = subdivisions.map { YAMLText.scalar("\($0.parts)") }
      return parts.count == 1 ? parts[0] : .list(parts)
    }
    return .mapping(
      subdivisions.map {
        .init(key: "\($0.parts)", value: .scalar(WrittenValue.level($0.level)))
      })
  }
}

extension Click.Step {
  fileprivate var sign: Character {
    switch self {
    case .accent: "X"
    case .beat: "x"
    case .subdivision: "o"
    case .rest: "."
    }
  }
}
