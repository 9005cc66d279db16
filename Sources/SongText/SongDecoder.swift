import Diagnostics
import SongModel
import Timing

/// Turns the nodes of a song file into a song. One is made for each file, and gathers its mistakes.
///
/// A function that cannot make its value reports why and returns `nil`; its caller goes on with
/// whatever is independent of it.
final class SongDecoder {
  var diagnostics = DiagnosticList()
  let readFile: (String) throws(UnreadableFile) -> [UInt8]
  /// What the command line puts in place of the top-level tempo.
  let tempo: TempoText?

  var kit = NameTable<KitEntry>()
  var sounds: [Sound] = []
  /// The built-in sounds among them that the kit does not name.
  var builtInSounds: [(sound: BuiltInSound, index: Int)] = []
  /// The groups of sounds that silence one another, by their names.
  var chokes: [String: Int] = [:]
  var tracks = NameTable<Track>()
  var patternSources = NameTable<PatternSource>()
  var patterns: [Pattern] = []
  /// The patterns made so far, by their name and length.
  var patternIndex: [PatternKey: Int] = [:]
  var playedPatterns: Set<Int> = []
  var stepAllowance = StepAllowance(fileSize: 0)
  var sections: [Section] = []
  /// Their indices in ``sections``; `nil` where one has a mistake, which is reported already.
  var namedSections = NameTable<Int?>()
  var inPlaceSections = NameTable<Int?>()
  /// What `output` states that a session must agree with.
  var outputRate: Spanned<SampleRate>?
  var outputLoop: SourceSpan?
  /// The sections that stand for a pattern played once.
  var patternSections: [String: Int] = [:]

  init(
    tempo: TempoText?, readFile: @escaping (String) throws(UnreadableFile) -> [UInt8]
  ) {
    self.tempo = tempo
    self.readFile = readFile
  }

  static let songKeys = [
    "title", "artist", "comment", "count-in", "kit", "patterns", "sections", "song", "mix",
    "output",
    "seed", "live",
  ]

  func song(_ root: YAMLNode) -> Song? {
    if let set = SongDecoder.setEntry(of: root) {
      report(.setNotSong(path: set.key.span.source.path), at: set.key.span)
      return nil
    }
    guard
      let top = fields(
        root, of: "the song",
        keys: SongDecoder.songKeys + SongDecoder.inheritedKeys + SongDecoder.ownKeys)
    else { return nil }
    stepAllowance = StepAllowance(fileSize: root.span.source.text.utf8.count)
    decodeKit(top["kit"])
    decodePatterns(top["patterns"])
    var scope = sectionScope(top)
    if let tempo { scope.tempo = Spanned(.steady(tempo), root.span) }
    let order = decodeOrder(top, scope: scope)
    // Of an order with a mistake it is not known how many passages it has.
    let isOrderKnown = !diagnostics.hasErrors
    let countIn = top["count-in"].flatMap { span($0, of: "'count-in'") }
    let mix = self.mix(top["mix"])
    let output = self.output(top["output"])
    let seed = top["seed"].flatMap { integer($0, in: 0...Int.max, of: "'seed'") }
    var song = Song(
      title: top["title"].flatMap { words($0, of: "'title'") },
      artist: top["artist"].flatMap { words($0, of: "'artist'") },
      comment: top["comment"].flatMap { words($0, of: "'comment'") },
      sections: sections, order: order, countIn: countIn, patterns: patterns,
      tracks: tracks.elements, sounds: sounds, mix: mix, output: output,
      seed: UInt64(seed ?? 0))
    if let live = top.entry("live") {
      decodeLive(live, into: &song, passages: isOrderKnown ? song.passageCount : .max)
    }
    if !diagnostics.hasErrors {
      checkDuration(
        of: song,
        at: (top.entry("song") ?? top.entry("bars"))?.key.span ?? root.span)
      noteTempoJumps(order)
      noteUnplayed()
    }
    return song
  }

  // MARK: - Mistakes

  func report(_ problem: SongProblem, at span: SourceSpan, related: [SourceSpan] = []) {
    diagnostics.report(.song(problem), at: span, related: related)
  }

  /// The name that may have been meant, and where it stands.
  func nearestName(
    to name: String, among names: @autoclosure () -> [Spanned<String>], and others: [String] = []
  ) -> (name: String, spans: [SourceSpan])? {
    guard diagnostics.wantsSuggestions else { return nil }
    let names = names()
    return nearest(to: name, in: names.map(\.value) + others).map { nearest in
      (nearest, names.first { $0.value == nearest }.map { [$0.span] } ?? [])
    }
  }

  // MARK: - Shapes

  static func shape(of node: YAMLNode) -> SongProblem.Shape {
    switch node.content {
    case .scalar(let scalar): scalar.isNothing ? .nothing : .text
    case .sequence: .list
    case .mapping: .mapping
    }
  }

  /// The keys and values of a mapping. Unknown keys are reported here.
  func fields(_ node: YAMLNode, of context: String, keys: [String]) -> Fields? {
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(of: context, expected: .mapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return nil
    }
    for entry in entries {
      let key = entry.key.value
      if !keys.contains(key) {
        report(
          .unknownKey(key: key, in: context, nearest: nearest(to: key, in: keys)),
          at: entry.key.span)
      }
    }
    return Fields(entries, of: context, at: node.span)
  }

  /// A scalar with something in it.
  func scalar(
    _ node: YAMLNode, of what: String, expected: SongProblem.Shape = .text
  ) -> YAMLScalar? {
    guard case .scalar(let scalar) = node.content, !scalar.isNothing else {
      report(
        .wrongShape(of: what, expected: expected, found: SongDecoder.shape(of: node)),
        at: node.span)
      return nil
    }
    return scalar
  }

  /// Free text, such as a title.
  func words(_ node: YAMLNode, of what: String) -> String? {
    scalar(node, of: what)?.text
  }

  // MARK: - Values

  /// A value of the language, read by `read` from a scalar's text.
  ///
  /// - Parameter what: what the value is called, such as `'tempo'`.
  func value<Value>(
    _ node: YAMLNode, _ kind: SongProblem.Value, of what: String,
    _ read: (String) throws(ValueFault) -> Value
  ) -> Value? {
    guard let scalar = scalar(node, of: what) else { return nil }
    return value(scalar.text, at: node.span, kind, of: what, read)
  }

  func value<Value>(
    _ text: String, at span: SourceSpan, _ kind: SongProblem.Value, of what: String,
    _ read: (String) throws(ValueFault) -> Value
  ) -> Value? {
    do {
      return try read(text)
    } catch {
      switch error {
      case .malformed: report(.badValue(kind, text: text), at: span)
      case .outOfRange(let range):
        report(.outOfRange(what: what, text: text, range: range), at: span)
      case .tooManyDigits: report(.tooManyDigits(text: text), at: span)
      }
      return nil
    }
  }

  func integer(_ node: YAMLNode, in range: ClosedRange<Int>, of what: String) -> Int? {
    value(node, .wholeNumber, of: what) { text throws(ValueFault) in
      try ValueText.integer(text, in: range)
    }
  }

  func level(_ node: YAMLNode, of what: String) -> Level? {
    value(node, .level, of: what, ValueText.level)
  }

  func pan(_ node: YAMLNode) -> Pan? { value(node, .pan, of: "'pan'", ValueText.pan) }

  /// One of a few words.
  func choice(_ node: YAMLNode, of what: String, among choices: [String]) -> String? {
    guard let text = scalar(node, of: what)?.text else { return nil }
    if choices.contains(text) { return text }
    report(
      .badChoice(
        what: what, text: text, choices: choices, nearest: nearest(to: text, in: choices)),
      at: node.span)
    return nil
  }
}

/// The entries of a mapping, by key.
struct Fields {
  /// What the mapping is, in words.
  let context: String
  let span: SourceSpan
  private let entries: [YAMLEntry]

  init(_ entries: [YAMLEntry], of context: String, at span: SourceSpan) {
    self.entries = entries
    self.context = context
    self.span = span
  }

  subscript(key: String) -> YAMLNode? { entry(key)?.value }

  func entry(_ key: String) -> YAMLEntry? { entries.first { $0.key.value == key } }

  /// The first key, which stands for the whole mapping in a message that is about all of it.
  var firstKey: SourceSpan { entries.first?.key.span ?? span }

  func has(anyOf keys: [String]) -> Bool { entries.contains { keys.contains($0.key.value) } }

  /// Whether there is something, and no other key.
  func hasOnly(_ keys: [String]) -> Bool {
    !entries.isEmpty && entries.allSatisfy { keys.contains($0.key.value) }
  }
}
