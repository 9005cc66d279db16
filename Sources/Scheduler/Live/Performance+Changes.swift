import SongModel
import Timing

extension Performance {
  /// Makes a change.
  mutating func make(_ change: LiveChange, at frame: Frame) {
    switch change.action {
    case .speed(let speed): changeSpeed(to: speed, at: Seconds(change.at))
    case .mute(let lane, let isMuted): self.isMuted[lane] = isMuted
    case .subdivisions(let arePlayed): playsSubdivisions = arePlayed
    case .gap(let isOn): leavesGaps = isOn
    // The desk's affair: it changes no event.
    case .volume: break
    case .passage(let number): go(to: number, at: frame)
    case .loop(let isOn): isLooping = isOn
    case .pad(let sound, let velocity):
      ready.append(
        hand.event(sound, velocity, at: Seconds(change.at), frame, in: passage?.occurrence))
    case .stop: stop(at: Seconds(change.at))
    case .start: start(at: Seconds(change.at), frame)
    }
  }

  // MARK: - Tempo

  /// From here on everything is heard at another speed. What is begun elsewhere begins as much
  /// earlier or later as the bar line that it waits for.
  private mutating func changeSpeed(to speed: Rational, at time: Seconds) {
    clock = clock.changed(to: speed, at: time)
    if keepsPassages, passage != nil { passages[passages.count - 1].change(to: clock) }
    let waiting = upcoming == nil ? nil : strands.indices.last
    for index in strands.indices where index != waiting {
      strands[index].clock = strands[index].clock.changed(to: speed, at: time)
    }
    if let waiting, let upcoming, let passage {
      strands[waiting].clock = clock(of: upcoming, from: passage.end)
    }
  }

  /// The clock of a passage that begins when this one is cut.
  private func clock(of next: Occurrence, from end: Seconds) -> LiveClock {
    LiveClock(song: next.startTime, live: clock.live(of: end), speed: clock.speed)
  }

  // MARK: - Passages

  /// Enters a passage, at its beginning or at a bar line.
  mutating func enter(_ occurrence: Occurrence, from bar: Int? = nil) {
    passage = Passage(
      occurrence: occurrence, end: occurrence.endTime, endPosition: occurrence.bars.end)
    beats = BeatWalk(occurrence, from: bar)
    guard keepsPassages else { return }
    let start = bar.map(occurrence.bars.start(ofBar:)) ?? occurrence.start
    passages.append(HeardPassage(occurrence, from: start, clock))
  }

  /// Tells where and when a passage is left, and forgets one that was left before it began.
  private mutating func leave(at position: WholeNotes?, _ time: Seconds) {
    guard keepsPassages else { return }
    let last = passages.count - 1
    passages[last].end = position
    passages[last].endTime = time
    if passages[last].isEmpty { passages.removeLast() }
  }

  /// The passage ends: another begins, the same again, or the next.
  mutating func endPassage(at frame: Frame) {
    guard let ended = passage else { return }
    endTime = clock.live(of: ended.end)
    leave(at: ended.endPosition, endTime)
    if let next = upcoming {
      upcoming = nil
      clock = clock(of: next, from: ended.end)
      enter(next)
    } else if isLooping {
      cut(at: ended.occurrence.bars.end, ended.end)
      clock = clock(of: ended.occurrence, from: ended.end)
      strands.append(
        Strand(
          song, ensemble, from: ended.occurrence, position: ended.occurrence.start, clock: clock,
          earliest: frame, &finder))
      enter(ended.occurrence)
    } else if let next = occurrence(ended.occurrence.index + 1) {
      enter(next)
    } else if song.output.loop, let first = occurrence(0) {
      // As in a file that is repeated, each turn starts on a whole frame.
      let time = Seconds(Rational(Int128(frame.index), Int128(rate.hertz)))
      clock = LiveClock(song: .zero, live: time, speed: clock.speed)
      strands.append(
        Strand(
          song, ensemble, from: first, clock: clock, earliest: Frame(Int.min), &finder))
      enter(first)
    } else {
      passage = nil
      beats = nil
    }
  }

  /// An occurrence by its index.
  mutating func occurrence(_ index: Int) -> Occurrence? { finder.find(index)?.occurrence }

  /// Nothing that the passage's strand has from here on is heard.
  private mutating func cut(at position: WholeNotes, _ time: Seconds) {
    guard let passage, !strands.isEmpty else { return }
    let cut = Strand.Cut(
      occurrence: passage.occurrence.index, position: position, time: time)
    for index in strands.indices where strands[index].cut == nil { strands[index].end(at: cut) }
  }

  /// At the next bar line another passage begins. One that is waiting already is left out.
  private mutating func go(to number: Int, at frame: Frame) {
    let index = number + (song.countIn == nil ? 0 : 1)
    guard let next = occurrence(index) else { return }
    if rest != nil {
      rest = (next, nil)
      return
    }
    guard var current = passage else { return }
    if upcoming != nil {
      strands.removeLast()
    } else {
      let bar = firstBar(of: current.occurrence, from: frame)
      let bars = current.occurrence.bars
      let position = min(bars.start(ofBar: bar), bars.end)
      current.end = current.occurrence.time(of: position)
      current.endPosition = position
      passage = current
      cut(at: position, current.end)
      beats?.end(at: position)
    }
    upcoming = next
    strands.append(
      Strand(
        song, ensemble, from: next, position: next.start, clock: clock(of: next, from: current.end),
        earliest: frame, &finder))
  }

  /// The first bar that begins at a frame or later; the one after the last where there is none.
  private func firstBar(of occurrence: Occurrence, from frame: Frame) -> Int {
    var low = 1
    var high = occurrence.bars.lastBar + 1
    while low < high {
      let middle = (low + high) / 2
      let time = occurrence.time(of: occurrence.bars.start(ofBar: middle))
      if clock.live(of: time).frame(at: rate) >= frame { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Stopping and starting

  private mutating func stop(at time: Seconds) {
    guard rest == nil, let passage else { return }
    if let upcoming {
      rest = (upcoming, nil)
    } else {
      // The bar that the time lies in: the one before the first that begins after it.
      let bar = firstBar(of: passage.occurrence, from: time.frame(at: rate) + Frame(1)) - 1
      rest = (passage.occurrence, bar >= 1 ? bar : nil)
    }
    strands = []
    leave(at: nil, time)
    self.passage = nil
    beats = nil
    upcoming = nil
    endTime = time
  }

  private mutating func start(at time: Seconds, _ frame: Frame) {
    guard let (occurrence, bar) = rest else { return }
    rest = nil
    let position = bar.map(occurrence.bars.start(ofBar:)) ?? occurrence.start
    clock = LiveClock(song: occurrence.time(of: position), live: time, speed: clock.speed)
    strands = [
      Strand(
        song, ensemble, from: occurrence, position: position, clock: clock, earliest: frame, &finder
      )
    ]
    enter(occurrence, from: bar)
  }
}
