import AudioFiles

// The text of a manifest: a JSON object whose lists have one element a line, in order, so that two
// versions can be compared line by line. There is nothing in it but what follows from the songs.
extension Manifest {
  /// Gives the text line by line, each with its line end, as all of it may be large.
  func forEachLine(
    _ take: (String) throws(AudioFileError) -> Void
  ) throws(AudioFileError) {
    func field(_ name: String, _ value: String) throws(AudioFileError) {
      try take("\(JSON.string(name)): \(value),\n")
    }
    func list<Element>(
      _ name: String, _ items: [Element], end: String, _ text: (Element) -> String
    ) throws(AudioFileError) {
      try take("\(JSON.string(name)): [" + (items.isEmpty ? "" : "\n"))
      for (index, item) in items.enumerated() {
        try take(text(item) + (index < items.count - 1 ? ",\n" : "\n"))
      }
      try take("]" + end)
    }
    try take("{\n")
    try field("manifest", "\(Manifest.format)")
    try field("songs", JSON.string(songs))
    try field("listed", "\(listed)")
    try field("list", JSON.string(self.list))
    if let shard { try field("shard", JSON.string(shard.description)) }
    try list("kits", kits, end: ",\n") { JSON.string($0.text) }
    try list("failed", failed, end: ",\n") { JSON.string($0.text) }
    try list("outputs", outputs, end: "\n}\n", \.json)
  }

  /// Why a file is not taken for a manifest.
  struct Fault: Error {
    let reason: String
  }

  /// Reads the text of a manifest.
  ///
  /// - Throws: where the text is none, or one of a later format.
  init(_ bytes: [UInt8]) throws(Fault) {
    var outputs: [Output] = []
    var wrong: Int?
    // One by one: all of them as JSON would take many times the memory.
    let read = JSONValue(bytes, itemsOf: "outputs") { item in
      if let output = Output(item) {
        outputs.append(output)
      } else {
        wrong = wrong ?? outputs.count
      }
    }
    guard let json = read else { throw Fault(reason: "it is not JSON") }
    guard let format = json["manifest"]?.integer else {
      throw Fault(reason: "it is not a manifest of tactus")
    }
    guard format == Manifest.format else {
      throw Fault(reason: "it is of format \(format), which this version does not know")
    }
    guard let songs = json["songs"]?.string, let listed = json["listed"]?.integer,
      let list = json["list"]?.string, let kits = Manifest.names(json["kits"]),
      let failed = Manifest.names(json["failed"]), json["outputs"]?.list != nil
    else { throw Fault(reason: "a part of it is missing") }
    var shard: Shard?
    if let text = json["shard"] {
      shard = text.string.flatMap { Shard($0) }
      if shard == nil { throw Fault(reason: "its 'shard' is wrong") }
    }
    if let wrong { throw Fault(reason: "element \(wrong + 1) of its 'outputs' is wrong") }
    self.init(
      songs: songs, listed: listed, list: list, shard: shard, kits: kits, failed: failed,
      outputs: outputs)
  }

  private static func names(_ value: JSONValue?) -> [PathName]? {
    guard let items = value?.list else { return nil }
    let names = items.compactMap { $0.string.map { PathName($0) } }
    return names.count == items.count ? names : nil
  }
}

extension Manifest.Output {
  var json: String {
    var fields: [(String, String)] = [
      ("path", JSON.string(path.text)), ("song", JSON.string(song.text)),
      ("format", JSON.string(format)), ("sha256", JSON.string(sha256)), ("bytes", "\(bytes)"),
      ("samples", audio.map { JSON.string($0.samples) } ?? "null"), ("events", "\(events)"),
    ]
    if let audio {
      fields += [
        ("frames", "\(audio.frames)"), ("rate", "\(audio.rate)"),
        ("channels", "\(audio.channels)"), ("bits", audio.bits.map { "\($0)" } ?? "null"),
        ("float", "\(audio.isFloat)"), ("peak", audio.peak),
        ("peakDecibels", audio.peakDecibels ?? "null"),
        ("truePeakDecibels", audio.truePeakDecibels ?? "null"),
        ("loudness", audio.loudness ?? "null"),
      ]
    }
    fields += [
      ("version", JSON.string(version)),
      (
        "inputs",
        JSON.list(
          inputs.map { input in
            JSON.object([
              ("path", JSON.string(input.path)),
              ("sha256", input.sha256.map(JSON.string) ?? "null"),
            ])
          })
      ),
    ]
    return JSON.object(fields)
  }

  /// - Returns: `nil` where a field is missing or wrong. Paths that leave the folder of the
  ///   manifest are wrong.
  init?(_ json: JSONValue) {
    guard let path = json["path"]?.string, Manifest.staysInside(path),
      let song = json["song"]?.string, let format = json["format"]?.string,
      let sha256 = json["sha256"]?.string, let bytes = json["bytes"]?.integer,
      let samples = json["samples"], let events = json["events"]?.integer,
      let version = json["version"]?.string, let items = json["inputs"]?.list
    else { return nil }
    var inputs: [Manifest.Input] = []
    for item in items {
      guard let path = item["path"]?.string, let digest = item["sha256"],
        digest.isNull || digest.string != nil
      else { return nil }
      inputs.append(Manifest.Input(path: path, sha256: digest.string))
    }
    let audio = samples.isNull ? nil : Manifest.Audio(json)
    guard samples.isNull || audio != nil else { return nil }
    self.init(
      path: PathName(path), song: PathName(song), format: format, sha256: sha256, bytes: bytes,
      audio: audio, events: events, version: version, inputs: inputs)
  }
}

extension Manifest.Audio {
  fileprivate init?(_ json: JSONValue) {
    guard let samples = json["samples"]?.string, let frames = json["frames"]?.integer,
      let rate = json["rate"]?.integer, let channels = json["channels"]?.integer,
      let isFloat = json["float"]?.bool, let peak = json["peak"]?.number
    else { return nil }
    self.init(
      samples: samples, frames: frames, rate: rate, channels: channels,
      bits: json["bits"]?.integer, isFloat: isFloat, peak: peak,
      peakDecibels: json["peakDecibels"]?.number,
      truePeakDecibels: json["truePeakDecibels"]?.number,
      loudness: json["loudness"]?.number)
  }
}

extension Manifest {
  /// Whether a path counts from a folder and does not lead out of it.
  fileprivate static func staysInside(_ path: String) -> Bool {
    !path.isEmpty && !Paths.isAbsolute(path)
      && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
}
