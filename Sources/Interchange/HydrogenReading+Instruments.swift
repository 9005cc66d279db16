import Timing

extension HydrogenReading {
  static let mostLayers = 128

  /// The instruments of a song or a drumkit, and the volumes of the components by their ids.
  ///
  /// Hydrogen 2 puts both into an element for the drumkit.
  static func kit(of root: XMLElement) throws(ForeignFault) -> ([XMLElement], [Int: Rational]) {
    let home = root["instrumentList"] != nil ? root : root["drumkit_info"] ?? root
    guard let list = home["instrumentList"] else {
      throw root.fault(
        "there is no 'instrumentList' in <\(root.name)>",
        help: "this is no song or drumkit that Hydrogen has saved")
    }
    var volumes: [Int: Rational] = [:]
    for component in home["componentList"]?.all("drumkitComponent") ?? [] {
      guard let id = try component.integer("id") else { continue }
      volumes[id] = try volume(component, "volume") ?? .one
    }
    return (list.all("instrument"), volumes)
  }

  static func instrument(_ element: XMLElement, componentVolumes: [Int: Rational])
    throws(ForeignFault) -> HydrogenInstrument
  {
    let id = try element.integer("id") ?? -1
    let muteGroup = try element.integer("muteGroup") ?? -1
    let channel = try element.integer("midiOutChannel") ?? -1
    let components = element.all("instrumentComponent")
    // Songs of before 0.9.7 have no components; of before 0.9.0 no layers.
    let first = components.first ?? element
    var gain = try volume(element, "gain") ?? .one
    if !components.isEmpty {
      let component = try first.integer("component_id") ?? 0
      gain = try times(
        gain, try volume(first, "gain") ?? .one, componentVolumes[component] ?? .one, element)
    }
    guard first.all("layer").count <= mostLayers else {
      throw element.fault(
        "this instrument has more than \(mostLayers) layers", help: "Hydrogen itself plays 16")
    }
    var layers = try first.all("layer").map { layer throws(ForeignFault) in try self.layer(layer) }
    if layers.isEmpty, let file = element.words("filename") {
      layers = [
        HydrogenLayer(
          file: file, low: .zero, high: .one, gain: .one, pitch: .zero, isEdited: false)
      ]
    }
    var hasEffects = false
    for number in 1...4 where try element.number("FX\(number)Level")?.value ?? .zero != .zero {
      hasEffects = true
    }
    let attack = try element.number("Attack")?.value ?? .zero
    let sustain = try element.number("Sustain")?.value ?? .one
    return HydrogenInstrument(
      id: id, name: element.words("name") ?? "instrument \(id)",
      drumkit: element.words("drumkit").flatMap { $0 == "-" ? nil : $0 },
      drumkitPath: element.words("drumkitPath"), volume: try volume(element, "volume") ?? .one,
      gain: gain, pan: try pan(element), isMuted: try element.flag("isMuted") ?? false,
      isSoloed: try element.flag("isSoloed") ?? false,
      pitchOffset: try element.number("pitchOffset")?.value ?? .zero,
      randomPitch: try share(element, "randomPitchFactor") ?? .zero,
      followsVelocity: try element.flag("applyVelocity") ?? true,
      hasFilter: try element.flag("filterActive") ?? false,
      // Decay leads to the sustain level, and release follows only where a note is ended.
      hasEnvelope: attack != .zero || sustain != .one, hasEffects: hasEffects,
      muteGroup: muteGroup < 0 ? nil : muteGroup,
      stopsItself: try element.flag("isStopNote") ?? false,
      midiChannel: channel < 0 ? nil : channel, midiNote: try element.integer("midiOutNote"),
      selection: selection(element.words("sampleSelectionAlgo")), layers: layers,
      furtherComponents: max(0, components.count - 1))
  }

  private static func selection(_ words: String?) -> HydrogenInstrument.Selection {
    switch words {
    case "ROUND_ROBIN": .roundRobin
    case "RANDOM": .random
    default: .velocity
    }
  }

  private static func times(
    _ one: Rational, _ two: Rational, _ three: Rational, _ element: XMLElement
  ) throws(ForeignFault) -> Rational {
    guard let product = one.multiplied(by: two)?.multiplied(by: three) else {
      throw element.fault(
        "the gains of this instrument have too many digits", help: "round them to six decimals")
    }
    return product
  }

  private static func layer(_ element: XMLElement) throws(ForeignFault) -> HydrogenLayer {
    return HydrogenLayer(
      file: element.words("filename") ?? "", low: try share(element, "min") ?? .zero,
      high: try share(element, "max") ?? .one, gain: try volume(element, "gain") ?? .one,
      pitch: try element.number("pitch")?.value ?? .zero,
      isEdited: try element.flag("ismodified") ?? false)
  }
}
