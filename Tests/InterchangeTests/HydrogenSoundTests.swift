import SongModel
import Testing
import Timing

@testable import Interchange

/// The sound of one instrument that plays notes of the given velocities.
private func sounds(
  _ more: String = "", name: String = "Drum", layers: String = xmlLayer("drum.wav"),
  velocities: [String] = ["0.8"], notes: String = "", files: Set<String> = ["drum.wav"],
  searchPaths: [String] = []
) throws -> [DraftSound] {
  try draft(
    more, name: name, layers: layers, velocities: velocities, notes: notes, files: files,
    searchPaths: searchPaths
  ).kit
}

private func draft(
  _ more: String = "", name: String = "Drum", layers: String = xmlLayer("drum.wav"),
  velocities: [String] = ["0.8"], notes: String = "", files: Set<String> = ["drum.wav"],
  searchPaths: [String] = []
) throws -> SongDraft {
  let played = velocities.enumerated().map { XMLNote(at: $0 * 12, velocity: $1, more: notes) }
  return try hydrogenDraft(
    xmlSong(
      instruments: xmlInstrument(0, name, more, layers: layers), [xmlPattern("a", played)],
      columns: ["a"]), searchPaths: searchPaths, files: files)
}

private let drum = DraftSound(name: "drum", .file("drum.wav"))

@Suite("Instruments of Hydrogen")
struct HydrogenSoundTests {
  @Test("an instrument without settings is its file and nothing else")
  func plain() throws {
    #expect(try sounds() == [drum])
    #expect(
      try sounds(
        "<volume>1</volume><gain>1</gain><pan>0</pan><muteGroup>-1</muteGroup><Attack>0</Attack>"
          + "<Decay>0</Decay><Sustain>1</Sustain><Release>1000</Release><isMuted>false</isMuted>"
          + "<filterActive>false</filterActive><filterCutoff>0.5</filterCutoff><isHihat>-1</isHihat>"
          + "<FX1Level>0</FX1Level><midiOutChannel>-1</midiOutChannel>") == [drum])
  }

  @Test(
    "volumes and gains are one level, exactly",
    arguments: [
      ("<volume>0.5</volume>", Rational(1, 2)), ("<gain>0.6</gain>", Rational(3, 5)),
      ("<volume>1.02155</volume><gain>2</gain>", Rational(204_310, 100_000)),
      ("<volume>0.800000011920929</volume>", Rational(4, 5)), ("<volume>0</volume>", .zero),
    ])
  func volumes(more: String, level: Rational) throws {
    var expected = drum
    expected.volume = .ratio(level)
    #expect(try sounds(more) == [expected])
  }

  @Test("the gains of a component, of its volume in the kit and of a layer count too")
  func componentVolume() throws {
    let xml = xmlSong(
      "<componentList><drumkitComponent><id>0</id><volume>0.5</volume></drumkitComponent>"
        + "</componentList>",
      instruments: xmlInstrument(
        0, "Drum", layers: xmlLayer("drum.wav", "0", "1", "<gain>0.5</gain>")
      )
      .replacing(
        "<component_id>0</component_id><gain>1</gain>",
        with: "<component_id>0</component_id><gain>0.5</gain>"),
      [xmlPattern("a", [XMLNote(at: 0)])], columns: ["a"])
    #expect(try hydrogenDraft(xml, files: ["drum.wav"]).kit[0].volume == .ratio(Rational(1, 8)))
  }

  @Test(
    "a place is the pan, or the ratio of the old pair",
    arguments: [
      ("<pan>-0.52</pan>", Rational(-52)), ("<pan>1</pan>", Rational(100)),
      ("<pan_L>1</pan_L><pan_R>0.5</pan_R>", Rational(-50)),
      ("<pan_L>0.25</pan_L><pan_R>0.5</pan_R>", Rational(50)),
      ("<pan_L>0.3</pan_L><pan_R>0.9</pan_R>", Rational(200, 3)),
      ("<pan_L>0</pan_L><pan_R>0</pan_R>", .zero), ("<pan>3</pan>", Rational(100)),
    ])
  func pans(more: String, percent: Rational) throws {
    #expect(try sounds(more)[0].pan == percent)
  }

  @Test("mute and solo are the strip's")
  func strips() throws {
    #expect(try draft().strips == [])
    #expect(
      try draft("<isMuted>true</isMuted>").strips == [DraftStrip(track: "drum", isMuted: true)])
    #expect(
      try draft("<isMuted>true</isMuted><isSoloed>true</isSoloed>").strips
        == [DraftStrip(track: "drum", isMuted: true, isSoloed: true)])
    #expect(
      try draft("<isSoloed>true</isSoloed>").strips == [DraftStrip(track: "drum", isSoloed: true)])
  }

  @Test("MIDI's note and channel are the instrument's, and a channel counts from 1")
  func midi() throws {
    let sound = try sounds("<midiOutNote>41</midiOutNote><midiOutChannel>0</midiOutChannel>")[0]
    #expect(sound.note == 41 && sound.channel == 1)
    #expect(try sounds("<midiOutNote>200</midiOutNote>")[0].note == nil)
    // 38 is what the built-in snare has by itself.
    #expect(try sounds("<midiOutNote>38</midiOutNote>", name: "Snare", files: [])[0].note == nil)
  }

  @Test(
    "layers begin at the first MIDI velocity that Hydrogen plays them for",
    arguments: [
      // 0.2 is 25.4 of 127, so that 26 is the first above it.
      (["0.5"], [26, 128], ["soft.wav", "loud.wav"]),
      // A note of 0.199 is 25 of 127 as well, and one of 0.2 belongs to the first layer that has it.
      (["0.199", "0.2"], [26, 128], ["soft.wav", "loud.wav"]),
    ])
  func layers(velocities: [String], below: [Int], files: [String]) throws {
    let sound = try sounds(
      layers: xmlLayer("soft.wav", "0", "0.2") + xmlLayer("loud.wav", "0.2", "1"),
      velocities: velocities, files: Set(files))[0]
    #expect(sound.layers.map(\.below) == below)
    #expect(sound.layers.map(\.takes) == files.map { [.file($0)] })
    #expect(sound.remarks == [])
  }

  @Test("a note just above a limit takes its layer with it, and notes that cannot agree are told")
  func noteLimits() throws {
    let layers = xmlLayer("soft.wav", "0", "0.2") + xmlLayer("loud.wav", "0.2", "1")
    let files: Set = ["soft.wav", "loud.wav"]
    let above = try sounds(layers: layers, velocities: ["0.2005"], files: files)[0]
    #expect(above.layers.map(\.below) == [25, 128])
    #expect(above.remarks == [])
    let both = try sounds(layers: layers, velocities: ["0.199", "0.2005"], files: files)[0]
    #expect(both.remarks.count == 1)
  }

  @Test(
    "in a hole between layers the one that begins nearest plays, and of two that overlap the first")
  func holes() {
    func layer(_ low: Int, _ high: Int) -> HydrogenLayer {
      HydrogenLayer(
        file: "", low: Rational(Int128(low), 100), high: Rational(Int128(high), 100), gain: .one,
        pitch: .zero, isEdited: false)
    }
    func serving(_ layers: [HydrogenLayer], _ velocity: Int) -> [Int] {
      HydrogenLayers(layers: layers, selection: .velocity)
        .serving(Rational(Int128(velocity), 100))
    }
    let holed = [layer(0, 20), layer(50, 100)]
    #expect(serving(holed, 24) == [0] && serving(holed, 26) == [1] && serving(holed, 20) == [0])
    let overlapping = [layer(50, 100), layer(0, 60)]
    #expect(serving(overlapping, 55) == [0] && serving(overlapping, 49) == [1])
    #expect(serving([], 50) == [])
  }

  @Test(
    "layers that are not chosen by velocity take turns, in round robin from the second on",
    arguments: [("ROUND_ROBIN", ["b.wav", "a.wav"], 0), ("RANDOM", ["a.wav", "b.wav"], 1)])
  func turns(algorithm: String, files: [String], remarks: Int) throws {
    let sound = try sounds(
      "<sampleSelectionAlgo>\(algorithm)</sampleSelectionAlgo>",
      layers: xmlLayer("a.wav") + xmlLayer("b.wav"), files: ["a.wav", "b.wav"])[0]
    #expect(sound.layers.map(\.takes) == [files.map { .file($0) }])
    #expect(sound.remarks.count == remarks)
  }

  @Test("layers keep gains of their own, and share a pitch that is common")
  func layerValues() throws {
    let sound = try sounds(
      layers: xmlLayer("a.wav", "0", "0.5", "<gain>0.5</gain><pitch>2</pitch>")
        + xmlLayer("b.wav", "0.5", "1", "<gain>0.75</gain><pitch>2</pitch>"),
      files: ["a.wav", "b.wav"])[0]
    #expect(sound.layers.map(\.volume) == [.ratio(Rational(1, 2)), .ratio(Rational(3, 4))])
    #expect(sound.volume == .unity && sound.transpose == 2)
    let differing = try sounds(
      layers: xmlLayer("a.wav", "0", "0.5", "<pitch>2</pitch>") + xmlLayer("b.wav", "0.5", "1"),
      files: ["a.wav", "b.wav"])[0]
    #expect(differing.transpose == .zero && differing.remarks.count == 1)
  }

  @Test(
    "a note at another pitch has a sound of its own, transposed",
    arguments: [
      ("<key>D0</key>", "drum+2", Rational(2)), ("<key>Bf-1</key>", "drum-2", -2),
      ("<key>C1</key>", "drum+12", 12), ("<pitch>0.5</pitch>", "drum+0.5", Rational(1, 2)),
      ("<key>Ef0</key><pitch>-0.25</pitch>", "drum+2.75", Rational(11, 4)),
      ("<key>C0</key><pitch>0</pitch>", "drum", 0),
    ])
  func pitches(note: String, name: String, semitones: Rational) throws {
    let sound = try sounds("<midiOutNote>40</midiOutNote>", notes: note)[0]
    #expect(sound.name == name && sound.transpose == semitones)
    #expect(sound.note == (semitones.isInteger ? 40 + Int(semitones.numerator) : nil))
  }

  @Test("an instrument's own pitch is added, and what passes four octaves is told")
  func pitchOffset() throws {
    #expect(try sounds("<pitchOffset>-1.5</pitchOffset>")[0].transpose == Rational(-3, 2))
    let far = try sounds("<pitchOffset>24</pitchOffset>", notes: "<key>C3</key>")[0]
    #expect(far.transpose == 48 && far.remarks.count == 1)
  }

  @Test("a random pitch is spread evenly as wide as Hydrogen's bell curve, in whole cents")
  func randomPitch() throws {
    let sound = try sounds("<randomPitchFactor>0.5</randomPitchFactor>")[0]
    // √3 · 0.4 semitones · 0.5 is 34.64 cents.
    #expect(sound.transposeRandom == Rational(35, 100) && sound.remarks.count == 1)
  }

  @Test(
    "what a sound has not is told with it",
    arguments: [
      "<Attack>10</Attack>", "<Sustain>0.5</Sustain>", "<filterActive>true</filterActive>",
      "<FX2Level>0.5</FX2Level>",
    ])
  func remarks(more: String) throws {
    #expect(try sounds(more)[0].remarks.count == 1)
  }

  @Test("instruments that no note plays are left out")
  func unused() throws {
    let draft = try hydrogenDraft(
      xmlSong([xmlPattern("a", [XMLNote(at: 0, instrument: 1)])], columns: ["a"]),
      files: kickAndSnareFiles)
    #expect(draft.kit.map(\.name) == ["snare"])
  }

  @Test("instruments of one mute group choke one another, and one alone is left as it is")
  func muteGroups() throws {
    func kit(_ groups: [Int], stops: Bool = false) throws -> [String?] {
      let instruments = groups.enumerated().map { index, group in
        xmlInstrument(
          index, "Hat", "<muteGroup>\(group)</muteGroup><isStopNote>\(stops)</isStopNote>",
          layers: xmlLayer("hat.wav"))
      }
      let notes = groups.indices.map { XMLNote(at: $0, instrument: $0) }
      return try hydrogenDraft(
        xmlSong(instruments: instruments.joined(), [xmlPattern("a", notes)], columns: ["a"])
      ).kit.map(\.choke)
    }
    #expect(try kit([3, 3, 4, -1]) == ["mute group 3", "mute group 3", nil, nil])
    #expect(try kit([-1], stops: true) == ["hat"])
  }

  @Test(
    "names are small letters and hyphens, and each is there once",
    arguments: [
      ("Hat Closed", "hat-closed"), ("  Snare / Rim  ", "snare-rim"),
      ("Große Trommel", "große-trommel"),
      ("***", "sound"), ("Click", "click-2"), ("a: b, [c]", "a-b-c"),
    ])
  func names(name: String, sound: String) throws {
    #expect(try sounds(name: name).map(\.name) == [sound])
  }

  @Test("equal names have numbers")
  func equalNames() throws {
    let instruments = xmlInstrument(0, "Tom") + xmlInstrument(1, "tom") + xmlInstrument(2, "TOM")
    let notes = (0...2).map { XMLNote(at: $0, instrument: $0) }
    let draft = try hydrogenDraft(
      xmlSong(instruments: instruments, [xmlPattern("a", notes)], columns: ["a"]))
    #expect(draft.kit.map(\.name) == ["tom", "tom-2", "tom-3"])
    #expect(draft.patterns[0].tracks.map(\.name) == ["tom", "tom-2", "tom-3"])
  }

  // MARK: - Files

  @Test(
    "a file is looked for in the drumkit, and beside the song",
    arguments: [
      ("", "drum.wav", "/kits/Rock/drum.wav", "/kits/Rock/drum.wav"),
      ("", "drum.wav", "Rock/drum.wav", "Rock/drum.wav"),
      ("", "drum.wav", "drum.wav", "drum.wav"),
      (
        "<drumkitPath>/home/me/Rock</drumkitPath>", "drum.wav", "/home/me/Rock/drum.wav",
        "/home/me/Rock/drum.wav"
      ),
      (
        "<drumkitPath>/me/Rock/drumkit.xml</drumkitPath>", "drum.wav", "/me/Rock/drum.wav",
        "/me/Rock/drum.wav"
      ),
      ("", "/old/Rock/drum.wav", "/old/Rock/drum.wav", "/old/Rock/drum.wav"),
      ("", "/old/Jazz/drum.wav", "/kits/Jazz/drum.wav", "/kits/Jazz/drum.wav"),
      ("", "C:\\\\Kits\\\\Jazz\\\\drum.wav", "/kits/Jazz/drum.wav", "/kits/Jazz/drum.wav"),
      ("", "takes/drum.wav", "takes/drum.wav", "takes/drum.wav"),
    ])
  func files(more: String, name: String, existing: String, path: String) throws {
    let sound = try sounds(
      "<drumkit>Rock</drumkit>" + more, layers: xmlLayer(name), files: [existing],
      searchPaths: ["/none", "/kits"])[0]
    #expect(sound.layers == [DraftSound.Layer(takes: [.file(path)])])
  }

  @Test(
    "an instrument whose file is nowhere is the nearest built-in sound, by its name or its key",
    arguments: [
      ("Kick Hard", 0, "GM", BuiltInSound.kick), ("BD", 0, "GM", .kick),
      ("Hat Closed", 0, "GM", .hat),
      ("Hat Open", 0, "GM", .openHat), ("Floor Tom", 0, "GM", .tomLow),
      ("Tom 1", 0, "GM", .tomHigh),
      ("Cowbell", 47, "GM", .cowbell), ("Whatever", 47, "GM", .tomMid),
      ("Whatever", 0, "GM", .woodHigh),
      ("Side Stick", 0, "GM", .rim), ("Snare", 0, "TR808EmulationKit", .snare808),
      ("Tambourine", 0, "TR808EmulationKit", .tambourine), ("Bell", 0, "GM", .ride),
    ])
  func builtIns(name: String, note: Int, drumkit: String, sound: BuiltInSound) throws {
    let found = try sounds(
      "<midiOutNote>\(note)</midiOutNote><drumkit>\(drumkit)</drumkit>", name: name, files: [])[0]
    #expect(found.layers == [DraftSound.Layer(takes: [.builtIn(sound)])])
    #expect(found.remarks == ["'drum.wav' was not found: the nearest built-in sound stands here."])
  }

  @Test("an instrument without samples is muted, as it is silent in Hydrogen")
  func withoutSamples() throws {
    let draft = try draft(layers: "")
    #expect(draft.strips == [DraftStrip(track: "drum", isMuted: true)])
    #expect(draft.kit[0].remarks.count == 1)
  }

  @Test("a file of before layers is a layer")
  func oldFile() throws {
    let instrument =
      "<instrument><id>0</id><name>Drum</name><filename>drum.wav</filename></instrument>"
    let draft = try hydrogenDraft(
      xmlSong(instruments: instrument, [xmlPattern("a", [XMLNote(at: 0)])], columns: ["a"]),
      files: ["drum.wav"])
    #expect(draft.kit == [drum])
  }
}
