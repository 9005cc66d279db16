import AudioFiles
import Sounds
import Timing

/// Compares a golden's folder with what its song gives now.
struct Comparison {
  let folder: String
  let now: SongOutput

  func differences() throws(GoldenFailure) -> [Difference] {
    let (found, expected) = (try Files.names(in: folder), try Comparison.files(of: now))
    guard found == expected.map(\.rawValue) else {
      return [.files(golden: found, now: expected.map(\.rawValue))]
    }
    let events = try golden(.events)
    var differences: [Difference] = []
    if let difference = line(.events, events) { differences.append(difference) }
    differences += try audio(events: events, hasWAV: expected.contains(.wav))
    if let difference = line(.midi, try golden(.midi)) { differences.append(difference) }
    return differences
  }

  /// The files that the golden of a song has, sorted by name.
  static func files(of output: SongOutput) throws(GoldenFailure) -> [GoldenFile] {
    let isShort = try Files.size(of: output.wavPath) < GoldenFile.wavLimit
    return GoldenFile.allCases.filter { $0 != .wav || isShort }
  }

  private func golden(_ file: GoldenFile) throws(GoldenFailure) -> String {
    try Files.text(of: "\(folder)/\(file.rawValue)")
  }

  private func line(_ file: GoldenFile, _ golden: String) -> Difference? {
    if golden == now.text(of: file) { return nil }
    let (old, new) = (lines(golden), lines(now.text(of: file)))
    let index = firstDifference(old, new)
    return .line(
      file, number: index + 1, golden: index < old.count ? old[index] : nil,
      now: index < new.count ? new[index] : nil)
  }

  private func audio(events: String, hasWAV: Bool) throws(GoldenFailure) -> [Difference] {
    let golden = try golden(.audio)
    let wav = "\(folder)/\(GoldenFile.wav.rawValue)"
    if hasWAV, try audioSummary(of: wav) != golden { return [.goldenWAV] }
    if golden == now.audio { return [] }
    let (old, new) = (lines(golden), lines(now.audio))
    var differences: [Difference] = [
      .audio(
        golden: old.filter { !new.contains($0) }, now: new.filter { !old.contains($0) },
        eventsAgree: events == now.events)
    ]
    if hasWAV, let frame = try firstDifferingFrame(wav, now.wavPath) {
      differences.append(
        .samples(
          frame: frame, golden: lastOnset(of: events, through: frame),
          now: lastOnset(of: now.events, through: frame)))
    }
    return differences
  }

  /// - Returns: `nil` where the files differ in rate or channels, so that frames mean nothing.
  private func firstDifferingFrame(_ old: String, _ new: String) throws(GoldenFailure) -> Int? {
    do throws(AudioFileError) {
      let (left, right) = (try RawSound(reading: old), try RawSound(reading: new))
      guard left.hertz == right.hertz, left.channels.count == right.channels.count else {
        return nil
      }
      return zip(left.channels, right.channels).map(firstDifference).min()
    } catch {
      throw GoldenFailure(error.description)
    }
  }
}

/// The lines of `events.csv` with the last frame that is not after `frame`.
private func lastOnset(of events: String, through frame: Int) -> [String] {
  let rows = lines(events).compactMap { row in
    row.split(separator: ",", maxSplits: 1).first.flatMap { Int($0) }.map { (frame: $0, row) }
  }
  let last = rows.last { $0.frame <= frame }?.frame
  return rows.filter { $0.frame == last }.map { $0.1 }
}

private func lines(_ text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The first index at which two lists differ; the length of the shorter where it begins the other.
private func firstDifference<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
  zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    ?? min(left.count, right.count)
}
