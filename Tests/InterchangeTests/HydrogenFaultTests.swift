import SongModel
import Testing
import Timing

@testable import Interchange

private let plain = xmlSong([xmlPattern("a", [XMLNote(at: 0)])], columns: ["a"])

@Suite("Mistakes in files of Hydrogen")
struct HydrogenFaultTests {
  @Test(
    "a value that its element cannot hold is told with its place and what to do",
    arguments: [
      ("<bpm>120", "<bpm>fast", "'bpm' is to be a number, and is 'fast'"),
      ("<position>0", "<position>0.5", "'position' is to be a whole number, and is '0.5'"),
      (
        "<position>0", "<position>99999999999",
        "'position' is to be a whole number, and is '99999999999'"
      ),
      ("<position>0", "<position>-1", "a note stands at tick -1"),
      ("<size>192", "<size>0", "a pattern is 1 to 192000 ticks long, and this one 0"),
      ("<size>192", "<size>-192", "a pattern is 1 to 192000 ticks long, and this one -192"),
      (
        "<size>192", "<size>2000000000",
        "a pattern is 1 to 192000 ticks long, and this one 2000000000"
      ),
      ("<volume>1", "<volume>-1", "'volume' is to be a factor from 0 to 1000, and is -1"),
      (
        "<name>test</name>", "<loopEnabled>maybe</loopEnabled>",
        "'loopEnabled' is to be true or false, and is 'maybe'"
      ),
      (
        "<velocity>0.8</velocity>", "<key>H0</key>",
        "'key' is to be a key and an octave, and is 'H0'"
      ),
      (
        "<velocity>0.8</velocity>", "<key>C99999999999999999999</key>",
        "'key' is to be a key and an octave, and is 'C99999999999999999999'"
      ),
    ])
  func values(old: String, new: String, message: String) throws {
    let xml = plain.replacing(old, with: new, maxReplacements: 1)
    let fault = try #require(throws: ForeignFault.self) { try hydrogenDraft(xml) }
    #expect(fault.message == message)
    #expect(fault.line == 1 && fault.column != nil && fault.help != nil)
  }

  @Test("the place of a mistake is where its element begins")
  func place() throws {
    let xml = plain.replacing("<bpm>120", with: "\n  <bpm>fast")
    let fault = try #require(throws: ForeignFault.self) { try hydrogenDraft(xml) }
    #expect(fault.line == 2 && fault.column == 3)
  }

  @Test(
    "what is no song or pattern is told by what it is",
    arguments: [
      ("<drumkit_info/>", "this is a drumkit of Hydrogen, which holds sounds and no song"),
      ("<playlist/>", "<song> or <drumkit_pattern> was expected, and this is <playlist>"),
      ("<song/>", "there is no 'instrumentList' in <song>"),
      ("<drumkit_pattern/>", "there is no <pattern> in <drumkit_pattern>"),
      ("<song><instrumentList/></song>", "the song has no patterns"),
    ])
  func documents(xml: String, message: String) throws {
    let fault = try #require(throws: ForeignFault.self) { try hydrogenDraft(xml) }
    #expect(fault.message == message && fault.help != nil)
  }

  @Test("a song may have 20000 columns, and a million hits")
  func limits() throws {
    func columns(_ count: Int) -> String {
      xmlSong([xmlPattern("a", [XMLNote(at: 0)])], columns: Array(repeating: "a", count: count))
    }
    #expect(
      try hydrogenDraft(columns(20_000)).sections.map(\.play) == [[DraftPlay("a", times: 20_000)]])
    #expect(throws: ForeignFault.self) { try hydrogenDraft(columns(20_001)) }
    // Forty patterns of 1000 notes in each of 600 columns, which are all different.
    let notes = (0..<1000).map { XMLNote(at: $0 % 192) }
    let patterns = (0..<40).map { xmlPattern("p\($0)", notes) }
    let all = (0..<600).map { column in
      (0..<40).filter { $0 > 9 || column >> $0 & 1 == 0 }.map { "p\($0)" }.joined(separator: "+")
    }
    let fault = try #require(throws: ForeignFault.self) {
      try hydrogenDraft(xmlSong(patterns, columns: all))
    }
    #expect(fault.message.contains("1000000 hits"))
  }

  @Test("a song may last 10000 hours, and no longer")
  func hours() throws {
    func song(columns: Int) -> String {
      // A pattern of 250 whole notes lasts 100 minutes at ten beats a minute.
      xmlSong(
        [xmlPattern("a", size: 48_000, [XMLNote(at: 0)])],
        columns: Array(repeating: "a", count: columns)
      ).replacing("<bpm>120</bpm>", with: "<bpm>10</bpm>")
    }
    #expect(try !hydrogenDraft(song(columns: 6000)).sections.isEmpty)
    let fault = try #require(throws: ForeignFault.self) { try hydrogenDraft(song(columns: 6001)) }
    #expect(fault.message == "with this the song is longer than 10000 hours")
  }

  @Test("virtual patterns that name one another by the thousand are refused in time")
  func manyVirtuals() throws {
    let names = (0..<1500).map { "p\($0)" }
    let patterns = names.map { xmlPattern($0, []) }
    // Each names the next, so that all of them together play a million times.
    let virtuals = zip(names, names.dropFirst()).map {
      "<pattern><name>\($0)</name><virtual>\($1)</virtual></pattern>"
    }
    let more = "<virtualPatternList>\(virtuals.joined())</virtualPatternList>"
    #expect(try hydrogenDraft(xmlSong(more, patterns, columns: ["p0"])).patterns.count == 1)
    let fault = try #require(throws: ForeignFault.self) {
      try hydrogenDraft(xmlSong(more, patterns, columns: names))
    }
    #expect(fault.message.contains("1000000 patterns"))
  }

  @Test("hits that leave their column, layers and pitches are bounded too")
  func otherBounds() throws {
    let early = (0..<100).map { _ in XMLNote(at: 0, more: "<leadlag>-1</leadlag>") }
    let often = xmlSong(
      [xmlPattern("a", early)], columns: Array(repeating: "a", count: 10_001))
    #expect(throws: HydrogenPatterns.tooManyHits) { try hydrogenDraft(often) }
    let layers = String(repeating: xmlLayer("a.wav"), count: 129)
    let layered = xmlSong(
      instruments: xmlInstrument(0, "Drum", layers: layers), [xmlPattern("a", [])], columns: ["a"])
    #expect(throws: ForeignFault.self) { try hydrogenDraft(layered) }
    let pitched = (0...2000).map { XMLNote(at: 0, more: "<pitch>0.\(10_000 + $0)</pitch>") }
    let sounds = xmlSong([xmlPattern("a", pitched)], columns: ["a"])
    #expect(throws: ForeignFault.self) { try hydrogenDraft(sounds) }
  }

  @Test("numbers at their bounds and fractions of many digits stop nothing")
  func extremes() throws {
    let values = ["0", "1", "1000", "0.333333333", "0.999999999", "0.000001", "123.456789012"]
    let notes = values.enumerated().map { index, value in
      XMLNote(
        at: index * 12, velocity: value,
        more: "<leadlag>-\(value)</leadlag><pitch>\(value)</pitch><pan>\(value)</pan>"
          + "<probability>\(value)</probability>")
    }
    for value in values {
      let layers = xmlLayer("a", value, value, "<gain>\(value)</gain><pitch>\(value)</pitch>")
      let instrument = xmlInstrument(
        0, "x",
        "<volume>\(value)</volume><gain>\(value)</gain><pan_L>\(value)</pan_L><pan_R>0.7</pan_R>"
          + "<pitchOffset>-\(value)</pitchOffset><randomPitchFactor>\(value)</randomPitchFactor>",
        layers: layers + layers)
      let more =
        "<swing_factor>\(value)</swing_factor><humanize_time>\(value)</humanize_time>"
        + "<humanize_velocity>\(value)</humanize_velocity><BPMTimeLine>"
        + (0..<4).map { "<newBPM><BAR>\($0)</BAR><BPM>\(value)\($0)</BPM></newBPM>" }.joined()
        + "</BPMTimeLine>"
      let xml = xmlSong(
        more, instruments: instrument, [xmlPattern("a", size: 91, notes)],
        columns: ["a", "a", "a", "a"])
      _ = try song(of: hydrogenDraft(xml, files: ["a"]))
    }
  }

  @Test(
    "a song with bytes changed, cut or doubled is imported or refused, and never stops the program")
  func mutations() throws {
    let original = try hydrogenBytes(hydrogenFolder + "/Fixtures/everything.h2song")
    var state: UInt64 = 1
    func random(_ count: Int) -> Int {
      // Knuth's MMIX generator: the same mutations every time.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let pieces = [
      "9", "-", "99999999999", "e9", ".", "<", ">", "</", "&", "0.000001", "\u{0}", "é", "",
    ]
    var refused = 0
    for _ in 0..<100 {
      var bytes = original
      for _ in 0...random(3) {
        let place = random(bytes.count)
        let end = min(bytes.count, place + random(12))
        bytes.replaceSubrange(place..<end, with: Array(pieces[random(pieces.count)].utf8))
      }
      do {
        let draft = try songDraft(hydrogen: bytes, exists: { _ in true }, readFile: { _ in nil })
        _ = try song(of: draft)
      } catch let fault as ForeignFault {
        refused += 1
        #expect(!fault.message.isEmpty)
      }
    }
    #expect((1..<100).contains(refused))
  }
}
