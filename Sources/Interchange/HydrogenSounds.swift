import SongModel
import Timing

/// Makes the sounds of the kit.
struct HydrogenSounds {
  /// Instruments and their pitches, each a sound.
  static let mostVoices = 2000

  let instruments: [HydrogenInstrument]
  /// The voices that the song plays, and the velocities of their notes as MIDI has them.
  let used: [HydrogenVoice: [Velocity: Set<Rational>]]
  private(set) var kit: [DraftSound] = []
  private(set) var strips: [DraftStrip] = []
  private(set) var names: [HydrogenVoice: String] = [:]
  private(set) var usesFiles = false

  init(
    _ instruments: [HydrogenInstrument], used: [HydrogenVoice: [Velocity: Set<Rational>]]
  ) {
    self.instruments = instruments
    self.used = used
  }

  /// A sound for a pattern in which nothing sounds: a pattern has a track.
  var silentTrack: String { kit.first?.name ?? BuiltInSound.kick.name }

  mutating func make(
    samples: HydrogenSamples, exists: (String) -> Bool, remarks: inout RemarkList
  ) {
    var samples = samples
    // The click's strip has this name.
    var register = NameRegister(taken: [Song.clickName])
    var pitches: [Int: [Rational]] = [:]
    for voice in used.keys { pitches[voice.instrument, default: []].append(voice.pitch) }
    var members: [Int: Int] = [:]
    for index in pitches.keys {
      if let group = instruments[index].muteGroup { members[group, default: 0] += 1 }
    }
    for (index, instrument) in instruments.enumerated() {
      guard let pitches = pitches[index] else { continue }
      let base = register.unique(
        instrument.isUnknown
          ? builtIn(for: instrument).name : HydrogenSounds.soundName(instrument.name),
        separator: "-")
      let choke = choke(of: instrument, named: base, members: members, &remarks)
      for pitch in pitches.sorted(by: { ($0.magnitude, $0) < ($1.magnitude, $1) }) {
        let voice = HydrogenVoice(instrument: index, pitch: pitch)
        let name =
          pitch == .zero
          ? base : register.unique(base + HydrogenSounds.signed(pitch), separator: "-")
        names[voice] = name
        add(voice, named: name, choke: choke, &samples, exists)
      }
    }
  }

  private mutating func add(
    _ voice: HydrogenVoice, named name: String, choke: String?,
    _ samples: inout HydrogenSamples, _ exists: (String) -> Bool
  ) {
    let instrument = instruments[voice.instrument]
    var notes = RemarkList()
    let layers = HydrogenLayers(layers: instrument.layers, selection: instrument.selection)
    let (zones, isExact) = layers.zones(for: used[voice] ?? [:])
    if !isExact {
      notes.add("Hits of one MIDI velocity have several layers in Hydrogen: they share one here.")
    }
    var sound = DraftSound(name: name, layers: [])
    var pitch = instrument.pitchOffset + voice.pitch
    let heard = Set(zones.flatMap(\.layers)).sorted().map { instrument.layers[$0] }
    let found = heard.map {
      samples.path(
        of: $0.file, drumkit: instrument.drumkit, drumkitPath: instrument.drumkitPath,
        exists: exists)
    }
    var gain = HydrogenSounds.product(instrument.volume, instrument.gain, &notes)
    if let missing = found.firstIndex(of: nil) {
      notes.add(
        "\(HydrogenSounds.quoted(heard[missing].file)) was not found: the nearest built-in sound stands here."
      )
    }
    if instrument.isUnknown {
      notes.add(
        "Instrument \(instrument.id) of a drumkit that was not found: the nearest built-in"
          + " sound by General MIDI's order.")
    } else if heard.isEmpty {
      notes.add("Without samples in Hydrogen, and silent there: muted here.")
      strips.append(DraftStrip(track: name, isMuted: true))
    }
    if heard.isEmpty || found.contains(nil) {
      sound.layers = [DraftSound.Layer(takes: [.builtIn(builtIn(for: instrument))])]
    } else {
      usesFiles = true
      let pitches = Set(heard.map(\.pitch))
      if pitches.count == 1, let common = pitches.first {
        pitch = pitch + common
      } else {
        notes.add("The layers' own pitches are left out.")
      }
      let gains = Set(heard.map(\.gain))
      if gains.count == 1, let common = gains.first {
        gain = HydrogenSounds.product(gain, common, &notes)
      }
      let files = Dictionary(
        zip(heard, found.map { $0! }), uniquingKeysWith: { first, _ in first })
      sound.layers = zones.enumerated().map { index, zone in
        let served = zone.layers.map { instrument.layers[$0] }
        if Set(served.map(\.gain)).count > 1 {
          notes.add("Layers that take turns have the first one's gain.")
        }
        let level =
          gains.count > 1 ? HydrogenSounds.level(served[0].gain, &notes) : Level.unity
        return DraftSound.Layer(
          below: index + 1 < zones.count ? zones[index + 1].from : Sound.Layer.open,
          takes: served.map { .file(files[$0]!) }, volume: level)
      }
      if zones.contains(where: { $0.layers.count > 1 }), instrument.selection == .random {
        notes.add("Hydrogen chooses among these files at random; here they take turns.")
      }
      if heard.contains(where: \.isEdited) {
        notes.add("What Hydrogen's sample editor did to its files is left out.")
      }
    }
    sound.volume = HydrogenSounds.level(gain, &notes)
    sound.pan = HydrogenSounds.written(instrument.pan * 100, &notes)
    describe(instrument, voice, pitch, &sound, &notes)
    sound.choke = choke
    if instrument.isMuted && !(heard.isEmpty && !instrument.isUnknown) {
      strips.append(DraftStrip(track: name, isMuted: true, isSoloed: instrument.isSoloed))
    } else if instrument.isSoloed {
      strips.append(DraftStrip(track: name, isSoloed: true))
    }
    sound.remarks = notes.lines
    kit.append(sound)
  }

  private func builtIn(for instrument: HydrogenInstrument) -> BuiltInSound {
    HydrogenBuiltIns.nearest(
      name: instrument.name, drumkit: instrument.drumkit, note: instrument.midiNote)
  }

  /// Pitch, MIDI, and what an instrument has that a sound has not.
  private func describe(
    _ instrument: HydrogenInstrument, _ voice: HydrogenVoice, _ pitch: Rational,
    _ sound: inout DraftSound, _ notes: inout RemarkList
  ) {
    let bounded = min(max(pitch, Treatment.semitones.lowerBound), Treatment.semitones.upperBound)
    if bounded != pitch {
      notes.add("Transposed by 48 semitones and no more: by \(pitch) in Hydrogen.")
    }
    sound.transpose = HydrogenSounds.written(bounded, &notes)
    if instrument.randomPitch > .zero {
      // A normal distribution of 0.4 semitones (`AudioEngine::fHumanizePitchSD`), times √3 for the
      // even one that deviates as much.
      let cents = (instrument.randomPitch * Rational(6928, 100) + Rational(1, 2)).floor
      sound.transposeRandom = Rational(cents, 100)
      notes.add(
        "Its random pitch is spread evenly here, and in Hydrogen along a bell curve as wide.")
    }
    if let note = instrument.midiNote, Sound.noteRange.contains(note) {
      let played = Rational(Int128(note)) + voice.pitch
      if played.isInteger, let key = Int(exactly: played.numerator), Sound.noteRange.contains(key) {
        sound.note = isDefault(key, of: sound) ? nil : key
      }
    }
    if let channel = instrument.midiChannel, Sound.channelRange.contains(channel + 1) {
      sound.channel = channel + 1
    }
    if instrument.hasEnvelope { notes.add("Its envelope (ADSR) is left out.") }
    if instrument.hasFilter { notes.add("Its filter is left out.") }
    if instrument.hasEffects { notes.add("Its effect sends are left out.") }
    if instrument.furtherComponents > 0 {
      notes.add(
        "Only its first component sounds; \(instrument.furtherComponents) more are left out.")
    }
    if !instrument.followsVelocity && instrument.layers.count > 1 {
      notes.add("Hydrogen plays all of its hits equally loud; here the velocity is their level.")
    }
  }

  private func isDefault(_ key: Int, of sound: DraftSound) -> Bool {
    guard sound.layers.count == 1, case .builtIn(let builtIn) = sound.layers[0].takes[0] else {
      return false
    }
    return builtIn.generalMIDINote == key
  }

  private func choke(
    of instrument: HydrogenInstrument, named name: String, members: [Int: Int],
    _ remarks: inout RemarkList
  ) -> String? {
    if let group = instrument.muteGroup, members[group] ?? 0 > 1 {
      remarks.add(
        "A sound that chokes others ends its own earlier hits too, within 5 ms; in Hydrogen a mute"
          + " group ends those of other instruments only, by their release.")
      return "mute group \(group)"
    }
    return instrument.stopsItself ? name : nil
  }

  // MARK: - Values as a song can write them

  /// A name in small letters and without spaces, as sounds are called.
  static func soundName(_ name: String) -> String {
    var words = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber || "+_&".contains(character) {
        words.append(character)
      } else if !words.isEmpty, words.last != "-" {
        words.append("-")
      }
    }
    while words.last == "-" { words.removeLast() }
    return words.isEmpty ? "sound" : String(words.prefix(60))
  }

  /// Words on one line, as a comment or a name is: white space is one space, and there are at most
  /// 60 characters.
  static func line(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  static func quoted(_ words: String) -> String { XMLElement.quoted(words) }

  /// `+2`, `-0.5`.
  static func signed(_ pitch: Rational) -> String {
    let hundredths = (pitch.magnitude * 100 + Rational(1, 2)).floor
    var text = pitch < .zero ? "-" : "+"
    text += "\(hundredths / 100)"
    if hundredths % 100 != 0 {
      let rest = "\(hundredths % 100)"
      text += "." + (rest.count == 1 ? "0" + rest : rest)
      while text.last == "0" { text.removeLast() }
    }
    return text
  }

  static func level(_ gain: Rational, _ notes: inout RemarkList) -> Level {
    if gain > 1000 { notes.add("Levels are bounded to a factor of 1000.") }
    return .ratio(min(written(gain, &notes), 1000))
  }

  /// A product of factors up to 1000, which stays far within 128 bits.
  private static func product(_ one: Rational, _ two: Rational, _ notes: inout RemarkList)
    -> Rational
  {
    written(one, &notes) * written(two, &notes)
  }

  /// The number itself where a song can write it, with numerator and denominator up to 10¹² and
  /// as many decimals; else rounded to six decimals, a half up.
  static func written(_ value: Rational, _ notes: inout RemarkList) -> Rational {
    let limit: Int128 = 1_000_000_000_000
    if value.numerator.magnitude <= limit.magnitude, value.denominator <= limit { return value }
    notes.add("Numbers of many digits are rounded to six decimals.")
    // Six decimals more have room for every value that a file can state.
    guard let scaled = value.multiplied(by: 1_000_000)?.adding(Rational(1, 2)) else {
      return Rational(value.floor)
    }
    return Rational(scaled.floor, 1_000_000)
  }
}
