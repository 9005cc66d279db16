import SongModel
import Timing

/// Takes back what the clock has moved in a file of our own: there such a hit stands on the tick
/// whose time is nearest, and what it was follows from that.
extension MIDITrackReading {
  /// How far a hit may be from where it should be: half a tick, for the nearest was taken, and what
  /// the file's tempo events and the exact tempo may be apart, half a frame at 48 kHz.
  private static func tolerance(_ map: TempoMap, at place: WholeNotes, tick: WholeNotes) -> Seconds
  {
    let length = map.time(of: place + tick) - map.time(of: place)
    return Seconds(length.value / 2) + Seconds(Rational(12, 1_000_000))
  }

  /// Joins the soft strokes of flams, 30 ms before their hits, with these.
  ///
  /// - Parameters:
  ///   - map: when hits are heard.
  ///   - clock: when the file's own tempo events have the strokes, also inside a fermata.
  ///   - tick: its length.
  mutating func joinFlams(_ map: TempoMap, clock: TempoMap, tick: WholeNotes) {
    let lead = Seconds(Grace.lead)
    /// Of each sound the soft strokes so far, and how many of them are spent or too early.
    var soft: [Int: (strokes: [Int], passed: Int)] = [:]
    var isGrace: Set<Int> = []
    for (index, hit) in hits.enumerated() {
      if hit.velocity == .soft { soft[hit.sound, default: ([], 0)].strokes.append(index) }
      guard hit.velocity == .hit, let (strokes, before) = soft[hit.sound] else { continue }
      let due = map.time(of: hit.at) - lead
      var passed = before
      while passed < strokes.count {
        let at = hits[strokes[passed]].at
        let late = clock.time(of: at) - due
        let tolerance = MIDITrackReading.tolerance(clock, at: at, tick: tick)
        // What is too early for this hit is too early for all that follow.
        if -late >= tolerance {
          passed += 1
          continue
        }
        if late < tolerance {
          isGrace.insert(strokes[passed])
          hits[index].isFlam = true
          passed += 1
        }
        break
      }
      soft[hit.sound]!.passed = passed
    }
    hits = hits.indices.filter { !isGrace.contains($0) }.map { hits[$0] }
  }

  /// Whether a hit is heard while a fermata lasts, by more than a frame at 48 kHz.
  ///
  /// - Parameter holds: in the order of their places.
  func areInside(_ holds: [Timing.Hold], clock: TempoMap) -> Bool {
    let tolerance = Seconds(Rational(1, 48_000))
    return [hits, clicks].joined().contains { hit in
      let next = holds.partitionIndex(where: { $0.at >= hit.at })
      guard next > 0 else { return false }
      let hold = holds[next - 1]
      let over = clock.time(of: hold.at) + Seconds(hold.length)
      return clock.time(of: hit.at) < over - tolerance
    }
  }

  /// Finds sounds that are early or late by one time throughout, and puts their hits where they are
  /// written.
  mutating func removeOffsets(_ map: TempoMap, tick: WholeNotes) {
    var bySound: [Int: [Int]] = [:]
    for (index, hit) in hits.enumerated() { bySound[hit.sound, default: []].append(index) }
    for (sound, indices) in bySound {
      guard let offset = offset(of: indices, map, tick: tick) else { continue }
      for index in indices {
        hits[index].at = written(hits[index].at, offset: offset, map, tick: tick)!
      }
      offsets[sound] = offset
    }
    hits = hits.indices.sorted { (hits[$0].at, $0) < (hits[$1].at, $1) }.map { hits[$0] }
  }

  /// The one time in whole milliseconds by which all hits are off places of a fine grid; `nil`
  /// where they are on it, or there is none.
  private func offset(of indices: [Int], _ map: TempoMap, tick: WholeNotes) -> Rational? {
    let off = indices.filter { !MIDITrackReading.finest.holds(hits[$0].at) }
    guard let first = off.first, off.count == indices.count else { return nil }
    // The nearest sixteenth tells about how much; a swung one is farther away.
    let at = hits[first].at
    let step = WholeNotes(1, 16)
    let nearest = step * Rational((at / step + Rational(1, 2)).floor)
    let about = map.time(of: at) - map.time(of: nearest)
    let milliseconds = (about.value * 1000).rounded
    for candidate in [milliseconds, milliseconds - 1, milliseconds + 1]
    where candidate != 0 && candidate.magnitude <= 100 {
      let offset = Rational(Int128(candidate), 1000)
      let fits = indices.allSatisfy {
        written(hits[$0].at, offset: offset, map, tick: tick) != nil
      }
      if fits { return offset }
    }
    return nil
  }

  /// Where a hit is written that is off by a time: the place of the grid that it is heard nearest
  /// to; `nil` where that is not it.
  private func written(
    _ at: WholeNotes, offset: Rational, _ map: TempoMap, tick: WholeNotes
  ) -> WholeNotes? {
    let slope = map.secondsPerWholeNote(at: at)
    let seconds = Rational(
      Int128(slope.value.whole) << 40 | Int128(slope.value.fraction >> 88), 1 << 40)
    guard seconds > .zero else { return nil }
    let grid = MIDITrackReading.finest
    let place = grid * Rational(((at.count - offset / seconds) / grid.count + Rational(1, 2)).floor)
    let error = map.time(of: place) + Seconds(offset) - map.time(of: at)
    let tolerance = MIDITrackReading.tolerance(map, at: at, tick: tick)
    return error < tolerance && -error < tolerance ? place : nil
  }

  /// Holds sixteenths and triplets, and their swing in whole percents.
  private static let finest = WholeNotes(1, 4800)
}

extension WholeNotes {
  /// Whether a length is a multiple of this one.
  fileprivate func holds(_ length: WholeNotes) -> Bool { (length / self).isInteger }
}
