import Diagnostics
import SongModel
import Timing

extension SongDecoder {
  /// What a sound can be made of; one of them.
  static let sourceKeys = ["file", "sound", "layers", "alternate"]
  static let soundKeys =
    sourceKeys + [
      "start", "transpose", "transpose-random", "stretch", "pitch", "decay", "pan", "pan-random",
      "volume", "choke", "note", "channel",
    ]
  static let layerKeys = ["file", "sound", "alternate", "below", "volume"]
  /// A sound that fades out faster is a click of its own.
  static let shortestDecay = Rational(1, 1000)

  /// A sound of the kit: the name or path of what it is, or a mapping.
  func sound(_ entry: YAMLEntry) -> Sound? {
    let name = entry.key.value
    if case .scalar = entry.value.content {
      return scalar(entry.value, of: quotedName(name), expected: .textOrMapping).map {
        Sound(name: name, take($0.text, at: entry.value.span))
      }
    }
    guard
      let fields = fields(
        entry.value, of: "the sound \(quotedName(name))", keys: SongDecoder.soundKeys),
      let layers = layers(fields, name: name, at: entry.key.span)
    else { return nil }
    var sound = Sound(name: name, layers: layers)
    sound.treatment = treatment(fields)
    if let node = fields["transpose-random"] {
      sound.transposeRandom = cents(node) ?? 0
    }
    if let volume = fields["volume"] {
      sound.volume = level(volume, of: "'volume'") ?? .unity
    }
    if let pan = fields["pan"] { sound.pan = self.pan(pan) ?? .center }
    if let node = fields["pan-random"] { sound.panRandom = panRandom(node, around: sound.pan) }
    if let node = fields["choke"], let name = words(node, of: "'choke'") {
      sound.choke = chokes[name] ?? chokes.count
      chokes[name] = sound.choke
    }
    if let note = fields["note"] { sound.note = integer(note, in: Sound.noteRange, of: "'note'") }
    if let channel = fields["channel"] {
      sound.channel =
        integer(channel, in: Sound.channelRange, of: "'channel'") ?? Sound.percussionChannel
    }
    return sound
  }

  // MARK: - What it is made of

  private func layers(_ fields: Fields, name: String, at span: SourceSpan) -> [Sound.Layer]? {
    let given = SongDecoder.sourceKeys.compactMap { fields.entry($0) }
    if let first = given.first, given.count > 1 {
      conflict(first, given[1], in: fields.context)
      return nil
    }
    guard let source = given.first else {
      if let builtIn = BuiltInSound(rawValue: name) {
        return [Sound.Layer(takes: [Sound.Take(.builtIn(builtIn), at: span)])]
      }
      report(.missingKey(key: "file", in: fields.context), at: span)
      return nil
    }
    if source.key.value == "layers" { return layers(source) }
    return takes(source).map { [Sound.Layer(takes: $0)] }
  }

  private func conflict(_ first: YAMLEntry, _ second: YAMLEntry, in context: String) {
    report(
      .conflictingKeys(first.key.value, second.key.value, in: context), at: second.key.span,
      related: [first.key.span])
  }

  /// What `file`, `sound` or `alternate` names.
  private func takes(_ entry: YAMLEntry) -> [Sound.Take]? {
    switch entry.key.value {
    case "file":
      return scalar(entry.value, of: "'file'").map { text in
        [Sound.Take(file(text.text, at: entry.value.span), at: entry.value.span)]
      }
    case "sound":
      let names = BuiltInSound.allCases.map(\.name)
      return choice(entry.value, of: "a built-in sound", among: names)
        .flatMap(BuiltInSound.init).map { [Sound.Take(.builtIn($0), at: entry.value.span)] }
    default:
      guard let items = items(of: entry) else { return nil }
      let takes = items.compactMap { item in
        scalar(item, of: "an item of 'alternate'").map { take($0.text, at: item.span) }
      }
      return takes.count == items.count ? takes : nil
    }
  }

  private func take(_ text: String, at span: SourceSpan) -> Sound.Take {
    Sound.Take(
      BuiltInSound(rawValue: text).map(Sound.Source.builtIn) ?? file(text, at: span), at: span)
  }

  private func items(of entry: YAMLEntry) -> [YAMLNode]? {
    guard case .sequence(let items) = entry.value.content else {
      report(
        .wrongShape(
          of: quotedName(entry.key.value), expected: .list,
          found: SongDecoder.shape(of: entry.value)), at: entry.value.span)
      return nil
    }
    if items.isEmpty {
      report(.emptyList(of: quotedName(entry.key.value)), at: entry.value.span)
      return nil
    }
    return items
  }

  /// `[{file: soft.wav, below: 64}, {file: loud.wav}]`
  private func layers(_ entry: YAMLEntry) -> [Sound.Layer]? {
    guard let items = items(of: entry) else { return nil }
    var layers: [Sound.Layer] = []
    var lastBelow: YAMLNode?
    for (index, item) in items.enumerated() {
      let context = "a layer"
      guard let fields = fields(item, of: context, keys: SongDecoder.layerKeys) else { continue }
      let given = ["file", "sound", "alternate"].compactMap { fields.entry($0) }
      guard let source = given.first else {
        report(.missingKey(key: "file", in: context), at: fields.firstKey)
        continue
      }
      if given.count > 1 {
        conflict(source, given[1], in: context)
        continue
      }
      var below = Sound.Layer.open
      if let node = fields["below"] {
        // A velocity is at least 1, so that nothing lies below that.
        guard let bound = integer(node, in: 2...127, of: "'below'") else { continue }
        if let before = layers.last?.below, bound <= before {
          report(.layerOrder(below: bound, before: before), at: node.span)
        }
        below = bound
        lastBelow = node
      } else if index + 1 < items.count {
        report(.missingKey(key: "below", in: "every layer but the last"), at: item.span)
        continue
      }
      guard let takes = takes(source) else { continue }
      let volume = fields["volume"].flatMap { level($0, of: "'volume'") }
      layers.append(Sound.Layer(below: below, takes: takes, volume: volume ?? .unity))
    }
    guard layers.count == items.count, let last = layers.last else { return nil }
    if last.below < Sound.Layer.open {
      report(.layerGap(from: last.below), at: lastBelow?.span ?? entry.key.span)
    }
    return layers
  }

  // MARK: - What is done to it

  private func treatment(_ fields: Fields) -> Treatment {
    var treatment = Treatment()
    if let node = fields["start"] { treatment.start = time(node, of: "'start'") ?? .zero }
    if let node = fields["transpose"] {
      treatment.transpose = semitones(node, of: "'transpose'") ?? .zero
    }
    if let node = fields["pitch"] { treatment.pitch = semitones(node, of: "'pitch'") ?? .zero }
    if let node = fields["stretch"] {
      treatment.stretch =
        value(node, .number, of: "'stretch'") { text throws(ValueFault) in
          let factor = try ValueText.number(text)
          guard Treatment.stretches.contains(factor) else {
            throw .outOfRange("a factor from 1/8 to 8")
          }
          return factor
        } ?? .one
    }
    if let node = fields["decay"] {
      treatment.decay = value(node, .time, of: "'decay'") { text throws(ValueFault) in
        let time = try ValueText.time(text)
        guard time >= SongDecoder.shortestDecay, time <= SongDecoder.longestTime else {
          throw .outOfRange("from 1ms to 36000000s")
        }
        return time
      }
    }
    return treatment
  }

  private func semitones(_ node: YAMLNode, of what: String) -> Rational? {
    value(node, .semitones, of: what) { text throws(ValueFault) in
      let semitones = try ValueText.signedNumber(text)
      guard Treatment.semitones.contains(semitones) else {
        throw .outOfRange("from -48 to 48 semitones")
      }
      return semitones
    }
  }

  /// Semitones either way, in whole cents.
  private func cents(_ node: YAMLNode) -> Int? {
    value(node, .semitones, of: "'transpose-random'") { text throws(ValueFault) in
      let cents = try ValueText.number(text) * 100
      guard cents.isInteger, cents <= Treatment.semitones.upperBound * 100 else {
        throw .outOfRange("from 0 to 48 semitones, in steps of 0.01")
      }
      return Int(cents.numerator)
    }
  }

  /// `20%` or `20`: percent of the way to a side, like the place itself.
  private func panRandom(_ node: YAMLNode, around pan: Pan) -> Rational {
    value(node, .percent, of: "'pan-random'") { text throws(ValueFault) in
      let percent = text.hasSuffix("%") ? String(text.dropLast()) : text
      let share = try ValueText.number(percent) / 100
      try SongDecoder.checkSides(of: pan, random: share)
      return share
    } ?? .zero
  }

  /// Throws where chance could carry a sound past a side.
  static func checkSides(of pan: Pan, random: Rational) throws(ValueFault) {
    guard random.double <= pan.room else {
      throw .outOfRange("what leaves the sound between the sides: at most \(Int(pan.room * 100))%")
    }
  }
}
