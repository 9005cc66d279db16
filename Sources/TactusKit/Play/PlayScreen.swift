import Timing

/// The picture of a song that plays: at most 13 lines of text.
///
///     Night Train                                                             playing
///     chorus  3 of 7                                                             12:1
///     ◆ ○ ○ ○                                                            120 BPM  4/4
///
/// The first lines are always there, so that the picture stands still. What is seldom needed comes
/// after them.
struct PlayScreen {
  /// Facts at the right end of a line stay within reach of the eye.
  private static let farthestColumn = 80
  /// Below this width only the place, the beat and the tempo are shown.
  private static let smallWidth = 40

  /// - Parameter width: The columns that a line may take. Some terminals wrap a line that fills the
  ///   last column, so that one less than the terminal has is best.
  func lines(_ state: PlayState, width: Int, showsColor: Bool, showsUnicode: Bool) -> [String] {
    guard width > 0 else { return [] }
    let picture = PlayPicture(state: state, width: width, isUnicode: showsUnicode)
    let lines = width < PlayScreen.smallWidth ? picture.small : picture.full
    return lines.prefix(13).map {
      $0.shortened(to: width, inUnicode: showsUnicode).text(inColor: showsColor)
    }
  }

  /// The line that tells of a new bar where no picture can be drawn.
  func plainLine(_ state: PlayState) -> String {
    "\(state.section.shown(inUnicode: true))  \(state.bar):\(state.beat)  "
      + "\(tempoText(state.tempo)) BPM"
  }

  /// A line with a fact at its right end. The left part is cut where both have no room.
  static func line(_ left: StyledLine, _ right: StyledLine, width: Int, isUnicode: Bool)
    -> StyledLine
  {
    let room = max(0, width - right.width - 2)
    var line = left.shortened(to: room, inUnicode: isUnicode)
    let end = max(min(width, farthestColumn), line.width + 2 + right.width)
    line.add(String(repeating: " ", count: max(0, end - right.width - line.width)))
    line.add(right)
    return line
  }
}

/// The lines of one state at one width.
private struct PlayPicture {
  let state: PlayState
  let width: Int
  let isUnicode: Bool

  var full: [StyledLine] {
    [
      headline, place, beat, time, PlayMeter.line("L", state.left, width, isUnicode: isUnicode),
      PlayMeter.line("R", state.right, width, isUnicode: isUnicode), PlayMeter.scale(width), tracks,
    ] + [pads].compactMap { $0 } + [settings, keys] + [events, message].compactMap { $0 }
  }

  var small: [StyledLine] {
    let lamps = BeatLamps(state, isUnicode: isUnicode).line(width: width)
    let bar = StyledLine("\(state.bar):\(state.beat)", .bold)
    return [
      line(StyledLine(shown(state.section)), bar), lamps,
      StyledLine(tempoText(state.tempo) + " BPM " + (state.isStopped ? "stopped" : "playing")),
    ]
  }

  private func shown(_ text: String) -> String { text.shown(inUnicode: isUnicode) }

  private func line(_ left: StyledLine, _ right: StyledLine) -> StyledLine {
    PlayScreen.line(left, right, width: width, isUnicode: isUnicode)
  }

  private var headline: StyledLine {
    var left = StyledLine()
    if state.songCount > 1 { left.add("\(state.songNumber)/\(state.songCount)  ", .dim) }
    left.add(shown(state.title), .bold)
    let right =
      state.isStopped
      ? StyledLine("stopped", .brightYellow) : StyledLine("playing", .brightGreen)
    return line(left, right)
  }

  private var place: StyledLine {
    let number = "  \(state.sectionNumber) of \(state.sectionCount)"
    let bar = StyledLine("\(state.bar):\(state.beat)", .bold)
    // The name is cut before the number is.
    let room = width - bar.width - 2 - number.count
    var left = StyledLine(shown(state.section).shortened(to: room, inUnicode: isUnicode))
    left.add(number, .dim)
    return line(left, bar)
  }

  private var beat: StyledLine {
    var right = StyledLine(tempoText(state.tempo), .bold)
    right.add(" BPM  " + shown(state.meter).shortened(to: 12, inUnicode: isUnicode))
    let lamps = BeatLamps(state, isUnicode: isUnicode)
    return line(lamps.line(width: width - right.width - 2), right)
  }

  private var time: StyledLine {
    var left = StyledLine(timeText(state.elapsed, rounding: .down))
    if let remaining = state.remaining {
      left.add(" / " + timeText(remaining, rounding: .up) + " left")
    }
    let sound = "\(state.sampleRate) Hz, \(counted(state.bufferSize, "frame"))"
    let right = counted(state.voices, "voice") + "  " + sound
    let isRoomy = left.width + 4 + right.count <= width
    return line(left, StyledLine(isRoomy ? right : counted(state.voices, "voice"), .dim))
  }

  /// The tracks with their keys. Where not all have room, the last ones are only counted.
  private var tracks: StyledLine {
    let hasMuted = state.tracks.contains { $0.isMuted }
    let items = state.tracks.enumerated().map { index, track in
      var item = StyledLine()
      if index < 9 { item.add("\(index + 1) ", .dim) }
      let name = shown(track.name).shortened(to: 16, inUnicode: isUnicode)
      item.add(name + (track.isMuted ? "*" : ""), track.isMuted ? .dim : .plain)
      return item
    }
    return fitted(StyledLine(), items, StyledLine(hasMuted ? "  * muted" : "", .dim))
  }

  /// What can be struck, with the keys; `nil` where nothing can. They are cut as the tracks are.
  private var pads: StyledLine? {
    if state.pads.isEmpty { return nil }
    let items = state.pads.map { pad in
      var item = StyledLine(shown(String(pad.key)) + " ", .dim)
      item.add(shown(pad.name).shortened(to: 16, inUnicode: isUnicode))
      return item
    }
    return fitted(StyledLine("pads", .dim), items, StyledLine())
  }

  /// As many items as have room; the others are counted.
  private func fitted(_ head: StyledLine, _ items: [StyledLine], _ tail: StyledLine) -> StyledLine {
    for count in (0...items.count).reversed() {
      var line = head
      for item in items.prefix(count) {
        if line.width > 0 { line.add("  ") }
        line.add(item)
      }
      if count < items.count { line.add((line.width > 0 ? "  +" : "+") + "\(items.count - count)") }
      line.add(tail)
      if line.width <= width { return line }
    }
    return StyledLine()
  }

  private var settings: StyledLine {
    let full = settings(without: "no subdivisions")
    return full.width <= width ? full : settings(without: "no subdiv")
  }

  /// - Parameter without: What is said where no subdivisions are played.
  private func settings(without: String) -> StyledLine {
    var line = StyledLine("volume " + decibelText(state.volume, isUnicode: isUnicode))
    for (isOn, name) in [
      (state.isLooping, "loop"), (state.leavesGaps, "gap"), (!state.playsSubdivisions, without),
    ] where isOn {
      line.add("  ")
      line.add(name, .yellow)
    }
    return line
  }

  /// The keys in the order of the line. Where not all have room, those with the highest numbers go
  /// first.
  private var keys: StyledLine {
    let (arrows, sides, heights) =
      isUnicode ? ("←→↑↓", "←→", "↑↓") : ("arrows", "left/right", "up/down")
    var keys: [(rank: Int, text: String)] = [
      (1, "space " + (state.isStopped ? "start" : "stop")), (2, arrows + " tempo"), (6, "t tap"),
      (3, "[] section"), (5, "l loop"), (4, "1-9 mute"), (7, "-+ volume"), (8, "s subdiv"),
      (9, "m gap"), (0, "q quit"),
    ]
    if state.songCount > 1 { keys.insert((4, "np song"), at: keys.count - 1) }
    func line(_ limit: Int) -> String {
      keys.filter { $0.rank <= limit }.map(\.text).joined(separator: "  ")
    }
    let rest = columns(of: line(9)) - columns(of: keys[1].text)
    let long = "\(sides) tempo 1  \(heights) 10"
    if rest + columns(of: long) <= width { keys[1].text = long }
    let limit = (0...9).last { columns(of: line($0)) <= width } ?? 0
    return StyledLine(line(limit), .dim)
  }

  /// What is recorded, and what went wrong; `nil` where neither is.
  private var events: StyledLine? {
    var line = StyledLine()
    if state.xruns > 0 { line.add(counted(state.xruns, "xrun"), .red) }
    if state.lateSounds > 0 {
      if line.width > 0 { line.add("  ") }
      line.add(counted(state.lateSounds, "late sound"), .red)
    }
    if let path = state.recording {
      if line.width > 0 { line.add("  ") }
      line.add("recording ", .red)
      line.add(shown(path))
    }
    return line.width > 0 ? line : nil
  }

  private var message: StyledLine? {
    state.message.map { StyledLine(shown($0), .yellow) }
  }
}
