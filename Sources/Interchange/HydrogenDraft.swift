import SongModel
import Timing

/// Makes a draft of a song of Hydrogen's.
struct HydrogenDraft {
  let song: HydrogenSong
  var remarks = RemarkList()
  /// The first instrument of each id.
  let instrumentIndex: [Int: Int]
  /// The voices that are heard, and their notes' velocities as MIDI has them.
  var used: [HydrogenVoice: [Velocity: Set<Rational>]] = [:]

  init(song: HydrogenSong) {
    self.song = song
    instrumentIndex = Dictionary(
      song.instruments.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func draft(searchPaths: [String], exists: (String) -> Bool) throws(ForeignFault)
    -> SongDraft
  {
    var draft = SongDraft(
      title: title, artist: song.author.flatMap { $0 == "Unknown Author" ? nil : $0 },
      comment: song.notes.flatMap { $0 == "..." ? nil : $0 })
    var song = self.song
    if song.columns.isEmpty {
      song.columns = song.patterns.indices.map { [$0] }
      if song.patterns.count > 1 {
        remarks.add("The song has no order of its own: its patterns are played one after another.")
      }
    }
    let columns = try song.resolvedColumns(remarks: &remarks)
    guard !columns.isEmpty else {
      throw ForeignFault(
        message: "the song has no patterns", help: "draw a pattern in Hydrogen and save it again")
    }
    let (keys, hits) = try self.keys(of: columns)
    var sounds = HydrogenSounds(song.instruments, used: used)
    sounds.make(
      samples: HydrogenSamples(searchPaths: searchPaths), exists: exists, remarks: &remarks)
    draft.kit = sounds.kit
    draft.strips = sounds.strips
    var patterns = HydrogenPatterns(song: song, names: sounds.names, silent: sounds.silentTrack)
    let played = try patterns.make(keys, hits: hits, remarks: &remarks)
    draft.patterns = patterns.drafts
    draft.sections = sections(of: columns, playing: played.map { patterns.drafts[$0].name })
    for index in draft.sections.indices { draft.sections[index].swing = patterns.sharedSwing }
    let volume = HydrogenSounds.level(song.volume, &remarks)
    draft.volume = volume == .unity ? nil : volume
    describe(usesFiles: sounds.usesFiles)
    draft.remarks = remarks.lines
    return draft
  }

  private var title: String? {
    song.name.flatMap { $0 == "Untitled Song" ? nil : $0 }
  }

  /// What the song has that a draft has not.
  private mutating func describe(usesFiles: Bool) {
    if song.isLooped { remarks.add("The song loops in Hydrogen; here it is played once.") }
    if song.hasEffects { remarks.add("Effects (LADSPA) are left out.") }
    if song.hasAutomation { remarks.add("The automation of the velocity is left out.") }
    if song.hasPlaybackTrack { remarks.add("The playback track is left out.") }
    if song.namesUnknownPatterns {
      remarks.add("Patterns that the song names and does not have are left out, as in Hydrogen.")
    }
    if usesFiles {
      remarks.add(
        "Mono files sound up to 3 dB softer: Hydrogen does not lower what is in the centre.")
      if song.panLaw != HydrogenReading.straightPanLaw {
        remarks.add(
          "Places between left and right are kept, not the levels of the pan law \(song.panLaw).")
      }
    }
    if let license = song.license, !HydrogenDraft.saysNothing(license) {
      remarks.add("License: \(HydrogenSounds.line(license))")
    }
  }

  /// What Hydrogen writes where nobody chose a license.
  private static func saysNothing(_ license: String) -> Bool {
    ["unknown license", "undefined license", "license not set", "unspecified"]
      .contains(license.lowercased())
  }

  // MARK: - Sections

  private func sections(of columns: [HydrogenColumn], playing names: [String]) -> [DraftSection] {
    var runs: [HydrogenRun] = []
    for (column, name) in zip(columns, names) {
      let run = HydrogenRun(
        pattern: name, times: 1, tempo: column.tempo, meter: column.meter.meter, tag: column.tag)
      if let last = runs.last, run.tag == nil, last.pattern == name, last.tempo == run.tempo,
        last.meter == run.meter
      {
        runs[runs.count - 1].times += 1
      } else {
        runs.append(run)
      }
    }
    let stretches = HydrogenSections.stretches(of: runs)
    var register = NameRegister()
    var known: [HydrogenStretch: String] = [:]
    var letters = 0
    // A tag holds until the next one.
    var tag: String?
    return stretches.map { stretch in
      if let next = stretch.tag { tag = next }
      let name: String
      if let same = known[stretch] {
        name = same
      } else if let tag {
        name = register.unique(HydrogenSounds.line(tag))
      } else if stretches.count == 1 {
        name = register.unique("song")
      } else if stretch.runs.count == 1 {
        name = register.unique(stretch.runs[0].pattern)
      } else {
        name = register.unique(HydrogenDraft.rehearsalLetter(letters))
        letters += 1
      }
      known[stretch] = name
      return DraftSection(
        name: name, meter: stretch.runs[0].meter,
        tempo: .steady(Tempo(beatsPerMinute: stretch.runs[0].tempo)),
        play: stretch.runs.map { DraftPlay($0.pattern, times: $0.times) }, passes: stretch.passes)
    }
  }

  /// A to Z, then AA to AZ and so on.
  static func rehearsalLetter(_ number: Int) -> String {
    var text = ""
    var rest = number
    repeat {
      text = String(UnicodeScalar(UInt8(65 + rest % 26))) + text
      rest = rest / 26 - 1
    } while rest >= 0
    return text
  }
}
