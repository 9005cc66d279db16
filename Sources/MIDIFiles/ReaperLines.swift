import Scheduler
import SongModel
import Timing

/// A song's sections and tempo as lines of a project of the workstation REAPER: a marker for each
/// section, and the envelope of tempo and metre.
///
/// Positions are seconds and tempos quarter notes a minute, both with twelve decimals. Beats come
/// out on time within a microsecond inside of ramps, and elsewhere as exactly as those decimals can
/// say. A fermata is a slow tempo up to the next event or bar line.
///
/// - Returns: the lines, and what REAPER cannot have as the song says it, a line each.
///
/// Cost: one walk through the song's events.
public func reaperLines(of song: Song) -> (lines: [String], notes: [String]) {
  var plan = ReaperPlan(song)
  for pass in plan.survey.passes { plan.add(pass) }
  return plan.finish()
}

private struct ReaperPlan {
  let survey: MIDISurvey
  private var envelope = TempoEnvelope()
  private var meters = MIDIMeterPlan()
  private var markers: [String] = []
  private var notes: [String] = []

  /// What REAPER takes, in quarter notes a minute.
  private static let tempos = Rational(1)...Rational(960)

  init(_ song: Song) {
    survey = MIDISurvey(song)
    let silence = song.output.start
    guard song.live.isEmpty else {
      addSilence(until: survey.passes.first?.heard.startTime ?? .zero)
      return
    }
    guard silence > .zero else { return }
    // As many beats as seconds: any number would do.
    let beats = Rational(max(1, silence.floor))
    envelope.addConstant(
      beats * 60 / silence, at: .zero,
      MIDIMeterPlan.Entry(
        position: .zero, signature: meters.addLeadIn(), isOnBarLine: true))
  }

  /// Before a session's first passage.
  private mutating func addSilence(until time: Seconds) {
    guard time > .zero else { return }
    envelope.addConstant(
      quarters: Double(max(1, time.value.whole)), from: .zero, to: time,
      MIDIMeterPlan.Entry(
        position: .zero, signature: meters.addLeadIn(), isOnBarLine: true))
  }

  mutating func add(_ pass: MIDIPass) {
    let occurrence = pass.occurrence
    markers.append(
      "MARKER \(markers.count + 1) \(pass.heard.startTime.formatted(decimals: 12)) "
        + "\(ReaperPlan.quoted(occurrence.name)) 0")
    let holds = survey.holds[pass.index].map { hold in
      // No tempo is too slow here.
      MIDISurvey.Hold(at: hold.at, length: hold.length, next: hold.next)
    }
    let (entries, notes) = meters.add(pass, holds)
    for note in notes.map({ $0.words(of: "REAPER") }) where !self.notes.contains(note) {
      self.notes.append(note)
    }
    let pieces = TempoPieces(of: pass, holds, cutAt: entries.map(\.position) + pass.speedChanges)
    for piece in pieces.pieces {
      let (start, end) = (pass.heard.time(of: piece.start), pass.heard.time(of: piece.end))
      let speed = pass.speed(at: piece.start)
      let meter = entries.first { $0.position == piece.start }
      let quarters = (piece.end - piece.start).count.double * 4
      switch piece.course {
      case .constant(let tempo):
        envelope.addConstant(tempo.quartersPerMinute * speed, at: start, meter)
      case .hold: envelope.addConstant(quarters: quarters, from: start, to: end, meter)
      case .ramp(let from, let to, let curve):
        envelope.addRamp(
          from: from * speed.double, to: to * speed.double, curve, quarters: quarters, from: start,
          to: end, meter)
      }
      if let extreme = envelope.points.last?.tempo, !ReaperPlan.tempos.contains(extreme) {
        let note =
          "'\(occurrence.name)': REAPER takes tempos from 1 to 960 quarter notes a minute, and "
          + "this has \(Seconds(extreme).formatted(decimals: 3))"
        if !self.notes.contains(where: { $0.hasPrefix("'\(occurrence.name)': REAPER takes") }) {
          self.notes.append(note)
        }
      }
    }
    addRest(of: pass, entries)
  }

  /// Waits for the next pass, up to a beat.
  private mutating func addRest(of pass: MIDIPass, _ entries: [MIDIMeterPlan.Entry]) {
    guard let end = pass.rest?.end, pass.musicEnd < pass.end else { return }
    let start = pass.heard.time(of: pass.musicEnd)
    guard start < end else { return }
    let quarters = Fixed((pass.end - pass.musicEnd).count * 4).double
    let tempo = 60 * quarters / (end - start).value.double
    let meters = entries.filter { pass.musicEnd < $0.position && $0.position < pass.end }
    envelope.addConstant(
      quarters: quarters, from: start, to: end, entries.first { $0.position == pass.musicEnd })
    for meter in meters {
      let passed = Fixed((meter.position - pass.musicEnd).count * 4).double * 60 / tempo
      envelope.addConstant(
        quarters: quarters, from: start, to: end, at: start + Seconds(rounded(passed)), meter)
    }
  }

  mutating func finish() -> (lines: [String], notes: [String]) {
    envelope.close()
    var lines = markers
    lines += [
      "<TEMPOENVEX", "  ACT 1 -1", "  VIS 1 0 1", "  LANEHEIGHT 0 0", "  ARM 0",
      "  DEFSHAPE 1 -1 -1",
    ]
    lines += envelope.points.map(ReaperPlan.line)
    return (lines + [">"], notes)
  }

  /// `PT time tempo shape`, and where the metre changes `metre selected flags`: the flag 1 sets
  /// tempo and metre, and 4 lets the bar before be cut short.
  private static func line(_ point: TempoEnvelope.Point) -> String {
    var line =
      "  PT \(point.time.formatted(decimals: 12)) "
      + "\(Seconds(point.tempo).formatted(decimals: 12)) \(point.isLinear ? 0 : 1)"
    if let meter = point.meter {
      let denominator = 1 << Int(meter.signature.denominatorPower)
      let code = Int(meter.signature.numerator) + 65536 * denominator
      line += " \(code) 0 \(meter.isOnBarLine ? 1 : 5)"
    }
    return line
  }

  /// A name as REAPER quotes one: between the first of `"`, `'` and `` ` `` that is not in it.
  /// Line breaks and tabs become blanks, and where all three are in it the last becomes `'`.
  private static func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    for mark in ["\"", "'", "`"] where !text.contains(mark) { return mark + text + mark }
    return "`" + text.replacing("`", with: "'") + "`"
  }
}
