import SongModel
import Timing

/// What a MIDI file holds, as an importer needs it: everything on one line of time, each list in
/// the order of ticks.
struct MIDIScore {
  /// A key that was struck.
  struct Note {
    let tick: Int
    let source: Source
    let velocity: Velocity
  }

  /// Which key of which track.
  struct Source: Hashable {
    let track: Int
    let channel: Int
    let note: Int
  }

  /// What a tempo event says; never zero microseconds.
  struct Tempo {
    let tick: Int
    let microseconds: Int
  }

  /// The length of a tick in whole notes.
  private(set) var tickLength: Rational
  /// Whether tactus wrote it, which is said by its first text.
  private(set) var isOurs = false
  private(set) var title: String?
  private(set) var trackNames: [String?] = []
  private(set) var tempos: [Tempo] = []
  private(set) var signatures: [(tick: Int, signature: MIDITimeSignature)] = []
  private(set) var markers: [(tick: Int, name: String)] = []
  private(set) var texts: [(tick: Int, item: ConductorText)] = []
  private(set) var keys: [(tick: Int, item: Key)] = []
  private(set) var names: [Source: String] = [:]
  /// Those that have a name, in the order in which the file tells them.
  private(set) var named: [Source] = []
  /// Where one track holds all: the tracks that its keys are of.
  private(set) var tracksOfNames: [Source: String] = [:]
  private var namedTrack: String?
  private var hasCopyright = false
  private(set) var notes: [Note] = []
  /// Where the song ends: the last end of track; of a file of ours, that of its conductor.
  private(set) var end = 0
  /// How many messages there are that no song can hold, by what a person calls them.
  private(set) var leftOut: [(what: String, count: Int)] = []
  private(set) var remarks: [String] = []

  /// What an importer takes in; a larger file has an error.
  static let mostNotes = 1_000_000
  private static let mostOthers = 1_000_000

  /// Whether ``end`` is the end of the song, and not only of the file.
  private(set) var hasExactEnd = false

  /// Walks through a file once, and keeps what is to be taken over.
  init(_ bytes: [UInt8]) throws(MIDIImportError) {
    do throws(MIDIError) {
      var reader = try MIDIFileReader(bytes)
      tickLength = .one
      try walk(&reader)
      setTickLength(reader.division)
    } catch {
      throw .file(error)
    }
    guard notes.count <= MIDIScore.mostNotes else { throw .tooManyNotes }
    guard !hasTooManyOthers else { throw .tooManyEvents }
    sort()
  }

  private mutating func walk(_ reader: inout MIDIFileReader) throws(MIDIError) {
    var conductorEnd = 0
    var start = 0
    while var track = try reader.nextTrack() {
      let index = trackNames.count
      trackNames.append(nil)
      while let place = try track.next() {
        guard notes.count <= MIDIScore.mostNotes, !hasTooManyOthers else { return }
        if case .tempo(0) = place.event.message {
          throw MIDIError(offset: place.offset, cause: .noTempo)
        }
        add(place.event, of: index, from: start)
      }
      if index == 0 { conductorEnd = track.tick }
      end = max(end, start + track.tick)
      if reader.format == .independentTracks {
        startPiece(at: start, named: trackNames[index], isFirst: index == 0)
        start = end
      }
    }
    hasExactEnd = isOurs && reader.format == .simultaneousTracks
    if hasExactEnd { end = conductorEnd }
    if isOurs, let (tick, _) = texts.last(where: { $0.item == .end }) {
      hasExactEnd = true
      end = tick
    }
    if reader.format != .independentTracks {
      title = trackNames.first ?? nil
    } else if trackNames.count > 1 {
      remarks.append(
        "The file's \(trackNames.count) tracks are pieces of their own; they follow one another.")
    }
  }

  private var hasTooManyOthers: Bool {
    tempos.count + signatures.count + markers.count + texts.count + keys.count + names.count
      > MIDIScore.mostOthers
  }

  /// Whether its ticks are as short as those of our files are where the clock moves something: the
  /// largest multiple of any division within 32767.
  var isFinest: Bool { tickLength * 4 < Rational(1, 16_383) }

  func position(_ tick: Int) -> WholeNotes { WholeNotes(tickLength * Rational(Int128(tick))) }

  /// Those of a list whose places are from `start` on and before `end`. Cost: the logarithm of its
  /// length.
  func items<Item>(
    of list: [(tick: Int, item: Item)], from start: WholeNotes, before end: WholeNotes
  ) -> ArraySlice<(tick: Int, item: Item)> {
    func index(of place: WholeNotes) -> Int {
      list.partitionIndex(where: { position($0.tick) >= place })
    }
    return list[index(of: start)..<max(index(of: start), index(of: end))]
  }

  // MARK: - Gathering

  private mutating func add(_ event: MIDIEvent, of track: Int, from start: Int) {
    let tick = start + event.tick
    switch event.message {
    case .noteOn(let channel, let note, let velocity):
      guard let velocity = Velocity(Int(velocity)) else { return }
      let source = Source(track: track, channel: Int(channel), note: Int(note))
      notes.append(Note(tick: tick, source: source, velocity: velocity))
    case .noteOff: return
    case .tempo(let microseconds): tempos.append(Tempo(tick: tick, microseconds: microseconds))
    case .timeSignature(let signature): signatures.append((tick, signature))
    case .keySignature(let accidentals, let isMinor):
      if let key = Key(accidentals: Int(accidentals), isMinor: isMinor) { keys.append((tick, key)) }
    case .text(let kind, let data):
      add(kind, data, at: tick, track: track, isAtStart: event.tick == 0)
    case .channel(let kind, _, _, _): leaveOut(MIDIScore.words(kind))
    case .systemExclusive, .escape: leaveOut("system exclusive messages")
    case .meta(let type, _): addMeta(type)
    }
  }

  private mutating func addMeta(_ type: UInt8) {
    switch type {
    // The prefixes of a channel and a port, and a sequence's number: nothing is heard of them.
    case 0x00, 0x20, 0x21: return
    case 0x54: leaveOut("time code offsets")
    case 0x7F: leaveOut("messages of a sequencer's own")
    default: leaveOut("messages of other kinds")
    }
  }

  private mutating func add(
    _ kind: MIDIMessage.TextKind, _ data: [UInt8], at tick: Int, track: Int, isAtStart: Bool
  ) {
    let text = MIDIScore.text(data)
    switch kind {
    case .trackName:
      if trackNames[track] == nil, isAtStart, !text.isEmpty { trackNames[track] = text }
    case .marker, .cuePoint: markers.append((tick, text))
    case .text:
      if track == 0, isAtStart, text.hasPrefix(MIDIScore.mark) {
        isOurs = true
        return
      }
      guard let known = ConductorText(parsing: text), known.isWithinReach else {
        leaveOut("texts")
        return
      }
      switch known {
      case .track(let name): namedTrack = name
      case .sound(let note, let channel, let name):
        let source = Source(track: track, channel: channel, note: note)
        if names[source] == nil { named.append(source) }
        names[source] = name
        if let namedTrack { tracksOfNames[source] = namedTrack }
      // Elsewhere such words are a person's.
      default: if isOurs { texts.append((tick, known)) } else { leaveOut("texts") }
      }
    case .lyric: leaveOut("lyrics")
    case .copyright:
      if !hasCopyright { remarks.append("Copyright: \(text)") } else { leaveOut("texts") }
      hasCopyright = true
    // What a synthesizer is to play the track with.
    case .instrument: return
    }
  }

  /// How a file of ours begins.
  static let mark = "tactus "

  /// A piece of format 2 has a tempo and a metre of its own.
  private mutating func startPiece(at tick: Int, named name: String?, isFirst: Bool) {
    markers.append((tick, name ?? "piece \(trackNames.count)"))
    guard !isFirst else { return }
    if !tempos.contains(where: { $0.tick == tick }) {
      tempos.append(Tempo(tick: tick, microseconds: 500_000))
    }
    if !signatures.contains(where: { $0.tick == tick }) {
      signatures.append((tick, .common))
    }
  }

  private mutating func leaveOut(_ what: String) {
    if let index = leftOut.firstIndex(where: { $0.what == what }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((what, 1))
    }
  }

  private static func words(_ kind: UInt8) -> String {
    switch kind {
    case 0xA0, 0xD0: "key pressures"
    case 0xB0: "controllers"
    case 0xC0: "program changes"
    default: "pitch bends"
    }
  }

  /// UTF-8, or else Latin-1, which older programs write.
  private static func text(_ data: [UInt8]) -> String {
    let text = String(validating: data, as: UTF8.self)
    let whole = text ?? String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
    // Some programs end a text with a zero.
    return String(whole.prefix { $0 != "\0" })
  }

  /// Puts what several tracks say in one order; of one tick in the order of tracks.
  private mutating func sort() {
    func sorted<Item>(_ items: [Item], _ tick: (Item) -> Int) -> [Item] {
      items.indices.sorted { (tick(items[$0]), $0) < (tick(items[$1]), $1) }.map { items[$0] }
    }
    tempos = sorted(tempos) { $0.tick }
    signatures = sorted(signatures) { $0.tick }
    markers = sorted(markers) { $0.tick }
    texts = sorted(texts) { $0.tick }
    keys = sorted(keys) { $0.tick }
    notes = sorted(notes) { $0.tick }
  }

  // MARK: - Ticks

  /// Ticks of clock time have no beats: those of the file's first tempo are taken, and its tempo
  /// events say nothing else.
  private mutating func setTickLength(_ division: MIDIFile.Division) {
    switch division {
    case .pulsesPerQuarter(let pulses): tickLength = Rational(1, Int128(4 * pulses))
    case .timeCode(let frames, let ticks):
      let rate = frames == 29 ? Rational(30_000, 1001) : Rational(Int128(frames))
      let microseconds = tempos.first?.microseconds ?? 500_000
      // Seconds of a tick, by quarter notes a second.
      tickLength =
        1 / (rate * Rational(Int128(ticks))) * Rational(1_000_000, Int128(4 * microseconds))
      remarks.append(
        "The file counts clock time, not beats: bars and beats are those of a steady tempo of "
          + "\(Rational(60_000_000, Int128(microseconds))).")
      if tempos.contains(where: { $0.microseconds != microseconds }) {
        remarks.append("Its other tempo events move nothing, and are left out.")
      }
      tempos = [Tempo(tick: 0, microseconds: microseconds)]
    }
  }
}

extension MIDITimeSignature {
  static let common = MIDITimeSignature(
    numerator: 4, denominatorPower: 2, clocksPerClick: 24)
}

extension ConductorText {
  /// Whether all its numbers are such as a song can state.
  var isWithinReach: Bool {
    let largest: Int128 = 1_000_000_000_000
    func isSmall(_ number: Rational) -> Bool {
      number.numerator <= largest && number.denominator <= largest
    }
    switch self {
    case .tempo(let tempo): return isSmall(tempo.beatsPerMinute)
    case .ramp(let from, let to, let length, _):
      let size =
        switch length {
        case .notes(let notes): notes.count
        case .time(let seconds): seconds
        }
      return isSmall(from.beatsPerMinute) && isSmall(to.beatsPerMinute) && isSmall(size)
    case .hold(let seconds): return isSmall(seconds)
    case .pickup(let length): return isSmall(length.count)
    case .swing(let swing): return isSmall(swing.amount)
    case .meter, .beat, .end, .track, .sound: return true
    }
  }
}
