import Interchange
import Scheduler
import SongModel
import Testing
import Timing

/// A click: where it begins, which of the two it is, and how loud.
private struct Onset {
  let frame: Int
  let isAccent: Bool
  /// The factor that the map's volume is.
  let volume: Double
}

@Suite("klick's own onsets")
struct KlickOnsetTests {
  static let maps = [
    "tour.klick", "per-beat.klick", "spacing.klick", "meters.klick", "ramps.klick",
    "repeats.klick",
  ]

  @Test(
    "every click of a tempo map stands where klick has it, within one frame",
    arguments: maps, [44_100, 48_000])
  func onsets(map: String, hertz: Int) throws {
    let theirs = try #require(
      KlickOnsetTests.onsets(ofKlick: fixturePath(map), hertz),
      "klick has not rendered the map: the tests need the package 'klick' (setup.sh installs it)")
    let ours = KlickOnsetTests.onsets(
      of: try song(of: songDraft(klick: fixture(map), title: nil)), hertz)
    #expect(!ours.isEmpty)
    try #require(ours.count == theirs.count)
    for (our, their) in zip(ours, theirs) {
      #expect(abs(our.frame - their.frame) <= 1)
      #expect(our.isAccent == their.isAccent)
      #expect(abs(our.volume - their.volume) < 0.001)
    }
  }

  /// What the scheduler makes of a song; clicks at volume 0 are left out, as they cannot be found
  /// in audio either.
  private static func onsets(of song: Song, _ hertz: Int) -> [Onset] {
    EventStream(song, at: SampleRate(hertz: hertz)!).compactMap { event in
      let isAccent = event.sound == song.sections[0].click.sounds.accent
      guard event.gain > 0 else { return nil }
      return Onset(
        frame: event.frame.index, isAccent: isAccent, volume: event.gain / (isAccent ? 1 : 0.8))
    }
  }

  private static let peak = 16_000

  /// What klick writes with clicks that are one sample long: the accent's is positive, the beat's
  /// negative, so that no click hides another.
  private static func onsets(ofKlick map: String, _ hertz: Int) -> [Onset]? {
    withFolder { folder in
      for (name, value) in [("accent", peak), ("beat", -peak)] {
        write(wav([value, 0, 0, 0], hertz), to: "\(folder)/\(name).wav")
      }
      let run = output(
        of: "klick -f '\(map)' -W '\(folder)/out.wav' -r \(hertz)"
          + " -S '\(folder)/accent.wav,\(folder)/beat.wav' 2>&1")
      guard run.status == 0 else { return nil }
      return impulses(ofWAV: bytes(ofFile: "\(folder)/out.wav")).map { frame, sample in
        Onset(frame: frame, isAccent: sample > 0, volume: Double(abs(sample)) / Double(peak))
      }
    }
  }

  /// A file of 16 bits and one channel.
  private static func wav(_ samples: [Int], _ hertz: Int) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { bytes($0, 2) }
    return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(hertz, 4) + bytes(2 * hertz, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(data.count, 4) + data
  }

  /// The samples that are not zero, with their frames.
  private static func impulses(ofWAV file: [UInt8]) -> [(frame: Int, sample: Int)] {
    // klick's file has a header of 44 bytes, as ours.
    precondition(file.count >= 44 && file[36..<40].elementsEqual("data".utf8))
    return file.withUnsafeBytes { bytes in
      var found: [(frame: Int, sample: Int)] = []
      var place = 44
      while place + 2 <= bytes.count {
        // Nearly all of it is silence, of which a word is four frames.
        if place + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) == 0
        {
          place += 8
          continue
        }
        let sample = bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)
        if sample != 0 { found.append(((place - 44) / 2, Int(Int16(littleEndian: sample)))) }
        place += 2
      }
      return found
    }
  }
}
