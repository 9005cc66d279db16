import Diagnostics
import SongModel
import Timing

/// The song that a draft stands for, made without the text between them.
func song(of draft: SongDraft) -> Song {
  var sounds = [BuiltInSound.clickHigh, .clickLow, .clickSoft].map {
    Sound(name: $0.name, Sound.Take(.builtIn($0)))
  }
  var tracks: [Track] = []
  for sound in draft.kit {
    tracks.append(Track(name: sound.name, sound: sounds.count))
    sounds.append(Sound(name: sound.name, layers: sound.layers.map(layer)))
  }
  var song = Song(
    title: draft.title,
    sections: draft.sections.map { section($0, draft) },
    order: draft.sections.indices.map { .section($0, times: 1) },
    patterns: draft.patterns.map { pattern($0, tracks) }, tracks: tracks, sounds: sounds)
  song.mix.volume = draft.volume ?? .unity
  return song
}

private func layer(_ layer: DraftSound.Layer) -> Sound.Layer {
  let takes = layer.takes.map { source in
    switch source {
    case .builtIn(let sound): Sound.Take(.builtIn(sound))
    case .file(let path): Sound.Take(.file(path: path))
    }
  }
  return Sound.Layer(below: layer.below, takes: takes, volume: layer.volume)
}

private func section(_ section: DraftSection, _ draft: SongDraft) -> Section {
  let name = SourceSpan(wholeFile: "draft")
  let play = section.play.map { play in
    PlayItem(
      pattern: draft.patterns.firstIndex { $0.name == play.pattern }!, times: play.times)
  }
  let length =
    section.bars.map { section.meter.length * Rational(Int128($0)) }
    ?? play.reduce(.zero) { $0 + draft.patterns[$1.pattern].length * Rational(Int128($1.times)) }
  func span(_ tempo: DraftTempo, at start: WholeNotes) -> TempoSpan {
    switch tempo {
    case .steady(let tempo): TempoSpan(start: start, from: tempo)
    case .ramp(let from, let to, let curve):
      TempoSpan(
        start: start, from: from,
        ramp: Ramp(to: to, length: .notes(length - start), curve: curve))
    }
  }
  let click = section.click ?? DraftClick(isOn: play.isEmpty)
  return Section(
    name: Spanned(section.name, name),
    bars: BarMap(meter: section.meter, beat: section.beat, end: length),
    tempos: [span(section.tempo, at: .zero)] + section.changes.map { span($0.tempo!, at: $0.at) },
    play: play,
    click: Click(
      isOn: click.isOn, pattern: click.pattern,
      sounds: Click.Voices(accent: 0, beat: 1, subdivision: 2), levels: click.levels,
      volume: click.volume))
}

private func pattern(_ pattern: DraftPattern, _ tracks: [Track]) -> Pattern {
  var lines: [PatternLine] = []
  var hits: [Hit] = []
  for drafted in pattern.tracks {
    let track = tracks.firstIndex { $0.name == drafted.name }!
    for hit in drafted.hits {
      hits.append(
        Hit(
          offset: hit.offset, line: lines.count, track: track, velocity: hit.velocity,
          gain: hit.velocity.gain))
    }
    lines.append(
      PatternLine(track: track, step: WholeNotes(1, 16), swing: pattern.swing))
  }
  hits.sort { ($0.offset, $0.track) < ($1.offset, $1.track) }
  return Pattern(name: pattern.name, length: pattern.length, lines: lines, hits: hits)
}
